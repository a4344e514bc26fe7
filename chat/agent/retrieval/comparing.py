"""What is searched for a comparison: each side on its own."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from asgiref.sync import sync_to_async

from chat.agent.answers.passages import nearest_headings
from chat.agent.answers.reading import confidence
from chat.agent.answers.reading_sides import read_side
from chat.agent.retrieval.named_apart import named_apart
from chat.agent.retrieval.searches import DEEP, Retrieved, Searcher
from chat.agent.retrieval.selection import about, in_turns
from chat.agent.retrieval.sides import Side, choices, sides
from chat.agent.retrieval.versions import holding
from knowledge.retrieval.config import Passage
from knowledge.text.dates import named_years

SECTIONS = 12
# Of the assistant's threshold where a comparison is asked for: each side is asked for in a few words; and less where
# the question names the document of each, for then only the passage is in doubt.
SHARE, NAMED_SHARE = 0.45, 0.3
# Sections of a side that are found by what another one answers.
ALIKE = 2


@dataclass(frozen=True)
class Searched:
    side: Side
    searcher: Searcher
    """within what the side names"""
    found: Sequence[Passage]


async def compared(
    searcher: Searcher, text: str, passages: Sequence[Passage], threshold: float, *, is_comparison: bool
) -> Retrieved | None:
    """What answers each of the documents that the question names apart; else each side as it words them, where it says
    that it compares; None for any other question. `passages` are what was found for all of it."""
    named = await sync_to_async(named_apart)(text, passages, is_comparison=is_comparison)
    if named:
        found = await compare(searcher, text, named, NAMED_SHARE * threshold)
        if await sync_to_async(_sureness)(found) >= found.threshold:
            return found
    worded = (sides(text) or choices(text)) if is_comparison else ()
    return await compare(searcher, text, worded, SHARE * threshold) if worded else None


def _sureness(found: Retrieved) -> float:
    """How surely the surest side is answered."""
    return max(confidence(read_side(side, found.evidence)) for side in found.sides)


async def compare(searcher: Searcher, question: str, sides: tuple[Side, ...], needed: float) -> Retrieved:
    """Every side has its share of the sections."""
    searched = await asyncio.gather(*(_search(searcher, side) for side in sides))
    groups = [await sync_to_async(_group)(one) for one in searched]
    of_documents = all(side.documents for side in sides)
    if of_documents:
        groups = await _in_like_words(searched, groups)
    queries = tuple(side.query for side in sides)
    evidence = in_turns(groups, SECTIONS, whole_sections=not of_documents)
    return Retrieved(question, queries, tuple(evidence), needed, sides=sides)


async def _in_like_words(searched: Sequence[Searched], groups: Sequence[list[Passage]]) -> list[list[Passage]]:
    """What one side answers is looked for on the others in its words, headings and label included.

    Two course guides are one form filled in twice: what stands under "Credits" in one does so in the other.
    """
    share = max(1, SECTIONS // len(groups))
    answers = [
        await sync_to_async(_answer)(one.side, group[:share]) for one, group in zip(searched, groups, strict=True)
    ]
    return [
        [*group[:1], *await _found_by(one, [said for said in answers if said is not own]), *group[1:]]
        for one, group, own in zip(searched, groups, answers, strict=True)
    ]


def _answer(side: Side, passages: Sequence[Passage]) -> str | None:
    """Its surest quote under its headings; None where nothing can be quoted."""
    quotes = read_side(side, passages)
    return f"{nearest_headings(quotes[0].passage)}: {quotes[0].text}" if quotes else None


async def _found_by(searched: Searched, answers: Sequence[str | None]) -> list[Passage]:
    found = [passage for said in answers if said for passage in await searched.searcher(said, ALIKE)]
    return await sync_to_async(_group)(replace(searched, found=found))


async def _search(searcher: Searcher, side: Side) -> Searched:
    if side.documents:
        within = replace(searcher, scope=replace(searcher.scope, documents=tuple(sorted(side.documents))))
        return Searched(side, within, await within(side.asked, DEEP))
    return Searched(side, searcher, await searcher(side.query, DEEP))


def _group(searched: Searched) -> list[Passage]:
    """Of the versions that hold, unless the side names a year."""
    year_is_named = bool(searched.searcher.scope.academic_year or named_years(searched.side.name))
    held = list(searched.found) if year_is_named else holding(searched.found)
    return about(searched.side, held)
