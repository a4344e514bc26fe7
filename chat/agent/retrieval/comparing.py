"""What is searched for a comparison: each side on its own."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from asgiref.sync import sync_to_async

from chat.agent.answers.passages import nearest_headings
from chat.agent.answers.reading import confidence, read
from chat.agent.retrieval.searches import DEEP, Retrieved, Searcher
from chat.agent.retrieval.selection import about, in_turns
from chat.agent.retrieval.sides import Side
from chat.agent.retrieval.versions import holding
from chat.agent.understanding.entities import academic_year, narrowed, resolve
from knowledge.retrieval.config import Passage
from knowledge.text.dates import named_years

SECTIONS = 12
# Of the assistant's threshold: each side is asked for in a few words.
SHARE = 0.5
LIKE = 2


@dataclass(frozen=True)
class Searched:
    side: Side
    searcher: Searcher
    """within what the side names"""
    found: Sequence[Passage]


async def compare(searcher: Searcher, question: str, sides: tuple[Side, ...], threshold: float) -> Retrieved:
    """Every side has its share of the sections; where a side names a course, of its documents."""
    searched = await asyncio.gather(*(_search(searcher, side) for side in sides))
    queries = tuple(side.query for side in sides)
    groups = [await sync_to_async(_group)(one) for one in searched]
    if all(side.documents for side in sides):
        groups = await _in_like_words(searched, groups)
    needed = threshold if all(side.documents for side in sides) else SHARE * threshold
    return Retrieved(question, queries, tuple(in_turns(groups, SECTIONS)), needed, sides=sides)


async def _in_like_words(searched: Sequence[Searched], groups: Sequence[list[Passage]]) -> list[list[Passage]]:
    """What the surest side says is looked for on the others in its own words, headings and labels.

    Two course guides are filled in forms: what stands under "Credits" in one does so in the other.
    """
    share = max(1, SECTIONS // len(groups))
    read_sides = [
        await sync_to_async(read)(one.side.query, group[:share]) for one, group in zip(searched, groups, strict=True)
    ]
    said = [f"{nearest_headings(quotes[0].passage)}: {quotes[0].text}" if quotes else "" for quotes in read_sides]
    more = []
    for place, (one, group) in enumerate(zip(searched, groups, strict=True)):
        alike = [passage for other, query in enumerate(said) if other != place for passage in await one.searcher(query, LIKE)]
        more.append([*group[:1], *alike, *group[1:]])
    return more


async def _search(searcher: Searcher, side: Side) -> Searched:
    if side.documents:
        within = replace(searcher, scope=replace(searcher.scope, documents=tuple(sorted(side.documents))))
        return Searched(side, within, await within(side.query, DEEP))
    scope = await narrowed(searcher.scope, await resolve(side.query, searcher.scope))
    year = academic_year(side.query) or scope.academic_year
    within = replace(searcher, scope=replace(scope, academic_year=year))
    return Searched(side, within, await within(side.query, DEEP))


def _group(searched: Searched) -> list[Passage]:
    """Of the versions that hold, unless the side names a year."""
    year_is_named = bool(searched.searcher.scope.academic_year or named_years(searched.side.name))
    held = list(searched.found) if year_is_named else holding(searched.found)
    return about(searched.side, held)
