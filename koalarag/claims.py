"""A worker's claims on the messages of its tasks: renewed while it lives, given up for dead when it does not.

Celery's brokers hand a message out again when its visibility timeout ends. Renewing makes that timeout independent of
how long a task takes, so that it can be short and a task whose worker was killed soon begins again elsewhere.
"""

import time
from typing import Any, Protocol

from django.conf import settings
from django.db import connection

from koalarag.broker import VISIBILITY_TIMEOUT_SECONDS


class Claims(Protocol):
    def renew(self) -> None: ...

    def release_all(self) -> int:
        """Makes every claimed message visible at once; for a worker that has no task yet and is alone."""
        ...


def of(channel: Any) -> Claims:
    """The claims of a kombu channel that consumes."""
    return RedisClaims(channel) if settings.REDIS_URL else PostgresClaims(channel)


class PostgresClaims:
    table = f"pgmq.q_{settings.CELERY_TASK_DEFAULT_QUEUE}"

    def __init__(self, channel: Any) -> None:
        self.channel = channel

    def renew(self) -> None:
        messages = list(self.channel.qos._delivered.values())
        ids = [message.delivery_info["pgmq_msg_id"] for message in messages if message.delivery_info]
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {self.table} SET vt = clock_timestamp() + make_interval(secs => %s) WHERE msg_id = ANY(%s)",
                [VISIBILITY_TIMEOUT_SECONDS, ids],
            )

    def release_all(self) -> int:
        """Messages that were never read are left alone: their sender wanted the delay."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {self.table} SET vt = clock_timestamp() WHERE vt > clock_timestamp() AND read_ct > 0"
            )
            return int(cursor.rowcount)


class RedisClaims:
    def __init__(self, channel: Any) -> None:
        self.channel = channel

    def renew(self) -> None:
        now = time.time()
        if times := dict.fromkeys(list(self.channel.qos._delivered), now):
            with self.channel.conn_or_acquire() as client:
                client.zadd(self.channel.unacked_index_key, times, xx=True)

    def release_all(self) -> int:
        with self.channel.conn_or_acquire() as client:
            tags = client.zrange(self.channel.unacked_index_key, 0, -1)
            for tag in tags:
                self.channel.qos.restore_by_tag(tag, client)
        return len(tags)
