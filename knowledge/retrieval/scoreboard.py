"""Scores of many chunks added up in place: no sorting, and what is not touched costs nothing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

# Chunk ids of one collection lie close together; beyond this span they are numbered anew.
WIDEST = 8_000_000

Places = NDArray[np.int64]
Values = NDArray[np.float64]


class Scoreboard:
    def __init__(self, chunks: Sequence[NDArray[np.uint32]]) -> None:
        """`chunks` are all that will be scored, in any order and number."""
        filled = [ids for ids in chunks if len(ids)]
        self._base = min((int(ids.min()) for ids in filled), default=0)
        size = max((int(ids.max()) for ids in filled), default=-1) - self._base + 1
        self._known = np.unique(np.concatenate(filled)) if size > WIDEST else None
        if self._known is not None:
            size = len(self._known)
        # Zeroed pages are only made when they are written to.
        self._total, self._best, self._sum = np.zeros(size), np.zeros(size), np.zeros(size)
        self._touched: list[Places] = []

    def places(self, chunks: NDArray[np.uint32]) -> Places:
        if self._known is not None:
            return np.searchsorted(self._known, chunks)
        return chunks.astype(np.int64) - self._base

    def propose(self, terms: Sequence[tuple[Places, Values]]) -> None:
        """The terms of a variant are added up; a chunk keeps its best variant. A term has no chunk twice."""
        if not terms:
            return
        for places, values in terms:
            self._sum[places] += values
        said = np.concatenate([places for places, _values in terms])
        self._best[said] = np.maximum(self._best[said], self._sum[said])
        self._sum[said] = 0
        self._touched.append(said)

    def settle(self) -> None:
        """What was proposed since the last time counts for one concept."""
        if self._touched:
            said = np.concatenate(self._touched)
            # A place that is here twice is given the same sum twice.
            self._total[said] += self._best[said]
            self._best[said] = 0
            self._touched = []

    def result(self) -> tuple[NDArray[np.uint32], Values]:
        """Chunks in ascending order, and the score of each."""
        places = np.flatnonzero(self._total)
        chunks = places + self._base if self._known is None else self._known[places]
        return chunks.astype("<u4"), self._total[places]
