"""Whose questions wait for each other."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from chat import answering, turns
from chat.agent import context, run
from chat.agent.events import Event, Question, StepStarted
from chat.jobs import Job
from koalarag.visitors import Visitor

ONE, ANOTHER = (Visitor("anonymous", session=name, address="203.0.113.1") for name in ("one", "another"))


class Agent:
    """Answers in a moment, and keeps who was being answered at the same time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, models: dict[str, Any]) -> None:
        self.now: list[str] = []
        self.begun: list[str] = []
        self.together: set[tuple[str, ...]] = set()
        monkeypatch.setattr(context, "load", self.load)
        monkeypatch.setattr(run, "stream", self.stream)
        self.models = models

    async def load(self, *asked: Any) -> Any:
        return SimpleNamespace(models=self.models, payer=asked[-1])

    async def stream(self, question: Question, *_known: Any) -> AsyncIterator[Event]:
        self.now.append(question.text)
        self.begun.append(question.text)
        self.together.add(tuple(sorted(self.now)))
        yield StepStarted("retrieve")
        await asyncio.sleep(0.02)
        self.now.remove(question.text)


async def ask(visitor: Visitor | None) -> None:
    text = visitor.session if visitor else "nobody"
    async for _event in answering.agent_events(Job(uuid4(), "rules", None, Question(text), payer=visitor)):
        pass


async def test_one_visitors_wait_for_each_other_and_nobody_elses_do(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent(monkeypatch, models={})
    await asyncio.gather(ask(ONE), ask(ONE), ask(ONE), ask(ANOTHER))
    assert ("another", "one") in agent.together
    assert not [some for some in agent.together if some.count("one") > 1]


async def test_a_further_question_lets_those_of_others_be_finished_first(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent(monkeypatch, models={})
    asked = [asyncio.create_task(ask(visitor)) for visitor in (ONE, ONE, ANOTHER)]
    await asyncio.sleep(0.015)
    assert sorted(agent.now) == ["another", "one"]
    late = asyncio.create_task(ask(Visitor("anonymous", session="late", address="203.0.113.1")))
    await asyncio.sleep(0.015)
    assert agent.now == ["late"]
    await asyncio.gather(late, *asked)


async def test_a_further_question_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent(monkeypatch, models={})
    monkeypatch.setattr(turns, "MAX_COURTESY_SECONDS", 0.05)
    visitors = [Visitor("anonymous", session=str(number), address="203.0.113.1") for number in range(20)]

    async def stream() -> None:
        async with asyncio.TaskGroup() as asking:
            for visitor in visitors:
                asking.create_task(ask(visitor))
                await asyncio.sleep(0.01)

    await asyncio.gather(stream(), ask(ONE), ask(ONE))
    assert agent.begun.index("19") > len(agent.begun) - 1 - agent.begun[::-1].index("one")


async def test_where_a_language_model_writes_or_nobody_is_known_none_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent(monkeypatch, models={"generate": object()})
    await asyncio.gather(ask(ONE), ask(ONE))
    assert ("one", "one") in agent.together
    agent.models = {}
    await asyncio.gather(ask(None), ask(None))
    assert ("nobody", "nobody") in agent.together


async def test_a_question_that_is_stopped_lets_the_next_one_come(monkeypatch: pytest.MonkeyPatch) -> None:
    Agent(monkeypatch, models={})
    first, second = asyncio.create_task(ask(ONE)), asyncio.create_task(ask(ONE))
    await asyncio.sleep(0.01)
    first.cancel()
    await asyncio.wait_for(second, 1)
