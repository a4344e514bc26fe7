from dataclasses import replace
from datetime import date

import pytest
from asgiref.sync import async_to_sync

from knowledge.models import Collection, Visibility
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection

LOANS = Text("loans.md", "Préstamo", "El alumnado de doctorado puede llevarse 35 libros durante 30 días.")
GATES = Text("gates.md", "Horario", "El edificio abre de lunes a viernes de 8:15 a 21:45.")


@pytest.fixture
def rules() -> Collection:
    where = collection()
    add(where, LOANS)
    add(where, GATES)
    return where


def version(name: str, books: int) -> Text:
    """The rule of another time: it differs by its figure alone."""
    return replace(LOANS, name=name, text=LOANS.text.replace("35", str(books)))


def scope(where: Collection, *visibilities: Visibility) -> Scope:
    return Scope((where.pk,), tuple(visibility.value for visibility in visibilities or (Visibility.PUBLIC,)))


def found(query: str, where: Scope, top_k: int = 10, config: SearchConfig | None = None) -> list[Passage]:
    return async_to_sync(search)(query, where, top_k, config)


@pytest.mark.django_db
def test_the_passage_that_answers_is_first(rules: Collection) -> None:
    first = found("¿Cuántos libros puedo llevarme?", scope(rules))[0]
    assert first.document == "loans.md"
    assert first.section_text[first.start : first.end] == first.text
    assert first.lexical > 0
    assert 0 < first.dense <= 1


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "   ", "¿?", "de la", "%$ | & <->"])
def test_queries_without_words_do_not_fail(rules: Collection, query: str) -> None:
    found(query, scope(rules))


@pytest.mark.django_db
def test_what_a_user_may_not_see_is_never_found(rules: Collection) -> None:
    add(rules, Text("secret.md", "Actas", "Los libros secretos del doctorado."), visibility=Visibility.STAFF)
    assert "secret.md" not in {passage.document for passage in found("libros secretos doctorado", scope(rules))}
    seen = found("libros secretos doctorado", scope(rules, Visibility.PUBLIC, Visibility.STAFF))
    assert seen[0].document == "secret.md"


@pytest.mark.django_db
def test_a_filter_does_not_empty_what_an_exact_search_would_fill(rules: Collection) -> None:
    for number in range(30):
        add(rules, Text(f"book-{number}.md", "Libros", "Libros, libros y más libros de doctorado."))
    add(rules, Text("last.md", "Otros", "Un libro."), course="Álgebra")
    filtered = found("libros de doctorado", replace(scope(rules), course="Álgebra"), 3)
    assert [passage.document for passage in filtered] == ["last.md"]


@pytest.mark.django_db
def test_a_year_leaves_out_other_years_only(rules: Collection) -> None:
    add(rules, version("loans-2024.md", 34), academic_year="2024-2025")
    add(rules, version("loans-2025.md", 36), academic_year="2025-2026")
    seen = {passage.document for passage in found("libros", replace(scope(rules), academic_year="2025-2026"))}
    assert "loans-2025.md" in seen
    assert "loans.md" in seen
    assert "loans-2024.md" not in seen


@pytest.mark.django_db
def test_documents_out_of_force_rank_below(rules: Collection) -> None:
    old = add(rules, version("loans-2019.md", 33), valid_until=date(2020, 1, 1))
    ranked = found("libros de doctorado en préstamo", scope(rules))
    assert ranked[0].document == "loans.md"
    assert [passage.in_force for passage in ranked if passage.document_id == old.pk] == [False]


@pytest.mark.django_db
def test_only_what_was_in_force_on_a_day(rules: Collection) -> None:
    add(rules, version("loans-2019.md", 33), valid_until=date(2020, 1, 1))
    then = {passage.document for passage in found("libros", replace(scope(rules), in_force_on=date(2019, 5, 1)))}
    now = {passage.document for passage in found("libros", replace(scope(rules), in_force_on=date(2026, 5, 1)))}
    assert "loans-2019.md" in then
    assert "loans-2019.md" not in now


@pytest.mark.django_db
def test_the_same_text_elsewhere_is_listed_and_not_repeated(rules: Collection) -> None:
    add(rules, replace(LOANS, name="copy.md"))
    add(rules, version("other.md", 12))
    passages = found("libros de doctorado en préstamo", scope(rules))
    names = [passage.document for passage in passages]
    assert "other.md" in names, "a text with another figure says something else"
    assert names.count("loans.md") + names.count("copy.md") == 1
    kept = next(passage for passage in passages if passage.document in ("loans.md", "copy.md"))
    assert {kept.document, *kept.also_at} == {"loans.md", "copy.md"}


@pytest.mark.django_db
def test_the_definition_of_a_term_comes_before_texts_that_only_use_it(rules: Collection) -> None:
    uses = "La carta de compromiso se firma con el tutor. La carta de compromiso se renueva y la carta se archiva."
    terms = "Aval: garantía ajena.\nCarta de compromiso: documento por el que se acepta un plan.\nTutor: docente."
    add(rules, Text("uses.md", "Firma", uses))
    add(rules, Text("terms.md", "Términos", terms))
    asked = "¿Qué es la carta de compromiso?"
    assert found(asked, scope(rules), config=SearchConfig(label=0))[0].document == "uses.md"
    assert found(asked, scope(rules))[0].document == "terms.md"


@pytest.mark.django_db
def test_an_explanation_adds_up(rules: Collection) -> None:
    add(rules, version("old.md", 3), valid_until=date(2020, 1, 1))
    for passage in found("libros de doctorado", scope(rules), config=SearchConfig(explain=True)):
        told = passage.explanation
        assert told is not None
        whole = told.first + told.coverage + told.heading + told.label - told.demoted
        assert passage.score == pytest.approx(whole)
        assert sum(told.concepts.values()) == pytest.approx(passage.lexical)
        assert (told.demoted > 0) == (not passage.in_force)
    assert "doctorado" in found("doctorado", scope(rules), config=SearchConfig(explain=True))[0].explanation.concepts


@pytest.mark.django_db
@pytest.mark.parametrize("config", [SearchConfig(fusion="rrf"), SearchConfig(diversity=0.5)])
def test_other_ways_of_ranking_find_the_answer_too(rules: Collection, config: SearchConfig) -> None:
    assert found("¿Cuántos libros puedo llevarme?", scope(rules), config=config)[0].document == "loans.md"


@pytest.mark.django_db
def test_an_empty_scope_finds_nothing() -> None:
    assert found("libros", Scope((), ("public",))) == []
