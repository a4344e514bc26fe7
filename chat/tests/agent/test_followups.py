"""What a message asks after what was said before it, and what it is not mixed with."""

import pytest

from chat.agent.events import Question, Turn
from chat.agent.nodes.check_policy import decide_with_history
from chat.agent.policy import decide
from chat.agent.state import AgentState
from chat.agent.understanding.changes import asks_former
from chat.agent.understanding.followups import standalone
from chat.agent.understanding.mentions import Known
from knowledge.catalogue.matching import index_of
from knowledge.tests.catalogue import sample

KNOWN = Known(labels=(("sistemas", "operativos"), ("computer", "networks"), ("algebra",), ("estatistica",)))


def after(question: str, text: str, status: str = "answered") -> str:
    return standalone(text, (Turn("user", question), Turn("assistant", "…", status)), KNOWN)


@pytest.mark.parametrize(
    ("question", "text", "full"),
    [
        (
            "¿Cuánto vale el examen de Álgebra en el curso 2025-2026?",
            "¿Y en 2024-2025?",
            "¿Cuánto vale el examen de Álgebra en el curso 2024-2025?",
        ),
        ("¿Cuánto vale Álgebra?", "¿y Sistemas Operativos?", "¿Cuánto vale Sistemas Operativos?"),
        ("Canto vale o exame de Álgebra?", "E en 2024-2025?", "Canto vale o exame de Álgebra (2024-2025)?"),
        (
            "¿Cuántos libros puede llevarse un estudiante de grado?",
            "¿y en el máster?",
            "¿Cuántos libros puede llevarse un estudiante de máster?",
        ),
        ("How long may a full-time thesis take?", "And a part-time one?", "How long may a part-time thesis take?"),
        ("¿Qué horario tiene la biblioteca en julio?", "¿y en agosto?", "¿Qué horario tiene la biblioteca en agosto?"),
        ("Quero tres días en Sydney.", "make it five days", "Quero five days en Sydney."),
        ("Queremos ver Perth tres días", "e con nenos?", "Queremos ver Perth tres días (con nenos)"),
        ("Who gives Computer Networks?", "And when does it begin?", "When does it begin (Computer Networks)?"),
        ("¿Dónde está el despacho de Roi Xistral?", "¿Y cuál es su correo?", "Cuál es su correo (Roi Xistral)?"),
        ("A que hora atende Roi Xistral?", "e o seu correo?", "O seu correo (Roi Xistral)?"),
        ("Who is the dean?", "and her office?", "Her office (dean)?"),
        ("su correo (decano)?", "y el del rector?", "su correo (del rector)?"),
        ("Su horario (brais)?", "y los de Sistemas Operativos?", "Su horario (de Sistemas Operativos)?"),
        ("Cando empezan as clases de inverno?", "e cando rematan?", "Cando rematan as clases de inverno?"),
        ("quien es el decano", "y dónde está?", "Dónde está el decano"),
        ("cómo me matriculo de tenis", "y dónde pago?", "Dónde pago (matriculo, tenis)?"),
    ],
)  # fmt: skip
def test_a_continuation_is_read_with_the_question_before_it(question: str, text: str, full: str) -> None:
    assert after(question, text) == full


@pytest.mark.parametrize(
    ("question", "text", "full"),
    [
        ("When is the exam of Álgebra?", "no, the one in July", "When is the exam of Álgebra (in July)?"),
        ("¿Cuándo abre en agosto?", "no, en julio", "¿Cuándo abre en julio?"),
        ("¿Cuánto vale Álgebra en 2025-2026?", "me refiero a 2024-2025", "¿Cuánto vale Álgebra en 2024-2025?"),
        ("Quen imparte Álgebra?", "non, Estatística", "Quen imparte Estatística?"),
        ("Quen imparte Álgebra?", "a de Estatística", "Quen imparte Estatística?"),
        ("¿Cuándo es el examen?", "el de julio", "¿Cuándo es el examen (de julio)?"),
    ],
)
def test_a_correction_takes_the_place_of_what_was_said(question: str, text: str, full: str) -> None:
    assert after(question, text) == full


@pytest.mark.parametrize(
    ("question", "text", "full"),
    [
        ("How do I register a project?", "when is the deadline?", "when is the deadline (register, project)?"),
        ("Perdín a tarxeta, que fago?", "canto custa?", "canto custa (perdin, tarxeta)?"),
        ("Canto vale o exame de Álgebra?", "a que hora é?", "a que hora é (Álgebra, exame)?"),
        ("Canto dura o préstamo?", "Cal é o prazo de matrícula?", "Cal é o prazo de matrícula?"),
        ("cuánto cuesta la taquilla", "hasta cuándo puedo pedirla", "hasta cuándo puedo pedirla (taquilla)"),
        ("how do i rent a locker", "who is in charge of that", "who is in charge of that (rent, locker)"),
        ("cuánto cuesta la taquilla", "¿hay una charla hoy?", "¿hay una charla hoy?"),
    ],
)
def test_a_deadline_or_a_price_is_that_of_what_was_spoken_of(question: str, text: str, full: str) -> None:
    assert after(question, text) == full


@pytest.mark.parametrize(
    ("question", "text", "full"),
    [
        ("How many books may I borrow?", "I'm a master's student", "How many books may I borrow (a master's student)?"),
        ("Canto dura o préstamo?", "Son profesora.", "Canto dura o préstamo (profesora)?"),
        ("¿Qué plazo hay para el grado?", "es para un máster", "¿Qué plazo hay para el máster?"),
        ("How long is the loan (a master's student)?", "and a PhD student?", "How long is the loan (a PhD student)?"),
        ("Canto dura o préstamo?", "Son obrigatorias as prácticas?", "Son obrigatorias as prácticas?"),
        ("Canto dura o préstamo?", "estou buscando piso", "estou buscando piso"),
        ("How much is Álgebra worth?", "has it changed?", "has it changed (How much is Álgebra worth)?"),
    ],
)
def test_who_asks_is_a_condition_of_what_was_asked(question: str, text: str, full: str) -> None:
    assert after(question, text) == full


@pytest.mark.parametrize(
    ("question", "text", "full"),
    [
        ("How much is Álgebra worth?", "and last year?", "How much is Álgebra worth (last year)?"),
        ("Canto vale Álgebra este curso?", "e o ano pasado?", "Canto vale Álgebra (o ano pasado)?"),
        ("¿Cuánto vale Álgebra en 2025-2026?", "¿y el curso anterior?", "¿Cuánto vale Álgebra en 2024-2025?"),
        ("¿Cuánto dura?", "¿y con la normativa anterior?", "¿Cuánto dura (con la normativa anterior)?"),
    ],
)
def test_the_year_before_takes_the_place_of_this_one(question: str, text: str, full: str) -> None:
    found = after(question, text)
    assert found == full
    assert asks_former(found) or "2024" in found


@pytest.mark.parametrize(
    ("question", "is_of_former"),
    [
        ("¿Cuánto valía el examen el curso pasado?", True),
        ("What were the fees last year?", True),
        ("¿Me guardan la nota de prácticas del curso pasado?", False),
        ("¿Cuánto vale el examen?", False),
    ],
)
def test_the_former_version_is_asked_for_in_the_past_tense(question: str, is_of_former: bool) -> None:
    assert asks_former(question) == is_of_former


@pytest.mark.parametrize(
    ("question", "text", "full"),
    [
        ("me pasas el correo de roi?", "y los de redes?", "me pasas el correo de redes?"),
        ("office hours of helena", "and those of machine learning?", "office hours of machine learning"),
        ("cal é o despacho de Breixo?", "e o de programación I?", "cal é o despacho de programación I?"),
        ("quién es la profesora Helena Bretemal?", "y en redes?", "quién es la profesora Helena Bretemal (en redes)?"),
    ],
)
def test_what_somebody_has_is_asked_of_a_course(question: str, text: str, full: str) -> None:
    known = Known(index_of(sample.catalogue()))
    assert standalone(text, (Turn("user", question), Turn("assistant", "…", "answered")), known) == full


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Sistemas Operativos", "¿Cuánto vale el examen (Sistemas Operativos)?"),
        ("la de Sistemas Operativos", "¿Cuánto vale el examen (de Sistemas Operativos)?"),
        ("2024-2025", "¿Cuánto vale el examen (2024-2025)?"),
        ("¿Hasta qué hora abre la biblioteca?", "¿Hasta qué hora abre la biblioteca?"),
        ("horario de la biblioteca", "horario de la biblioteca"),
    ],
)
def test_an_answer_to_our_question_answers_what_was_asked(text: str, full: str) -> None:
    assert after("¿Cuánto vale el examen?", text, "clarify") == full


@pytest.mark.parametrize(
    "text",
    [
        "¿Hasta qué hora abre el edificio los sábados?",
        "É obrigatoria a asistencia ás prácticas?",
        "Cal é o despacho de Helena Bretemal?",
        "How many days can a doctoral student keep a book?",
        "gracias",
    ],
)
def test_what_stands_alone_stays_itself(text: str) -> None:
    assert after("¿Cuánto vale el examen de Álgebra en 2025-2026?", text) == text


def test_continuations_of_continuations() -> None:
    turns = ("¿Cuánto vale el examen de Álgebra?", "¿y en Sistemas Operativos?", "gracias")
    history = tuple(turn for text in turns for turn in (Turn("user", text), Turn("assistant", "…", "answered")))
    assert (
        standalone("¿y en 2024-2025?", history, KNOWN) == "¿Cuánto vale el examen en Sistemas Operativos (2024-2025)?"
    )


def test_who_asks_is_no_reason_to_doubt_what_was_asked() -> None:
    said, asked = Question("soy estudiante de doctorado"), "¿Cuántos libros puedo sacar (estudiante de doctorado)?"
    assert not decide(said).allowed
    assert decide_with_history(AgentState(question=said, asked=asked), ()).allowed
    mark = "¿Qué nota sacó Ana Pérez en Álgebra (su compañera)?"
    assert not decide_with_history(AgentState(question=Question("soy su compañera"), asked=mark), ()).allowed
