"""Hybrid search: both candidate lists, scored by both, fused, and the passages around the best."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from asgiref.sync import sync_to_async

from knowledge.embedding.registry import chosen_embedder
from knowledge.retrieval import asking, bm25, dense, duplicates, fusion, lexical, passages
from knowledge.retrieval.candidates import gather
from knowledge.retrieval.config import Explanation, Passage, Scope, SearchConfig
from knowledge.retrieval.database import fetch
from knowledge.retrieval.facts import Facts, Probe
from knowledge.retrieval.query import Concept, analyse
from knowledge.retrieval.rerank import Candidate, Judged, rerank

# As rerank.Candidate has them; there is no order, and who was deleted meanwhile is not there.
CANDIDATES = "SELECT id, document_id, text, context, language FROM knowledge_chunk WHERE id = ANY(%s)"
NAMES = """
    SELECT c.id, d.external_id FROM knowledge_chunk c JOIN knowledge_document d ON d.id = c.document_id
    WHERE c.id = ANY(%s)
"""


async def search(query: str, scope: Scope, top_k: int = 10, config: SearchConfig | None = None) -> list[Passage]:
    """The best passages of the scope, best first; empty for an empty query or scope."""
    if not query.strip() or not scope.collections or not scope.visibilities:
        return []
    # One hop to a thread for all of it: embedding and database both block.
    return await sync_to_async(_search)(query, scope, top_k, config or SearchConfig())


@dataclass(frozen=True)
class Run:
    """What one search found out on the way."""

    config: SearchConfig
    probe: Probe
    concepts: tuple[Concept, ...]
    index: lexical.Index
    matching: bm25.Scores
    lexical: dict[int, float]
    known: dict[int, Facts]

    def demoted(self, scores: Mapping[int, float]) -> dict[int, float]:
        """Scores with those of documents out of force lowered."""
        factor = self.config.out_of_force
        return {chunk: score if self.known[chunk].in_force else score * factor for chunk, score in scores.items()}


@dataclass(frozen=True)
class Ranking:
    """The candidates by both stages; `order` has those that the second one read, best first."""

    run: Run
    fused: dict[int, float]
    """of all candidates, lowered where their document is out of force"""
    judged: dict[int, Judged]
    final: dict[int, float]
    order: list[int]
    kept: dict[int, list[int]]
    """the best that say different things -> those of other documents that say the same as each"""


def _search(query: str, scope: Scope, top_k: int, config: SearchConfig) -> list[Passage]:
    return _passages(ranked(query, scope, top_k, config))


def ranked(query: str, scope: Scope, top_k: int, config: SearchConfig) -> Ranking:
    """Blocks; the query and the scope are not empty."""
    embedder = chosen_embedder(config.embedding_model)
    begun = asking.begin(embedder, query)
    concepts = analyse(query)
    index = lexical.read(concepts, scope.collections)
    matching = bm25.Scores(index, concepts, config)
    probe = Probe(asking.vector(begun), embedder.name, scope)
    known = gather(probe, dense.nearest(probe, config.candidates), matching, config.candidates)
    run = Run(config, probe, concepts, index, matching, matching.of(list(known)), known)
    fused = fusion.fuse(_nearness(known, config), run.lexical, matching.maximum, config)
    lowered = run.demoted(fused)
    candidates = _candidates(best(lowered, max(config.reranked, top_k)), fused)
    rarity = {concept.word: index.rarity(concept) for concept in concepts}
    judged = rerank(list(candidates.values()), concepts, rarity, config)
    final = run.demoted({chunk: found.score for chunk, found in judged.items()})
    order = _ordered(final, probe, config)
    return Ranking(run, lowered, judged, final, order, duplicates.collapsed(order, candidates, top_k))


def _nearness(known: Mapping[int, Facts], config: SearchConfig) -> dict[int, float]:
    cosines = {chunk: facts.cosine for chunk, facts in known.items()}
    return fusion.levelled(cosines, {chunk: facts.language for chunk, facts in known.items()}, config.levelling)


def best(scores: Mapping[int, float], count: int) -> list[int]:
    return sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:count]


def _ordered(scores: Mapping[int, float], probe: Probe, config: SearchConfig) -> list[int]:
    if not config.diversity:
        return best(scores, len(scores))
    return fusion.diverse(scores, dense.vectors(probe.model, list(scores)), config.diversity)


def _candidates(chunk_ids: list[int], scores: Mapping[int, float]) -> dict[int, Candidate]:
    return {row[0]: Candidate(*row, scores[row[0]]) for row in fetch(CANDIDATES, [chunk_ids])}  # type: ignore[call-arg]


def _passages(ranking: Ranking) -> list[Passage]:
    run, kept, final = ranking.run, ranking.kept, ranking.final
    found = passages.read(kept)
    others = [twin for twins in kept.values() for twin in twins]
    names = dict(fetch(NAMES, [others])) if others else {}
    concepts = bm25.by_concept(run.index, run.concepts, list(kept), run.config) if run.config.explain else {}
    return [
        replace(
            found[pk],
            score=final[pk],
            dense=run.known[pk].cosine,
            lexical=run.lexical[pk],
            in_force=run.known[pk].in_force,
            also_at=tuple(dict.fromkeys(names[twin] for twin in kept[pk] if twin in names)),
            twins=tuple(kept[pk]),
            explanation=_explanation(ranking.judged[pk], final[pk], concepts[pk], run) if run.config.explain else None,
        )
        for pk in kept
        if pk in found  # or it was deleted meanwhile
    ]


def _explanation(judged: Judged, final: float, concepts: dict[str, float], run: Run) -> Explanation:
    config = run.config
    return Explanation(
        first=judged.first,
        concepts=concepts,
        coverage=config.coverage * judged.judgement.coverage,
        heading=config.heading * judged.judgement.heading,
        label=config.label * judged.judgement.label,
        demoted=judged.score - final,
        words_alone=run.probe.vector is None,
    )
