"""`python -m training.pack PACK.npz CANDIDATES... --reading FOLDER`: all that training needs, in one file of 30 MB.

`train_reader` needs this file, numpy and torch alone, so it can run on another machine, one with a GPU for example.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from chat.agent.answers.reader.reader import MAX_CONTEXT_TOKENS, MAX_QUESTION_TOKENS, ends_sentence, first_text_token
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_tokenizer import END, PAD, START, Tokenizer
from knowledge.embedding.e5_weights import LOWER, UPPER, Array, Weights, path
from training import examples
from training.across import across
from training.examples import Passage, near_passages, sentences
from training.typed import typed

SEED = 31
WORDINGS = 5
"""of each question; the first as it was written, the others as it may be typed"""
VERDICTS = ("wrong", "right", "unknown")
OWN, ENCYCLOPAEDIC, JUDGED = "own", "encyclopaedic", "held out"
PARAGRAPHS = 3


@dataclass
class Pack:
    """Flat lists, with the places where each item's part ends; what each holds: `arrays`."""

    tokenizer: Tokenizer
    chance: random.Random
    sets: list[str] = field(default_factory=lambda: [OWN, ENCYCLOPAEDIC])
    places: dict[str, int] = field(default_factory=dict)
    text_tokens: list[int] = field(default_factory=list)
    text_breaks: list[bool] = field(default_factory=list)
    text_ends: list[int] = field(default_factory=list)
    text_first: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    asked_ends: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    entry_ends: list[int] = field(default_factory=list)
    quotes: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    quote_ends: list[int] = field(default_factory=list)
    question_sets: list[int] = field(default_factory=list)
    answerable: list[bool] = field(default_factory=list)
    spans: list[list[tuple[int, int]]] = field(default_factory=list)

    def add(self, question: str, texts: Sequence[dict[str, Any]], answerable: bool, of: str) -> None:
        if of not in self.sets:
            self.sets.append(of)
        self.question_sets.append(self.sets.index(of))
        self.answerable.append(answerable)
        for number in range(WORDINGS):
            words = typed(question, self.chance) if number else question
            self.asked += self.tokenizer.ids(words)[:MAX_QUESTION_TOKENS]
            self.asked_ends.append(len(self.asked))
        for text in texts:
            place = self._place(text["text"])
            self.entries.append(place)
            self.quotes += filter(None, (_placed(quote, self.spans[place]) for quote in text["quotes"]))
            self.quote_ends.append(len(self.quotes))
        self.entry_ends.append(len(self.entries))

    def _place(self, text: str) -> int:
        if text not in self.places:
            self.places[text] = len(self.places)
            encoding = self.tokenizer.encode(text)
            first = first_text_token(encoding, text)
            left_out = max(0, first - MAX_CONTEXT_TOKENS)
            kept = [*range(first - left_out), *range(first, len(encoding.ids))]
            self.text_tokens += [encoding.ids[i] for i in kept]
            self.text_breaks += [i > 0 and ends_sentence(encoding, text, i) for i in kept]
            self.text_ends.append(len(self.text_tokens))
            self.text_first.append(first - left_out)
            self.spans.append([encoding.spans[i] for i in kept])
        return self.places[text]

    def arrays(self) -> dict[str, Array]:
        vocabulary, number = numbered([*self.text_tokens, *self.asked])
        return {
            "sets": np.array(self.sets),
            "vocabulary": vocabulary,
            "text_tokens": np.array([number[token] for token in self.text_tokens], np.uint16),
            "text_breaks": np.packbits(np.array(self.text_breaks)),
            "text_ends": np.array(self.text_ends, np.int32),
            "text_first": np.array(self.text_first, np.uint8),
            "asked": np.array([number[token] for token in self.asked], np.uint16),
            "asked_ends": np.array(self.asked_ends, np.int32),
            "entries": np.array(self.entries, np.int32),
            "entry_ends": np.array(self.entry_ends, np.int32),
            "quotes": np.array(self.quotes, np.int16),
            "quote_ends": np.array(self.quote_ends, np.int32),
            "question_sets": np.array(self.question_sets, np.uint8),
            "answerable": np.array(self.answerable),
        }


def _placed(quote: list[Any], spans: Sequence[tuple[int, int]]) -> tuple[int, int, int, int, int] | None:
    """First token and the one after the last, verdict, and the same of the answer, (-1, -1) where it is not said."""
    start, end, verdict, *answer = quote
    touched = _touched(spans, start, end)
    if not touched:
        return None
    inside = _touched(spans, *answer) if answer else []
    placed = (inside[0], inside[-1] + 1) if inside else (-1, -1)
    return touched[0], touched[-1] + 1, VERDICTS.index(verdict), *placed


def _touched(spans: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    return [index for index, (s, e) in enumerate(spans) if s < end and e > start]


def add_candidates(pack: Pack, file: Path) -> None:
    """Those that were held out are judged by; a line may name the `set` that it is judged with."""
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        holds = any(quote[2] == "right" for text in row["texts"] for quote in text["quotes"])
        if not row["texts"] or (row["answerable"] and not holds and not row["held_out"]):
            continue  # an answer that the search did not find teaches nothing
        of = row.get("set", JUDGED) if row["held_out"] else OWN
        pack.add(row["question"], row["texts"], row["answerable"], of)


def add_encyclopaedic(pack: Pack, reading: Path, embedder: E5) -> None:
    learnt = [one for one in examples.encyclopaedic(reading, pack.chance) if not one.held_out]
    by_article: dict[str, list[Passage]] = {}
    for passage in dict.fromkeys(example.passage for example in learnt):
        by_article.setdefault(passage.group, []).append(passage)
    for example in [*learnt, *across(learnt, embedder)]:
        near = near_passages(example, by_article[example.passage.group], PARAGRAPHS - 1) if example.answer else []
        texts = [paragraph(example.passage, example.answer), *(paragraph(passage, None) for passage in near)]
        pack.add(example.question, texts, example.answer is not None, ENCYCLOPAEDIC)


def paragraph(passage: Passage, answer: tuple[int, int] | None) -> dict[str, Any]:
    shift = len(passage.context) + 1
    quotes = []
    for start, end in sentences(passage.text):
        right = answer and start < answer[1] and answer[0] < end
        placed = [max(start, answer[0]) + shift, min(end, answer[1]) + shift] if answer and right else []
        quotes.append([start + shift, end + shift, "right" if right else "wrong", *placed])
    return {"text": f"{passage.context}\n{passage.text}", "quotes": quotes}


def numbered(tokens: Sequence[int]) -> tuple[Array, dict[int, int]]:
    """The tokens that occur, with <s>, <pad> and </s> first, and the place of each among them."""
    special = [START, PAD, END]
    vocabulary = np.array([*special, *sorted({*tokens} - {*special})], np.int32)
    return vocabulary, {token: place for place, token in enumerate(vocabulary.tolist())}


def embedder_arrays(weights: Weights, vocabulary: Array) -> Iterator[tuple[str, Array]]:
    """The rows of the token table, and both parts' layers as the product runs them."""
    yield "token_table", weights.token_blocks(vocabulary)
    for name, values in {**weights.initializers(LOWER), **weights.initializers(UPPER)}.items():
        yield f"embedder/{name}", values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path)
    parser.add_argument("candidates", type=Path, nargs="+", help="files by candidates.py")
    parser.add_argument("--reading", type=Path, required=True, help="folder with passages.jsonl and questions.jsonl")
    options = parser.parse_args()
    embedder = E5(threads=2)
    pack = Pack(embedder.tokenizer, random.Random(SEED))
    for file in options.candidates:
        add_candidates(pack, file)
    add_encyclopaedic(pack, options.reading, embedder)
    arrays = pack.arrays()
    np.savez_compressed(options.pack, **arrays, **dict(embedder_arrays(Weights(path()), arrays["vocabulary"])))
    counts = np.bincount(arrays["question_sets"], minlength=len(pack.sets))
    print(dict(zip(pack.sets, counts.tolist(), strict=True)), f"{options.pack.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
