"""Answers judged by a model behind the wire."""

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from chat.agent import context
from chat.agent.events import Answer, Question
from chat.agent.llm.roles import ROLES
from chat.models import Assistant
from chat.tests.agent.openai_server import Say, Script, deciding, serving
from evaluation.judge import judged
from evaluation.metrics import judged as metrics
from evaluation.metrics.base import Observation

pytestmark = pytest.mark.django_db
VERDICT = {
    "claims": [{"text": "35 books", "supported": True}, {"text": "for a year", "supported": False}],
    "relevance": 0.8,
    "omissions": ["the fee"],
    "excess": [],
}
ANSWER = Answer("answered", "35 books for a year [1].", "en", "search")


@pytest.fixture
def script(settings: Settings) -> Iterator[Script]:
    Assistant.objects.create(slug="rules")
    script = Script(lambda body: deciding(body, VERDICT))
    with serving(script) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.0, "max_tokens": 500}
        settings.LANGUAGE_MODELS = {**settings.LANGUAGE_MODELS, "judge": one}
        yield script


def judge(answer: Answer = ANSWER) -> dict[str, object]:
    async def ask() -> dict[str, object]:
        return await judged(Question("How many books?"), answer, await context.load("rules"))

    return async_to_sync(ask)()


def test_claims_and_relevance_become_metrics(script: Script) -> None:
    found = judge()
    assert found["by"] == "openai:gpt-4o-mini"
    assert (found["failing"], found["omissions"], found["excess"]) == (["for a year"], ["the fee"], [])
    observation = Observation("answerable", "answered", judged=found)
    assert metrics.faithfulness(observation) == 0.5
    assert metrics.relevance(observation) == 0.8


def test_what_is_not_judged_has_no_score(script: Script, settings: Settings) -> None:
    assert judge(Answer("not_found", "Not found.", "en", "search")) == {}
    script.behaviour = lambda _body: Say("no JSON")
    assert judge() == {}
    settings.LANGUAGE_MODELS = {role: {**settings.LANGUAGE_MODELS[role], "model": ""} for role in ROLES}
    before = len(script.requests)
    assert judge() == {}
    assert len(script.requests) == before
    nothing = Observation("answerable", "answered")
    assert (metrics.faithfulness(nothing), metrics.relevance(nothing)) == (None, None)
