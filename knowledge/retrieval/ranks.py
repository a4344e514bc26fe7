"""Where the passages of one document stand in a search: what staff ask when it is not found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from knowledge.models import Chunk
from knowledge.retrieval import bm25
from knowledge.retrieval.config import Scope, SearchConfig
from knowledge.retrieval.database import fetch
from knowledge.retrieval.facts import facts
from knowledge.retrieval.filters import each_inside, inside
from knowledge.retrieval.search import Ranking, Run, best, ranked

MAX_CHUNKS = 6
"""of the document that are looked into"""
OF_EACH = 2
"""the best of each ranking are among them"""


@dataclass(frozen=True)
class ChunkRanks:
    """Ranks begin with 1; None where the chunk is not in that ranking."""

    chunk_id: int
    cosine: float
    by_meaning: int | None
    """among all chunks of the scope; None without a vector of the chunk or of the query"""
    by_words: int | None
    """the same by BM25; None where no word of the query stands in it"""
    words: tuple[str, ...]
    """of the query, that stand in it in some form"""
    score: float
    """of the last ranking that it is in"""
    fused: int | None
    """among the candidates, which both searches propose"""
    reranked: int | None
    """among those that the second stage read"""
    kept: bool
    twin_of: int | None
    """a better chunk of another document that says the same, and stands for it"""


@dataclass(frozen=True)
class DocumentRanks:
    words: tuple[str, ...]
    """of the query, folded"""
    candidates: int
    looked_at: int
    """that the second stage read"""
    chunks: tuple[ChunkRanks, ...]
    """the best of the document, best first"""


def document_ranks(query: str, scope: Scope, document_id: int, top_k: int, config: SearchConfig) -> DocumentRanks:
    """Blocks. A scope that leaves the document out finds no rank of it by meaning or by words."""
    ranking = ranked(query, scope, top_k, config)
    run = ranking.run
    own = list(Chunk.objects.filter(document=document_id).order_by("position").values_list("pk", flat=True))
    cosines = {chunk: found.cosine for chunk, found in facts(run.probe, own).items()}
    lexical = run.matching.of(own) if own else {}
    chosen = _chosen(set(own), ranking, cosines, lexical)
    said = bm25.by_concept(run.index, run.concepts, chosen, config)
    by_meaning = _by_meaning(run, chosen)
    by_words = _by_words(run, chosen, lexical)
    fused = _places(best(ranking.fused, len(ranking.fused)))
    order = _places(ranking.order)
    twins = {twin: chunk for chunk, found in ranking.kept.items() for twin in found}
    chunks = tuple(
        ChunkRanks(
            chunk_id=chunk,
            cosine=cosines.get(chunk, 0.0),
            by_meaning=by_meaning.get(chunk),
            by_words=by_words.get(chunk),
            words=tuple(said[chunk]),
            score=ranking.final.get(chunk, ranking.fused.get(chunk, 0.0)),
            fused=fused.get(chunk),
            reranked=order.get(chunk),
            kept=chunk in ranking.kept,
            twin_of=twins.get(chunk),
        )
        for chunk in chosen
    )
    words = tuple(concept.word for concept in run.concepts)
    return DocumentRanks(words, len(ranking.fused), len(ranking.order), chunks)


def _chosen(own: set[int], ranking: Ranking, cosines: Mapping[int, float], lexical: Mapping[int, float]) -> list[int]:
    """The best of each ranking, those of the last one first."""
    rankings: Iterable[Sequence[int]] = (
        ranking.order,
        best(ranking.fused, len(ranking.fused)),
        best({chunk: score for chunk, score in lexical.items() if score > 0}, len(lexical)),
        best(cosines, len(cosines)),
    )
    firsts = ([chunk for chunk in one if chunk in own][:OF_EACH] for one in rankings)
    return list(dict.fromkeys(chain.from_iterable(firsts)))[:MAX_CHUNKS]


def _places(order: Sequence[int]) -> dict[int, int]:
    return {chunk: place for place, chunk in enumerate(order, start=1)}


def _by_meaning(run: Run, chunks: Sequence[int]) -> dict[int, int]:
    """By an exact scan, whatever index there is."""
    if run.probe.vector is None:
        return {}
    allowed, text = inside(run.probe.scope), run.probe.literal
    statement = f"""
        SELECT own.chunk_id, (
            SELECT count(*) FROM knowledge_embedding e JOIN knowledge_chunk c ON c.id = e.chunk_id
            WHERE e.collection_id = ANY(%s) AND e.model = %s AND {allowed.sql}
                AND (e.vector <=> %s::halfvec) < (own.vector <=> %s::halfvec))
        FROM knowledge_embedding own WHERE own.chunk_id = ANY(%s) AND own.model = %s
    """
    model, collections = run.probe.model, list(run.probe.scope.collections)
    parameters = [collections, model, *allowed.parameters, text, text, list(chunks), model]
    return {chunk: nearer + 1 for chunk, nearer in fetch(statement, parameters)}


def _by_words(run: Run, chunks: Sequence[int], lexical: Mapping[int, float]) -> dict[int, int]:
    allowed = each_inside(run.probe.scope)
    statement = f"SELECT count(*) FROM knowledge_chunk c WHERE c.id = ANY(%s) AND {allowed.sql}"
    order = run.matching.best()
    found = {}
    for chunk in chunks:
        if lexical.get(chunk, 0.0) > 0:
            before = order[: int(np.flatnonzero(order == chunk)[0])].tolist()
            found[chunk] = 1 + fetch(statement, [before, *allowed.parameters])[0][0]
    return found
