"""What answers each side of a comparison."""

from collections.abc import Sequence
from dataclasses import replace

from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read
from chat.agent.retrieval.selection import about
from chat.agent.retrieval.sides import Side
from knowledge.retrieval.config import Passage


def read_side(side: Side, evidence: Sequence[Passage]) -> list[Quote]:
    """The quotes of what is about it, best first, by the mean of their scores for its wordings."""
    passages = about(side, evidence)
    first, *others = [read(wording, passages) for wording in side.wordings]
    scores = [{quote.place: quote.score for quote in quotes} for quotes in others]
    return sorted(
        (
            replace(quote, score=(quote.score + sum(one[quote.place] for one in scores)) / len(side.wordings))
            for quote in first
            if all(quote.place in one for one in scores)
        ),
        key=lambda quote: -quote.score,
    )
