"""Postings of generated texts, from the numbers of their words."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.retrieval.postings import MOST, RECORD
from knowledge.retrieval.terms import term_hash, terms

NONE = -1


class Counting:
    def __init__(self, words: Sequence[str], language: str) -> None:
        self._words, self._language = words, language
        of_words = [terms(word, language) for word in words]
        names = list(dict.fromkeys(term for found in of_words for term in found))
        numbers = {term: number for number, term in enumerate(names)}
        self.hashes = [term_hash(term) for term in names]
        # (words, most terms of a word): numbers of terms
        self._terms = np.full((len(words), max(map(len, of_words))), NONE, np.int64)
        for place, found in enumerate(of_words):
            self._terms[place, : len(found)] = [numbers[term] for term in found]

    def check(self, rows: NDArray[np.int32], texts: Sequence[str]) -> None:
        """RuntimeError where a text has other terms than its words have one by one."""
        for row, text in zip(rows, texts, strict=True):
            found = self._terms[row]
            counted = Counter(self.hashes[number] for number in found[found != NONE].tolist())
            if counted != Counter(map(term_hash, terms(text, self._language))):
                raise RuntimeError("Terms are no longer made word by word: bench/counting.py has to follow them.")

    def count(
        self, rows: NDArray[np.int32], first: int
    ) -> tuple[NDArray[np.int64], Iterator[tuple[int, NDArray[np.void]]]]:
        """Terms of each text, and each term's postings; the texts are the chunks from `first` on."""
        texts = len(rows)
        found = self._terms[rows.ravel()].reshape(texts, -1)
        lengths = np.minimum((found != NONE).sum(axis=1), MOST)
        pairs = (found * texts + np.arange(texts)[:, None])[found != NONE]
        pairs.sort()
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        frequency = np.diff(starts, append=len(pairs))
        number, text = np.divmod(pairs[starts], texts)
        records = np.empty(len(starts), RECORD)
        records["chunk"], records["frequency"] = text + first, np.minimum(frequency, MOST)
        records["length"] = lengths[text]
        return lengths, self._by_term(number, records)

    def _by_term(self, number: NDArray[np.int64], records: NDArray[np.void]) -> Iterator[tuple[int, NDArray[np.void]]]:
        bounds = np.append(np.flatnonzero(np.diff(number, prepend=-1)), len(number))
        for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
            yield self.hashes[number[start]], records[start:end]
