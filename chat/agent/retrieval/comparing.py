"""What is searched for a comparison: each side on its own."""

import asyncio
from collections.abc import Sequence

from asgiref.sync import sync_to_async

from chat.agent.answers.reading import confidence, read_side
from chat.agent.retrieval.families import holding
from chat.agent.retrieval.named_apart import named_apart
from chat.agent.retrieval.searches import DEEP, Retrieved, Searcher, in_turns
from chat.agent.retrieval.sides import Side, choices, sides
from knowledge.retrieval.config import Passage
from knowledge.text.dates import named_years

SECTIONS = 12
# Of the assistant's threshold where a comparison is asked for: each side is asked for in a few words; and less where
# the question names the document of each, for then only the passage is in doubt.
SHARE, NAMED_SHARE = 0.45, 0.3


async def compared(
    searcher: Searcher, text: str, passages: Sequence[Passage], threshold: float, *, is_comparison: bool
) -> Retrieved | None:
    """What answers each of the documents that the question names apart; else each side as it words them, where it says
    that it compares; None for any other question. `passages` are what was found for all of it."""
    if named := await sync_to_async(named_apart)(text, passages, is_comparison=is_comparison):
        found = await compare(searcher, text, named, NAMED_SHARE * threshold)
        surest = sync_to_async(lambda: max(confidence(read_side(side, found.evidence)) for side in found.sides))
        if await surest() >= found.threshold:
            return found
    worded = (sides(text) or choices(text)) if is_comparison else ()
    return await compare(searcher, text, worded, SHARE * threshold) if worded else None


async def compare(searcher: Searcher, question: str, sides: tuple[Side, ...], needed: float) -> Retrieved:
    """Every side has its share of the sections."""
    groups = await asyncio.gather(*(_searched(searcher, side) for side in sides))
    of_documents = all(side.documents for side in sides)
    evidence = in_turns(groups, SECTIONS, whole_sections=not of_documents)
    return Retrieved(question, tuple(side.query for side in sides), tuple(evidence), needed, sides=sides)


async def _searched(searcher: Searcher, side: Side) -> list[Passage]:
    """Of its documents, where they are known, and of the versions that hold, unless a year is named."""
    within = searcher.within(documents=tuple(sorted(side.documents))) if side.documents else searcher
    found = await within(side.asked, DEEP)
    year_is_named = bool(searcher.scope.academic_year or named_years(side.name))
    return found if year_is_named else await sync_to_async(holding)(found)
