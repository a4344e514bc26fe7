"""The chunks that are scored: what both searches propose and the scope allows, with the cosine of each."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from knowledge.retrieval.bm25 import Scores
from knowledge.retrieval.facts import Facts, Probe, facts


def gather(probe: Probe, near: Mapping[int, Facts], matching: Scores, limit: int) -> dict[int, Facts]:
    """The nearest, and down the ranking until `limit` of it are allowed or it ends: mostly one query."""
    first = matching.best(limit).tolist()
    found = {**near, **facts(probe, [chunk for chunk in first if chunk not in near])}
    taken = sum(1 for chunk in first if chunk in found)
    if taken == limit or len(first) < limit:
        return found
    for batch in _batches(matching.best()[limit:], 4 * limit):
        fresh = facts(probe, [chunk for chunk in batch if chunk not in found])
        allowed = [chunk for chunk in batch if chunk in fresh or chunk in found][: limit - taken]
        taken += len(allowed)
        found |= {chunk: fresh[chunk] for chunk in allowed if chunk in fresh}
        if taken >= limit:
            break
    return found


def _batches(ranked: NDArray[np.uint32], size: int) -> Iterator[list[int]]:
    start = 0
    while start < len(ranked):
        yield ranked[start : start + size].tolist()
        start, size = start + size, 4 * size
