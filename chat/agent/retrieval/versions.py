"""Of several versions of a document the one that holds is read; the others are kept aside, to be named."""

from collections.abc import Sequence
from dataclasses import dataclass

from chat.agent.llm.embedded.validity import current, families, sources
from knowledge.retrieval.config import Passage


@dataclass(frozen=True)
class Split:
    evidence: tuple[Passage, ...]
    others: tuple[Passage, ...]
    """what was found besides: other versions, and what ranks lower"""


def split(found: Sequence[Passage], top_k: int, *, year_is_named: bool) -> Split:
    """The best that hold; who names a year has said which version is meant."""
    aside = set() if year_is_named else superseded(found)
    evidence = [passage for passage in found if passage.document_id not in aside][:top_k]
    kept = {passage.chunk_id for passage in evidence}
    return Split(tuple(evidence), tuple(passage for passage in found if passage.chunk_id not in kept))


def superseded(found: Sequence[Passage]) -> set[int]:
    """Ids of documents of which a version that holds was found too."""
    known = sources(passage.document_id for passage in found)
    versions = families(known.values())
    return {one.document_id for group in versions for one in group} - {
        one.document_id for group in versions for one in current(group)
    }
