"""The reader model: where in a passage the answer to a question stands, or that it does not.

A cross-encoder (Devlin and others 2019, Rajpurkar and others 2018): question and passage run together through the lower
layers of the embedding model and through upper layers of our own, which `training/` trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding.e5 import E5, UPPER_FILE, session
from knowledge.embedding.e5_tokenizer import END, START, Encoding

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
MAX_QUESTION_TOKENS, MAX_CONTEXT_TOKENS = 40, 28
MAX_SPAN_TOKENS = 48
# What a question was read with is read again where other words find it too, and where its answer is put together.
REMEMBERED = 256
"""readings, of 15 to 40 KB each"""
Scores = NDArray[np.float32]


@dataclass(frozen=True)
class Reading:
    """What the reader makes of one passage. Scores are logits above those of "not answered here": any real number."""

    tokens: list[tuple[int, int]]
    """Where each token stands, in characters of the passage."""
    scores: Scores
    """float32 (tokens, 3): that the answer starts here, that it ends here, relevance."""

    @cached_property
    def best(self) -> tuple[tuple[int, int] | None, float]:
        """The likeliest answer in characters, None where the passage has no tokens; and its score against no answer,
        start and end added, minus infinity where there is none."""
        first, last, score = _best_span(self.scores)
        return ((self.tokens[first][0], self.tokens[last][1]) if self.tokens else None), score

    def relevance(self, start: int, end: int) -> float:
        """That what stands between two characters of the passage answers; minus infinity where nothing does."""
        inside = self._inside(start, end)
        return float(self.scores[inside, 2].mean()) if inside.any() else -np.inf

    def span_score(self, start: int, end: int) -> float:
        """Of the best span between two characters of the passage; minus infinity where there is none."""
        return _best_span(self.scores[self._inside(start, end)])[2]

    def _inside(self, start: int, end: int) -> NDArray[np.bool_]:
        inside: NDArray[np.bool_] = (self._places[:, 0] < end) & (self._places[:, 1] > start)
        return inside

    @cached_property
    def _places(self) -> NDArray[np.int32]:
        return np.array(self.tokens, np.int32).reshape(-1, 2)


class Reader:
    """Loaded at the first use; may be used by many threads at once."""

    def __init__(self, embedder: E5, window: int = 128, threads: int = 2, weights_file: Path = WEIGHTS_FILE) -> None:
        """`window` counts the tokens read together, question included; a longer passage is read in parts."""
        self._embedder, self._window, self._threads = embedder, window, threads
        self._weights_file = weights_file
        self._remembered = lru_cache(REMEMBERED)(self._read)

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """A passage's first line is its context (title › section): it is read with every part of a long passage."""
        head = (START, *self._embedder.tokenizer.ids(question)[:MAX_QUESTION_TOKENS], END, END)
        _ = self._loaded  # before the threads, so that they do not wait for each other
        return list(self._pool.map(lambda passage: self._remembered(head, passage), passages))

    def _read(self, asked: tuple[int, ...], passage: str) -> Reading:
        encoding = self._embedder.tokenizer.encode(passage)
        text = first_text_token(encoding, passage)
        head = [*asked, *encoding.ids[: min(text, MAX_CONTEXT_TOKENS)]]
        found = []
        for first, last in parts(encoding, passage, text, self._window - len(head) - 1):
            scores = self._token_scores([*head, *encoding.ids[first:last], END])
            found.append(scores[len(head) : -1] - scores[0])
        scores = np.concatenate([np.zeros((0, 3), np.float32), *found])
        return Reading(encoding.spans[text:], scores)

    def _token_scores(self, ids: Sequence[int]) -> Scores:
        upper, matrix, bias = self._loaded
        lower = self._embedder.lower_states(ids)
        (states,) = upper.run(["states"], {"lower_states": lower[None]})
        scores: Scores = states[0] @ matrix + bias
        return scores

    @cached_property
    def _loaded(self) -> tuple[InferenceSession, Scores, Scores]:
        weights = dict(np.load(self._weights_file))
        matrix, bias = weights.pop("scores.w"), weights.pop("scores.b")
        return session(UPPER_FILE, weights), matrix, bias

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="reading")


def first_text_token(encoding: Encoding, passage: str) -> int:
    """The first one after the first line; where that is the only line, it is the text."""
    context_end = passage.find("\n")
    return sum(start < context_end for start, _ in encoding.spans)


def parts(encoding: Encoding, passage: str, first: int, room: int) -> list[tuple[int, int]]:
    """First token of each part and the one after its last; where it can, a part ends with a line or a sentence."""
    found = []
    while first < len(encoding.ids):
        last = min(first + room, len(encoding.ids))
        if last < len(encoding.ids):
            ends = [i for i in range(first + room // 2, last + 1) if ends_sentence(encoding, passage, i)]
            last = ends[-1] if ends else last
        found.append((first, last))
        first = last
    return found


def ends_sentence(encoding: Encoding, passage: str, token: int) -> bool:
    """Whether a sentence or a line ends before this token."""
    start = encoding.spans[token][0]
    before = passage[encoding.spans[token - 1][0] : start]
    return "\n" in before or (before.endswith(" ") and before.rstrip().endswith((".", "!", "?")))


def _best_span(scores: Scores) -> tuple[int, int, float]:
    """First and last token, and the score, of the best span of MAX_SPAN_TOKENS at most; minus infinity of no tokens."""
    if not len(scores):
        return 0, 0, -np.inf
    sums = scores[:, :1] + scores[:, 1]
    distance = np.arange(len(scores)) - np.arange(len(scores))[:, None]
    sums[(distance < 0) | (distance >= MAX_SPAN_TOKENS)] = -np.inf
    start, end = np.unravel_index(int(sums.argmax()), sums.shape)
    return int(start), int(end), float(sums[start, end])
