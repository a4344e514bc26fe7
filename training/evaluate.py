"""What the reader model is worth on articles and documents that were held out: see README.md in this folder."""

import argparse
import json
import random
import re
import string
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from chat.agent.answers.reader.reader import Reader, Reading
from knowledge.embedding.e5 import E5
from training.examples import Example, Passage, encyclopaedic, near_passages, own, sentences

SEED = 20
QUESTIONS = Path(__file__).with_name("questions")
MAX_RANKED = 60
"""Questions of each kind and language that are ranked over ten passages."""
_ARTICLES = re.compile(r"\b(a|an|the|el|la|los|las|un|una|unos|unas|o|os|as|unha|unhas|uns)\b")
Figures = dict[str, float | int]


def shown(passage: Passage) -> str:
    return f"{passage.context}\n{passage.text}" if passage.context else f"\n{passage.text}"


def by_kind(examples: Sequence[Example], measure: Callable[[Sequence[Example]], Figures]) -> dict[str, Figures]:
    kinds = defaultdict(list)
    for example in examples:
        kinds[f"{example.source}, {example.lang}"].append(example)
    return {kind: measure(members) for kind, members in sorted(kinds.items())}


def reading(examples: Sequence[Example], reader: Reader) -> Figures:
    """Exact match and F1 as in SQuAD, of the answerable ones; the sentence of the span, and the most relevant one."""
    exact, f1, span_right, relevance_right, scores = [], [], [], [], []
    for example in examples:
        (found,) = reader.read(example.question, [shown(example.passage)])
        best, most_relevant = _best_relevance(found, example.passage)
        answer, score = found.best
        scores.append((example.answer is not None, score, best))
        if example.answer and answer:
            shift = len(example.passage.context) + 1
            span = answer[0] - shift, answer[1] - shift
            gold, text = (example.passage.text[slice(*where)] for where in (example.answer, span))
            exact.append(_normal(gold) == _normal(text))
            f1.append(_f1(gold, text))
            right = {s for s in sentences(example.passage.text) if _overlap(s, example.answer)}
            span_right.append(any(_overlap(s, span) for s in right))
            relevance_right.append(most_relevant in right)
    answerable, span_scores, relevances = map(np.array, zip(*scores, strict=True))
    return {
        "answerable": len(exact),
        "unanswerable": len(examples) - len(exact),
        "exact": _mean(exact),
        "F1": _mean(f1),
        "sentence of the span": _mean(span_right),
        "most relevant sentence": _mean(relevance_right),
        "AUC span": area_under_curve(span_scores[answerable], span_scores[~answerable]),
        "AUC relevance": area_under_curve(relevances[answerable], relevances[~answerable]),
    }


def ranking(examples: Sequence[Example], passages: Sequence[Passage], reader: Reader, embedder: E5) -> Figures:
    """Share of questions whose right sentence is among the first 1, 2, 3 of those of ten passages, by each score."""
    answerable = [example for example in examples if example.answer]
    chosen = random.Random(SEED).sample(answerable, min(MAX_RANKED, len(answerable)))
    by_group: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        by_group[passage.group].append(passage)
    hits: dict[str, list[int]] = defaultdict(list)
    for example in chosen:
        same = by_group[example.passage.group]
        ten = [example.passage, *near_passages(example, same, 9)]
        parts = [(passage, sentence) for passage in ten for sentence in sentences(passage.text)]
        right = [p is example.passage and _overlap(s, example.answer) for p, s in parts]
        found = {id(p): r for p, r in zip(ten, reader.read(example.question, list(map(shown, ten))), strict=True)}
        vectors = embedder.embed([p.text[slice(*s)] for p, s in parts])
        scores = {
            "cosine": vectors @ embedder.embed_query(example.question),
            "relevance": np.array([found[id(p)].relevance(*_shifted(p, s)) for p, s in parts]),
            "span": np.array([found[id(p)].span_score(*_shifted(p, s)) for p, s in parts]),
        }
        scores["sum"] = sum(standardised(values) for values in scores.values())
        for name, values in scores.items():
            hits[name].append(min(place for place, part in enumerate(np.argsort(-values)) if right[part]))
    return {"questions": len(chosen)} | {
        f"{name} @{k}": _mean([place < k for place in places]) for name, places in hits.items() for k in (1, 2, 3)
    }


def standardised(values: np.ndarray) -> np.ndarray:
    finite = np.where(np.isfinite(values), values, values[np.isfinite(values)].min(initial=0))
    return (finite - finite.mean()) / (finite.std() + 1e-6)


def area_under_curve(positive: np.ndarray, negative: np.ndarray) -> float:
    """The share of pairs in which the positive one is higher; a tie is half."""
    if not len(positive) or not len(negative):
        return float("nan")
    difference = positive[:, None] - negative
    return round(float((difference > 0).mean() + (difference == 0).mean() / 2), 3)


def _best_relevance(found: Reading, passage: Passage) -> tuple[float, tuple[int, int]]:
    scored = [(found.relevance(*_shifted(passage, sentence)), sentence) for sentence in sentences(passage.text)]
    return max(scored)


def _shifted(passage: Passage, characters: tuple[int, int]) -> tuple[int, int]:
    shift = len(passage.context) + 1
    return characters[0] + shift, characters[1] + shift


def _overlap(one: tuple[int, int], other: tuple[int, int] | None) -> bool:
    return other is not None and one[0] < other[1] and one[1] > other[0]


def _normal(text: str) -> list[str]:
    text = unicodedata.normalize("NFC", text.lower())
    text = "".join(" " if c in string.punctuation + "¿¡«»“”" else c for c in text)
    return _ARTICLES.sub(" ", text).split()


def _f1(gold: str, text: str) -> float:
    right, found = Counter(_normal(gold)), Counter(_normal(text))
    common = (right & found).total()
    return 2 * common / (right.total() + found.total()) if common else float(right == found)


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 3) if values else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reading", type=Path, required=True, help="folder with passages.jsonl and questions.jsonl")
    parser.add_argument("--sections", type=Path, required=True, help="by dump_sections.py")
    options = parser.parse_args()
    examples = [*encyclopaedic(options.reading, random.Random(SEED)), *own(QUESTIONS, options.sections)]
    passages = list(dict.fromkeys(example.passage for example in examples))
    held_out = [example for example in examples if example.held_out]
    embedder = E5(threads=2)
    reader = Reader(embedder)
    figures = {
        "reading": by_kind(held_out, lambda some: reading(some, reader)),
        "ranking": by_kind(held_out, lambda some: ranking(some, passages, reader, embedder)),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
