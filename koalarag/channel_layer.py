"""The channel layer on PostgreSQL: channels-postgres, less what goes wrong with several processes or event loops."""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from channels_postgres.core import PostgresChannelLayer
from channels_postgres.db import GROUP_CHANNEL_TABLE, MESSAGE_TABLE, DatabaseLayer
from psycopg import AsyncConnection, conninfo
from psycopg_pool import AsyncConnectionPool

GROUP_EXPIRY_SECONDS = 24 * 60 * 60


class ChannelLayer(PostgresChannelLayer):
    def __init__(self, **config: Any) -> None:
        super().__init__(group_expiry=GROUP_EXPIRY_SECONDS, **config)
        self.django_db = Storage(self.db_params, self.client_prefix)

    async def group_discard(self, group: str, channel: str, expire: int | None = None) -> None:
        """The original wants a second Django database, and leaves a task asleep for every call."""
        await self.django_db.forget(self._group_key(group), channel)


class Storage(DatabaseLayer):
    """One pool per event loop; the original's one for all works in the first loop only."""

    def __init__(self, db_params: dict[str, Any], client_prefix: str) -> None:
        super().__init__({}, db_params)
        self.own_channels = f"%.{client_prefix}!%"
        self.pools: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncConnectionPool] = WeakKeyDictionary()

    async def get_db_pool(self, db_params: dict[str, Any]) -> AsyncConnectionPool:
        loop = asyncio.get_running_loop()
        if loop not in self.pools:
            where = conninfo.make_conninfo("", **db_params)
            self.pools[loop] = AsyncConnectionPool(where, min_size=1, max_size=4, open=False, configure=_autocommit)
            await self.pools[loop].open()
        return self.pools[loop]

    async def retrieve_non_expired_queued_messages(self) -> list[tuple[str, str, bytes, str]]:
        """What was sent to our own channels before we listened; the original takes everybody's away."""
        statement = (
            f"DELETE FROM {MESSAGE_TABLE} WHERE expire > now() AND channel LIKE %s "
            "RETURNING id::text, channel, message, extract(epoch FROM expire)::text"
        )
        pool = await self.get_db_pool(self.db_params)
        async with pool.connection() as connection:
            return await (await connection.execute(statement, [self.own_channels])).fetchall()

    async def forget(self, group_key: str, channel: str) -> None:
        """Takes a channel out of a group, and sweeps out what has expired."""
        pool = await self.get_db_pool(self.db_params)
        async with pool.connection() as connection:
            await connection.execute(
                f"DELETE FROM {GROUP_CHANNEL_TABLE} WHERE (group_key = %s AND channel = %s) OR expire < now()",
                [group_key, channel],
            )
            await connection.execute(f"DELETE FROM {MESSAGE_TABLE} WHERE expire < now()")


async def _autocommit(connection: AsyncConnection[Any]) -> None:
    await connection.set_autocommit(True)
