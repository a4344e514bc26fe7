"""The channel layer on PostgreSQL: short messages by LISTEN and NOTIFY, nothing of them stored.

Every process hears every message and hands it on to its own channels; who is in which group is known in memory. When
the connection falls it is made again, and what was said meanwhile is lost, as Channels allows. So whoever waits for
news also looks for himself now and then (chat/consumers.py, chat/following.py).
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
import uuid
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import BaseChannelLayer
from psycopg import AsyncConnection, Error

NOTIFICATION = "koalarag_channels"
APPLICATION = "koalarag channels"
"""what the database calls our connections"""
LARGEST_PAYLOAD = 7999
"""bytes; PostgreSQL takes no more in one notification"""
PAUSES = (0.1, 0.25, 0.5, 1.0, 2.0)
"""seconds before the connection is tried again; the last one from then on"""
PROBE_SECONDS = 10
"""of silence, after which the connection is asked whether it still stands"""
READY_SECONDS = 5
"""how long one who joins waits for the connection; later he only misses news"""
FORGET_SECONDS = 60
"""after which a channel that nobody receives from has died with its socket"""
# A server that vanished without a word is noticed by TCP.
_CONNECTION = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}

logger = logging.getLogger(__name__)


class ChannelLayer(BaseChannelLayer):
    extensions = ["groups"]

    def __init__(self, url: str) -> None:
        super().__init__(capacity=100)
        self._url = url
        self._stations: WeakKeyDictionary[asyncio.AbstractEventLoop, Station] = WeakKeyDictionary()

    @property
    def is_deaf(self) -> bool:
        """Whether somebody of this process waits for messages and the connection that brings them is down.

        In an event loop that was closed nobody waits any more.
        """
        return any(station.is_deaf for loop, station in list(self._stations.items()) if not loop.is_closed())

    async def new_channel(self, prefix: str = "specific") -> str:
        return self._station.open(f"{prefix}.{uuid.uuid4().hex}!")

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        self.require_valid_channel_name(channel)
        await self._station.say({"channel": channel, "message": message})

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self._station.receive(channel)

    async def group_add(self, group: str, channel: str) -> None:
        """Whatever is sent to the group from now on arrives, unless the connection falls."""
        self.require_valid_group_name(group)
        self._station.groups[group].add(channel)
        await self._station.ready()

    async def group_discard(self, group: str, channel: str) -> None:
        self._station.leave(group, channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.require_valid_group_name(group)
        await self._station.say({"group": group, "message": message})

    async def close(self) -> None:
        """Ends the connections of the running event loop."""
        if station := self._stations.pop(asyncio.get_running_loop(), None):
            await station.close()

    @property
    def _station(self) -> Station:
        loop = asyncio.get_running_loop()
        if loop not in self._stations:
            self._stations[loop] = Station(self._url, self.capacity)
        return self._stations[loop]


@dataclass
class Inbox:
    messages: asyncio.Queue[dict[str, Any]]
    receivers: int = 0
    left_at: float = field(default_factory=time.monotonic)
    """when the last one that received from it went away"""


class Station:
    """What one event loop hears, and says."""

    def __init__(self, url: str, capacity: int) -> None:
        self.groups: dict[str, set[str]] = defaultdict(set)
        self._url, self._capacity = url, capacity
        self._inboxes: dict[str, Inbox] = {}
        self._listener: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._speaker: AsyncConnection[Any] | None = None
        self._speaking = asyncio.Lock()

    @property
    def is_deaf(self) -> bool:
        return self._listener is not None and not self._listening.is_set()

    def open(self, channel: str) -> str:
        self._sweep()
        self._inbox(channel)
        return channel

    def leave(self, group: str, channel: str) -> None:
        self.groups[group].discard(channel)
        if not self.groups[group]:
            del self.groups[group]

    async def receive(self, channel: str) -> dict[str, Any]:
        self._listen()
        inbox = self._inbox(channel)
        inbox.receivers += 1
        try:
            return await inbox.messages.get()
        finally:
            inbox.receivers -= 1
            inbox.left_at = time.monotonic()

    async def ready(self) -> None:
        self._listen()
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                await self._listening.wait()

    async def say(self, content: dict[str, Any]) -> None:
        """A message that does not get through is lost, and logged. ValueError where it is too long."""
        payload = json.dumps(content)
        if len(payload.encode()) > LARGEST_PAYLOAD:
            raise ValueError(f"A message of {len(payload)} characters is too long: send where to find it.")
        async with self._speaking:
            try:
                await self._notify(payload)
            except (Error, OSError):
                # The connection may have fallen since it was used last.
                try:
                    await self._notify(payload)
                except (Error, OSError) as error:
                    logger.warning("News could not be told: %s", type(error).__name__)

    async def close(self) -> None:
        if self._listener:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        if self._speaker:
            await self._speaker.close()

    async def _notify(self, payload: str) -> None:
        if self._speaker is None or self._speaker.closed:
            self._speaker = await self._connect()
        await self._speaker.execute("SELECT pg_notify(%s, %s)", [NOTIFICATION, payload])

    async def _connect(self) -> AsyncConnection[Any]:
        return await AsyncConnection.connect(self._url, autocommit=True, application_name=APPLICATION, **_CONNECTION)

    def _listen(self) -> None:
        if self._listener is None:
            self._listener = asyncio.create_task(self._hear_always())

    async def _hear_always(self) -> None:
        failures = 0
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {NOTIFICATION}")
                    failures = 0
                    self._listening.set()
                    await self._hear(connection)
            except (Error, OSError, TimeoutError, ValueError, KeyError) as error:
                logger.warning("The connection that brings news fell: %s", type(error).__name__)
            finally:
                self._listening.clear()
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    async def _hear(self, connection: AsyncConnection[Any]) -> None:
        while True:
            async for heard in connection.notifies(timeout=PROBE_SECONDS):
                self._deliver(json.loads(heard.payload))
            async with asyncio.timeout(PROBE_SECONDS):
                await connection.execute("SELECT 1")

    def _deliver(self, content: dict[str, Any]) -> None:
        channels = self.groups.get(content["group"], ()) if "group" in content else [content["channel"]]
        for channel in channels:
            if inbox := self._inboxes.get(channel):
                # Whose inbox is full has enough to look at.
                with suppress(asyncio.QueueFull):
                    inbox.messages.put_nowait(dict(content["message"]))

    def _inbox(self, channel: str) -> Inbox:
        return self._inboxes.setdefault(channel, Inbox(asyncio.Queue(self._capacity)))

    def _sweep(self) -> None:
        """Nobody says when a socket has died."""
        before = time.monotonic() - FORGET_SECONDS
        dead = {name for name, box in self._inboxes.items() if not box.receivers and box.left_at < before}
        for channel in dead:
            del self._inboxes[channel]
        if dead:
            for group in [name for name, members in self.groups.items() if members & dead]:
                self.groups[group] -= dead
                if not self.groups[group]:
                    del self.groups[group]
