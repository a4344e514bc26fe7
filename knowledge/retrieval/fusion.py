"""Dense and lexical scores become one."""

from collections.abc import Mapping
from heapq import nlargest
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from knowledge.retrieval.config import SearchConfig

# Cormack, Clarke & Büttcher 2009, "Reciprocal rank fusion outperforms Condorcet", section 2.
RANK_CONSTANT = 60
# So many of its best tell how near a language comes; with fewer it is left as it is.
LEVEL = 10


def fuse(
    dense: Mapping[int, float], lexical: Mapping[int, float], max_lexical: float, config: SearchConfig
) -> dict[int, float]:
    """Chunk -> 0-1. `max_lexical` is what BM25 cannot exceed for the query."""
    if config.fusion == "rrf":
        return normalised(reciprocal_rank(dense, lexical))
    shares = {chunk: score / max_lexical if max_lexical else 0.0 for chunk, score in lexical.items()}
    fused = linear(dense, shares, config.alpha)
    return {chunk: score / (1 + config.alpha) for chunk, score in fused.items()}


def reciprocal_rank(*rankings: Mapping[int, float]) -> dict[int, float]:
    """Sum of 1 / (60 + rank) over the rankings; what scores 0 or less is in none."""
    fused: dict[int, float] = {}
    for scores in rankings:
        ranked = sorted((key for key, score in scores.items() if score > 0), key=lambda key: (-scores[key], key))
        for rank, key in enumerate(ranked, start=1):
            fused[key] = fused.get(key, 0.0) + 1 / (RANK_CONSTANT + rank)
    return fused


def diverse(scores: Mapping[int, float], vectors: Mapping[int, NDArray[np.float32]], diversity: float) -> list[int]:
    """All keys in the order of maximal marginal relevance (Carbonell & Goldstein 1998); vectors of length 1.

    The next one is the highest by (1 - diversity) * score - diversity * its greatest cosine to those before it.
    """
    worth = normalised(scores)
    chosen: list[int] = []
    likeness = dict.fromkeys(scores, 0.0)
    while len(chosen) < len(scores):
        left = [key for key in scores if key not in chosen]
        best = max(left, key=lambda key: ((1 - diversity) * worth[key] - diversity * likeness[key], -key))
        chosen.append(best)
        for key in left:
            likeness[key] = max(likeness[key], _cosine(vectors, key, best))
    return chosen


def _cosine(vectors: Mapping[int, NDArray[np.float32]], one: int, other: int) -> float:
    return float(vectors[one] @ vectors[other]) if one in vectors and other in vectors else 0.0


def levelled(cosines: Mapping[int, float], languages: Mapping[int, str], share: float) -> dict[int, float]:
    """Cosines with those of every language raised by `share` of what its best lack to the best of any language.

    A model that knows one language better finds texts in the question's language nearer than texts that answer it.
    """
    by_language: dict[str, list[float]] = {}
    for key, cosine in cosines.items():
        by_language.setdefault(languages[key], []).append(cosine)
    levels = {language: fmean(nlargest(LEVEL, found)) for language, found in by_language.items() if len(found) >= LEVEL}
    top = max(levels.values(), default=0.0)
    return {key: cosine + share * (top - levels.get(languages[key], top)) for key, cosine in cosines.items()}


def normalised(scores: Mapping[int, float]) -> dict[int, float]:
    """Min-max to 0-1 over the candidates; all 0 where they are equal, since then they tell nothing apart."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    span = high - low
    return {key: (value - low) / span if span else 0.0 for key, value in scores.items()}


def linear(dense: Mapping[int, float], shares: Mapping[int, float], alpha: float) -> dict[int, float]:
    """Normalised dense + alpha * share of BM25 over the union of the candidates; a missing score counts as lowest.

    BM25 is not stretched to 0-1 over the candidates: where no text has more than a word of the query, as in another
    language than the query's, the best of them would weigh as much as one that has all.
    """
    dense_part = normalised(dense)
    return {key: dense_part.get(key, 0.0) + alpha * shares.get(key, 0.0) for key in dense.keys() | shares.keys()}
