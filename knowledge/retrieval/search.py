"""Hybrid search: both candidate lists, scored by both, fused, and the passages around the best."""

from asgiref.sync import sync_to_async

from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk
from knowledge.retrieval import dense, fusion, lexical
from knowledge.retrieval.candidates import Facts, Probe, gather
from knowledge.retrieval.config import Passage, Scope, SearchConfig
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
    probe = Probe(embedder.embed([query])[0], embedder.name, scope)
    concepts = analyse(query)
    index = lexical.read(concepts, scope.collections)
    matching = lexical.score(index, concepts, config)
    near = dense.nearest(probe.vector, probe.model, scope, config.candidates)
    known = gather(probe, near, matching.best(), config.candidates)
    bm25 = matching.of(list(known))
    fused = fusion.linear({chunk: facts.cosine for chunk, facts in known.items()}, bm25, config.alpha)
    first = _best(_demoted(fused, known, config.out_of_force), max(config.reranked, top_k))
    rarity = {concept.word: index.rarity(concept) for concept in concepts}
    scores = rerank(_candidates(first, fused), concepts, rarity, config)
    final = _demoted(scores, known, config.out_of_force)
    best = _best(final, top_k)
    chunks = Chunk.objects.select_related("section", "document").in_bulk(best)
    # One that was deleted meanwhile is missing.
    return [_passage(chunks[pk], final[pk], known[pk], bm25[pk]) for pk in best if pk in chunks]


def _demoted(scores: dict[int, float], known: dict[int, Facts], factor: float) -> dict[int, float]:
    """Scores with those of documents out of force lowered."""
    return {chunk: score if known[chunk].in_force else score * factor for chunk, score in scores.items()}


def _best(scores: dict[int, float], count: int) -> list[int]:
    return sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:count]


def _candidates(chunk_ids: list[int], scores: dict[int, float]) -> list[Candidate]:
    rows = Chunk.objects.filter(pk__in=chunk_ids).values_list("pk", "section_id", "text", "context", "language")
    return [
        Candidate(pk, section, text, heading, language, scores[pk]) for pk, section, text, heading, language in rows
    ]


def _passage(chunk: Chunk, score: float, facts: Facts, bm25: float) -> Passage:
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
        dense=facts.cosine,
        lexical=bm25,
        language=chunk.language,
        academic_year=document.academic_year,
        dated=document.dated,
        in_force=facts.in_force,
        url=document.url,
        categories=tuple(section.categories),
    )
