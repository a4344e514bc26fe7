"""An answer from documents that the question names apart: what each of them says, under its name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.formats.telling_apart import Found, name_of, table_of, told_apart
from chat.agent.answers.parts import parts
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import confidence, read
from chat.agent.answers.units import ITEM
from chat.agent.retrieval.selection import about
from chat.agent.retrieval.sides import Side
from chat.agent.state import Draft
from knowledge.ingestion.structure import PAIR
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

PARTS_PER_SIDE = 2
# A document that answers less surely than this share of the surest says nothing of what is asked.
SILENT = 0.1


def side_by_side(sides: Sequence[Side], evidence: Sequence[Passage], language: str) -> Draft:
    drafting = Drafting(language)
    ranked = {side: read(side.asked, about(side, evidence)) for side in sides}
    surest = max(ranked.values(), key=confidence)
    ranked = {side: _under_its_label(quotes, surest) for side, quotes in ranked.items()}
    least = SILENT * max(map(confidence, ranked.values()))
    speaking = [Found(side, tuple(quotes)) for side, quotes in ranked.items() if confidence(quotes) >= least]
    table = table_of(speaking, drafting)
    paragraphs = [table] if table else [line for one in speaking for line in _told(one, drafting)]
    return drafting.draft([*paragraphs, *told_apart(speaking, drafting)])


def _under_its_label(quotes: Sequence[Quote], surest: Sequence[Quote]) -> list[Quote]:
    """What stands under the label of the surest side's answer comes first: two course guides say "Credits: …"."""
    label = _label(surest[0]) if surest else ""
    same = [quote for quote in quotes if label and _label(quote) == label]
    return [replace(quote, score=quotes[0].score) for quote in same] + [one for one in quotes if one not in same]


def _label(quote: Quote) -> str:
    """Of a pair of label and value; empty for anything else."""
    said = ITEM.sub("", quote.text, count=1).strip()
    return fold(said.split(":", 1)[0]) if PAIR.fullmatch(said) else ""


def _told(found: Found, drafting: Drafting) -> Iterator[str]:
    yield f"### {escape(name_of(found.side))}"
    yield from map(drafting.part, parts(found.best, wants_all=False, most=PARTS_PER_SIDE))
