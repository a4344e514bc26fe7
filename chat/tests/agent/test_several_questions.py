"""A message that asks two things: what it is split into, what is left whole, and how the answers stand together."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.agent.understanding.counterparts import in_place
from chat.agent.understanding.mentions import Known
from chat.agent.understanding.several_questions import questions_in, with_subject
from chat.models import Assistant, AssistantText, Trace
from knowledge.tests.corpus import Text, add, collection

LOANS = Text(
    "loans.pdf", "Préstamo", "El alumnado de doctorado puede llevarse 35 libros de la biblioteca durante 30 días."
)
GATES = Text("gates.md", "Horario", "El edificio central abre de lunes a viernes de 8:15 h a 21:45 h.")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Can I park on campus? And is there a fee for visitors?",
            ["Can I park on campus?", "Is there a fee for visitors?"],
        ),
        (
            "How do I join the choir and how many of us are there?",
            ["How do I join the choir?", "How many of us are there?"],
        ),
        (
            "¿Hasta cuándo puedo devolver un libro y cómo lo hago?",
            ["¿Hasta cuándo puedo devolver un libro?", "¿Cómo lo hago?"],
        ),
        (
            "Canto custa o comedor e a que hora pecha a cociña?",
            ["Canto custa o comedor?", "A que hora pecha a cociña?"],
        ),
        ("where do whales pass and can I see one", ["Where do whales pass?", "Can I see one?"]),
        ("Is the pool heated? what about the sauna", ["Is the pool heated?", "What about the sauna?"]),
        ("¿Necesito carné para la piscina? ¿Y toalla?", ["¿Necesito carné para la piscina?", "¿Toalla?"]),
        ("quen dirixe o coro? e a orquestra", ["Quen dirixe o coro?", "A orquestra?"]),
        (
            "¿Hay aparcamiento y hay que pagar? Gracias.",
            ["¿Hay aparcamiento?", "¿Hay que pagar?"],
        ),
    ],
)
def test_a_message_of_two_questions_is_split(message: str, said: list[str]) -> None:
    assert [one.said for one in questions_in(message)] == said


@pytest.mark.parametrize(
    "message",
    [
        "Who leads the choir and the orchestra?",
        "¿Cuáles son los requisitos y el plazo para pedir taquilla?",
        "What is the difference between the pool and the sauna, and which is warmer?",
        "My name is Ana and I want to know how lockers are allotted.",
        "I have a broken arm, can I take the exam orally?",
        "Perdín a chave do armario. Canto custa outra?",
        "Son socio do coro e preciso unha chave.",
        "¿Qué hago si me lesiono y tengo que dejar el curso?",
        "¿Hay cursos para los que trabajan y que sean gratis?",
        "When does it open and when does the pool of the campus close?",
        "Is the pool open in August? I will be there then.",
        "When can I swim, and until what time?",
        "Cantas prazas ten o coro e cantas a orquestra?",
        "¿Cómo y cuándo se reserva la pista?",
        "The pool is closed today, right?",
        "¿Cuánto cuesta el abono? y la necesitaré desde el lunes por la tarde",
        "Where is Dr. Lema's office?",
    ],
)
def test_one_question_stays_one(message: str) -> None:
    assert not questions_in(message)


def test_what_is_said_before_the_first_question_is_said_of_both() -> None:
    first, second = questions_in("If I leave in May, what rent do I owe and who tells me the amount?")
    assert (first.text, first.said) == ("If I leave in May, what rent do I owe?", "What rent do I owe?")
    assert (second.text, second.said) == (
        "and If I leave in May, who tells me the amount?",
        "Who tells me the amount?",
    )


@pytest.mark.parametrize(
    ("asked", "thing", "found"),
    [
        ("Can I take a dog on the tram?", "a bike", "Can I take a bike on the tram?"),
        ("necesito visado para entrar en el país?", "vacunas", "necesito vacunas para entrar en el país?"),
        ("Canto custa o abono do ximnasio?", "a piscina", "Canto custa a piscina?"),
        ("How many seats has the library?", "Algebra", ""),
        ("¿Abre la piscina en julio?", "en agosto", ""),
    ],
)
def test_a_thing_named_alone_takes_the_place_of_the_object(asked: str, thing: str, found: str) -> None:
    assert in_place(asked, thing) == found


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    for text in (LOANS, GATES):
        add(where, text)
    made = Assistant.objects.create(slug="rules", min_relevance=0.6)
    made.collections.add(where)
    AssistantText.objects.create(assistant=made, language="es", name="Normativa", channel="la Secretaría")
    return made


def ask(text: str, history: tuple[Turn, ...] = ()) -> Answer:
    async def answer() -> Answer:
        return await run.answer(Question(text, history=history), await context.load("rules", origin="command"))

    return async_to_sync(answer)()


@pytest.mark.django_db
def test_each_question_is_answered_under_its_own_heading(assistant: Assistant) -> None:
    answer = ask("¿Cuántos libros puede llevarse el alumnado de doctorado y a qué hora abre el edificio central?")
    assert (answer.status, [one.number for one in answer.citations]) == ("answered", [1, 2])
    assert [one.document for one in answer.citations] == ["loans.pdf", "gates.md"]
    first, second = answer.text.split("### ¿A qué hora abre el edificio central?")
    assert first.startswith("### ¿Cuántos libros puede llevarse el alumnado de doctorado?")
    assert f"{LOANS.text} [1]" in first
    assert f"{GATES.text} [2]" in second
    trace = Trace.objects.get(pk=answer.trace_id)
    names = [span["name"] for span in trace.spans]
    assert names.count("retrieve") == 2
    assert names[-1] == "answer_each"
    assert sum(span["ms"] for span in trace.spans) <= trace.milliseconds
    assert len(trace.queries) == 2
    assert {row["document"] for row in trace.retrieved} == {"loans.pdf", "gates.md"}


@pytest.mark.django_db
def test_a_question_that_nothing_answers_is_named(assistant: Assistant) -> None:
    answer = ask("¿A qué hora abre el edificio central? ¿Cuánto cuesta el abono del gimnasio?")
    assert answer.status == "answered"
    _, missing = answer.text.split("### ¿Cuánto cuesta el abono del gimnasio?")
    assert "No he encontrado esto" in missing
    assert "abono" in missing


@pytest.mark.django_db
def test_what_is_asked_about_a_thing_that_was_not_found_is_not_answered_of_another(assistant: Assistant) -> None:
    answer = ask("¿A qué hora abre el edificio central? ¿Hay orquesta en Lugo? ¿Y a qué hora abre?")
    assert "### ¿Hay orquesta en Lugo? ¿A qué hora abre?" in answer.text
    assert [one.document for one in answer.citations] == ["gates.md"]


@pytest.mark.django_db
def test_a_thing_of_its_own_is_answered_though_the_one_before_it_was_not_found(assistant: Assistant) -> None:
    answer = ask("¿Hay orquesta en Lugo y cuántos libros puede llevarse el alumnado de doctorado?")
    assert [one.document for one in answer.citations] == ["loans.pdf"]
    assert "No he encontrado esto" in answer.text


@pytest.mark.parametrize(
    ("before", "full"),
    [
        ("Is there parking on the harbour campus?", "and what does it cost (parking, harbour, campus)?"),
        ("Is there a guide of Computer Networks?", "and what does it cost?"),
    ],
)
def test_what_says_little_takes_over_the_words_before_it_unless_they_name_a_course(before: str, full: str) -> None:
    known = Known(labels=(("computer", "networks"),))
    assert with_subject("and what does it cost?", before, known) == full


@pytest.mark.django_db
def test_where_nothing_is_answered_the_message_is_read_as_one(assistant: Assistant) -> None:
    answer = ask("¿Quién dirige la orquesta? ¿Cuánto cuesta el abono del gimnasio?")
    assert answer.status == "not_found"
    assert "###" not in answer.text


@pytest.mark.django_db
def test_what_is_refused_as_a_whole_is_not_split(assistant: Assistant) -> None:
    answer = ask("¿Qué nota sacó Ana Souto en el examen y a qué hora abre el edificio central?")
    assert answer.status == "refused"
    assert not answer.citations
