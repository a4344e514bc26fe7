"""How surely each quote of the evidence answers a question: a logistic function of its measures.

The weights are fitted by training/fit_reading.py; docs/reading.md has the figures and the calibration curve.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chat.agent.answers.answer_kinds import asks_when, kinds_in, surely_asked, tells_when
from chat.agent.answers.measures import NAMES, Matrix, measured, quotes_in
from chat.agent.answers.parts import parts
from chat.agent.answers.passages import Quote, nearest_headings
from chat.agent.answers.reader_texts import worth_reading
from chat.agent.retrieval.sides import Side
from knowledge.embedding.remembered import query_vector
from knowledge.retrieval.config import Passage

WEIGHTS = Path(__file__).with_name("reading_weights.json")
Vector = NDArray[np.float64]
MIN_QUOTES = 20
"""With fewer, how far the best stands out is measured against what quotes have elsewhere: in a small collection too."""
WITHOUT_WHAT_IS_ASKED = 0.25
"""What is left of the confidence where a price or an address of mail is asked for and none would be shown."""
WITHOUT_TIME = 0.1
"""Where it is asked when something is: what is left of the likelihood of a quote that says no day, hour or the like, if
one that does has so much of the best one's."""
# What of the best quote tells whether there is an answer at all, beside its logit.
TELLING = (
    "chunk_cosine", "words_read", "words_document", "words_unsaid", "missing_names", "kinds_lacking", "reader_span",
    "reader_relevance",
)  # fmt: skip


@dataclass(frozen=True)
class Weights:
    means: Vector
    scales: Vector
    ranking: Vector
    """of the scaled measures: the logit of a quote among the others of its question"""
    answerable: Vector
    """of `telling`: the logit that the best quote answers"""
    typical: float
    """the logit by `ranking` of a quote that does not answer, the mean of medians"""

    def scaled(self, rows: Matrix) -> Matrix:
        found: Matrix = (rows - self.means) / self.scales
        return found

    def confidence(self, logits: Vector, scaled: Matrix) -> float:
        logit = float(telling(logits, scaled, self.typical) @ self.answerable)
        return 1 / (1 + exp(-max(-50.0, min(50.0, logit))))


def telling(logits: Vector, scaled: Matrix, typical: float) -> Vector:
    """What tells whether there is an answer: the best logit, how far it stands out, TELLING of that quote, 1."""
    best = int(logits.argmax())
    padded = np.append(logits, np.full(max(0, MIN_QUOTES - len(logits)), typical))
    ahead = float(logits[best] - np.median(padded))
    own = [float(scaled[best, NAMES.index(name)]) for name in TELLING]
    return np.array([float(logits[best]), ahead, *own, 1.0])


def stored_weights(stored: Mapping[str, Any]) -> Weights:
    """As training/fit_reading.py writes them."""
    arrays = {name: np.array(stored[name]) for name in ("means", "scales", "ranking", "answerable")}
    return Weights(**arrays, typical=stored["typical"])


@cache
def weights() -> Weights:
    return stored_weights(json.loads(WEIGHTS.read_text(encoding="utf-8")))


def read(
    question: str,
    evidence: Sequence[Passage],
    *,
    wants_all: bool = False,
    left_out: Callable[[Quote], bool] = lambda _quote: False,
) -> list[Quote]:
    """The quotes that are worth reading, best first; where a whole is asked for, sections of which several may answer.

    The score of the best is the probability that the surest answers; that of another is smaller by how much less likely
    it is.
    """
    found = [quote for quote in quotes_in(evidence, wants_all=wants_all) if not left_out(quote)]
    # What the items of a whole are items of may stand in any of the passages.
    quotes = found if wants_all else worth_reading(found)
    if not quotes:
        return []
    fitted = weights()
    scaled = fitted.scaled(measured(question, evidence, quotes))
    logits = scaled @ fitted.ranking
    if asks_when(question):
        logits = without_time_behind(quotes, logits)
    likely = np.exp(logits - logits.max())
    if wants_all:
        likely *= of_section(quotes, likely)
    scores = fitted.confidence(logits, scaled) * likely / likely.max()
    scored = [replace(quote, score=float(score)) for quote, score in zip(quotes, scores, strict=True)]
    ranked = sorted(scored, key=lambda quote: -quote.score)
    if _lacks_what_is_asked(question, ranked, wants_all=wants_all):
        return [replace(quote, score=WITHOUT_WHAT_IS_ASKED * quote.score) for quote in ranked]
    return ranked


def without_time_behind(quotes: Sequence[Quote], logits: Vector) -> Vector:
    """Where a quote that says when is likely enough, the logits of those that say no day, hour or the like are lowered:
    what an examination counts is no date. What happens "on the day of the return" stays where nothing else does."""
    timed = np.array([tells_when(_with_headings(quote)) for quote in quotes])
    if not timed.any() or logits[timed].max() < logits.max() + log(WITHOUT_TIME):
        return logits
    found: Vector = np.where(timed, logits, logits + log(WITHOUT_TIME))
    return found


def read_side(side: Side, evidence: Sequence[Passage]) -> list[Quote]:
    """What answers a side of a comparison, of its documents where they are known, best first."""
    return read(side.asked, [one for one in evidence if not side.documents or one.document_id in side.documents])


def _lacks_what_is_asked(question: str, ranked: Sequence[Quote], *, wants_all: bool) -> bool:
    """A kind of thing that the answer must have is in nothing that would be shown, nor in its headings."""
    asked = surely_asked(query_vector(question))
    shown = [part.whole for part in parts(ranked, wants_all=wants_all)] if asked else []
    said = frozenset[str]().union(*(kinds_in(_with_headings(one)) for one in shown))
    return not said.issuperset(asked)


def _with_headings(quote: Quote) -> str:
    return f"{nearest_headings(quote.passage)}: {quote.text}"


def of_section(quotes: Sequence[Quote], likely: Vector) -> Vector:
    """For each quote how many times its section's likeliest all of that section are: 1 where it stands alone."""
    sections = np.unique([quote.passage.section_id for quote in quotes], return_inverse=True)[1]
    sums, best = np.zeros(len(quotes)), np.zeros(len(quotes))
    np.add.at(sums, sections, likely)
    np.maximum.at(best, sections, likely)
    found: Vector = (sums / np.maximum(best, np.finfo(float).tiny))[sections]
    return found


def confidence(quotes: Sequence[Quote]) -> float:
    """0-1: how surely the best of them answers."""
    return quotes[0].score if quotes else 0.0
