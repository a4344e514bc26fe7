"""Questions over passages, from encyclopaedic paragraphs and from the sample's own documents."""

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

HELD_OUT_ARTICLES = {"Imperialism", "Imperialismo", "French and Indian War", "Guerra franco-india", "Varsovia"}
"""Both languages of an article together: a translated paragraph is no unseen one."""
HELD_OUT_SHARE_OF_DOCUMENTS = 0.12
NAMED_SHARE = 0.6
"""Of the encyclopaedic passages that begin with a line naming their article, as the product's passages do."""

_SENTENCE = re.compile(r"[^\n]+?(?:[.!?…](?=\s+[A-ZÁÉÍÓÚÑ¿¡«\"(\d])|(?=\n)|$)", re.MULTILINE)


@dataclass(frozen=True)
class Passage:
    group: str
    """Article or document: what is split into training and held-out, and whose passages are alike."""
    lang: str
    context: str
    text: str


@dataclass(frozen=True)
class Example:
    question: str
    lang: str
    passage: Passage
    answer: tuple[int, int] | None
    """In characters of `passage.text`; None where the passage does not answer."""
    source: str
    held_out: bool


def encyclopaedic(folder: Path, chance: random.Random) -> list[Example]:
    """Reads passages.jsonl (passage, article, lang, text) and questions.jsonl (question, passage, answer, start)."""
    passages = {}
    for row in rows(folder / "passages.jsonl"):
        name = re.sub(r"\s+", " ", row["article"].split("(en inglés)")[0]).strip(" .")
        context = name if chance.random() < NAMED_SHARE else ""
        passages[row["passage"]] = Passage(row["article"], row["lang"], context, row["text"])
    examples = []
    for row in rows(folder / "questions.jsonl"):
        passage = passages[row["passage"]]
        answer = None if row["answer"] is None else (row["start"], row["start"] + len(row["answer"]))
        held_out = passage.group in HELD_OUT_ARTICLES
        examples.append(Example(row["question"], row["lang"], passage, answer, "encyclopaedic", held_out))
    return examples


def own(folder: Path, sections: Path) -> list[Example]:
    """Reads *.yaml (question, lang, document, quote, answer) over sections of the sample as they were ingested.

    A question whose quote stands in no section is left out.
    """
    by_document: dict[str, list[Passage]] = {}
    for row in rows(sections):
        path = row["path"].removeprefix(row["document"]).strip(" ›")
        context = f"{row['document']} › {path}" if path else row["document"]
        passage = Passage(row["file"], row["lang"], context, row["text"])
        by_document.setdefault(row["file"], []).append(passage)
    examples = []
    for file in sorted(folder.glob("*.yaml")):
        for item in written(file):
            held_out = is_held_out(item["document"])
            found = _located(item["quote"], item["answer"], by_document.get(item["document"], []))
            if found:
                passage, answer = found
                examples.append(Example(item["question"], item["lang"], passage, answer, "own", held_out))
    return examples


def written(file: Path) -> list[dict[str, Any]]:
    """What a file of questions holds, read by libyaml: PyYAML's own parser takes half a minute for all of them."""
    items: list[dict[str, Any]] = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return items


def is_held_out(document: str) -> bool:
    """The same for every year and language of a document: by the letters of its name."""
    stem = re.sub(r"[^a-z]+", "", document.split("_")[0].rsplit(".", 1)[0].lower())
    return random.Random(stem).random() < HELD_OUT_SHARE_OF_DOCUMENTS


def _located(
    quote: str, answer: str | None, passages: Iterable[Passage]
) -> tuple[Passage, tuple[int, int] | None] | None:
    for passage in passages:
        at = passage.text.find(quote)
        if at >= 0:
            if answer is None:
                return passage, None
            start = at + place(answer, quote)
            return passage, (start, start + len(answer))
    return None


def place(answer: str, quote: str) -> int:
    """Where an answer begins: as whole words where it can, in a row rather behind its label ("64-71 %: 6")."""
    whole = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(answer)}(?!\w)", quote)]
    return whole[-1] if whole else quote.find(answer)


def near_passages(example: Example, passages: Sequence[Passage], count: int) -> list[Passage]:
    """Of the same article or document and without the answer, those that share most rare words with the question."""
    assert example.answer
    start, end = example.answer
    answer = example.passage.text[start:end].lower()
    same = [p for p in passages if p.lang == example.passage.lang and p.text != example.passage.text]
    without = [p for p in same if answer not in p.text.lower()]
    words = {word for passage in without for word in _words(passage.text)} & _words(example.question)
    frequency = {word: sum(word in _words(p.text) for p in without) for word in words}

    def overlap(passage: Passage) -> float:
        return sum(1 / frequency[word] for word in words & _words(passage.text))

    return sorted(without, key=overlap, reverse=True)[:count]


def sentences(text: str) -> list[tuple[int, int]]:
    """Sentences and lines, in characters."""
    found = []
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        start += len(match.group()) - len(match.group().lstrip())
        if text[start:end].strip():
            found.append((start, end))
    return found


@lru_cache(20_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"\w+", text.lower()) if len(word) > 3)


def rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
