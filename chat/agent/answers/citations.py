"""How a quotation is cited and shown, and what is said of its sources."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chat.agent import phrases
from chat.agent.answers.parts import Part
from chat.agent.answers.passages import ITEM, Quote, cells, is_fragment, nearest_headings
from chat.agent.events import Citation
from chat.agent.state import Draft
from chat.agent.understanding.wordings import table
from chat.agent.verification.claims import MARK
from knowledge.models import page_at
from knowledge.text.sentences import ROW
from knowledge.text.terms import folded_words

_VALUE = frozenset(table("headers")["empty"])
_ORDERED = re.compile(r"\s*\d{1,2}[.)]\s")
# So few words, of a quotation and of a lead-in, say little without the headings above them.
SHORT, SHORT_LEAD = 8, 3
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def cite(number: int, quote: Quote, language: str, best: Quote | None = None) -> Citation:
    """At the page that the `best` of it begins on."""
    passage = quote.passage
    return Citation(
        number=number,
        document_id=passage.document_id,
        document=passage.document,
        title=passage.title,
        section=passage.section,
        page=page_at([list(pair) for pair in passage.page_breaks], (best or quote).start),
        quote=quote.text,
        dated=phrases.dated(passage.dated, passage.academic_year, language),
        url=passage.url,
        chunk_id=passage.chunk_id,
        language=passage.language,
    )


def shown(quote: str, heading: str) -> str:
    """A quotation as Markdown: rows read as sentences, fragments follow their heading, nothing in it is markup."""
    if not is_fragment(quote):
        return escape(quote)
    text = escape(told(quote) if ROW.match(quote) else ITEM.sub("", quote, count=1))
    bold = escape(heading)
    return f"**{bold}** — {text}" if heading and heading not in quote else text


def told(row: str) -> str:
    """ "Doctorado — Obras: 35; Días: 30": its label first, then each value under its header; "4 de julio: Día del …" of
    one cell alone."""
    first, *rest = cells(row)
    said = "; ".join(map(_under_header, rest))
    return f"{first[1].rstrip(' :')} — {said}" if said else _under_header(first)


def _under_header(cell: tuple[str, str]) -> str:
    """Without a header that says nothing more: "30 days" under "Days", "6" under "Value"."""
    header, value = cell
    return f"{header}: {value}" if is_telling(header, value) else value


def is_telling(header: str, value: str) -> bool:
    """Whether a header says more than the value under it does: "Value" tells nothing."""
    return not folded_words(header) <= folded_words(value) | _VALUE


def note(chosen: Sequence[Quote], citations: Sequence[Citation], language: str) -> str:
    sources = list(dict.fromkeys((citation.title, citation.dated) for citation in citations))
    expired = list(dict.fromkeys(quote.passage.title for quote in chosen if not quote.passage.in_force))
    said = phrases.source_note(sources, language)
    if expired:
        said += " " + phrases.say(phrases.OUT_OF_FORCE, language, titles="; ".join(expired))
    return f"*{escape(said)}*"


def escape(text: str) -> str:
    """Nothing in it is markup any more."""
    return _SPECIAL.sub(r"\\\1", text)


@dataclass
class Drafting:
    """An answer in the making: quotations get their numbers in the order in which they are first said."""

    language: str
    chosen: list[Quote] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def number(self, quote: Quote, best: Quote | None = None) -> int:
        """Of the citation, at the page of the `best` of it; the same where the quotation was cited before."""
        places = [known.place for known in self.chosen]
        if quote.place in places:
            return places.index(quote.place) + 1
        self.chosen.append(quote)
        self.citations.append(cite(len(self.chosen), quote, self.language, best))
        return len(self.chosen)

    def quoted(self, quote: Quote) -> str:
        return f"{shown(quote.text, quote.passage.section)} [{self.number(quote)}]"

    def part(self, part: Part) -> str:
        """A paragraph; a list under its lead-in or heading, every item with the number of the whole."""
        number = self.number(part.whole, part.best)
        if len(part.lines) == 1:
            return self._alone(part, number)
        lead = _lead(part.lead) if part.lead else f"**{escape(part.best.passage.section)}**"
        lines = [f"{_mark(line.text)} {self._line(part, line)} [{number}]" for line in part.lines]
        return "\n".join([f"{lead} [{number}]" if part.lead else lead, "", *lines])

    def _alone(self, part: Part, number: int) -> str:
        line = self._line(part, part.lines[0])
        if part.lead:
            if part.lead.asks:
                return f"**{escape(part.lead.text)}** {line} [{number}]"
            lead_number = self.number(part.lead) if not part.whole.overlaps(part.lead) else number
            return f"{_lead(part.lead)} [{lead_number}]\n\n- {line} [{number}]"
        heading = part.best.passage.section
        is_short = is_fragment(part.whole.text) or len(part.whole.text.split()) < SHORT
        is_bare = part.whole.kind == "pair" or is_short or heading.endswith("?")
        is_new = heading and heading not in part.whole.text
        return f"**{escape(heading)}** — {line} [{number}]" if is_bare and is_new else f"{line} [{number}]"

    def _line(self, part: Part, line: Quote) -> str:
        """What answers in bold, where it is less than the line."""
        best = part.best
        if line.start <= best.start and best.end <= line.end and line.end - line.start > best.end - best.start:
            text, start, end = line.text, best.start - line.start, best.end - line.start
            return f"{escape(text[:start])}**{escape(text[start:end].strip())}** {escape(text[end:].strip())}".rstrip()
        return shown(line.text, "")

    def draft(self, paragraphs: Sequence[str]) -> Draft:
        """With the note on the sources at its end. What carries no citation is our own: whatever is quoted has one."""
        citations = tuple(self.citations)
        text = "\n\n".join([*paragraphs, note(self.chosen, citations, self.language)])
        own = tuple(line for line in text.splitlines() if not (MARK.search(line) or line.lstrip().startswith("|")))
        return Draft(text, citations, own=tuple(filter(None, own)))


def _lead(lead: Quote) -> str:
    """Under the headings where it says little: whose "Contacto" it is."""
    headings = nearest_headings(lead.passage)
    is_bare = len(lead.text.split()) <= SHORT_LEAD and headings and lead.text.rstrip(":") not in headings
    text = escape(" ".join(lead.text.split("\n")))
    return f"**{escape(headings)}** — {text}" if is_bare else text


def _mark(text: str) -> str:
    """Of an item in a Markdown list: its own number, where it has one."""
    ordered = _ORDERED.match(text)
    return ordered.group().strip().replace(")", ".") if ordered else "-"
