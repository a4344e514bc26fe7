"""Hybrid search: both candidate lists, scored by both, fused, and the passages around the best."""

import numpy as np
from asgiref.sync import sync_to_async
from django.utils import timezone
from numpy.typing import NDArray

from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Document
from knowledge.retrieval import dense, fusion, lexical
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.filters import within
from knowledge.retrieval.query import analyse
from knowledge.retrieval.rerank import Candidate, rerank


async def search(query: str, scope: Scope, top_k: int = 10, config: SearchConfig | None = None) -> list[Passage]:
    """The best passages of the scope, best first; empty for an empty query or scope."""
    if not query.strip() or not scope.collections or not scope.visibilities:
        return []
    # One hop to a thread for all of it: embedding and database both block.
    return await sync_to_async(_search)(query, scope, top_k, config or SearchConfig())


def _search(query: str, scope: Scope, top_k: int, config: SearchConfig) -> list[Passage]:
    embedder = get_embedder()
    vector = embedder.embed([query])[0]
    concepts = analyse(query)
    index = lexical.read(concepts, scope.collections)
    matching = lexical.score(index, concepts, config)
    near = dense.nearest(vector, embedder.name, scope, config.candidates)
    union = sorted(near.keys() | set(_allowed(matching.best(), scope, config.candidates)))
    near |= dense.cosines(vector, embedder.name, [chunk for chunk in union if chunk not in near])
    bm25 = matching.of(union)
    scores, current = _demoted(fusion.linear(near, bm25, config.alpha), config.out_of_force)
    first = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[: max(config.reranked, top_k)]
    chunks = Chunk.objects.select_related("section", "document").in_bulk(first)
    # A document that was deleted meanwhile is skipped.
    candidates = [_candidate(chunks[pk], scores[pk]) for pk in first if pk in chunks]
    final = rerank(candidates, concepts, {concept.word: index.rarity(concept) for concept in concepts}, config)
    best = sorted(final, key=lambda chunk: (-final[chunk], chunk))[:top_k]
    return [_passage(chunks[pk], final[pk], near.get(pk, 0.0), bm25[pk], pk in current) for pk in best]


def _candidate(chunk: Chunk, score: float) -> Candidate:
    return Candidate(chunk.pk, chunk.section_id, chunk.text, chunk.context, chunk.language, score)


def _allowed(ranked: NDArray[np.uint32], scope: Scope, limit: int) -> list[int]:
    """The best chunks that are in the scope: batches down the ranking until there are enough, or it ends."""
    found: list[int] = []
    start, size = 0, 2 * limit
    while start < len(ranked) and len(found) < limit:
        batch = ranked[start : start + size].tolist()
        inside = set(Chunk.objects.filter(within(scope, "document__"), pk__in=batch).values_list("pk", flat=True))
        found += [chunk for chunk in batch if chunk in inside]
        start, size = start + size, 4 * size
    return found[:limit]


def _demoted(fused: dict[int, float], factor: float) -> tuple[dict[int, float], set[int]]:
    """Scores with those of documents out of force lowered, and the chunks whose document is in force."""
    in_force = Document.objects.in_force_on(timezone.localdate())
    current = set(Chunk.objects.filter(pk__in=list(fused), document__in=in_force).values_list("pk", flat=True))
    return {chunk: score if chunk in current else score * factor for chunk, score in fused.items()}, current


def _passage(chunk: Chunk, score: float, near: float, bm25: float, in_force: bool) -> Passage:
    section, document = chunk.section, chunk.document
    return Passage(
        chunk_id=chunk.pk,
        document_id=document.pk,
        document=document.external_id,
        title=document.title or document.file_name,
        section_id=section.pk,
        section=section.title,
        section_text=section.text,
        start=chunk.start,
        end=chunk.end,
        page=chunk.page,
        page_breaks=tuple((offset, page) for offset, page in section.page_breaks),
        text=chunk.text,
        score=score,
        dense=near,
        lexical=bm25,
        language=chunk.language,
        academic_year=document.academic_year,
        dated=document.dated,
        in_force=in_force,
        url=document.url,
        categories=tuple(section.categories),
    )
