"""What a calendar says of a course has its place beside the course's guide, however many sections that has."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent.answers.passages import quotes_of
from chat.agent.retrieval.of_no_course import of_other_courses, with_others
from chat.agent.retrieval.searches import Searcher
from chat.tests.agent.passages import passage
from chat.tests.agent.sections import further_ones
from knowledge.models import Course, Visibility
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection

SECTIONS = {f"Tema {number}": f"Examen de Botánica: pregunta {number} del examen." for number in range(1, 9)}
QUESTION = "¿Cuándo es el examen de Botánica?"


@pytest.fixture
def searcher() -> Searcher:
    where = collection()
    for code, name in (("101", "Botánica"), ("102", "Zoología")):
        Course.objects.create(code=code, name_es=name, source="x")
    guide = add(where, Text("Guía de Botánica", "Evaluación", "El examen de Botánica es oral."), course="Botánica")
    further_ones(guide, 1, SECTIONS)
    calendar = add(where, Text("Calendario", "Junio", "Botánica: 3 de junio. Zoología: 4 de junio."))
    further_ones(calendar, 1, {"Coincidencias": "Quien tenga dos exámenes el mismo día, que lo diga."})
    scope = Scope((where.pk,), (Visibility.PUBLIC,), courses=("Botánica",))
    return Searcher(search, scope, SearchConfig())


def found(searcher: Searcher, codes: tuple[str, ...]) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    evidence = [one for one in async_to_sync(searcher)(QUESTION, 12) if one.title != "Calendario"][:6]
    return tuple(evidence), async_to_sync(with_others)(QUESTION, evidence, codes, searcher)


@pytest.mark.django_db
def test_of_the_places_the_last_are_for_what_names_the_course_elsewhere(searcher: Searcher) -> None:
    evidence, shared = found(searcher, ("101",))
    assert len(evidence) == len(shared) == 6
    assert [one.text for one in shared if one.title == "Calendario"] == ["Botánica: 3 de junio. Zoología: 4 de junio."]
    assert [one for one in shared if one.title != "Calendario"] == list(evidence[:5])


@pytest.mark.django_db
def test_what_names_no_such_course_has_none(searcher: Searcher) -> None:
    Course.objects.create(code="103", name_es="Geología", source="x")
    evidence, shared = found(searcher, ("103",))
    assert shared == evidence


@pytest.mark.django_db
def test_the_row_of_another_course_is_left_out(searcher: Searcher) -> None:
    rows = ("[Materia] Botánica · [Día] 3 de junio", "[Código] 102 · [Materia] Zoología · [Día] 4 de junio")
    after = "[Materia] Zoología · [Antes] Botánica"
    quotes = [quote for text in (*rows, after, "Zoología: 4 de junio.") for quote in quotes_of(passage(text))]
    assert [one.text for one in quotes if of_other_courses(("101",))(one)] == [rows[1]]
    assert not any(map(of_other_courses(()), quotes))
