"""From an example to token ids, the places of its answer and its sentences."""

import random
import re
from dataclasses import dataclass

from knowledge.embedding.e5_tokenizer import END, START, Tokenizer
from training.examples import Example

MAX_TOKENS = 128
MAX_QUESTION_TOKENS = 40
MAX_CONTEXT_TOKENS = 28
_SENTENCE = re.compile(r"[^\n]+?(?:[.!?…](?=\s+[A-ZÁÉÍÓÚÑ¿¡«\"(\d])|(?=\n)|$)", re.MULTILINE)


@dataclass(frozen=True)
class Encoded:
    ids: list[int]
    passage_start: int
    """The first token of the passage; what stands before, other than token 0, is the question."""
    answer: tuple[int, int]
    """First and last token; (0, 0) where there is none."""
    sentences: list[tuple[int, int]]
    """First token and the one after the last."""
    answering: list[bool]
    example: Example
    spans: list[tuple[int, int]]
    """Of each passage token, in characters of context, line break and text."""


def sentences(text: str) -> list[tuple[int, int]]:
    """Sentences and lines, in characters."""
    found = []
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        start += len(match.group()) - len(match.group().lstrip())
        if text[start:end].strip():
            found.append((start, end))
    return found


def encode(example: Example, tokenizer: Tokenizer, chance: random.Random) -> Encoded:
    question = tokenizer.ids(example.question)[:MAX_QUESTION_TOKENS]
    head = [START, *question, END, END]
    context, text = example.passage.context, example.passage.text
    shift = len(context) + 1 if context else 0
    context_tokens = tokenizer.encode(context) if context else None
    context_ids = context_tokens.ids[:MAX_CONTEXT_TOKENS] if context_tokens else []
    context_spans = context_tokens.spans[:MAX_CONTEXT_TOKENS] if context_tokens else []
    encoding = tokenizer.encode(text)
    parts = [_tokens_of(encoding.spans, part) for part in sentences(text)]
    answer = _tokens_of(encoding.spans, example.answer) if example.answer else None
    first, last = _window(len(encoding.ids), MAX_TOKENS - len(head) - len(context_ids) - 1, parts, answer, chance)

    begin = len(head) + len(context_ids)
    inside = [(max(s, first), min(e, last)) for s, e in parts if e > first and s < last]
    placed = [(s - first + begin, e - first + begin) for s, e in inside if e > s]
    span = (answer[0] - first + begin, answer[1] - first + begin) if answer and answer[0] < last else None
    return Encoded(
        ids=[*head, *context_ids, *encoding.ids[first:last], END],
        passage_start=len(head),
        answer=(span[0], min(span[1], last - first + begin) - 1) if span else (0, 0),
        sentences=placed,
        answering=[bool(span and s < span[1] and e > span[0]) for s, e in placed],
        example=example,
        spans=[*context_spans, *((s + shift, e + shift) for s, e in encoding.spans[first:last])],
    )


def _tokens_of(spans: list[tuple[int, int]], characters: tuple[int, int]) -> tuple[int, int]:
    """The tokens that overlap with these characters: the first, and the one after the last."""
    start, end = characters
    touched = [index for index, (s, e) in enumerate(spans) if s < end and e > start]
    return (touched[0], touched[-1] + 1) if touched else (0, 1)


def _window(
    tokens: int, room: int, parts: list[tuple[int, int]], answer: tuple[int, int] | None, chance: random.Random
) -> tuple[int, int]:
    """A stretch that fits, begins with a sentence where it can, and holds the answer."""
    if tokens <= room:
        return 0, tokens
    starts = [s for s, _ in parts if s <= tokens - room // 2]
    if answer:
        starts = [s for s in starts if s <= answer[0] and answer[1] <= s + room]
    first = chance.choice(starts) if starts else max(0, answer[0] - room // 2 if answer else 0)
    return first, min(first + room, tokens)
