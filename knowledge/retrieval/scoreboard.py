"""Scores of many chunks added up in place: no sorting, and what is not touched costs nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Chunk ids of one collection lie close together; beyond this span they are numbered anew.
WIDEST = 8_000_000

Chunks = NDArray[np.uint32]
Places = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Numbering:
    """Which place on the board each chunk has; places ascend with the chunks."""

    size: int
    base: int
    known: Chunks | None
    """the chunks in ascending order, where they lie too far apart to be numbered from `base`"""

    def places(self, chunks: Chunks) -> Places:
        """Of chunks that are on the board."""
        if self.known is not None:
            return np.searchsorted(self.known, chunks)
        return chunks.astype(np.int64) - self.base

    def find(self, chunks: NDArray[np.int64]) -> Places:
        """-1 for chunks that are not on the board."""
        if self.known is None:
            places = chunks - self.base
            return np.where((places >= 0) & (places < self.size), places, -1)
        places = np.minimum(np.searchsorted(self.known, chunks), self.size - 1)
        return np.where(self.known[places] == chunks, places, -1)

    def chunks(self, places: Places) -> Chunks:
        return (places + self.base).astype("<u4") if self.known is None else self.known[places]


def numbering(chunks: Sequence[Chunks]) -> Numbering:
    """For all that will be scored; each list of chunks ascends."""
    filled = [ids for ids in chunks if len(ids)]
    base = min((int(ids[0]) for ids in filled), default=0)
    size = max((int(ids[-1]) for ids in filled), default=-1) - base + 1
    if size <= WIDEST:
        return Numbering(size, base, None)
    known = np.unique(np.concatenate(filled))
    return Numbering(len(known), base, known)


class Scoreboard:
    def __init__(self, numbered: Numbering) -> None:
        self.numbered = numbered
        # Zeroed pages are only made when they are written to.
        self.total = np.zeros(numbered.size)
        self._best, self._sum = np.zeros(numbered.size), np.zeros(numbered.size)
        self._touched: list[Places] = []

    def add(self, terms: Sequence[tuple[Places, Values]]) -> None:
        """What counts for a concept that is said in one way only. A term has no chunk twice."""
        for places, values in terms:
            self.total[places] += values

    def propose(self, terms: Sequence[tuple[Places, Values]]) -> None:
        """The terms of a variant are added up; a chunk keeps its best variant until the concept is settled."""
        if len(terms) == 1:
            said, values = terms[0]
        else:
            for places, values in terms:
                self._sum[places] += values
            said = np.concatenate([places for places, _values in terms])
            values = self._sum[said]
            self._sum[said] = 0
        # A place that is here twice is given the same sum twice.
        self._best[said] = np.maximum(self._best[said], values)
        self._touched.append(said)

    def settle(self) -> None:
        """What was proposed since the last time counts for one concept."""
        for said in self._touched:
            # A place that is here twice is given the same sum twice; in a later list nothing is left to add.
            self.total[said] += self._best[said]
            self._best[said] = 0
        self._touched = []
