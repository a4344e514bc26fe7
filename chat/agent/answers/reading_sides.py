"""What answers each side of a comparison."""

from collections.abc import Sequence

from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read
from chat.agent.retrieval.sides import Side
from knowledge.retrieval.config import Passage


def read_side(side: Side, evidence: Sequence[Passage]) -> list[Quote]:
    """The quotes of its documents, where they are known, else of all; best first."""
    return read(side.asked, [one for one in evidence if not side.documents or one.document_id in side.documents])
