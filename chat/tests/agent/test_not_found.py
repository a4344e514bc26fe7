"""What is said where nothing was found, or not surely: what was looked for, and where else the answer may be."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, OtherAssistant, Question
from chat.agent.nodes.assess import UNSAID_THRESHOLD
from chat.models import Assistant, Trace
from knowledge.models import Collection, Course, Document, Section, Visibility
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
LOANS = "Los estudiantes de doctorado pueden tener en préstamo 35 libros de la biblioteca durante un año."
EXAM = "El examen final de Álgebra vale el 50 % de la nota en el curso 2025-2026."
QUESTION = "¿Cuántos libros puede tener en préstamo un estudiante de doctorado?"


def assistant(slug: str, name: str, where: Collection) -> Assistant:
    made = Assistant.objects.create(slug=slug)
    made.collections.add(where)
    made.texts.create(language="es", name=name, channel="la Secretaría")
    return made


@pytest.fixture(autouse=True)
def _assistants() -> None:
    guides, rules = collection("guides"), collection("rules")
    add(guides, Text("algebra.md", "Evaluación", EXAM), course="Álgebra", academic_year="2025-2026")
    add(guides, Text("rooms.md", "Aulas", "Las aulas del sótano tienen proyector y pizarra."))
    add(rules, Text("loans.md", "Préstamo", LOANS))
    assistant("guides", "Guías docentes", guides)
    assistant("rules", "Normativa", rules)


def ask(text: str, slug: str = "guides", **options: Any) -> Answer:
    async def asked() -> Answer:
        return await run.answer(Question(text, **options), await context.load(slug))

    return async_to_sync(asked)()


def test_it_says_where_what_was_looked_for_and_whom_to_ask() -> None:
    answer = ask("¿Cuánto dura la fiesta de San Alberto?")
    assert answer.status == "not_found"
    assert answer.text.startswith("No he encontrado esto en los documentos de «Guías docentes»")
    assert "He buscado: *dura · fiesta · San Alberto*." in answer.text
    assert "El canal oficial para esto es la Secretaría." in answer.text
    assert answer.elsewhere is None


def test_another_assistant_whose_documents_answer_is_named() -> None:
    answer = ask(QUESTION)
    assert (answer.status, answer.elsewhere) == ("not_found", OtherAssistant("rules", "Normativa"))
    assert "Los documentos de otro asistente, «Normativa», parecen tener la respuesta: pregunta allí." in answer.text
    assert "35" not in answer.text


def test_under_an_unsure_answer_an_assistant_that_is_much_surer_is_named() -> None:
    Assistant.objects.filter(slug="guides").update(min_relevance=0.0)
    answer = ask(QUESTION)
    assert (answer.status, answer.elsewhere) == ("answered", OtherAssistant("rules", "Normativa"))
    assert answer.text.endswith(
        "*Los documentos de otro asistente, «Normativa», parecen responder mejor: pregunta allí.*"
    )
    assert "35" not in answer.text


def test_no_other_is_named_under_an_answer_that_is_surer() -> None:
    Assistant.objects.update(min_relevance=0.0)
    answer = ask(QUESTION, "rules")
    assert (answer.status, answer.elsewhere) == ("answered", None)
    assert "35" in answer.text
    assert ask("¿Cuánto dura la fiesta de San Alberto?").elsewhere is None


@pytest.mark.parametrize("hidden", ["assistant", "document", "topic"])
def test_none_is_named_that_would_not_answer(hidden: str) -> None:
    if hidden == "assistant":
        Assistant.objects.filter(slug="rules").update(is_active=False)
    elif hidden == "document":
        Collection.objects.get(slug="rules").documents.update(visibility=Visibility.STAFF)
    else:
        Assistant.objects.filter(slug="rules").update(scope={"outside_terms": ["doctorado"]})
    assert ask(QUESTION).elsewhere is None


def test_one_word_is_no_reason_to_name_another_unless_its_headings_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chat.agent.retrieval.elsewhere.MARGIN", -1.0)
    add(collection("rules"), Text("routes.md", "Rutas", "La subida al monte es difícil: diez kilómetros sin sombra."))
    assert ask("¿es difícil?").elsewhere is None
    assert ask("préstamo").elsewhere == OtherAssistant("rules", "Normativa")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("¿Cuánto vale el examen final de Álgebra en el curso 2019-2020?", {}),
        ("¿Cuánto vale el examen final de Álgebra?", {"academic_year": "2019-2020"}),
    ],
)
def test_what_a_year_hides_is_shown_as_of_another(text: str, options: dict[str, str]) -> None:
    answer = ask(text, **options)
    assert answer.status == "not_found"
    _said, introduction, quoted, _note = answer.text.split("\n\n")
    assert introduction == "Con la búsqueda limitada a 2019-2020 no se encontró nada. Sin ese límite hay esto:"
    assert quoted == f"{EXAM} [1]"
    assert [citation.document for citation in answer.citations] == ["algebra.md"]
    assert "2019-2020*" in answer.text, "it was looked for"
    assert Trace.objects.latest("created_at").retrieved[-1]["document"] == "algebra.md"


def test_what_a_course_hides_is_shown_without_contradiction_under_the_name_of_the_catalogue() -> None:
    Course.objects.create(code="A1", name_es="Álgebra", name_gl="Álxebra", source="s")
    Course.objects.create(code="R1", name_es="Robótica Submarina", name_gl="Robótica Submarina", source="s")
    guides = Collection.objects.get(slug="guides")
    add(guides, Text("algebra-2.md", "Aulas", "Las aulas tienen pizarra."), course="Algebra")
    add(
        guides,
        Text("robotica.md", "Evaluación", "El examen final de Robótica Submarina vale el 60 %."),
        course="Robotica",
    )
    answer = ask("¿Cuánto vale el examen final de Robótica Submarina?", course="Algebra")
    assert answer.status == "not_found"
    assert "limitada a Álgebra" in answer.text
    assert "· Álgebra*" in answer.text
    assert "60 %" in answer.text
    assert "Nada de lo que he encontrado habla" not in answer.text


def test_a_name_that_stands_nowhere_is_not_answered_with_another_ones_number() -> None:
    answer = ask("¿Cuánto vale el examen final de Robótica Submarina?")
    assert answer.status == "not_found"
    assert "Nada de lo que he encontrado habla de Robótica Submarina." in answer.text


@pytest.mark.parametrize("title", ["la Dra. Powell", "la Profa. Powell", "Sra Powell"])
def test_a_title_before_a_name_is_none(title: str) -> None:
    add(collection("guides"), Text("hours.md", "Tutorías de Powell",
        "Powell atiende los lunes de 9:00 a 11:00 en el despacho 4."))  # fmt: skip
    answer = ask(f"¿A qué hora atiende los lunes {title}?")
    assert answer.status == "answered"
    assert "habla de" not in answer.text


def test_a_name_that_the_file_s_name_says_is_said() -> None:
    add(Collection.objects.get(slug="guides"), Text("robotica-submarina.md", "Proyecto docente",
        "El examen final vale el 60 % de la nota y las prácticas el 40 %."))  # fmt: skip
    answer = ask("¿Cuánto vale el examen final de Robótica Submarina?")
    assert answer.status == "answered"
    assert "60 %" in answer.text


def test_a_name_that_another_part_of_the_document_says_is_said() -> None:
    add(Collection.objects.get(slug="guides"), Text("pool.md", "Piscina",
        "La piscina abre de 8:00 a 21:00 de lunes a viernes."))  # fmt: skip
    question = "¿A qué hora abre la piscina de Montemar?"
    assert "Nada de lo que he encontrado habla de Montemar." in ask(question).text
    pool = Document.objects.get(external_id="pool.md")
    Section.objects.create(document=pool, position=9, title="Contacto", text="Universidad de Montemar")
    answer = ask(question)
    assert answer.status == "answered"
    assert "8:00 a 21:00" in answer.text


def test_a_name_that_is_said_in_other_words_is_answered() -> None:
    add(Collection.objects.get(slug="guides"), Text("quantum.md", "Timetable",
        "Quantum Computing is taught on Mondays at nine in room 3.", "en"))  # fmt: skip
    assert ask("¿Qué día se da clase de Computación Cuántica?").status == "answered"


def test_a_certain_answer_is_given_and_says_which_name_is_missing() -> None:
    add(Collection.objects.get(slug="guides"), Text("pool.md", "Horario de la piscina universitaria",
        "La piscina universitaria abre a las 8:00 y cierra a las 21:00 de lunes a viernes."))  # fmt: skip
    answer = ask("¿A qué hora cierra la piscina universitaria de Montemar?")
    assert answer.confidence >= UNSAID_THRESHOLD
    assert answer.status == "answered"
    assert "21:00" in answer.text
    assert answer.text.endswith("*Nada de lo que he encontrado habla de Montemar.*")


@pytest.mark.parametrize(("file", "status"), [("tfg-2016-17.md", "not_found"), ("tfg-2016.md", "answered")])
def test_what_is_of_one_academic_year_is_no_answer_for_another_and_a_rule_may_be(file: str, status: str) -> None:
    text = "Plazo para solicitar la defensa del TFG: del 20 al 30 de enero."
    add(Collection.objects.get(slug="guides"), Text(file, "TFG", text))
    answer = ask("plazo para solicitar la defensa del TFG en el curso 2017/18")
    assert answer.status == status
    assert "Nada de lo que he encontrado habla de 2017/18" in answer.text
