"""What a guide offers, item by item, each by the name that the guide gives it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from chat.agent.answers.passages import ITEM, Quote, units
from chat.trips.guide import Guide
from knowledge.retrieval.config import Passage
from knowledge.text.months import WEEKDAYS
from knowledge.text.sentences import ROW, spans
from knowledge.text.terms import fold

# "Federation Square: …", "Federation Square – …": a guide's list names its items so.
_TITLE = re.compile(r"([^:.;\n]{2,80}?)(?::| [–—-]) +(?=\S)")
# In running text: the first words that are written as a name.
PROPER_NAME = re.compile(
    r"\b[A-ZÁÉÍÓÚÑ][\w'’-]{2,}(?: (?:(?:de|del|da|do|la|las|los|of|the) ){0,2}[A-ZÁÉÍÓÚÑ][\w'’-]+)+"
)
_AWAY = re.compile(
    r"\b(\d{1,3}) minutos\b|\b(una|dos|tres|\d) horas?( y media| y cuarto)?\b|\b(hora y media|hora y cuarto)\b"
)
_HOURS = {"una": 1, "dos": 2, "tres": 3}
_SPENT = re.compile(r"\bse (?:sube|recorre|baja|tarda en recorrer)\b[^.]*")
_PROPER = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'’-]{3,}")
_WEEKDAY = re.compile(r"\b(?:" + "|".join(WEEKDAYS) + r")\b")
MAX_TITLE_WORDS = 9
Key = tuple[str, str]
"""external id of the guide, folded name: what an item is known by from one message to the next"""


@dataclass(frozen=True)
class Item:
    name: str
    """as the guide writes it; empty where it writes none"""
    quote: Quote
    """what is shown of it, its name first"""
    whole: str
    score: float = 0.0
    beyond: int = 0
    """budgets by which a meal costs more than the traveller wants to spend, at its dearest; 0 where it may be had for
    that"""

    @property
    def too_dear(self) -> bool:
        return self.beyond > 0

    @property
    def key(self) -> Key:
        return self.quote.passage.document, fold(self.name or self.quote.text[:40])

    @property
    def said(self) -> str:
        """What is said of it, without its name where that stands before."""
        title = _TITLE.match(self.quote.text) if self.quote.text.startswith(self.name) else None
        return self.quote.text[title.end() :] if title and title[1] == self.name else self.quote.text

    @property
    def proper_names(self) -> frozenset[str]:
        return frozenset(map(fold, _PROPER.findall(self.whole)))

    @property
    def minutes_away(self) -> int:
        """The longest way that it tells of; 0 where it tells of none. What a walk there takes is no way."""
        return max(map(_minutes, _AWAY.finditer(_SPENT.sub("", fold(self.whole)))), default=0)

    def is_open(self, day: date | None) -> bool:
        """Unless it tells of other days of the week alone."""
        if day is None:
            return True
        told = {WEEKDAYS[word] for word in _WEEKDAY.findall(fold(self.whole))}
        return not told or day.isoweekday() in told


def _minutes(told: re.Match[str]) -> int:
    minutes, hours, more, alone = told.groups()
    if minutes:
        return int(minutes)
    part = 30 if "media" in (more or alone or "") else 15 if (more or alone) else 0
    return 60 * (_HOURS.get(hours or "una") or int(hours)) + part


def is_indoors(item: Item, guide: Guide) -> bool:
    """By its name where that tells, else by what is said of it."""
    for text in (item.name, item.whole):
        inside, outside = guide.count("indoors", text), guide.count("outdoors", text)
        if inside != outside:
            return inside > outside
    return False


def items_in(passage: Passage) -> Iterator[Item]:
    """In the guide's order: list items whole, running text sentence by sentence; the quotation ends with the first."""
    text, end_of_last = passage.section_text, -1
    for start, end in units(text):
        if ROW.match(text, start) or start < end_of_last:
            continue
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        marker = ITEM.match(text, start, line_end)
        begin = marker.end() if marker else start
        title = _title(text, begin, line_end) if marker or begin == 0 or text[begin - 1] == "\n" else None
        stop = max(end, line_end) if marker or title else end
        end_of_last = stop
        yield _item(passage, begin, len(text[:stop].rstrip()), title)


def _title(text: str, begin: int, end: int) -> re.Match[str] | None:
    found = _TITLE.match(text, begin, end)
    return found if found and len(found[1].split()) <= MAX_TITLE_WORDS else None


def _item(passage: Passage, begin: int, end: int, title: re.Match[str] | None) -> Item:
    text = passage.section_text
    after = title.end() if title else begin
    whole = text[after:end]
    proper = None if title else PROPER_NAME.search(whole)
    name = title[1].strip() if title else proper[0] if proper else ""
    return Item(name, Quote(passage, begin, end, 0.0), f"{name}. {whole}" if title else whole)


def sentences(item: Item) -> list[int]:
    """Where each of its sentences ends, in the section's text."""
    quote = item.quote
    start = quote.end - len(item.said)
    return [stop for _start, stop in spans(quote.passage.section_text) if start < stop <= quote.end] or [quote.end]


def best_first(items: Sequence[Item]) -> list[Item]:
    return sorted(items, key=lambda item: -item.score)
