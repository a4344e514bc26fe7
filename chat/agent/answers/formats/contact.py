"""Whom to write to and where to go: what a directory says of a person, line by line."""

from collections.abc import Sequence

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.coverage import Asked
from chat.agent.answers.formats.lists import list_of
from chat.agent.answers.sectioning import quotations
from chat.agent.answers.sentences import Candidate
from chat.agent.answers.units import ITEM, cells
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import ROW

FEWEST_LINES = 3


def contact(asked: Asked, _candidates: Sequence[Candidate], evidence: Sequence[Passage], language: str) -> Draft | None:
    """None where nobody is named, or no row or list says it all. The question's own language first."""
    for passage in sorted(evidence, key=lambda one: one.language != language):
        drafting = Drafting(language)
        name, lines = _card(asked, passage, drafting)
        if len(lines) >= FEWEST_LINES:
            return drafting.draft([escape(wording.contact_of(name, language)), "\n".join(lines)])
    return None


def _card(asked: Asked, passage: Passage, drafting: Drafting) -> tuple[str, list[str]]:
    """A section that is headed by the name, or the row that begins with it."""
    if _names(asked, passage, passage.section):
        first = next((one for one in quotations(passage) if ITEM.match(one.text)), None)
        found = list_of(first) if first else ()
        return passage.section, drafting.listed(found).splitlines()[2:] if found else []
    for one in quotations(passage):
        row = cells(one.text) if ROW.match(one.text) else []
        if row and _names(asked, passage, row[0][1]):
            number = drafting.number(one)
            return row[0][1], [f"- {escape(header)}: {escape(value)} [{number}]" for header, value in row[1:]]
    return "", []


def _names(asked: Asked, passage: Passage, text: str) -> bool:
    named = asked.names & asked.found_in(text, passage.language).keys()
    return bool(named) and named == asked.names
