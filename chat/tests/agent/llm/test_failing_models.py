"""A whole answer while the provider's server fails in each of its ways: what the user sees, what the trace holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from chat.agent import context, run
from chat.agent.events import Answer, AnswerReady, Event, Question, TextDelta, TextRestarted
from chat.agent.llm.roles import ROLES
from chat.models import Assistant, Trace
from chat.tests.agent.openai_server import Body, Say, Script, schema_of, serving
from chat.tests.agent.plausible_model import FAILURES, behave, failing
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
FACT = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
QUESTION = "¿Cuántos libros puede llevarse el alumnado de doctorado?"
NOTE = "The language model gave no answer that can be shown"


@pytest.fixture
def script(settings: Settings) -> Iterator[Script]:
    where = collection()
    add(where, Text("loans.pdf", "Préstamo", f"La biblioteca presta obras a todos.\n{FACT}", page=4))
    Assistant.objects.create(slug="rules").collections.add(where)
    settings.RESPONSE_CACHE_HOURS = 0
    settings.MODEL_SILENCE_SECONDS = 1.0
    script = Script(behave)
    with serving(script) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 500}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        yield script


def events(text: str = QUESTION, language: str = "") -> list[Event]:
    async def collect() -> list[Event]:
        loaded = await context.load("rules")
        return [event async for event in run.stream(Question(text, language=language), loaded)]

    return async_to_sync(collect)()


def answer_of(events: list[Event]) -> Answer:
    assert isinstance(events[-1], AnswerReady)
    return events[-1].answer


def test_with_a_server_that_works_every_role_is_played_by_its_model(script: Script) -> None:
    answer = answer_of(events())
    assert (answer.status, answer.degraded) == ("answered", False)
    assert NOTE not in answer.text
    assert answer.cost
    calls = Trace.objects.get().model_calls
    assert [call["role"] for call in calls] == ["classifier", "generator", "critic"]
    assert {call["outcome"] for call in calls} == {"ok"}
    assert all(len(call["prompt_hash"]) == 16 for call in calls)


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_whatever_fails_the_question_is_answered_with_quotations_and_a_note(script: Script, failure: Any) -> None:
    script.behaviour = failing(failure)
    seen = events(language="en")
    answer = answer_of(seen)
    assert answer.status == "answered"
    assert "35 libros" in answer.text
    assert answer.text.count(NOTE) == 1
    assert [citation.quote for citation in answer.citations] == [FACT]
    assert answer.degraded
    trace = Trace.objects.get()
    assert set(trace.degraded) == {"classifier", "generator"}, "quotations in its stead are shown to no critic"
    assert trace.error == ""
    failed = [call for call in trace.model_calls if call["outcome"] == "failed"]
    assert {call["role"] for call in failed} == {"classifier", "generator"}
    assert all(call["failure"] for call in failed)
    # What a model had begun to say was withdrawn before the quotations came.
    restarts = [place for place, event in enumerate(seen) if isinstance(event, TextRestarted)]
    shown = "".join(event.text for event in seen[max(restarts, default=-1) + 1 :] if isinstance(event, TextDelta))
    assert shown.strip() in answer.text


def test_where_no_model_reads_what_comes_nearest_it_is_shown(script: Script) -> None:
    """Below the threshold a model would have decided; none did."""
    script.behaviour = failing(FAILURES["500 every time"])
    sure = answer_of(events()).confidence
    Assistant.objects.update(min_relevance=1.1 * sure)
    answer = answer_of(events())
    assert (answer.status, answer.degraded) == ("not_found", True)
    assert [citation.quote for citation in answer.citations] == [FACT]


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_that_passes_is_not_seen(script: Script, failure: Any) -> None:
    """Only the first request fails, which is the classifier's."""
    requests = count()
    script.behaviour = lambda body: failing(failure)(body) if next(requests) == 0 else behave(body)
    answer = answer_of(events())
    assert answer.status == "answered"
    assert NOTE not in answer.text
    assert set(Trace.objects.get().degraded) <= {"classifier"}


def test_a_critic_that_fails_leaves_the_models_answer(script: Script) -> None:
    def without_critic(body: Body) -> Say:
        return Say(status=401) if "coherence" in schema_of(body).get("properties", {}) else behave(body)

    script.behaviour = without_critic
    answer = answer_of(events())
    assert NOTE not in answer.text
    assert answer.degraded
    trace = Trace.objects.get()
    assert trace.degraded == ["critic"]
    assert trace.attempts[0]["by"] == "embedded"


def test_nothing_of_the_key_is_in_the_trace(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    script.behaviour = lambda _body: Say(status=401, text=f"Incorrect API key: {script.keys[-1]}")
    events()
    assert "sk-very-secret" in script.keys[0]
    assert "very-secret" not in str(Trace.objects.values())
