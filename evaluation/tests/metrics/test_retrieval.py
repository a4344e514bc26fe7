"""Retrieval metrics, against values computed by hand."""

from math import log2

import pytest

from evaluation.metrics import retrieval, trips
from evaluation.metrics.base import Found, Observation
from evaluation.metrics.retrieval import first_ranks, is_expected

LOANS = Found("library/loans.md", "Préstamo", "Plazos")
CARD = Found("card.pdf", "Tarjeta", "Usos")
CARD_AGAIN = Found("card.pdf", "Tarjeta", "Emisión")
CALENDAR = Found("calendar.md", "Calendario", "Actas")
RANKED = (CARD, CARD_AGAIN, LOANS, CALENDAR)


def searched(*documents: str, ranked: tuple[Found, ...] = RANKED) -> Observation:
    return Observation("answerable", "answered", documents=documents, searched=ranked)


@pytest.mark.parametrize("name", ["library/loans.md", "loans.md", "loans", "préstamo", "Prestamo#plazos"])
def test_a_document_is_known_by_identifier_file_name_and_title(name: str) -> None:
    assert is_expected(name, LOANS)
    assert not is_expected(name, CARD)


def test_a_section_is_known_by_any_title_on_its_path() -> None:
    found = Found("brisbane.md", "Brisbane", "Brisbane › Clima › Verano")
    assert is_expected("Brisbane#Clima", found)
    assert not is_expected("Brisbane#Transporte", found)
    assert not is_expected("Perth#Clima", found)


def test_ranks_count_documents_once_and_sections_where_sections_are_expected() -> None:
    assert first_ranks(["loans.md", "calendar.md", "none.md"], RANKED) == [2, 3, None]
    assert first_ranks(["Préstamo#Plazos", "Tarjeta#Emisión"], RANKED) == [3, 2]


def test_recall_at_k() -> None:
    assert retrieval.recall_at_k(searched("loans.md", "calendar.md"), k=1) == 0
    assert retrieval.recall_at_k(searched("loans.md", "calendar.md"), k=2) == 0.5
    assert retrieval.recall_at_k(searched("loans.md", "calendar.md"), k=3) == 1
    assert retrieval.recall_at_k(searched(), k=3) is None


def test_mrr() -> None:
    assert retrieval.mrr(searched("loans.md", "calendar.md")) == 1 / 2
    assert retrieval.mrr(searched("calendar.md")) == 1 / 3
    assert retrieval.mrr(searched("none.md")) == 0


def test_precision_counts_passages() -> None:
    assert retrieval.precision_at_k(searched("card.pdf"), k=2) == 1
    assert retrieval.precision_at_k(searched("card.pdf"), k=5) == 2 / 5
    assert retrieval.precision_at_k(searched("loans.md"), k=2) == 0


def test_ndcg() -> None:
    ideal = 1 + 1 / log2(3)
    assert retrieval.ndcg_at_k(searched("loans.md", "calendar.md"), k=10) == pytest.approx(
        (1 / log2(3) + 1 / 2) / ideal
    )
    assert retrieval.ndcg_at_k(searched("card.pdf", "loans.md"), k=10) == pytest.approx(1)
    assert retrieval.ndcg_at_k(searched("loans.md", "calendar.md"), k=2) == pytest.approx((1 / log2(3)) / ideal)


def test_recall_of_the_assistant_looks_at_what_it_retrieved() -> None:
    seen = Observation("answerable", "answered", documents=("loans.md", "card.pdf"), searched=RANKED, retrieved=(CARD,))
    assert retrieval.agent_recall(seen) == 0.5


@pytest.mark.parametrize(("retrieved", "depth"), [(0, 1), (1, 1), (2, 2), (5, 3), (9, 6), (10, 6), (15, 9)])
def test_depth_of_adaptive_recall(retrieved: int, depth: int) -> None:
    assert trips.depth(retrieved) == depth


def test_adaptive_recall_reads_the_first_six_tenths() -> None:
    cities = tuple(Found(f"{n}.md", "Brisbane", section) for n, section in enumerate(("Clima", "X", "Y", "Transporte")))
    seen = Observation(
        "answerable", "answered", documents=("Brisbane#Clima", "Brisbane#Transporte"), retrieved=(*cities, cities[1])
    )
    assert trips.adaptive_recall(seen) == 0.5


def test_thematic_coverage() -> None:
    found = (Found("a", categories=("Playas", "Cultura")), Found("b", categories=("Gastronomía",)))
    asked = ("playas", "Gastronomia", "Aventura")
    assert trips.thematic_coverage(Observation("", "", interests=asked, retrieved=found)) == pytest.approx(2 / 3)
    assert trips.thematic_coverage(Observation("", "", interests=(), retrieved=())) == 1
    assert trips.thematic_coverage(Observation("", "", interests=None, retrieved=found)) is None


def test_a_trip_that_is_to_be_refused_has_no_coverage_and_no_coherence() -> None:
    refused = Observation("sensitive", "refused", interests=("Cultura",))
    assert (trips.thematic_coverage(refused), trips.semantic_coherence(refused)) == (None, None)


def test_semantic_coherence_is_the_mean_cosine() -> None:
    found = (Found("a", cosine=0.2), Found("b", cosine=0.7))
    assert trips.semantic_coherence(Observation("", "", interests=(), retrieved=found)) == pytest.approx(0.45)
    assert trips.semantic_coherence(Observation("", "", interests=())) == 0
    assert trips.semantic_coherence(Observation("", "", retrieved=found)) is None
