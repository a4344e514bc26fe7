"""An answer from documents that the question names apart: what each of them says, under its name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.formats.alike import alike, is_same_but_for_figures
from chat.agent.answers.formats.telling_apart import Found, name_of, told_apart
from chat.agent.answers.parts import parts
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import confidence, read_side
from chat.agent.retrieval.sides import Side
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage

PARTS_PER_SIDE = 2
# A document that answers less surely than this share of the surest says nothing of what is asked.
SILENT = 0.1


def side_by_side(sides: Sequence[Side], evidence: Sequence[Passage], language: str) -> Draft:
    drafting = Drafting(language)
    ranked = {side: read_side(side, evidence) for side in sides}
    least = SILENT * max(map(confidence, ranked.values()))
    spoken = {side: quotes for side, quotes in ranked.items() if quotes and confidence(quotes) >= least}
    speaking = _compared(spoken)
    paragraphs = [line for one in speaking for line in _told(one, drafting)]
    return drafting.draft([*paragraphs, *told_apart(speaking, drafting)])


def _each(ranked: Mapping[Side, Sequence[Quote]]) -> list[Found]:
    return [Found(side, tuple(quotes), quotes[0]) for side, quotes in ranked.items()]


def _compared(ranked: Mapping[Side, Sequence[Quote]]) -> list[Found]:
    """By what they say alike, which is told with the best of each; else by the best."""
    pair = alike([*ranked.values()])
    if pair is None:
        return _each(ranked)
    is_first = is_same_but_for_figures(*pair)
    return [
        Found(side, tuple(_with(by, quotes, is_first=is_first)), by)
        for (side, quotes), by in zip(ranked.items(), pair, strict=True)
    ]


def _with(by: Quote, quotes: Sequence[Quote], *, is_first: bool) -> list[Quote]:
    """The best and this one, and then the others."""
    others = [quote for quote in quotes if quote.place != by.place]
    by = replace(by, score=quotes[0].score)
    best = [by, *others[:1]] if is_first or by.place == quotes[0].place else [*others[:1], by]
    return [*best, *others[1:]]


def _told(found: Found, drafting: Drafting) -> Iterator[str]:
    yield f"### {escape(name_of(found.side))}"
    yield from map(drafting.part, parts(found.best, wants_all=False, most=PARTS_PER_SIDE))
