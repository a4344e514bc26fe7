import asyncio
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator

from koalarag import fair_sockets
from koalarag.fair_sockets import FairSockets, Pace

pytestmark = pytest.mark.asyncio


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Works for as long as each message says, as a query to the database would."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await sync_to_async(time.sleep)(float(message["text"]))
        await send({"type": "websocket.send", "text": "done"})


class Socket(ApplicationCommunicator):
    def __init__(self, fair: FairSockets, session: str, address: str = "203.0.113.1") -> None:
        headers = [(b"cookie", f"sessionid={session}".encode())]
        super().__init__(fair, {"type": "websocket", "headers": headers, "client": [address, 1]})

    async def open(self) -> str:
        await self.send_input({"type": "websocket.connect"})
        return str((await self.receive_output(5))["type"])

    async def ask(self, seconds: float = 0) -> None:
        await self.send_input({"type": "websocket.receive", "text": str(seconds)})

    async def close(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(5)


async def test_nobody_waits_for_the_thread_of_another() -> None:
    fair = FairSockets(application)
    slow, quick = Socket(fair, "a"), Socket(fair, "b")
    assert (await slow.open(), await quick.open()) == ("websocket.accept", "websocket.accept")
    await slow.ask(1)
    begun = time.monotonic()
    await quick.ask()
    await quick.receive_output(5)
    assert time.monotonic() - begun < 0.5
    await slow.receive_output(5)
    await slow.close()
    await quick.close()


async def test_who_says_more_than_others_waits_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_sockets, "AT_ONCE", 4)
    monkeypatch.setattr(fair_sockets, "MESSAGES_PER_SECOND", 0.1)
    fair = FairSockets(application)
    sockets = [Socket(fair, "flood") for _socket in range(3)]
    other = Socket(fair, "other")
    for socket in (*sockets, other):
        await socket.open()
    for socket in (*sockets * 5, other):
        await socket.ask()
    begun = time.monotonic()
    await other.receive_output(5)
    assert time.monotonic() - begun < 0.5
    # Three opened the sockets, so that one more was free.
    assert sum(socket.output_queue.qsize() for socket in sockets) <= 1
    for socket in (*sockets, other):
        socket.future.cancel()


async def test_so_many_sockets_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_sockets, "MAX_SOCKETS", 2)
    fair = FairSockets(application)
    opened = [Socket(fair, "a") for _socket in range(3)]
    assert [await socket.open() for socket in opened] == ["websocket.accept"] * 2 + ["websocket.close"]
    # Of one address, with other cookies, ten times as many.
    more = [Socket(fair, str(number)) for number in range(19)]
    assert [await socket.open() for socket in more] == ["websocket.accept"] * 18 + ["websocket.close"]
    assert await Socket(fair, "b", "203.0.113.2").open() == "websocket.accept"
    await opened[0].close()
    assert await Socket(fair, "a").open() == "websocket.accept"


async def test_a_pace_forgets_who_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_sockets, "_MAX_KNOWN", 3)
    pace = Pace(1000, 1)
    for number in range(10):
        await pace.wait(str(number))
        await asyncio.sleep(0.01)
    assert len(pace._next) <= 4
