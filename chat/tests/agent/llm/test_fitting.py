"""Models whose context holds less than the site would send them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.agent.llm import fitting
from chat.agent.llm.roles import ROLES
from chat.models import Assistant
from chat.tests.agent.openai_server import Body, Say, Script, serving
from chat.tests.agent.plausible_model import behave
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
FACT = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
MORE = " ".join(f"La sala {number} de la biblioteca tiene mesas, sillas y lámparas." for number in range(400))
QUESTION = "¿Cuántos libros puede llevarse el alumnado de doctorado?"


@pytest.fixture
def script(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    monkeypatch.setattr(fitting, "_fitting", {})
    where = collection()
    add(where, Text("loans.pdf", "Préstamo", f"{FACT}\n\n{MORE}", page=4))
    Assistant.objects.create(slug="rules").collections.add(where)
    settings.RESPONSE_CACHE_HOURS = 0
    script = Script(behave)
    with serving(script) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 500}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        yield script


def up_to(characters: int) -> Script:
    def behaviour(body: Body) -> Say:
        if sum(len(message["content"]) for message in body["messages"]) > characters:
            return Say("the request exceeds the available context size", status=400)
        return behave(body)

    return Script(behaviour)


def answered() -> Answer:
    loaded = async_to_sync(context.load)("rules")
    return async_to_sync(run.answer)(Question(QUESTION), loaded)


def lengths(script: Script) -> list[int]:
    return [sum(len(message["content"]) for message in body["messages"]) for body in script.requests]


def test_passages_are_shortened_until_the_prompt_fits_and_stay_so(script: Script) -> None:
    script.behaviour = up_to(12_000).behaviour
    found = answered()
    assert (found.status, found.degraded) == ("answered", False)
    assert "35 libros" in found.text
    assert max(lengths(script)) > 12_000
    script.requests.clear()
    assert not answered().degraded
    assert max(lengths(script)) <= 12_000, "what fits is known from then on"


def test_where_nothing_fits_the_documents_are_quoted(script: Script) -> None:
    script.behaviour = up_to(1_000).behaviour
    found = answered()
    assert (found.status, found.degraded) == ("answered", True)
    assert "35 libros" in found.text
