"""How many requests are worked on at once, and who waits for whom."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator

from koalarag import fair_requests
from koalarag.fair_requests import AT_ONCE, AT_ONCE_OF_AN_ADDRESS, FairRequests
from koalarag.threads import release_connection

pytestmark = pytest.mark.asyncio
ONE, ANOTHER = "203.0.113.1", "198.51.100.1"


class Application:
    """Works until it is told to go on, and keeps how many do at the same time."""

    def __init__(self) -> None:
        self.goes_on = asyncio.Event()
        self.now: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        self.now.append(scope["client"][0])
        if scope["path"] == "/waits/":
            await sync_to_async(release_connection)()
        await self.goes_on.wait()
        await send({"type": "http.response.start"})


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Application:
    monkeypatch.setattr(fair_requests, "HELD_SECONDS", 60)  # a busy machine may take longer than it is
    return Application()


async def request(fair: FairRequests, address: str, path: str = "/", whole: bool = True) -> ApplicationCommunicator:
    made = ApplicationCommunicator(fair, {"type": "http", "path": path, "client": [address, 1]})
    await made.send_input({"type": "http.request", "body": b"a", "more_body": not whole})
    await asyncio.sleep(0.01)
    return made


async def test_few_are_worked_on_at_once_and_then_the_next(application: Application) -> None:
    fair = FairRequests(application)
    sent = [await request(fair, f"203.0.113.{number}") for number in range(AT_ONCE + 2)]
    assert len(application.now) == AT_ONCE
    application.goes_on.set()
    for each in sent:
        assert (await each.receive_output(1))["type"] == "http.response.start"


async def test_a_crowd_at_one_address_leaves_a_place_for_others(application: Application) -> None:
    fair = FairRequests(application)
    sent = [await request(fair, ONE) for _number in range(9)]
    sent.append(await request(fair, ANOTHER))
    assert application.now == [ONE] * AT_ONCE_OF_AN_ADDRESS + [ANOTHER]
    application.goes_on.set()
    for each in sent:
        await each.receive_output(1)


async def test_a_body_that_does_not_arrive_takes_no_place(application: Application) -> None:
    fair = FairRequests(application)
    slow = [await request(fair, f"203.0.113.{number}", whole=False) for number in range(20)]
    await request(fair, ANOTHER)
    assert application.now == [ANOTHER]
    assert len(slow) == 20


async def test_who_takes_long_or_waits_for_something_lets_others_come(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = FairRequests(application)
    for _number in range(5):
        await request(fair, ONE, "/waits/")
    assert len(application.now) == 5
    monkeypatch.setattr(fair_requests, "HELD_SECONDS", 0.02)
    for _number in range(5):
        await request(fair, ONE)
    await asyncio.sleep(0.2)
    assert len(application.now) == 10


async def test_who_is_cut_off_while_he_waits_takes_no_place(application: Application) -> None:
    fair = FairRequests(application)
    waiting = [await request(fair, ONE) for _number in range(9)]
    for each in waiting:
        each.stop()
    await asyncio.sleep(0.01)
    application.now.clear()
    await request(fair, ONE)
    assert application.now == [ONE]


async def test_health_is_told_however_many_wait(application: Application) -> None:
    fair = FairRequests(application)
    for number in range(9):
        await request(fair, f"203.0.113.{number}")
    await request(fair, ANOTHER, "/health/")
    assert ANOTHER in application.now
