"""The ranks of a document's passages are those of the search itself."""

import numpy as np
import pytest
from asgiref.sync import async_to_sync

from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Document, Embedding
from knowledge.retrieval.config import Scope, SearchConfig
from knowledge.retrieval.ranks import document_ranks
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
QUERY = "préstamo de libros doctorado"
TEXTS = [
    Text("a", "Préstamo", "El alumnado de doctorado puede llevarse 35 libros en préstamo."),
    Text("b", "Préstamo", "El préstamo de libros al alumnado de grado dura quince días."),
    Text("c", "Horario", "El edificio central abre de lunes a viernes."),
    Text("d", "Becas", "Las becas de doctorado se convocan en enero."),
]


@pytest.fixture
def scope() -> Scope:
    where = collection()
    for text in TEXTS:
        add(where, text)
    return Scope((where.pk,), ("public",))


def pk(name: str) -> int:
    return Document.objects.get(external_id=name).pk


def test_each_rank_is_that_of_an_exhaustive_count(scope: Scope) -> None:
    query = get_embedder().embed_query(QUERY)
    cosines = {
        chunk: float(np.array(Embedding.objects.get(chunk=chunk).vector) @ query)
        for chunk in Chunk.objects.values_list("pk", flat=True)
    }
    found = {passage.chunk_id: place for place, passage in enumerate(async_to_sync(search)(QUERY, scope, 10), start=1)}
    for text in TEXTS:
        (ranks,) = document_ranks(QUERY, scope, pk(text.name), 10, SearchConfig()).chunks
        nearer = sum(cosine > cosines[ranks.chunk_id] for cosine in cosines.values())
        assert ranks.by_meaning == nearer + 1
        assert ranks.reranked == found[ranks.chunk_id]
        assert ranks.kept


def test_what_holds_no_word_has_no_rank_by_words(scope: Scope) -> None:
    ranks = document_ranks(QUERY, scope, pk("c"), 10, SearchConfig())
    assert ranks.words == ("prestamo", "libros", "doctorado")
    assert [(one.by_words, one.words) for one in ranks.chunks] == [(None, ())]
    (first,) = document_ranks(QUERY, scope, pk("a"), 10, SearchConfig()).chunks
    assert (first.by_words, first.words) == (1, ("prestamo", "libros", "doctorado"))


def test_a_document_beside_the_scope_is_ranked_whatever_hides_it(scope: Scope) -> None:
    Document.objects.filter(external_id="a").update(is_draft=True, visibility="staff")
    assert "a" not in {passage.document for passage in async_to_sync(search)(QUERY, scope, 10)}
    beside = Scope(scope.collections, scope.visibilities, academic_year="2025-2026", besides=pk("a"))
    (first,) = document_ranks(QUERY, beside, pk("a"), 10, SearchConfig()).chunks
    assert (first.by_words, first.reranked) == (1, 1)


def test_a_scope_of_one_document_has_nothing_else_and_asks_who_may_see_it(scope: Scope) -> None:
    Document.objects.filter(external_id="a").update(is_draft=True, visibility="staff")
    alone = Scope(scope.collections, ("public", "staff"), academic_year="1999-2000", document=pk("a"))
    assert [passage.document for passage in async_to_sync(search)(QUERY, alone, 10)] == ["a"]
    unseen = Scope(scope.collections, ("public",), document=pk("a"))
    assert async_to_sync(search)(QUERY, unseen, 10) == []
