"""Scores of many chunks added up in place: no sorting, and what is not touched costs nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Chunk ids of one collection lie close together; beyond this span they are numbered anew.
WIDEST = 8_000_000

Chunks = NDArray[np.uint32]
Places = NDArray[np.int64]
Values = NDArray[np.float32]


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


# A pass over the whole board costs as much as to touch one place in so many.
CROWDED = 8

Terms = Sequence[tuple[Places, Values]]


class Scoreboard:
    def __init__(self, numbered: Numbering) -> None:
        self.numbered = numbered
        # Zeroed pages are only made when they are written to.
        self.total, self._best, self._sum = (np.zeros(numbered.size, np.float32) for _board in range(3))

    def add(self, variants: Sequence[Terms]) -> None:
        """The terms of a variant are added up; each chunk gains by its best variant."""
        if len(variants) == 1:
            for places, values in variants[0]:
                np.add.at(self.total, places, values)
        elif CROWDED * sum(len(places) for terms in variants for places, _values in terms) > self.numbered.size:
            self._add_crowded(variants)
        else:
            self._add_scattered(variants)

    def _add_crowded(self, variants: Sequence[Terms]) -> None:
        for terms in variants:
            for places, values in terms:
                np.add.at(self._sum, places, values)
            np.maximum(self._best, self._sum, out=self._best)
            self._sum.fill(0)
        self.total += self._best
        self._best.fill(0)

    def _add_scattered(self, variants: Sequence[Terms]) -> None:
        touched = [places for terms in variants for places, _values in terms]
        for terms in variants:
            for places, values in terms:
                np.add.at(self._sum, places, values)
            for places, _values in terms:
                np.maximum.at(self._best, places, self._sum[places])
            for places, _values in terms:
                self._sum[places] = 0
        for places in touched:
            # In a later list nothing is left to add.
            np.add.at(self.total, places, self._best[places])
            self._best[places] = 0
