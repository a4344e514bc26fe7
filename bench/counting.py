"""Postings of generated texts, from the numbers of their words."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.retrieval.packing import RECORD
from knowledge.retrieval.postings import MAX_LENGTH
from knowledge.text.terms import term_hash, terms

NONE = -1


class Counting:
    """Words are made into terms when they first turn up: most of a large vocabulary never does."""

    def __init__(self, words: Sequence[str], language: str) -> None:
        self._words, self._language = words, language
        self._numbers: dict[str, int] = {}
        self._hashes: list[int] = []
        self._known = np.zeros(len(words), bool)
        # (words, most terms of a word): numbers of terms
        self._terms = np.full((len(words), 1), NONE, np.int64)

    def _learn(self, rows: NDArray[np.int32]) -> None:
        words = np.unique(rows)
        for place in words[~self._known[words]].tolist():
            found = [self._number(term) for term in terms(self._words[place], self._language)]
            missing = len(found) - self._terms.shape[1]
            if missing > 0:
                self._terms = np.pad(self._terms, ((0, 0), (0, missing)), constant_values=NONE)
            self._terms[place, : len(found)] = found
        self._known[words] = True

    def _number(self, term: str) -> int:
        if term not in self._numbers:
            self._numbers[term] = len(self._hashes)
            self._hashes.append(term_hash(term))
        return self._numbers[term]

    def check(self, rows: NDArray[np.int32], texts: Sequence[str]) -> None:
        """RuntimeError where a text has other terms than its words have one by one."""
        self._learn(rows)
        for row, text in zip(rows, texts, strict=True):
            found = self._terms[row]
            counted = Counter(self._hashes[number] for number in found[found != NONE].tolist())
            if counted != Counter(map(term_hash, terms(text, self._language))):
                raise RuntimeError("Terms are no longer made word by word: bench/counting.py has to follow them.")

    def count(
        self, rows: NDArray[np.int32], first: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.void]]:
        """Terms of each text, and of each posting its term and its record; the texts are the chunks from `first` on."""
        self._learn(rows)
        texts = len(rows)
        found = self._terms[rows.ravel()].reshape(texts, -1)
        lengths = np.minimum((found != NONE).sum(axis=1), MAX_LENGTH)
        pairs = (found * texts + np.arange(texts)[:, None])[found != NONE]
        pairs.sort()
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        frequency = np.diff(starts, append=len(pairs))
        number, text = np.divmod(pairs[starts], texts)
        records = np.empty(len(starts), RECORD)
        records["chunk"], records["frequency"] = text + first, np.minimum(frequency, MAX_LENGTH)
        records["length"] = lengths[text]
        return lengths, np.array(self._hashes, np.int64)[number], records
