"""How surely each quote of the evidence answers a question: a logistic function of its measures.

The weights are fitted by training/fit_reading.py; docs/reading.md has the figures and the calibration curve.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chat.agent.answers.measures import Matrix, measured, quotes_in
from chat.agent.answers.passages import Quote
from knowledge.retrieval.config import Passage

WEIGHTS = Path(__file__).with_name("reading_weights.json")


@dataclass(frozen=True)
class Weights:
    means: NDArray[np.float64]
    scales: NDArray[np.float64]
    ranking: NDArray[np.float64]
    """of the scaled measures: the logit of a quote among the others of its question"""
    slope: float
    offset: float
    """the probability that the best quote answers is 1 / (1 + exp(-(slope * its logit + offset)))"""

    def logits(self, rows: Matrix) -> NDArray[np.float64]:
        found: NDArray[np.float64] = ((rows - self.means) / self.scales) @ self.ranking
        return found

    def probability(self, logit: float) -> float:
        return 1 / (1 + exp(-max(-50.0, min(50.0, self.slope * logit + self.offset))))


@cache
def weights() -> Weights:
    read = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    arrays = (np.array(read[name]) for name in ("means", "scales", "ranking"))
    return Weights(*arrays, read["slope"], read["offset"])


def read(question: str, evidence: Sequence[Passage]) -> list[Quote]:
    """The quotes of the evidence, best first, each with the probability that it answers as its score."""
    ranked = quotes_in(evidence)
    if not ranked:
        return []
    fitted = weights()
    logits = fitted.logits(measured(question, evidence, ranked))
    scored = [
        replace(quote, score=fitted.probability(float(logit)))
        for (_rank, quote), logit in zip(ranked, logits, strict=True)
    ]
    return sorted(scored, key=lambda quote: -quote.score)


def confidence(quotes: Sequence[Quote]) -> float:
    """0-1: how surely the best of them answers."""
    return quotes[0].score if quotes else 0.0
