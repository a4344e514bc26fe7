"""A question with the windows of text that are read for it, as token ids: the reader model learns to choose."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chat.agent.answers.reader.reader import MAX_CONTEXT_TOKENS, MAX_QUESTION_TOKENS, first_text_token, parts
from knowledge.embedding.e5_tokenizer import END, START, Tokenizer
from training.encoding import sentences
from training.examples import Example, near_passages
from training.typed import typed

WINDOW_TOKENS = 128
MAX_WINDOWS = 4
"""of a question, first those that answer"""
RIGHT = 2
FIRST = 3
"""Of the others, so many are the search's first; the rest are drawn from all."""
LEFT_OUT_SHARE = 0.1
"""Of the questions with an answer, those of which only windows without it are shown: then none is right."""
PARAGRAPHS = 3


@dataclass(frozen=True)
class PlacedQuote:
    tokens: tuple[int, int]
    """first, and the one after the last"""
    verdict: str
    """right, wrong or unknown: the last is not learnt from"""
    answer: tuple[int, int] | None
    """first token and last, of a right one"""


@dataclass(frozen=True)
class Window:
    ids: list[int]
    passage_start: int
    quotes: list[PlacedQuote]

    def holds(self, verdict: str) -> bool:
        return any(quote.verdict == verdict for quote in self.quotes)


@dataclass(frozen=True)
class Group:
    question: str
    windows: list[Window]


def retrieved(file: Path, tokenizer: Tokenizer, chance: random.Random) -> Iterator[Group]:
    """Of candidates.py's lines those that are not held out: an answer that the search did not find teaches nothing."""
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["held_out"] or not row["texts"]:
            continue
        question = typed(row["question"], chance)
        every = [window for text in row["texts"] for window in windows(question, text, tokenizer)]
        right = [window for window in every if window.holds("right")]
        others = [window for window in every if not window.holds("right")]
        if row["answerable"] and not right:
            continue
        if right and chance.random() < LEFT_OUT_SHARE:
            right, others = [], [window for window in others if not window.holds("unknown")]
        right = right[:RIGHT]
        drawn = others[FIRST:]
        chance.shuffle(drawn)
        yield Group(question, [*right, *others[:FIRST], *drawn][:MAX_WINDOWS])


def encyclopaedic(
    examples: Sequence[Example], count: int, tokenizer: Tokenizer, chance: random.Random
) -> Iterator[Group]:
    """Each with the nearest paragraphs of its article."""
    by_article: dict[str, list[Any]] = {}
    for passage in dict.fromkeys(example.passage for example in examples):
        by_article.setdefault(passage.group, []).append(passage)
    for example in chance.sample(list(examples), min(count, len(examples))):
        near = near_passages(example, by_article[example.passage.group], PARAGRAPHS - 1) if example.answer else []
        texts = [_paragraph(example.passage, example.answer), *(_paragraph(passage, None) for passage in near)]
        question = typed(example.question, chance)
        found = [one for text in texts for one in windows(question, text, tokenizer)]
        yield Group(question, found)


def _paragraph(passage: Any, answer: tuple[int, int] | None) -> dict[str, Any]:
    shift = len(passage.context) + 1
    quotes = []
    for start, end in sentences(passage.text):
        right = answer and start < answer[1] and answer[0] < end
        placed = [max(start, answer[0]) + shift, min(end, answer[1]) + shift] if answer and right else []
        quotes.append([start + shift, end + shift, "right" if right else "wrong", *placed])
    return {"text": f"{passage.context}\n{passage.text}", "quotes": quotes}


def windows(question: str, text: dict[str, Any], tokenizer: Tokenizer) -> Iterator[Window]:
    """Cut as the reader model reads a long text."""
    encoding = tokenizer.encode(text["text"])
    first = first_text_token(encoding, text["text"])
    asked = [START, *tokenizer.ids(question)[:MAX_QUESTION_TOKENS], END, END]
    head = [*asked, *encoding.ids[: min(first, MAX_CONTEXT_TOKENS)]]
    for begin, end in parts(encoding, text["text"], first, WINDOW_TOKENS - len(head) - 1):
        placed = [_placed(quote, encoding.spans[begin:end], len(head)) for quote in text["quotes"]]
        quotes = [quote for quote in placed if quote]
        if quotes:
            yield Window([*head, *encoding.ids[begin:end], END], len(asked), quotes)


def _placed(quote: list[Any], spans: Sequence[tuple[int, int]], shift: int) -> PlacedQuote | None:
    start, end, verdict, *answer = quote
    touched = _touched(spans, start, end)
    if not touched:
        return None
    inside = _touched(spans, *answer) if answer else []
    if answer and not inside:
        verdict = "unknown"  # the answer stands in the window before or after
    placed = (inside[0] + shift, inside[-1] + shift) if inside else None
    return PlacedQuote((touched[0] + shift, touched[-1] + 1 + shift), verdict, placed)


def _touched(spans: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    return [index for index, (s, e) in enumerate(spans) if s < end and e > start]
