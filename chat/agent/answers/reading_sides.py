"""What answers each side of a comparison."""

from collections.abc import Sequence

from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read
from chat.agent.retrieval.selection import about
from chat.agent.retrieval.sides import Side
from knowledge.retrieval.config import Passage


def read_side(side: Side, evidence: Sequence[Passage]) -> list[Quote]:
    """The quotes of what is about it, best first."""
    return read(side.asked, about(side, evidence))
