"""Whatever fails on the way to an answer leaves a trace, which the reference that its caller is told finds."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import AsyncClient

from chat.agent import context
from chat.models import Assistant, Trace
from interfaces.openai import completions
from interfaces.tests.people import Program
from koalarag import places

pytestmark = pytest.mark.django_db(transaction=True)
BODY = {"model": "library", "messages": [{"role": "user", "content": "When? My number is 612 345 678."}]}


def breaks(*_what: Any) -> None:
    raise RuntimeError("the shelf of 612 345 678 fell over")


async def told(program: Program) -> str:
    response = await AsyncClient().post(
        "/v1/chat/completions", BODY, content_type="application/json", headers=program.headers
    )
    assert response.status_code == 500
    message: str = response.json()["error"]["message"]
    assert "shelf" not in message
    return message.split()[-1].rstrip(".")


async def test_before_the_agent_begins(
    programs: dict[str, Program], assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[Any] = []
    monkeypatch.setattr(context, "models_of", breaks)
    give_back = places.give_back
    monkeypatch.setattr(places, "give_back", lambda place: (held.append(place), give_back(place)))
    trace = await Trace.objects.select_related("assistant").aget(pk=await told(programs["student"]))
    assert (trace.status, trace.origin, trace.assistant) == ("failed", "api", assistant)
    assert trace.error == "RuntimeError: the shelf of [telephone] fell over"
    assert trace.question == "When? My number is [telephone]."
    assert len(held) == 1


async def test_after_the_answer_was_made(
    programs: dict[str, Program], assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completions, "sources_of", breaks)
    reference = await told(programs["student"])
    assert [str(trace.pk) async for trace in Trace.objects.all()] == [reference]
