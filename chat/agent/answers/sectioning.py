"""The sections of one document among the evidence, and what they are made of."""

import re
from collections.abc import Iterator, Sequence

from chat.agent.answers.sentences import Candidate
from chat.agent.answers.units import ITEM, is_fragment, units
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold


def titled(heading: re.Pattern[str], evidence: Sequence[Passage]) -> list[Passage]:
    """Sections with such a heading of one document: the best's, of its title's latest year, in the document's order."""
    headed = [passage for passage in evidence if heading.search(fold(passage.section))]
    found = [passage for passage in headed if passage.in_force] or headed
    if not found:
        return []
    first = found[0]
    latest = max(found, key=lambda one: (_named_as(one, first), one.academic_year)).document_id
    by_section = {one.section_id: one for one in found if one.document_id == latest}
    return [by_section[section] for section in sorted(by_section)]


def _named_as(passage: Passage, other: Passage) -> bool:
    """But for the year they are called the same: guides of one course."""
    return re.sub(r"\d", "", passage.title) == re.sub(r"\d", "", other.title)


def quotations(passage: Passage) -> Iterator[Candidate]:
    for start, end in units(passage.section_text):
        yield Candidate(passage, start, end, passage.score)


def rows(passage: Passage) -> list[Candidate]:
    return [one for one in quotations(passage) if ROW.match(one.text)]


def items(passage: Passage) -> list[Candidate]:
    return [one for one in quotations(passage) if ITEM.match(one.text)]


def prose(passage: Passage) -> list[Candidate]:
    return [one for one in quotations(passage) if not is_fragment(one.text)]
