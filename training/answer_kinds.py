"""`python -m training.answer_kinds READING SECTIONS [--check]`: fits what kind of thing a question asks for.

From the questions whose answers are known: which of KINDS stand in the answer is a linear function of e5's vector of
the question, and its probability a logistic one of that. For READING and SECTIONS see README.md.
"""

import argparse
import os
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training.examples import Example, encyclopaedic, own
from training.listwise import area_under_curve, fit_logistic

OWN_WEIGHT = 3.0
"""of a question over documents, against one over an encyclopaedia"""
RIDGE = 3.0
QUESTIONS = Path(__file__).with_name("questions")


def answered(reading: Path, sections: Path) -> list[Example]:
    every = [*encyclopaedic(reading, random.Random(0)), *own(QUESTIONS, sections)]
    return [example for example in every if example.answer]


def truth(examples: Sequence[Example]) -> np.ndarray:
    """(examples, kinds)"""
    from chat.agent.answers.answer_kinds import KINDS, kinds_in

    # After a colon, so that a name at the beginning is none of a sentence.
    found = [kinds_in(f": {e.passage.text[e.answer[0] : e.answer[1]]}") for e in examples if e.answer]
    return np.array([[kind in kinds for kind in KINDS] for kinds in found], float)


def fit(vectors: np.ndarray, kinds: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights (384, kinds) and bias (kinds): least squares, then a logistic function of what they give."""
    mean, scale = vectors.mean(0), vectors.std(0)
    rows = np.hstack([(vectors - mean) / scale, np.ones((len(vectors), 1))])
    square = (rows.T * weights) @ rows + RIDGE * len(rows) ** 0.5 * np.eye(rows.shape[1])
    linear = np.linalg.solve(square, (rows.T * weights) @ kinds)
    said = rows @ linear
    found, bias = np.zeros((vectors.shape[1], kinds.shape[1])), np.zeros(kinds.shape[1])
    for kind in range(kinds.shape[1]):
        slope, shift = fit_logistic(np.column_stack([said[:, kind], np.ones(len(said))]), kinds[:, kind] > 0, 1e-3)
        found[:, kind] = slope * linear[:-1, kind] / scale
        bias[kind] = slope * (linear[-1, kind] - (mean / scale) @ linear[:-1, kind]) + shift
    return found, bias


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reading", type=Path)
    parser.add_argument("sections", type=Path)
    parser.add_argument("--vectors", type=Path, help="a file that keeps the questions' vectors for the next time")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    from chat.agent.answers.answer_kinds import KINDS, WEIGHTS

    examples = answered(options.reading, options.sections)
    vectors, kinds = _vectors(examples, options.vectors), truth(examples)
    own_ones = np.array([example.source == "own" for example in examples])
    held_out = np.array([example.held_out for example in examples])
    weights = np.where(own_ones, OWN_WEIGHT, 1.0)
    found, bias = fit(vectors[~held_out], kinds[~held_out], weights[~held_out])
    for part, inside in (("encyclopaedic", held_out & ~own_ones), ("own", held_out & own_ones)):
        for number, kind in enumerate(KINDS):
            said, stands = (vectors[inside] @ found + bias)[:, number], kinds[inside][:, number] > 0
            area = round(area_under_curve(said, stands), 3) if 1 < stands.sum() < len(stands) else "-"
            print(part, kind, int(stands.sum()), "of", len(stands), "area under the curve", area)
    found, bias = fit(vectors, kinds, weights)
    shares = np.average(kinds, axis=0, weights=weights)
    np.savez(WEIGHTS, **{k: v.astype(np.float32) for k, v in (("weights", found), ("bias", bias), ("shares", shares))})


def _vectors(examples: Sequence[Example], kept: Path | None) -> np.ndarray:
    from knowledge.embedding.e5 import E5

    if kept and kept.exists():
        return np.asarray(np.load(kept), float)
    embedder = E5(threads=1)
    found = np.array([embedder.embed_query(example.question) for example in examples], float)
    if kept:
        np.save(kept, found)
    return found


if __name__ == "__main__":
    main()
