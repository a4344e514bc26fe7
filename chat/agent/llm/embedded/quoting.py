"""How a quotation is cited and shown, and what is said of its sources."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chat.agent import phrases
from chat.agent.events import Citation
from chat.agent.llm.embedded.sentences import Candidate
from chat.agent.llm.embedded.units import ITEM, is_fragment
from chat.agent.state import Draft
from chat.agent.verification.claims import MARK
from knowledge.ingestion.sentences import ROW
from knowledge.models import page_at

_CELL = re.compile(r"\[([^\]\n]+)\] ")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def cite(number: int, candidate: Candidate, language: str) -> Citation:
    passage = candidate.passage
    return Citation(
        number=number,
        document_id=passage.document_id,
        document=passage.document,
        title=passage.title,
        section=passage.section,
        page=page_at([list(pair) for pair in passage.page_breaks], candidate.start),
        quote=candidate.text,
        dated=phrases.dated(passage.dated, passage.academic_year, language),
        url=passage.url,
        chunk_id=passage.chunk_id,
    )


def shown(quote: str, heading: str) -> str:
    """A quotation as Markdown: rows read "header: value", fragments follow their heading, nothing in it is markup."""
    text = _CELL.sub(r"\1: ", quote) if ROW.match(quote) else quote
    if not is_fragment(quote):
        return escape(text)
    text = escape(ITEM.sub("", text, count=1) if ITEM.match(text) else text)
    bold = escape(heading)
    return f"**{bold}** — {text}" if heading and heading not in quote else text


def note(chosen: Sequence[Candidate], citations: Sequence[Citation], language: str) -> str:
    sources = list(dict.fromkeys((citation.title, citation.dated) for citation in citations))
    expired = list(dict.fromkeys(candidate.passage.title for candidate in chosen if not candidate.passage.in_force))
    said = phrases.source_note(sources, language)
    if expired:
        said += " " + phrases.out_of_force(expired, language)
    return f"*{escape(said)}*"


def escape(text: str) -> str:
    """Nothing in it is markup any more."""
    return _SPECIAL.sub(r"\\\1", text)


@dataclass
class Drafting:
    """An answer in the making: quotations get their numbers in the order in which they are first said."""

    language: str
    chosen: list[Candidate] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def number(self, candidate: Candidate) -> int:
        """Of the citation; the same where the quotation was cited before."""
        places = [(known.passage.section_id, known.start, known.end) for known in self.chosen]
        place = (candidate.passage.section_id, candidate.start, candidate.end)
        if place in places:
            return places.index(place) + 1
        self.chosen.append(candidate)
        self.citations.append(cite(len(self.chosen), candidate, self.language))
        return len(self.chosen)

    def quoted(self, candidate: Candidate) -> str:
        return f"{shown(candidate.text, candidate.passage.section)} [{self.number(candidate)}]"

    def draft(self, paragraphs: Sequence[str]) -> Draft:
        """With the note on the sources at its end. What carries no citation is our own: whatever is quoted has one."""
        citations = tuple(self.citations)
        text = "\n\n".join([*paragraphs, note(self.chosen, citations, self.language)])
        own = tuple(line for line in text.splitlines() if not (MARK.search(line) or line.lstrip().startswith("|")))
        return Draft(text, citations, own=tuple(filter(None, own)))
