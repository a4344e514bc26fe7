"""The index against a recount of BM25 by brute force: additions, removals and merges included."""

import random
from collections import Counter
from math import log

import pytest

from knowledge.models import Collection, Posting, PostingSegment
from knowledge.retrieval import bm25, lexical
from knowledge.retrieval.bm25 import Scores
from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.merging import MERGE_FACTOR, merge
from knowledge.retrieval.postings import IndexedText, write_segment
from knowledge.retrieval.query import Concept, Variant, analyse
from knowledge.tests.corpus import collection
from knowledge.text.terms import terms

CONFIG = SearchConfig()
VOCABULARY = "matrícula préstamo biblioteca plazo examen beca título grado máster tutoría horario crédito acta".split()


def recount(live: dict[int, IndexedText], query: dict[str, float]) -> dict[int, float]:
    counts = {key: Counter(terms(item.text, item.language)) for key, item in live.items()}
    mean = sum(count.total() for count in counts.values()) / len(counts)
    scores: dict[int, float] = {}
    for term, weight in query.items():
        holding = [key for key, count in counts.items() if term in count]
        idf = log(1 + (len(counts) - len(holding) + 0.5) / (len(holding) + 0.5))
        for key in holding:
            frequency, length = counts[key][term], counts[key].total()
            norm = CONFIG.k1 * (1 - CONFIG.b + CONFIG.b * length / mean)
            scores[key] = scores.get(key, 0.0) + weight * idf * frequency * (CONFIG.k1 + 1) / (frequency + norm)
    return scores


def ranked(where: Collection, query: dict[str, float]) -> dict[int, float]:
    concepts = [Concept(term, (Variant(frozenset({term}), weight),)) for term, weight in query.items()]
    scores = Scores(lexical.read(concepts, (where.pk,)), concepts, CONFIG)
    chunks = scores.best().tolist()
    found = scores.of(chunks)
    assert chunks == sorted(found, key=lambda chunk: (-found[chunk], chunk))
    for count in (1, 7, len(chunks), len(chunks) + 1):
        assert scores.best(count).tolist() == chunks[:count]
    return found


def text(number: int, source: random.Random) -> IndexedText:
    return IndexedText(number, " ".join(source.choices(VOCABULARY, k=source.randint(1, 40))), "es")


@pytest.mark.django_db
def test_exact_through_additions_removals_and_merges() -> None:
    source = random.Random(7)
    where = collection()
    live: dict[int, IndexedText] = {}
    query = {"matricula": 1.0, "~matricul": 2.0, "beca": 0.5}
    merged = 0
    for step in range(1, 4 * MERGE_FACTOR):
        added = [text(10 * step + place, source) for place in range(3)]
        removed = [live.pop(key) for key in source.sample(sorted(live), k=min(len(live), 2))]
        write_segment(where.pk, added, removed)
        live |= {item.chunk_id: item for item in added}
        merged += merge(where.pk)
        assert ranked(where, query) == pytest.approx(recount(live, query)), f"step {step}"
    assert merged >= 2 * MERGE_FACTOR
    assert PostingSegment.objects.count() < 2 * MERGE_FACTOR


@pytest.mark.django_db
def test_no_posting_of_a_removed_chunk_survives_a_whole_merge() -> None:
    where = collection()
    texts = [IndexedText(number, "matrícula", "es") for number in range(1, MERGE_FACTOR + 1)]
    for item in texts:
        write_segment(where.pk, [item], [])
    assert merge(where.pk) == MERGE_FACTOR
    for item in texts:
        write_segment(where.pk, [], [item])
    assert ranked(where, {"matricula": 1.0}) == {}
    assert Posting.objects.exists()


@pytest.mark.django_db
def test_collections_do_not_see_each_other() -> None:
    one, other = collection("one"), collection("other")
    write_segment(one.pk, [IndexedText(1, "matrícula", "es")], [])
    write_segment(other.pk, [IndexedText(2, "matrícula", "es")], [])
    assert set(ranked(one, {"matricula": 1.0})) == {1}
    concepts = analyse("matrícula")
    both = Scores(lexical.read(concepts, (one.pk, other.pk)), concepts, CONFIG)
    assert set(both.best().tolist()) == {1, 2}


@pytest.mark.django_db
def test_a_concept_counts_by_its_best_variant() -> None:
    where = collection()
    write_segment(where.pk, [IndexedText(1, "loan", "en"), IndexedText(2, "préstamo", "es")], [])
    said = (Variant(frozenset({"prestamo"}), 1.0), Variant(frozenset({"loan", "credit"}), 0.5))
    concepts = [Concept("prestamo", said)]
    found = Scores(lexical.read(concepts, (where.pk,)), concepts, CONFIG).of([1, 2, 3])
    assert found[2] == pytest.approx(2 * found[1])
    assert found[3] == 0


@pytest.mark.django_db
def test_what_is_left_aside_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rare word decides; frequent ones are looked up for the best alone, until all is asked for."""
    monkeypatch.setattr(bm25, "LOOK_UP", 0)
    where = collection()
    source = random.Random(3)
    live = {number: text(number, source) for number in range(1, 2_000)}
    rare = [IndexedText(number, "préstamo " + "cum laude " * (1 + number % 5), "es") for number in range(3_000, 3_200)]
    live |= {item.chunk_id: item for item in rare}
    write_segment(where.pk, list(live.values()), [])
    query = {"laude": 1.0, "cum": 1.0, "plazo": 0.2, "beca": 0.2, "prestamo": 0.1}
    concepts = [Concept(term, (Variant(frozenset({term}), weight),)) for term, weight in query.items()]
    index = lexical.read(concepts, (where.pk,))
    scores = Scores(index, concepts, CONFIG)
    expected = recount(live, query)
    whole = sorted(expected, key=lambda chunk: -expected[chunk])
    best = scores.best(CONFIG.candidates).tolist()
    assert scores.left_aside, "or this test tests nothing"
    assert [expected[chunk] for chunk in best] == pytest.approx([expected[chunk] for chunk in whole[: len(best)]])
    assert scores.of(whole) == pytest.approx(expected)
    assert ranked(where, query) == pytest.approx(expected)
