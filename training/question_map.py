"""`python -m training.question_map`: fits the map of knowledge/embedding/question_map.py.

From training/questions and the passages that answer them, among all that is searched together with these: the map by
which the right ones come nearest (InfoNCE: a softmax over all passages). Run it after what candidates.py asks for.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from koalarag.localserver import connection, postgres
from training.examples import is_held_out, written
from training.fit_reading import OWN, QUESTIONS, folded

TEMPERATURE = 0.02
EPOCHS, BATCH, RATE = 9, 128, 1e-4
RANKS = (1, 5, 12, 40)
_TELLING = 10
"""characters of a line that tell which passage it stands in"""


@dataclass(frozen=True)
class Group:
    """What is searched together."""

    passages: np.ndarray
    """float32 (passages, 384), rows of length 1"""
    questions: np.ndarray
    right: Sequence[Sequence[int]]
    """of each question the passages that answer it"""
    held_out: np.ndarray


def groups() -> Iterator[Group]:
    from knowledge.embedding.remembered import query_vector

    others = sorted({path.stem for path in QUESTIONS.glob("*.yaml")} - set(OWN))
    for together in (OWN, *((name,) for name in others)):
        passages = _passages(together)
        texts = [folded(text) for _document, text, _vector in passages]
        vectors, right, apart = [], [], []
        for item in (item for name in together for item in _items(name)):
            inside = [number for number, one in enumerate(passages) if one[0] == item["document"]]
            if found := _answering(item, {number: texts[number] for number in inside}):
                vectors.append(query_vector(item["question"]))
                right.append(found)
                apart.append(is_held_out(item["document"]))
        yield Group(np.stack([one[2] for one in passages]), np.stack(vectors), right, np.array(apart))


def _items(name: str) -> Iterator[dict[str, str]]:
    for item in written(QUESTIONS / f"{name}.yaml"):
        if item["answer"]:
            yield item


def _passages(collections: Sequence[str]) -> list[tuple[str, str, np.ndarray]]:
    """Document, text, vector."""
    from knowledge.embedding.registry import DEFAULT_MODEL
    from knowledge.models import Embedding

    rows = Embedding.objects.filter(model=DEFAULT_MODEL, chunk__document__collection__slug__in=collections)
    found = rows.order_by("chunk_id").values_list("chunk__document__external_id", "chunk__text", "vector")
    return [(document, text, np.array(vector, np.float32)) for document, text, vector in found]


def _answering(item: dict[str, str], texts: dict[int, str]) -> list[int]:
    """The passages with the stretch that answers; where it is cut apart, those with a line of it and of the answer."""
    whole = [number for number, text in texts.items() if folded(item["quote"]).strip() in text]
    if whole:
        return whole
    lines, answers = ([folded(line) for line in str(item[name]).split("\n")] for name in ("quote", "answer"))
    telling = [line for line in lines if len(line) > _TELLING]
    return [
        number
        for number, text in texts.items()
        if any(line in text for line in telling) and any(answer in text for answer in answers)
    ]


def fit(found: Sequence[Group]) -> tuple[np.ndarray, np.ndarray]:
    """Matrix (384, 384) and bias, by Adam with a rate that falls to nothing; the seed is fixed."""
    random = np.random.default_rng(0)
    size = found[0].passages.shape[1]
    weights = [np.zeros((size, size), np.float32), np.zeros(size, np.float32)]
    means, squares = ([np.zeros_like(one) for one in weights] for _ in range(2))
    learnt = [(group, number) for group in found for number in np.flatnonzero(~group.held_out)]
    steps = EPOCHS * len(learnt) // BATCH
    for step in range(1, steps + 1):
        slopes = _slopes([learnt[place] for place in random.integers(len(learnt), size=BATCH)], *weights)
        rate = RATE * (1 - step / (steps + 1)) / (1 - 0.9**step)
        for number, slope in enumerate(slopes):
            means[number] += 0.1 * (slope - means[number])
            squares[number] += 0.001 * (slope**2 - squares[number])
            weights[number] -= rate * means[number] / (np.sqrt(squares[number] / (1 - 0.999**step)) + 1e-8)
    return weights[0], weights[1]


def _slopes(batch: Sequence[tuple[Group, int]], matrix: np.ndarray, bias: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the mean loss: -log of the right passages' share of the softmax over all."""
    by_matrix, by_bias = np.zeros_like(matrix), np.zeros_like(bias)
    for group in {id(group): group for group, _number in batch}.values():
        numbers = [number for one, number in batch if one is group]
        vectors = group.questions[numbers]
        moved = vectors + vectors @ matrix + bias
        length = np.linalg.norm(moved, axis=1, keepdims=True)
        unit = moved / length
        logits = unit @ group.passages.T / TEMPERATURE
        shares = np.exp(logits - logits.max(1, keepdims=True))
        wanted = np.zeros_like(shares)
        for row, number in enumerate(numbers):
            wanted[row, list(group.right[number])] = shares[row, list(group.right[number])]
        error = shares / shares.sum(1, keepdims=True) - wanted / (wanted.sum(1, keepdims=True) + 1e-12)
        by_unit = error @ group.passages / TEMPERATURE
        by_moved = (by_unit - (by_unit * unit).sum(1, keepdims=True) * unit) / length / len(batch)
        by_matrix += vectors.T @ by_moved
        by_bias += by_moved.sum(0)
    return by_matrix, by_bias


def recall(found: Sequence[Group], matrix: np.ndarray, bias: np.ndarray) -> dict[int, float]:
    """Of the questions that are held out: the share with an answering passage among the nearest 1, 5, …"""
    from knowledge.embedding.question_map import mapped

    ranks = []
    for group in found:
        for number in np.flatnonzero(group.held_out):
            cosines = group.passages @ mapped(group.questions[number], matrix, bias)
            ranks.append(int((cosines > cosines[list(group.right[number])].max()).sum()) + 1)
    return {count: round(float(np.mean(np.array(ranks) <= count)), 3) for count in RANKS}


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    with nullcontext() if connection.is_external() else postgres.server(connection.data_dir()):
        import django

        django.setup()
        from knowledge.embedding.question_map import WEIGHTS

        found = list(groups())
        matrix, bias = fit(found)
        print("held out, before", recall(found, np.zeros_like(matrix), np.zeros_like(bias)))
        print("held out, after ", recall(found, matrix, bias))
        np.savez_compressed(WEIGHTS, matrix=matrix.astype(np.float16), bias=bias.astype(np.float16))


if __name__ == "__main__":
    main()
