"""What a guide offers, item by item, and how well each suits the traveller."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from chat.agent.llm.embedded.coverage import Asked
from chat.agent.llm.embedded.sentences import Candidate
from chat.agent.llm.embedded.units import ITEM, units
from chat.agent.trips.guide import Guide
from chat.agent.trips.wishes import Trip
from knowledge.ingestion.sentences import ROW, spans
from knowledge.retrieval.config import Passage
from knowledge.retrieval.terms import fold

_NAME = re.compile(r"([^:.\n]{2,80}): ")
_PROPER = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'’-]{3,}")
# Weights of what speaks for an item, and against it.
TEXT, INTEREST, COMPANY, PRICE, MEAL, UNREACHABLE = 2.0, 1.0, 0.7, 0.6, 1.3, 1.5
# For each step from the budget that was asked for to that of a meal.
DEARER = 1.0
LONG_TRIP = 7
"""days; of a longer one each item is told in a sentence"""


@dataclass(frozen=True)
class Item:
    name: str
    quote: Candidate
    whole: str
    score: float = 0.0

    @property
    def proper_names(self) -> frozenset[str]:
        return frozenset(map(fold, _PROPER.findall(self.whole)))


@dataclass(frozen=True)
class Taste:
    """A traveller's wishes, to judge items by."""

    trip: Trip
    guide: Guide
    asked: Asked
    companies: tuple[str, ...] = ()
    """every type of traveller that the form offers"""


def items_of(passage: Passage, taste: Taste) -> list[Item]:
    """Of a section, best first; what takes several days has no place in one."""
    text = passage.section_text
    found = (_item(passage, start, end, taste) for start, end in units(text) if not ROW.match(text, start))
    kept = (item for item in found if not taste.guide.tells("several_days", item.whole))
    return sorted(kept, key=lambda item: -item.score)


def _item(passage: Passage, start: int, end: int, taste: Taste) -> Item:
    text = passage.section_text
    marker = ITEM.match(text, start, end)
    begin = marker.end() if marker else start
    title = _NAME.match(text, begin, end) if marker else None
    name = title[1] if title else text[begin : begin + 40]
    begin = title.end() if title else begin
    said = [span for span in spans(text) if span[1] > begin and span[0] < end]
    stops = [stop for _start, stop in said]
    whole = text[begin:end]
    item = Item(name, Candidate(passage, begin, _last(text, begin, stops, taste), 0.0), f"{name}. {whole}")
    return replace(item, score=_suits(item, taste))


def _last(text: str, begin: int, stops: Sequence[int], taste: Taste) -> int:
    """Where the quotation ends: a sentence that is about other travellers is left out."""
    if taste.trip.days > LONG_TRIP:
        return stops[0]
    kept = stops[0]
    for stop in stops[1:]:
        if _company(text[kept:stop], taste) < 0:
            break
        kept = stop
    return kept


def _company(text: str, taste: Taste) -> int:
    """1 where it names such travellers, -1 where only others."""
    if not taste.trip.travel_type or taste.guide.tells(taste.trip.travel_type, text):
        return 1 if taste.trip.travel_type else 0
    return -1 if any(taste.guide.tells(other, text) for other in taste.companies) else 0


def _suits(item: Item, taste: Taste) -> float:
    trip, guide, text = taste.trip, taste.guide, item.whole
    score = TEXT * taste.asked.coverage(taste.asked.found_in(text, item.quote.passage.language))
    score += INTEREST * sum(min(2, guide.count(interest, text)) for interest in trip.interests) / 2
    score += COMPANY * _company(text, taste)
    score += _price(item, taste) if trip.budget else 0.0
    score += MEAL * guide.tells("dinner", text)
    if guide.tells("by_car", text) and not guide.tells("by_public_transport", text):
        score -= UNREACHABLE if guide.tells("without_car", f"{trip.text} {' '.join(trip.interests)}") else PRICE
    return score


def _price(item: Item, taste: Taste) -> float:
    """A meal of another price is second best; a sight that is paid for is none for whoever saves money."""
    guide, text = taste.guide, item.whole
    budgets = guide.cues.get("budgets", ())
    if guide.tells(taste.trip.budget, text):
        return PRICE
    if item.quote.passage.section == guide.sections.get("food"):
        mine = budgets.index(taste.trip.budget) if taste.trip.budget in budgets else 0
        away = [abs(mine - place) for place, budget in enumerate(budgets) if guide.tells(budget, text)]
        return -DEARER * min(away, default=0)
    return -UNREACHABLE * (taste.trip.budget in budgets[:1] and guide.tells("paid", text))


def without_repetition(items: Iterable[Item], used: set[tuple[int, str]]) -> list[Item]:
    """Those that were not used yet, in this call or before: `used` takes in their document and name."""
    kept = []
    for item in items:
        key = (item.quote.passage.document_id, fold(item.name))
        if key not in used:
            used.add(key)
            kept.append(item)
    return kept
