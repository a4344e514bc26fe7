"""Answers from the cache: only the same question under the same circumstances, said so, and never a degraded one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache as store
from django.core.cache.backends.redis import RedisCache
from pytest_django import Settings

from chat.agent import context, run
from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question, Turn
from chat.agent.llm import cache
from chat.agent.llm.roles import RoleModel
from chat.models import Assistant, Trace
from chat.tests.agent.openai_server import Say, Script, serving
from knowledge.ingestion.removal import remove
from knowledge.models import Course, Document, EmbeddingModel
from knowledge.retrieval.config import Scope, SearchConfig
from knowledge.tests.corpus import Text, add, collection
from knowledge.version import version

pytestmark = pytest.mark.django_db
QUESTION = Question("¿Cuántos libros puede llevarse el alumnado de doctorado?")
FACT = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."


@pytest.fixture
def script(settings: Settings) -> Iterator[Script]:
    store.clear()
    where = collection()
    add(where, Text("loans.pdf", "Préstamo", f"La biblioteca presta obras a todos. {FACT}", page=4))
    Assistant.objects.create(slug="rules").collections.add(where)
    script = Script("Puedes llevarte 35 libros durante 30 días [1].")
    with serving(script) as url:
        generator = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.3, "max_tokens": 2000}
        settings.LANGUAGE_MODELS = {**settings.LANGUAGE_MODELS, "generator": generator}
        yield script


def ask(question: Question = QUESTION, origin: str = "chat") -> Answer:
    async def asked() -> Answer:
        return await run.answer(question, await context.load("rules", origin=origin))

    return async_to_sync(asked)()


def test_the_same_question_is_not_asked_of_the_model_again(script: Script) -> None:
    first, second = ask(), ask()
    assert len(script.requests) == 1
    assert (first.cached, second.cached) == (False, True)
    assert (second.text, second.citations, second.status) == (first.text, first.citations, first.status)
    assert first.cost
    assert second.cost == 0
    newest, earlier = Trace.objects.all()
    assert [span["name"] for span in newest.spans] == ["cache"]
    assert (newest.model_calls, newest.cost) == ([], 0)
    assert (newest.answer, newest.retrieved, newest.attempts) == (earlier.answer, earlier.retrieved, earlier.attempts)


def test_a_history_or_another_wording_is_another_question(script: Script) -> None:
    ask()
    ask(replace(QUESTION, history=(Turn("user", "Hola"),)))
    ask(Question("¿Cuántos libros se puede llevar el alumnado de doctorado?"))
    assert len(script.requests) == 3


def test_an_answer_without_its_model_is_not_kept(script: Script) -> None:
    script.behaviour = lambda _body: Say(status=401)
    assert ask().degraded
    script.behaviour = "Puedes llevarte 35 libros durante 30 días [1]."
    answer = ask()
    assert not answer.degraded
    assert not answer.cached


def test_no_hours_keep_nothing_and_evaluations_never_use_it(script: Script, settings: Settings) -> None:
    ask(origin="evaluation")
    ask(origin="evaluation")
    settings.RESPONSE_CACHE_HOURS = 0
    ask()
    ask()
    assert len(script.requests) == 4


def test_without_models_nothing_is_kept(script: Script, settings: Settings) -> None:
    settings.LANGUAGE_MODELS = {role: {**one, "model": ""} for role, one in settings.LANGUAGE_MODELS.items()}
    assert not ask().cached
    assert not ask().cached


def test_a_cache_that_cannot_be_reached_costs_the_answer_nothing(script: Script, settings: Settings) -> None:
    settings.CACHES = {"default": {"BACKEND": RedisCache.__module__ + ".RedisCache", "LOCATION": "redis://127.0.0.1:9"}}
    assert ask().status == ask().status == "answered"
    assert len(script.requests) == 2


@pytest.mark.redis
def test_over_redis(script: Script, settings: Settings, redis_url: str) -> None:
    settings.CACHES = {"default": {"BACKEND": RedisCache.__module__ + ".RedisCache", "LOCATION": redis_url}}
    assert not ask().cached
    assert ask().cached


# What a key is made of: everything that a question and a context hold.

KNOWN = AgentContext(
    assistant_id=1,
    slug="rules",
    scope=Scope((1,), ("public",)),
    search=SearchConfig(),
    top_k=5,
    threshold=0.4,
    only="",
    outside_terms=(),
    channels={},
    names={},
    models={"generator": RoleModel("openai:m")},
    origin="chat",
)
QUESTIONS: dict[str, Any] = {
    "text": "Otra",
    "language": "gl",
    "interface_language": "en",
    "history": (Turn("user", "Hola"),),
    "form": {"days": 3},
    "course": "Calculus",
    "academic_year": "2025-2026",
}
CONTEXTS: dict[str, Any] = {
    "assistant_id": 2,
    "slug": "guides",
    "scope": Scope((1,), ("public", "staff")),
    "search": SearchConfig(alpha=1.0),
    "top_k": 6,
    "threshold": 0.5,
    "only": "Australia",
    "general_knowledge": True,
    "help_cards": {"distress.gl": "024"},
    "outside_terms": ("Paris",),
    "channels": {"es": "la oficina"},
    "names": {"es": "Normas"},
    "models": {"generator": RoleModel("openai:m", temperature=0.9)},
    "form": {"days": {"max": 30}},
    "history_length": 2,
}
SCOPES: dict[str, Any] = {
    "collections": (1, 2),
    "visibilities": ("staff",),
    "course": "Calculus",
    "courses": ("Calculus",),
    "documents": (7,),
    "academic_year": "2025-2026",
    "language": "gl",
    "categories": ("beach",),
    "in_force_on": date(2025, 1, 1),
    "document": 7,
    "besides": 8,
}
MODELS: dict[str, Any] = {
    "name": "openai:n",
    "base_url": "http://localhost:1",
    "temperature": 0.5,
    "max_tokens": 9,
    "key_variable": "OUR_API_KEY",
    "is_own_server": True,
}


def test_the_same_makes_the_same_key_wherever_it_is_asked() -> None:
    again = replace(KNOWN, origin="api", scope=Scope((1,), ("public",)))
    assert cache.key_of(QUESTION, KNOWN) == cache.key_of(replace(QUESTION), again)


@pytest.mark.parametrize("name", QUESTIONS)
def test_all_of_a_question_is_in_the_key(name: str) -> None:
    assert QUESTIONS.keys() == {field.name for field in fields(Question)}
    assert cache.key_of(replace(QUESTION, **{name: QUESTIONS[name]}), KNOWN) != cache.key_of(QUESTION, KNOWN)


@pytest.mark.parametrize("name", CONTEXTS)
def test_all_of_an_assistant_is_in_the_key(name: str) -> None:
    assert {field.name for field in fields(AgentContext)} - CONTEXTS.keys() == {"origin", "extensions", "payer"}
    assert cache.key_of(QUESTION, replace(KNOWN, **{name: CONTEXTS[name]})) != cache.key_of(QUESTION, KNOWN)


@pytest.mark.parametrize("name", SCOPES)
def test_all_of_the_scope_is_in_the_key(name: str) -> None:
    assert SCOPES.keys() == {field.name for field in fields(Scope)}
    other = replace(KNOWN, scope=replace(KNOWN.scope, **{name: SCOPES[name]}))
    assert cache.key_of(QUESTION, other) != cache.key_of(QUESTION, KNOWN)


@pytest.mark.parametrize("name", MODELS)
def test_all_of_a_model_is_in_the_key(name: str) -> None:
    assert MODELS.keys() == {field.name for field in fields(RoleModel)}
    other = replace(KNOWN, models={"generator": replace(KNOWN.models["generator"], **{name: MODELS[name]})})
    assert cache.key_of(QUESTION, other) != cache.key_of(QUESTION, KNOWN)


def test_the_role_that_a_model_plays_is_in_the_key() -> None:
    other = replace(KNOWN, models={"critic": KNOWN.models["generator"]})
    assert cache.key_of(QUESTION, other) != cache.key_of(QUESTION, KNOWN)


def test_the_day_the_settings_and_the_code_are_in_the_key(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {cache.key_of(QUESTION, KNOWN)}
    monkeypatch.setattr(cache, "code_version", lambda: "another")
    keys.add(cache.key_of(QUESTION, KNOWN))
    settings.PROMPT_TOKENS = 123
    keys.add(cache.key_of(QUESTION, KNOWN))
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: date(2001, 1, 1))
    keys.add(cache.key_of(QUESTION, KNOWN))
    assert len(keys) == 4


def test_the_version_of_the_code_holds_every_prompt(settings: Settings, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    prompt = tmp_path / "chat" / "generate.es.md"
    prompt.parent.mkdir()
    prompt.write_text("Be brief.")
    compute = cache.code_version.__wrapped__
    before = compute()
    prompt.write_text("Be long.")
    assert compute() != before


CHANGES: dict[str, Callable[[Document], Any]] = {
    "a new document": lambda one: add(one.collection, Text("new.pdf", "Nuevo", "Texto nuevo sobre otra cosa.")),
    "one deleted": lambda one: remove(Document.objects.filter(pk=one.pk)),
    "its visibility": lambda one: Document.objects.filter(pk=one.pk).update(visibility="staff"),
    "its title": lambda one: Document.objects.filter(pk=one.pk).update(title="Otro"),
    "the weight of BM25": lambda one: type(one.collection).objects.filter(pk=one.collection_id).update(alpha=0.5),
    "a course": lambda _one: Course.objects.create(code="101", name_en="Calculus", source="x"),
    "the embedding model": lambda _one: another_model(),
}


def another_model() -> None:
    EmbeddingModel.objects.update(is_active=False)
    EmbeddingModel.objects.create(name="other", remote_model="m", dimensions=8, is_active=True, state="ready")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_each_change_of_the_knowledge_is_another_version(change: Callable[[Document], Any]) -> None:
    where = collection()
    add(where, Text("loans.pdf", "Préstamo", FACT))
    before = version([where.pk])
    assert version([where.pk]) == before
    change(Document.objects.get())
    assert version([where.pk]) != before


def test_other_collections_do_not_count() -> None:
    where = collection()
    before = version([where.pk])
    add(collection("other"), Text("loans.pdf", "Préstamo", FACT))
    assert version([where.pk]) == before
