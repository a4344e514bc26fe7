"""A question through the whole graph, without a model: what comes out, and the trace that stays."""

import asyncio

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, AnswerReady, Event, Question, SourcesKnown, StepStarted, TextDelta, Turn
from chat.models import Assistant, AssistantText, Trace
from knowledge.models import Visibility
from knowledge.tests.corpus import Text, add, collection

LOANS = Text(
    "loans.pdf",
    "Préstamo",
    "La biblioteca presta libros a toda la comunidad.\n"
    "El alumnado de doctorado puede llevarse 35 libros durante 30 días.\n"
    "El alumnado de grado puede llevarse 10 libros durante 15 días.",
    page=4,
)
GATES = Text("gates.md", "Horario", "El edificio central abre de lunes a viernes de 8:15 h a 21:45 h.")


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    add(where, LOANS)
    add(where, GATES)
    made = Assistant.objects.create(slug="rules", min_relevance=0.6)
    made.collections.add(where)
    AssistantText.objects.create(assistant=made, language="es", name="Normativa", channel="la Secretaría")
    return made


async def events_of(question: Question) -> list[Event]:
    loaded = await context.load("rules", origin="command")
    return [event async for event in run.stream(question, loaded)]


def ask(text: str, history: tuple[Turn, ...] = ()) -> Answer:
    last = async_to_sync(events_of)(Question(text, history=history))[-1]
    assert isinstance(last, AnswerReady)
    return last.answer


@pytest.mark.django_db
def test_an_answer_quotes_its_source(assistant: Assistant) -> None:
    answer = ask("¿Cuántos libros puede llevarse el alumnado de doctorado?")
    assert answer.status == "answered"
    first = answer.citations[0]
    assert first.quote == "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
    assert first.quote in LOANS.text
    assert (first.document, first.section, first.page) == ("loans.pdf", "Préstamo", 4)
    assert answer.text.startswith("El alumnado de doctorado puede llevarse 35 libros durante 30 días. [1]")
    assert "1 de septiembre de 2025" in answer.text


@pytest.mark.django_db
def test_what_is_absent_is_not_guessed(assistant: Assistant) -> None:
    answer = ask("¿Qué menú hay hoy en la cafetería de Medicina?")
    assert (answer.status, answer.citations) == ("not_found", ())
    assert "la Secretaría" in answer.text


@pytest.mark.django_db
def test_small_talk_and_refusals_retrieve_nothing(assistant: Assistant) -> None:
    assert ask("Hola").status == "general"
    assert ask("¿Qué nota sacó mi compañera de piso en Álgebra?").status == "refused"
    assert [trace.retrieved for trace in Trace.objects.all()] == [[], []]


@pytest.mark.django_db
def test_repeat_gives_the_last_answer_again(assistant: Assistant) -> None:
    said = (Turn("user", "¿Cuántos?"), Turn("assistant", "Diez libros."))
    assert ask("¿Puedes repetirlo?", said).text == "Diez libros."


@pytest.mark.django_db
def test_events_come_in_order_and_the_text_is_streamed(assistant: Assistant) -> None:
    events = async_to_sync(events_of)(Question("¿A qué hora abre el edificio central?"))
    steps = [event.name for event in events if isinstance(event, StepStarted)]
    assert steps == ["classify", "check_policy", "retrieve", "assess", "generate", "critique", "respond"]
    streamed = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert isinstance(events[-1], AnswerReady)
    assert streamed == events[-1].answer.text
    sources = next(event for event in events if isinstance(event, SourcesKnown | TextDelta))
    assert isinstance(sources, SourcesKnown)
    assert [one.language for one in sources.citations] == ["es"]


@pytest.mark.django_db
def test_the_trace_tells_how_it_came_to_be(assistant: Assistant) -> None:
    answer = ask("¿A qué hora abre el edificio central?")
    trace = Trace.objects.get()
    assert trace.pk == answer.trace_id
    assert [span["name"] for span in trace.spans][:2] == ["classify", "check_policy"]
    assert all(span["ms"] >= 0 for span in trace.spans)
    assert trace.retrieved[0]["document"] == "gates.md"
    assert (trace.status, trace.origin, trace.answer) == ("answered", "command", answer.text)
    assert trace.policy == {
        "allowed": True, "rule": "", "reason": "", "certain": True, "needed_confidence": 0.0, "need": "", "card": "",
    }  # fmt: skip


@pytest.mark.django_db
def test_documents_one_may_not_see_are_not_quoted(assistant: Assistant) -> None:
    add(collection(), Text("inner.md", "Actas", "La contraseña del archivo es azul."), visibility=Visibility.STAFF)
    answer = ask("¿Cuál es la contraseña del archivo?")
    assert "azul" not in answer.text
    assert "inner.md" not in {passage.document for passage in answer.retrieved}


@pytest.mark.django_db
def test_a_failure_leaves_a_trace(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_arguments: object) -> list[object]:
        raise ConnectionError("the index is away")

    monkeypatch.setattr("chat.agent.nodes.retrieve.search", broken)
    with pytest.raises(run.AgentFailed) as failure:
        ask("¿A qué hora abre el edificio central?")
    trace = Trace.objects.get(pk=failure.value.trace_id)
    assert (trace.status, trace.error) == ("failed", "ConnectionError: the index is away")


@pytest.mark.django_db(transaction=True)
async def test_a_stopped_run_leaves_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    await Assistant.objects.acreate(slug="rules")
    begun = asyncio.Event()

    async def endless(*_arguments: object) -> list[object]:
        begun.set()
        await asyncio.sleep(60)
        return []

    monkeypatch.setattr("chat.agent.nodes.retrieve.search", endless)
    task = asyncio.create_task(events_of(Question("¿A qué hora abre el edificio central?")))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await Trace.objects.aget()).status == "stopped"


@pytest.mark.django_db
def test_an_unknown_assistant_is_told_with_those_there_are(assistant: Assistant) -> None:
    with pytest.raises(context.UnknownAssistant, match=r"“nobody”.*rules"):
        async_to_sync(context.load)("nobody")
