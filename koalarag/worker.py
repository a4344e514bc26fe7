"""What our workers do beside Celery's own: every few seconds a sign of life, and a renewal of their claims."""

import logging
import threading
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from koalarag import claims
from koalarag.localserver import folder
from koalarag.models import BEAT_SECONDS, WorkerHeartbeat

# What the supervisor looks at: it asks no database.
SIGN_OF_LIFE = settings.DATA_DIR / folder.WORKER_SIGN

logger = logging.getLogger(__name__)


class Heartbeat(bootsteps.StartStopStep):
    """A step of the worker's consumer; a thread, so that a long task does not delay it."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self.stopped = threading.Event()
        self.first_start = True

    def start(self, consumer: Any) -> None:
        own = claims.of(consumer.task_consumer.channel)
        # A second start is a lost connection to the broker: our own tasks may still be running then.
        if self.first_start:
            self._release_what_the_dead_left(consumer.hostname, own)
        self.first_start = False
        self.stopped = threading.Event()
        self._beat(consumer.hostname)
        arguments = (consumer.hostname, own, self.stopped)
        threading.Thread(target=self._run, args=arguments, name="heartbeat", daemon=True).start()

    def stop(self, consumer: Any) -> None:
        self.stopped.set()
        WorkerHeartbeat.objects.filter(name=consumer.hostname).delete()

    def _release_what_the_dead_left(self, name: str, own: claims.Claims) -> None:
        """Names of workers are unique, so one of our own name is dead; if no other lives, all claims are void."""
        if not WorkerHeartbeat.objects.alive().exclude(name=name).exists() and (count := own.release_all()):
            logger.warning("%d tasks of a worker that ended in the middle begin again.", count)

    def _run(self, name: str, own: claims.Claims, stopped: threading.Event) -> None:
        while not stopped.wait(BEAT_SECONDS):
            try:
                own.renew()
                self._beat(name)
            except Exception:  # whatever it is, the next beat may succeed; without one the tasks go to others
                logger.exception("A heartbeat failed; trying again in %d s.", BEAT_SECONDS)
            close_old_connections()

    def _beat(self, name: str) -> None:
        SIGN_OF_LIFE.touch()
        WorkerHeartbeat.objects.update_or_create(name=name, defaults={"beaten_at": timezone.now()})
