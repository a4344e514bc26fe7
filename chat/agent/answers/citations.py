"""How a quotation is cited and shown, and what is said of its sources."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from chat.agent import phrases
from chat.agent.answers.sentences import Candidate
from chat.agent.answers.units import ITEM, cells, is_fragment
from chat.agent.events import Citation
from chat.agent.state import Draft
from chat.agent.verification.claims import MARK
from knowledge.models import page_at
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold, words

_VALUE = frozenset("valor valores value values dato datos data contido contenido".split())
_ORDERED = re.compile(r"\s*\d{1,2}[.)]\s")
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


def shown(quote: str, heading: str, headers: Container[str] | None = None) -> str:
    """A quotation as Markdown: rows read as sentences, fragments follow their heading, nothing in it is markup.

    Of a row only the cells under `headers` are shown beside its label, where they are given.
    """
    if not is_fragment(quote):
        return escape(quote)
    text = escape(_row(quote, headers) if ROW.match(quote) else ITEM.sub("", quote, count=1))
    bold = escape(heading)
    return f"**{bold}** — {text}" if heading and heading not in quote else text


def _row(quote: str, headers: Container[str] | None) -> str:
    """ "Doctorado — Obras: 35; Días: 30": its label first, then each value under its header."""
    (_header, label), *rest = cells(quote)
    kept = [cell for cell in rest if headers is None or cell[0] in headers] or rest
    said = "; ".join(value if _says_so(value, header) else f"{header}: {value}" for header, value in kept)
    return f"{label} — {said}" if said else label


def _says_so(value: str, header: str) -> bool:
    """A header that says nothing more: "30 days" under "Days", "6" under "Value"."""
    told = {fold(word) for word in words(value)}
    return {fold(word) for word in words(header)} <= told | _VALUE


def _item(quote: str) -> str:
    """Without what marks it as one of a list."""
    return escape(ITEM.sub("", quote, count=1)) if ITEM.match(quote) else shown(quote, "")


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

    def quoted(self, candidate: Candidate, headers: Container[str] | None = None) -> str:
        return f"{shown(candidate.text, candidate.passage.section, headers)} [{self.number(candidate)}]"

    def listed(self, items: Sequence[Candidate]) -> str:
        """A list of one section under its heading, every item with the number of the whole, which is one quotation."""
        passage = items[0].passage
        number = self.number(Candidate(passage, items[0].start, items[-1].end, items[0].score))
        ordered = all(_ORDERED.match(item.text) for item in items)
        marks = [f"{place}." if ordered else "-" for place in range(1, len(items) + 1)]
        lines = [f"{mark} {_item(item.text)} [{number}]" for mark, item in zip(marks, items, strict=True)]
        return "\n".join([f"**{escape(passage.section)}**", "", *lines])

    def draft(self, paragraphs: Sequence[str]) -> Draft:
        """With the note on the sources at its end. What carries no citation is our own: whatever is quoted has one."""
        citations = tuple(self.citations)
        text = "\n\n".join([*paragraphs, note(self.chosen, citations, self.language)])
        own = tuple(line for line in text.splitlines() if not (MARK.search(line) or line.lstrip().startswith("|")))
        return Draft(text, citations, own=tuple(filter(None, own)))
