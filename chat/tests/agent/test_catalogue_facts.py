"""What the catalogue holds leads the answer, cited; the documents follow."""

from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from chat import rendering
from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.agent.retrieval import catalogue
from chat.agent.state import AgentState, Classification
from chat.agent.understanding.entities import find
from chat.models import Assistant, Trace
from chat.tracing import export
from evaluation import outcomes
from evaluation.metrics.answers import citation_correctness
from knowledge.catalogue import snapshot
from knowledge.tests.catalogue import sample
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
GUIDE = "Sistemas Operativos: bibliografía. Larkspur (2017), Sharing a Machine: Ideas behind Operating Systems."
STAFF = "Profesorado de la asignatura: Roi Xistral Penas (coordinador) y Noa Pedrazo Fontes, edificio de Informática."


@pytest.fixture(autouse=True)
def _assistant() -> None:
    sample.load()
    where = collection("guides")
    named = {"course": "Sistemas Operativos", "academic_year": "2025-2026"}
    add(where, Text("guide.md", "Bibliografía", GUIDE), **named)
    add(where, Text("staff.md", "Profesorado", STAFF), **named)
    add(where, Text("old.md", "Profesorado", "En 2024-2025 imparte Sistemas Operativos Tegra Lampo Souto."),
        course="Sistemas Operativos", academic_year="2024-2025")  # fmt: skip
    made = Assistant.objects.create(slug="guides")
    made.collections.add(where)


def ask(text: str, **options: Any) -> Answer:
    async def asked() -> Answer:
        return await run.answer(Question(text, **options), await context.load("guides"))

    return async_to_sync(asked)()


def test_the_fact_leads_and_the_document_that_says_it_follows() -> None:
    answer = ask("¿Quién da Sistemas Operativos?")
    assert answer.status == "answered"
    first, second = answer.text.split("\n\n")[:2]
    assert first == "**Sistemas Operativos** — Profesorado: Noa Pedrazo Fontes, Roi Xistral Penas [1]"
    assert second == f"{STAFF} [2]"
    assert [citation.document for citation in answer.citations] == ["catalogue/course/914G01015/es", "staff.md"]
    assert "Larkspur" not in answer.text


def test_its_citation_is_opened_traced_and_counted_as_correct(client: Client) -> None:
    answer = ask("¿Quién da Sistemas Operativos?")
    page = client.get(rendering.citation_json(answer.citations[0])["url"])
    assert '<mark id="quote" tabindex="-1">Profesorado: Noa Pedrazo Fontes' in page.content.decode()
    shown = export.page(Trace.objects.latest("created_at"))
    assert shown["citations"][0]["href"].startswith("/catalogue/course/914G01015/es/?quote=")
    assert any(passage["href"].startswith("/catalogue/") for passage in shown["passages"])
    asked = {"kind": "answerable", "facts": [], "documents": [], "form": {}}
    assert citation_correctness(outcomes.observation(asked, outcomes.outcome_of(answer, ()))) == 1.0


def test_the_year_that_is_asked_about_is_the_year_that_answers() -> None:
    answer = ask("¿Quién da Sistemas Operativos en 2024-2025?")
    assert "Tegra Lampo Souto" in answer.text
    assert "Noa Pedrazo" not in answer.text


def test_of_somebody_all_that_a_visit_needs_in_one_part() -> None:
    lines = ask("How do I contact Noa Pedrazo?").text.splitlines()
    assert lines[:5] == [
        "**Noa Pedrazo Fontes**",
        "",
        "- E-mail: noa.pedrazo@bretema.example [1]",
        "- Office: I-1.18 [1]",
        "- Office hours: Thursdays from 15:00 to 18:00 [1]",
    ]


def test_a_coordinator_is_told_in_the_language_that_says_of_what() -> None:
    """The Spanish role of this teacher does not mention the course, the Galician one does."""
    first = ask("¿Quién coordina Sistemas Operativos?").text.split("\n")[0]
    assert first.startswith("**Roi Xistral Penas** — Cargo: Profesor titular, coordinador de Sistemas Operativos")


def test_the_course_that_was_chosen_on_the_page_is_meant() -> None:
    assert "Noa Pedrazo Fontes, Roi Xistral Penas [1]" in ask("¿Quién la imparte?", course="Sistemas Operativos").text


def test_what_the_catalogue_does_not_hold_is_left_to_the_documents() -> None:
    answer = ask("¿Qué bibliografía tiene Sistemas Operativos?")
    assert answer.citations[0].document == "guide.md"
    assert not any(passage.document.startswith("catalogue/") for passage in answer.retrieved)


def test_what_is_published_is_no_personal_datum() -> None:
    """The classifier of the policy refuses the question for certain; of somebody's home it stays refused."""
    assert "Noa Pedrazo Fontes, Roi Xistral Penas [1]" in ask("¿Qué profesores tiene Sistemas Operativos?").text
    assert ask("¿Dónde vive la profesora Noa Pedrazo?").status == "refused"


def test_a_model_reads_the_entries_of_all_that_is_named() -> None:
    """Whatever is asked of them."""

    def read() -> list[str]:
        asked = "¿Qué bibliografía recomienda Noa Pedrazo en Sistemas Operativos?"
        known = replace(async_to_sync(context.load)("guides"), models={"generator": object()})
        entities = find(asked, snapshot.current())
        state = AgentState(question=Question(asked), asked=asked, evidence=(),
            classification=Classification("search", "es", "", 1.0, entities=entities))  # fmt: skip
        found = catalogue.facts(state, known)
        assert found.quotes == ()
        return [passage.document for passage in found.passages]

    assert read() == ["catalogue/person/noa-pedrazo-fontes/es", "catalogue/course/914G01015/es"]


def test_another_courses_documents_say_nothing_of_a_course_without_any() -> None:
    answer = ask("¿Qué bibliografía tiene Matemática Discreta?")
    assert (answer.status, answer.citations) == ("not_found", ())
