"""Generation by a language model, through the real client and over the wire protocol."""

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from chat.agent import context, run
from chat.agent.events import AnswerReady, Event, Question, TextDelta
from chat.models import Assistant, Trace
from chat.tests.agent.openai_server import Script, serving
from knowledge.tests.corpus import Text, add, collection

FACT = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
ANSWER = "Puedes llevarte 35 libros [1] durante 30 días [1]. Y lo dice otro [7]."


@pytest.fixture
def script(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    where = collection()
    add(where, Text("loans.pdf", "Préstamo", f"La biblioteca presta obras a todos. {FACT}", page=4))
    Assistant.objects.create(slug="rules").collections.add(where)
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    script = Script(ANSWER)
    with serving(script) as url:
        settings.LANGUAGE_MODELS = {
            **settings.LANGUAGE_MODELS,
            "generator": {"model": "openai:test", "base_url": url, "temperature": 0.3, "max_tokens": 2000},
        }
        yield script


def events() -> list[Event]:
    async def collect() -> list[Event]:
        loaded = await context.load("rules")
        question = Question("¿Cuántos libros puede llevarse el alumnado de doctorado?")
        return [event async for event in run.stream(question, loaded)]

    return async_to_sync(collect)()


@pytest.mark.django_db
def test_the_model_reads_the_passages_and_its_citations_are_tied_to_their_sentences(script: Script) -> None:
    last = events()[-1]
    assert isinstance(last, AnswerReady)
    answer = last.answer
    assert answer.status == "answered"
    # What no source carries is not shown.
    assert answer.text.strip() == "Puedes llevarte 35 libros [1] durante 30 días [1]."
    assert [citation.quote for citation in answer.citations] == [FACT]
    assert {(citation.document, citation.page) for citation in answer.citations} == {("loans.pdf", 4)}
    (sent,) = script.requests
    system, user = (message["content"] for message in sent["messages"])
    assert FACT in user
    assert FACT not in system
    assert "¿Cuántos libros puede llevarse el alumnado de doctorado?" in user
    assert (sent["model"], sent["temperature"], sent["stream"]) == ("test", 0.3, True)


@pytest.mark.django_db
def test_nothing_is_streamed_that_was_not_looked_up_in_what_it_cites(script: Script) -> None:
    streamed = "".join(event.text for event in events() if isinstance(event, TextDelta))
    assert streamed.strip() == "Puedes llevarte 35 libros [1] durante 30 días [1]."
    assert streamed.strip() != ANSWER


@pytest.mark.django_db
def test_links_and_markup_that_a_model_writes_never_reach_a_reader(script: Script) -> None:
    sly = f"{ANSWER} [Click](https://evil.example) <img src=x onerror=alert(1)> https://evil.example"
    script.behaviour = sly
    told = "".join(event.text for event in events() if isinstance(event, TextDelta))
    assert "35 libros" in told
    assert "evil" not in told
    assert "<" not in told


@pytest.mark.django_db
def test_the_trace_has_the_call(script: Script) -> None:
    events()
    (call,) = Trace.objects.get().model_calls
    assert (call["role"], call["model"]) == ("generator", "openai:test")
    assert (call["input_tokens"], call["output_tokens"]) == (120, 9)
    assert call["milliseconds"] > 0
    assert len(call["prompt_hash"]) == 16


@pytest.mark.django_db
def test_questions_that_need_no_documents_need_no_model(script: Script) -> None:
    async def ask(text: str) -> str:
        return (await run.answer(Question(text), await context.load("rules"))).status

    assert async_to_sync(ask)("¿Qué menú hay hoy en la cafetería de Medicina?") == "not_found"
    assert async_to_sync(ask)("Hola") == "general"
    assert script.requests == []
