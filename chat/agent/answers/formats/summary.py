"""A summary from quotations: three to five key points, of as many documents and sections as there are."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.passages import Quote, is_fragment, units
from chat.agent.answers.reading import read
from chat.agent.phrases import summary_of
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage

MIN_POINTS, MAX_POINTS = 3, 5
# A point beyond the fewest is made where it is so nearly as good as the best.
SHARE_OF_BEST = 0.6
MIN_POINT_WORDS, MAX_POINT_WORDS = 7, 60
CANDIDATES = 30
# What is left of the score of a row, an item or a heading, and of where to ask; what the opening of a section gains.
FRAGMENT_WEIGHT, CONTACT_WEIGHT, OPENING_GAIN = 0.4, 0.3, 0.2
_CONTACT = re.compile(r"\S+@\S+|\b\d{3} ?\d{3} ?\d{3}\b")


def summarise(topic: str, evidence: Sequence[Passage], language: str) -> Draft:
    candidates = read(topic, evidence)[:CANDIDATES]
    points = key_points(sorted(map(_weighed, candidates), key=lambda candidate: -candidate.score))
    drafting = Drafting(language)
    bullets = "\n".join(f"- {drafting.quoted(point)}" for point in points)
    documents = len({point.passage.document_id for point in points})
    return drafting.draft([escape(summary_of(topic, documents, language)), bullets])


def _weighed(candidate: Quote) -> Quote:
    """As a point of a summary: whole sentences that open a section say most of it."""
    text = candidate.text
    first, _end = next(iter(units(candidate.passage.section_text)))
    gain = OPENING_GAIN if candidate.start == first else 0.0
    no_sentence = len(text.split()) < MIN_POINT_WORDS or text[-1].isalnum() or text.endswith(":")
    share = FRAGMENT_WEIGHT if is_fragment(text) or no_sentence else 1.0
    share *= CONTACT_WEIGHT if _CONTACT.search(text) else 1.0
    return replace(candidate, score=share * (candidate.score + gain))


def key_points(candidates: Sequence[Quote]) -> list[Quote]:
    """Of a document not quoted yet first, then of another section, then any of so few; none says what another said."""
    chosen: list[Quote] = []
    for most, of in ((MAX_POINTS, "document_id"), (MAX_POINTS, "section_id"), (MIN_POINTS, "")):
        for candidate in candidates:
            is_new = not of or all(getattr(candidate.passage, of) != getattr(one.passage, of) for one in chosen)
            if len(chosen) < most and is_new and _is_worth(candidate, candidates[0], chosen):
                chosen.append(candidate)
    return chosen


def _is_worth(candidate: Quote, best: Quote, chosen: Sequence[Quote]) -> bool:
    good = len(chosen) < MIN_POINTS or candidate.score >= SHARE_OF_BEST * best.score
    short = not chosen or len(candidate.text.split()) <= MAX_POINT_WORDS
    return good and short and not any(candidate.repeats(other) for other in chosen)
