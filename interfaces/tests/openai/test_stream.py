"""A stream whose answer takes its time, fails, or is not wanted any more; the agent follows a script."""

import asyncio
import json
from typing import Any, cast

import pytest
from django.test import RequestFactory

from interfaces import asking
from interfaces.asking import Prepared
from interfaces.openai import completions
from interfaces.openai.request import ChatRequest, read
from interfaces.problems import Problem

PREPARED = cast(Prepared, None)


@pytest.fixture
def asked() -> ChatRequest:
    return read({"model": "library", "messages": [{"role": "user", "content": "When?"}], "stream": True})


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completions, "ALIVE_SECONDS", 0.01)


def told(asked: ChatRequest) -> Any:
    return completions._told(RequestFactory().post("/v1/chat/completions"), asked, PREPARED)


async def test_it_gives_signs_of_life_and_ends_with_whoever_asked(
    asked: ChatRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()

    async def never(_prepared: Prepared) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    monkeypatch.setattr(asking, "answer", never)
    stream = told(asked)
    assert '"role": "assistant"' in await anext(stream)
    assert [await anext(stream) for _time in range(3)] == [completions.STILL_HERE] * 3
    assert not ended.is_set()
    await stream.aclose()
    assert ended.is_set()


async def test_a_failure_is_told_in_the_stream(asked: ChatRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_prepared: Prepared) -> None:
        raise Problem(500, "internal", "The answer failed. Tell us the reference 1.")

    monkeypatch.setattr(asking, "answer", fails)
    _first, last = [part async for part in told(asked)]
    error = json.loads(last.removeprefix("data: "))["error"]
    assert (error["type"], error["message"]) == ("server_error", "The answer failed. Tell us the reference 1.")
