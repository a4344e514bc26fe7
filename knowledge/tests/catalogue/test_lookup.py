import pytest
from asgiref.sync import async_to_sync

from knowledge.catalogue import lookup
from knowledge.models import Visibility
from knowledge.retrieval.config import Scope
from knowledge.tests.catalogue import sample
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db

people, courses, document_of = map(async_to_sync, (lookup.people, lookup.courses, lookup.document_of))


@pytest.fixture(autouse=True)
def _catalogue() -> None:
    sample.load()


@pytest.mark.parametrize("name", ["Helena Bretemal Ríos", "bretemal", "Elena Bretemal", "helena-bretemal-rios"])
def test_a_person_in_the_language_asked_for(name: str) -> None:
    [found] = people(name, "gl")
    assert found.fact("office") == "D-0.12"
    assert found.fact("hours") == "Martes de 11:00 a 14:00 e mércores de 17:00 a 19:00"
    assert found.text.startswith("Helena Bretemal Ríos. Cargo: Profesora titular, ")
    assert found.text.endswith(" Materias: Ética e Dereito da Informática.")
    assert found.origin.source == "Directorio do profesorado da Facultade de Informática"
    [english] = people(name, "en")
    assert "Office hours: Tuesdays from 11:00 to 14:00" in english.text


def test_nobody_is_made_up() -> None:
    assert people("Fervenza Agrelo") == ()


def test_courses_of_a_programme_and_by_name() -> None:
    assert len(courses()) == 19
    assert {course.key for course in courses(programme="GCED")} >= {"914G01001", "914G02022"}
    [ethics] = courses("ética y derecho")
    assert (ethics.fact("ects"), ethics.fact("people")) == ("4,5", "Helena Bretemal Ríos, Lois Airexo Campos")
    with pytest.raises(lookup.UnknownProgramme, match="914G01 \\(Grao en Enxeñaría Informática\\)"):
        courses(programme="Medicina")


def test_the_source_is_found_among_the_documents_that_may_be_seen() -> None:
    [found] = people("bretemal")
    where = collection()
    made = add(where, Text("directory.md", "Dereito", "Despacho D-0.12"))
    scope = Scope((where.pk,), (Visibility.PUBLIC.value,))
    assert document_of(found.origin, scope) is None
    made.title = found.origin.source
    made.save()
    assert document_of(found.origin, scope) == made.pk
    made.visibility = Visibility.STAFF
    made.save()
    assert document_of(found.origin, scope) is None
