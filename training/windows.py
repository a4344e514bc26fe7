"""What pack.py packed, a question at a time: windows of its texts, cut as the reader model reads a long text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.embedding.e5_weights import Array

WINDOW_TOKENS = 128
START, PAD, END = range(3)
"""Places in the pack's vocabulary."""
WRONG, RIGHT, UNKNOWN = range(3)
OWN, ENCYCLOPAEDIC = range(2)
"""Places of the pack's sets that are trained on; the others are for judging."""
MAX_RIGHT = 2
FIRST = 3
"""Of the windows without the answer, so many are the search's first; the rest are drawn from all."""
LEFT_OUT_SHARE = 0.1
"""Of the questions with an answer, those of which only windows without it are shown: then none is right."""


@dataclass(frozen=True)
class Window:
    ids: list[int]
    passage_start: int
    quotes: list[tuple[int, int, int, int, int]]
    """First token and the one after the last, verdict, first and last token of the answer or -1."""

    def holds(self, verdict: int) -> bool:
        return any(quote[2] == verdict for quote in self.quotes)


class Questions:
    def __init__(self, file: Path) -> None:
        stored = np.load(file)
        self.arrays: dict[str, Array] = {name: stored[name] for name in stored.files}
        self.sets: list[str] = self.arrays["sets"].tolist()
        self.of: Array = self.arrays["question_sets"]
        self.answerable: Array = self.arrays["answerable"]
        self.wordings = len(self.arrays["asked_ends"]) // len(self.of)
        self._breaks = np.unpackbits(self.arrays["text_breaks"], count=len(self.arrays["text_tokens"]))

    def windows(self, question: int, wording: int) -> Iterator[Window]:
        """Cut as the reader model reads a long text."""
        asked = self._part("asked", question * self.wordings + wording).tolist()
        head = [START, *asked, END, END]
        entry_ends = self.arrays["entry_ends"]
        for entry in range(entry_ends[question - 1] if question else 0, entry_ends[question]):
            yield from self._of_text(int(self.arrays["entries"][entry]), head, self._part("quotes", entry, "quote"))

    def _of_text(self, text: int, head: list[int], quotes: Array) -> Iterator[Window]:
        begin = self.arrays["text_ends"][text - 1] if text else 0
        tokens = self._part("text_tokens", text, "text").tolist()
        breaks = self._breaks[begin : begin + len(tokens)]
        first = int(self.arrays["text_first"][text])
        before = [*head, *tokens[:first]]
        for start, end in _parts(breaks, first, WINDOW_TOKENS - len(before) - 1):
            shift = len(before) - start
            inside = [quote for quote in quotes.tolist() if quote[0] < end and start < quote[1]]
            placed = [_placed(quote, start, end, shift) for quote in inside]
            if placed:
                yield Window([*before, *tokens[start:end], END], len(head), placed)

    def _part(self, name: str, number: int, ends: str = "") -> Array:
        places = self.arrays[f"{ends or name}_ends"]
        return self.arrays[name][places[number - 1] if number else 0 : places[number]]

    def drawn(self, question: int, most: int, chance: np.random.Generator) -> list[Window]:
        """At most so many windows, first those that answer."""
        every = list(self.windows(question, int(chance.integers(self.wordings))))
        right = [window for window in every if window.holds(RIGHT)]
        others = [window for window in every if not window.holds(RIGHT)]
        if right and len(others) > 1 and chance.random() < LEFT_OUT_SHARE:
            right, others = [], [window for window in others if not window.holds(UNKNOWN)]
        right = right[:MAX_RIGHT]
        rest = others[FIRST:]
        chance.shuffle(rest)  # type: ignore[arg-type]
        return [*right, *others[:FIRST], *rest][:most]


def _parts(breaks: Array, first: int, room: int) -> Iterator[tuple[int, int]]:
    while first < len(breaks):
        last = min(first + room, len(breaks))
        if last < len(breaks):
            ends = np.flatnonzero(breaks[first + room // 2 : last + 1])
            last = first + room // 2 + int(ends[-1]) if len(ends) else last
        yield first, last
        first = last


def _placed(quote: Sequence[int], start: int, end: int, shift: int) -> tuple[int, int, int, int, int]:
    first, last, verdict, answer, after = quote
    placed = max(first, start) + shift, min(last, end) + shift
    if answer < 0:
        return *placed, verdict, -1, -1
    answer, after = max(answer, start), min(after, end)
    if answer >= after:
        return *placed, UNKNOWN, -1, -1  # the answer stands in the window before or after
    return *placed, verdict, answer + shift, after - 1 + shift
