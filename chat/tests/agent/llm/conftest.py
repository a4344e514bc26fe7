"""A model behind our own server, and what a role says to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from chat.agent.context import AgentContext
from chat.agent.llm import breaker, call, clients
from chat.agent.llm.calling import Prompt
from chat.agent.llm.roles import ROLES, Role, RoleModel
from chat.agent.recorder import ModelCall
from chat.tests.agent.openai_server import Behaviour, Say, Script, serving


@dataclass
class Models:
    """All that calling a model looks at of a context."""

    models: dict[Role, RoleModel]


@dataclass
class Bench:
    script: Script
    model: RoleModel
    written: list[Any] = field(default_factory=list)

    @property
    def runtime(self) -> Runtime[AgentContext]:
        context = Models(dict.fromkeys(ROLES, self.model))
        return Runtime(context=cast(AgentContext, context), stream_writer=self.written.append)

    @property
    def calls(self) -> list[ModelCall]:
        return [one for one in self.written if isinstance(one, ModelCall)]


Made = Callable[[str | Sequence[Say] | Behaviour], Bench]
PROMPT = Prompt("Be brief.", "How many books?", "abc")
WORDS = "Thirty five books for thirty days"


class Verdict(BaseModel):
    """A judgement."""

    score: float = Field(ge=0, le=1)
    reason: str = ""


@pytest.fixture(autouse=True)
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing known of any server, a key of its own, and short pauses."""
    breaker.forget()
    monkeypatch.setattr(clients, "_not_taken", {})
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-0123456789")
    monkeypatch.setattr(call, "FIRST_PAUSE_SECONDS", 0.02)


@pytest.fixture
def bench() -> Iterator[Made]:
    with ExitStack() as stack:

        def made(behaviour: str | Sequence[Say] | Behaviour) -> Bench:
            script = Script(behaviour)
            url = stack.enter_context(serving(script))
            return Bench(script, RoleModel("openai:gpt-4o-mini", url, 0.3, 2000))

        yield made
