"""What a run through the whole graph leaves in its trace."""

from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.agent.recorder import Recorder
from chat.agent.state import Classification, PolicyDecision
from chat.agent.understanding.entities import Entities
from chat.models import Assistant, AssistantText, Conversation, HelpCard, Message, Trace
from knowledge.tests.corpus import Text, add, collection

OFFICE = Text(
    "office.md",
    "Secretaría",
    "La secretaría atiende de lunes a viernes de 9:00 h a 14:00 h. "
    "El correo de la secretaría es secretaria@bretema.example y su teléfono es el 981 16 70 00.",
)
COPY = Text("copy.md", "Secretaría", OFFICE.text)
GATES = Text("gates.md", "Horario", "El edificio central abre de lunes a viernes de 8:15 h a 21:45 h.")


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    for text in (OFFICE, COPY, GATES):
        add(where, text)
    made = Assistant.objects.create(slug="rules")
    made.collections.add(where)
    AssistantText.objects.create(assistant=made, language="es", name="Normativa", channel="la Secretaría")
    return made


async def _answer(question: Question) -> Answer:
    return await run.answer(question, await context.load("rules", origin="command"))


def traced(text: str, history: tuple[Turn, ...] = ()) -> Trace:
    answer = async_to_sync(_answer)(Question(text, history=history))
    return Trace.objects.get(pk=answer.trace_id)


def everything(trace: Trace) -> str:
    return str([getattr(trace, field.attname) for field in Trace._meta.concrete_fields])


@pytest.mark.django_db
def test_what_the_user_wrote_is_redacted_everywhere(assistant: Assistant) -> None:
    said = (Turn("user", "Soy Ana, ana@correo.es"), Turn("assistant", "Hola"))
    trace = traced("¿Cuándo abre el edificio central? Mi DNI es 12345678Z y mi móvil 612 345 678, ana@correo.es", said)
    assert trace.question.endswith("Mi DNI es [identity number] y mi móvil [telephone], [e-mail]")
    for secret in ("12345678", "345 678", "ana@"):
        assert secret not in everything(trace)


@pytest.mark.django_db
def test_the_address_that_a_document_publishes_stays(assistant: Assistant) -> None:
    trace = traced("¿Cuál es el correo de la secretaría?")
    assert "secretaria@bretema.example" in trace.answer
    assert "981 16 70 00" in everything(trace)


@pytest.mark.django_db
def test_the_contacts_that_the_organisation_gives_stay(assistant: Assistant) -> None:
    card = "Unidad de Igualdad: [982 000 310](tel:982000310)"
    HelpCard.objects.create(kind="harassment", text_gl=card, text_es=card, text_en=card)
    trace = traced("Me están acosando en clase")
    assert "982 000 310" in trace.answer
    assert "[telephone]" not in trace.answer


@pytest.mark.django_db
def test_a_person_asked_about_is_not_named(assistant: Assistant) -> None:
    trace = traced("¿Qué nota sacó Breogán Outeiral en Álgebra?")
    assert (trace.status, trace.question) == ("refused", "¿Qué nota sacó [name] en Álgebra?")
    assert "Outeiral" not in everything(trace)


@pytest.mark.django_db
def test_nor_by_the_identifier_that_the_catalogue_has(assistant: Assistant) -> None:
    question = Question("¿Qué nota sacó Breogán Outeiral en Álgebra?")
    recorder = Recorder(uuid4(), question, async_to_sync(context.load)("rules"), None)
    meant = Entities(person="breogan-outeiral-teixeira", people=("breogan-outeiral-teixeira", "breogan-outeiral-souto"))
    recorder.state["classification"] = Classification("search", "es", "a person", 0.9, entities=meant)
    recorder.state["policy"] = PolicyDecision(False, "records")
    async_to_sync(recorder.save_stopped)()
    trace = Trace.objects.get()
    assert trace.question == "¿Qué nota sacó [name] en Álgebra?"
    assert "teixeira" not in everything(trace)
    assert "souto" not in everything(trace)


@pytest.mark.django_db
def test_an_error_that_repeats_the_question_is_redacted(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(query: str, *_arguments: object) -> list[object]:
        raise ValueError(f"cannot search {query}")

    monkeypatch.setattr("chat.agent.nodes.retrieve.search", broken)
    with pytest.raises(run.AgentFailed):
        traced("¿Cuándo abre el edificio? Soy ana@correo.es")
    trace = Trace.objects.get()
    assert "[e-mail]" in trace.error
    assert "ana@" not in everything(trace)


@pytest.mark.django_db
def test_each_passage_says_how_its_score_came_about(assistant: Assistant) -> None:
    trace = traced("¿Cuál es el correo de la secretaría?")
    first = trace.retrieved[0]
    assert first["explanation"]["terms"]["secretaria"] > 0
    assert first["explanation"]["first"] > 0
    assert {first["document"], *first["also_at"]} == {"office.md", "copy.md"}
    filters = next(span["detail"]["filters"] for span in trace.spans if span["name"] == "retrieve")
    assert filters["visibilities"] == ["public"]


@pytest.mark.django_db
def test_the_critic_is_recorded(assistant: Assistant) -> None:
    trace = traced("¿Cuándo abre el edificio central?")
    assert trace.outcome in Trace.Outcome.values
    last = trace.attempts[-1]
    assert set(last["scores"]) == {"coherence", "alignment", "hallucination", "completeness", "citations"}
    assert trace.answer.startswith(last["text"][:20])


@pytest.mark.django_db
def test_the_session_is_the_conversation(assistant: Assistant) -> None:
    conversation = Conversation.objects.create(assistant=assistant)
    message = Message.objects.create(conversation=conversation, role=Message.Role.ASSISTANT)

    async def ask() -> None:
        async for _event in run.stream(Question("Hola"), await context.load("rules"), message.pk):
            pass

    async_to_sync(ask)()
    assert Trace.objects.get().session == str(conversation.pk)
