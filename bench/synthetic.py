"""Texts of a given amount whose words are as frequent as in Spanish texts, for measuring speed alone.

The frequent words and their shares are those of the sample's Spanish documents. The other words are made of syllables
and follow the law of Zipf and Mandelbrot, f(rank) ~ 1 / (rank + 2.7)^1.05, in a vocabulary that grows with the text as
Heaps' law says (30 * words^0.6). A vector is a mixture of the vectors of two of the sample's sentences, and noise.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import corpus
from bench.corpus import Question
from bench.measure import WARMING_FILE
from bench.statistics import Statistics, of_sample
from bench.texts import Cutting, Texts

PASSAGE_WORDS = 150
PASSAGES_PER_DOCUMENT = 20
# How many passages make one text of a peer: 2048 tokens of the embedding model are about 6 of 150 Spanish words.
PER_TEXT: dict[Cutting, int] = {"passages": 1, "sections": 6}
QUESTION_WORDS = 9
QUESTIONS = 400
WARMING = 200
AT_ONCE = 50_000
SEED = 1

NOISE = 0.5
SYLLABLES = [a + b for a in "bcdfglmnprstv" for b in "aeiou"]


@dataclass(frozen=True)
class Batch:
    words: NDArray[np.int32]
    """(passages, PASSAGE_WORDS), places in Generator.words"""
    texts: list[str]
    vectors: NDArray[np.float32]


class Generator:
    """The same passages every time for the same statistics and number of passages."""

    def __init__(self, statistics: Statistics, passages: int) -> None:
        self.passages = passages
        self._random = np.random.default_rng(SEED)
        self._sources = statistics.vectors
        known = set(statistics.words)
        rare = [word for word in _made_up(int(30 * (passages * PASSAGE_WORDS) ** 0.6)) if word not in known]
        self.words = statistics.words + rare
        ranks = np.arange(len(statistics.words), len(self.words))
        tail = 1 / (ranks + 1 + 2.7) ** 1.05
        self.shares = np.concatenate([statistics.shares, (1 - statistics.shares.sum()) * tail / tail.sum()])
        self._cumulative = np.cumsum(self.shares)

    @property
    def text_bytes(self) -> int:
        """Expected, not counted."""
        length = sum(share * (len(word.encode()) + 1) for share, word in zip(self.shares, self.words, strict=True))
        return int(self.passages * PASSAGE_WORDS * length)

    def batches(self) -> Iterator[Batch]:
        for start in range(0, self.passages, AT_ONCE):
            count = min(AT_ONCE, self.passages - start)
            words = self._picks(self._random, (count, PASSAGE_WORDS))
            yield Batch(words, self._joined(words), self._vectors(count))

    def questions(self, count: int) -> list[str]:
        """Words as frequent as in the texts: about half of them stop words."""
        return self._joined(self._picks(np.random.default_rng(SEED + 1), (count, QUESTION_WORDS)))

    def _picks(self, random: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.int32]:
        places: NDArray[np.int32] = np.searchsorted(
            self._cumulative, random.random(shape) * self._cumulative[-1]
        ).astype(np.int32)
        return places

    def _joined(self, picks: NDArray[np.int32]) -> list[str]:
        words = self.words
        return [" ".join([words[place] for place in row.tolist()]) for row in picks]

    def _vectors(self, count: int) -> NDArray[np.float32]:
        one, other = self._random.integers(len(self._sources), size=(2, count))
        share = self._random.random((count, 1), dtype=np.float32)
        mixed: NDArray[np.float32] = share * self._sources[one] + (1 - share) * self._sources[other]
        noise = self._random.standard_normal(mixed.shape, dtype=np.float32) * (NOISE / mixed.shape[1] ** 0.5)
        mixed += noise
        mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
        return mixed


def _made_up(count: int) -> Iterator[str]:
    base = len(SYLLABLES)
    for rank in range(count):
        number, parts = rank + base, []
        while number:
            number, rest = divmod(number, base)
            parts.append(SYLLABLES[rest])
        yield "".join(parts)


def document_of(passage: int) -> str:
    return f"synthetic-{passage // PASSAGES_PER_DOCUMENT}"


def prepare(work: Path, passages: int, cuttings: Iterable[Cutting]) -> dict[str, Any]:
    """Writes questions, and for peers texts and vectors; ours makes the same ones anew while it loads them."""
    path = work.parent / "statistics.npz"
    if not path.exists():
        of_sample().save(path)
    statistics = Statistics.load(path)
    asking = Generator(statistics, passages)
    for cutting in cuttings:
        texts = Texts(work, cutting)
        if not texts.exists:
            _write(Generator(statistics, passages), texts, PER_TEXT[cutting])
    (work / "source.json").write_text(json.dumps({"kind": "synthetic", "statistics": str(path), "passages": passages}))
    drawn = asking.questions(QUESTIONS + WARMING)
    asked = [Question(str(n), text, ("-",), ("es",)) for n, text in enumerate(drawn)]
    corpus.save(work / "questions.jsonl", asked[:QUESTIONS])
    corpus.save(work / WARMING_FILE, asked[QUESTIONS:])
    return {"name": "synthetic", "passages": passages, "questions": QUESTIONS, "text_bytes": asking.text_bytes}


def _write(generator: Generator, texts: Texts, per_text: int) -> None:
    """A text of several passages gets the vector of the first: about what a model with a window of 256 reads of it."""

    def joined() -> Iterator[tuple[str, str]]:
        first = 0
        for batch in generator.batches():
            for start in range(0, len(batch.texts), per_text):
                yield document_of(first + start), " ".join(batch.texts[start : start + per_text])
            vectors.append(batch.vectors[::per_text])
            first += len(batch.texts)

    vectors: list[NDArray[np.float32]] = []
    texts.write(joined())
    texts.write_vectors(np.concatenate(vectors), 0.0)
