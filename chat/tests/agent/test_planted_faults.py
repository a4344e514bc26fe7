"""A model writes faults into its answer, again and again, over the wire: what the user gets to read."""

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant, Trace
from chat.tests.agent.openai_server import Script, serving
from knowledge.tests.corpus import Text, add, collection

DOCTORATE = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
DEGREE = "El alumnado de grado puede llevarse 10 libros durante 15 días."
COFFEE = "La cafetería abre de lunes a viernes por la mañana."
LOANS = Text("loans.pdf", "Préstamo", f"{DOCTORATE}\n{DEGREE}\n{COFFEE}", page=4)
QUESTION = "¿Cuántos libros puede llevarse el alumnado de doctorado?"
FIRST = "Quien hace el doctorado puede llevarse 35 libros durante 30 días. [1]"


@pytest.fixture
def script(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    where = collection()
    add(where, LOANS)
    Assistant.objects.create(slug="rules").collections.add(where)
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    script = Script(FIRST)
    with serving(script) as url:
        generator = {**settings.LANGUAGE_MODELS["generator"], "model": "openai:test", "base_url": url}
        settings.LANGUAGE_MODELS = {**settings.LANGUAGE_MODELS, "generator": generator}
        yield script


def answer() -> Answer:
    async def ask() -> Answer:
        return await run.answer(Question(QUESTION), await context.load("rules"))

    return async_to_sync(ask)()


@pytest.mark.django_db
def test_a_good_answer_is_shown_as_it_was_written(script: Script) -> None:
    shown = answer()
    assert shown.text.strip() == FIRST
    assert (shown.outcome, shown.attempts, len(script.requests)) == ("validated", 1, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "wrong", "instead"),
    [
        ("Quien hace el doctorado puede llevarse 45 libros durante 30 días. [1]", "45", DOCTORATE),
        ("Quien hace el doctorado puede llevarse 10 libros durante 30 días. [1]", "10", DOCTORATE),
        (f"{FIRST} Lo decide Carme Ventoleira en la biblioteca. [1]", "Carme", FIRST),
        (f"{FIRST} La facultad regala además bolígrafos azules en primavera. [1]", "bolígrafos", FIRST),
    ],
)
def test_what_the_sources_do_not_carry_is_not_shown(script: Script, written: str, wrong: str, instead: str) -> None:
    script.behaviour = written
    shown = answer()
    assert wrong not in shown.text
    assert instead.removesuffix(" [1]") in shown.text
    assert all(citation.quote in LOANS.text for citation in shown.citations)
    (finding, *_others) = Trace.objects.get().attempts[0]["findings"]
    assert wrong in finding["sentence"]


@pytest.mark.django_db
def test_a_missing_citation_is_put_in(script: Script) -> None:
    uncited = FIRST.removesuffix(" [1]")
    script.behaviour = f"{uncited}\n\nSon 35 libros para el alumnado de doctorado. [1]"
    shown = answer()
    assert shown.text.startswith(FIRST)
    assert {citation.quote for citation in shown.citations} == {DOCTORATE}


@pytest.mark.django_db
def test_an_answer_beside_the_question_is_asked_for_again_and_then_quoted(script: Script) -> None:
    script.behaviour = "De lunes a viernes, la cafetería abre por la mañana. [1]"
    shown = answer()
    assert (shown.outcome, shown.degraded, len(script.requests)) == ("regenerated", True, 2)
    again = "\n".join(str(message["content"]) for message in script.requests[1]["messages"])
    assert "does not speak of what is asked" in again
    assert "cafetería" not in shown.text
    assert DOCTORATE.rstrip(".") in shown.text
