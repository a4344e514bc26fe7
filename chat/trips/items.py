"""What a guide offers, item by item, and how well each suits the traveller."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from chat.agent.answers.measures import QuestionWords
from chat.agent.answers.passages import Quote
from chat.agent.answers.units import ITEM, units
from chat.trips.guide import Guide
from chat.trips.wishes import Trip
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import ROW, spans
from knowledge.text.terms import fold

_NAME = re.compile(r"([^:.\n]{2,80}): ")
_AWAY = re.compile(
    r"\b(\d{1,3}) minutos\b|\b(una|dos|tres|\d) horas?( y media| y cuarto)?\b|\b(hora y media|hora y cuarto)\b"
)
_HOURS = {"una": 1, "dos": 2, "tres": 3}
_SPENT = re.compile(r"\bse (?:sube|recorre|baja|tarda en recorrer)\b[^.]*")
_PROPER = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'’-]{3,}")
# Weights of what speaks for an item, and against it.
TEXT, INTEREST, COMPANY, PRICE, MEAL, UNREACHABLE = 2.0, 1.0, 0.7, 0.6, 1.3, 1.5
# For each step from the budget that was asked for to that of a meal.
DEARER, CHEAPER = 2.0, 0.7
LONG_TRIP, VERY_LONG_TRIP = 7, 10
"""days; of a longer one each item is told in a sentence, of a very long one by its name"""
# Minutes of way from where a meal is too far for an evening, and a sight takes the whole day.
FAR_MEAL, FAR_SIGHT = 40, 75


@dataclass(frozen=True)
class Item:
    name: str
    quote: Quote
    whole: str
    score: float = 0.0
    too_dear: bool = False
    """a meal that only costs more than the traveller wants to spend"""

    @property
    def proper_names(self) -> frozenset[str]:
        return frozenset(map(fold, _PROPER.findall(self.whole)))

    @property
    def minutes_away(self) -> int:
        """The longest way that it tells of; 0 where it tells of none. What a walk there takes is no way."""
        return max(map(_minutes, _AWAY.finditer(_SPENT.sub("", fold(self.whole)))), default=0)


def _minutes(told: re.Match[str]) -> int:
    minutes, hours, more, alone = told.groups()
    if minutes:
        return int(minutes)
    part = 30 if "media" in (more or alone or "") else 15 if (more or alone) else 0
    return 60 * (_HOURS.get(hours or "una") or int(hours)) + part


@dataclass(frozen=True)
class Taste:
    """A traveller's wishes, to judge items by."""

    trip: Trip
    guide: Guide
    asked: QuestionWords
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
    last = _last(text, begin, stops, taste)
    first = marker.end() if marker and taste.trip.days > VERY_LONG_TRIP else begin
    item = Item(name, Quote(passage, first, last, 0.0), f"{name}. {whole}")
    return replace(
        item, score=_suits(item, taste), too_dear=bool(taste.trip.budget) and min(_steps(item, taste), default=0) > 0
    )


def _last(text: str, begin: int, stops: Sequence[int], taste: Taste) -> int:
    """Where the quotation ends: a sentence that is about other travellers is left out."""
    if taste.trip.days > LONG_TRIP:
        return stops[0]
    kept = stops[0]
    for stop in stops[1:]:
        if company(text[kept:stop], taste) < 0:
            break
        kept = stop
    return kept


def company(text: str, taste: Taste) -> int:
    """1 where it names such travellers, -1 where only others."""
    if not taste.trip.travel_type or taste.guide.tells(taste.trip.travel_type, text):
        return 1 if taste.trip.travel_type else 0
    return -1 if any(taste.guide.tells(other, text) for other in taste.companies) else 0


def _suits(item: Item, taste: Taste) -> float:
    trip, guide, text = taste.trip, taste.guide, item.whole
    score = TEXT * taste.asked.coverage(text, item.quote.passage.language)
    score += INTEREST * sum(min(2, guide.count(interest, text)) for interest in trip.interests) / 2
    score += COMPANY * company(text, taste)
    score += _price(item, taste) if trip.budget else 0.0
    score += MEAL * guide.tells("dinner", text)
    if item.quote.passage.section == guide.sections.get("food") and item.minutes_away >= FAR_MEAL:
        score -= UNREACHABLE
    if guide.tells("by_car", text) and not guide.tells("by_public_transport", text):
        score -= UNREACHABLE if guide.tells("without_car", f"{trip.text} {' '.join(trip.interests)}") else PRICE
    return score


def _price(item: Item, taste: Taste) -> float:
    """A meal of another price is second best, a dearer one worse; whoever saves money pays for no sight."""
    guide, text = taste.guide, item.whole
    budgets = guide.cues.get("budgets", ())
    is_food = item.quote.passage.section == guide.sections.get("food")
    if guide.tells(taste.trip.budget, text):
        return PRICE if is_food or taste.trip.budget in budgets[:1] else PRICE / 2
    if is_food:
        return max((-DEARER * step if step > 0 else CHEAPER * step for step in _steps(item, taste)), default=0.0)
    return -UNREACHABLE * (taste.trip.budget in budgets[:1] and guide.tells("paid", text))


def _steps(item: Item, taste: Taste) -> list[int]:
    """From the budget that was asked for to each that a meal is said to be of; none where no price is told."""
    guide, budgets = taste.guide, taste.guide.cues.get("budgets", ())
    if item.quote.passage.section != guide.sections.get("food"):
        return []
    mine = budgets.index(taste.trip.budget) if taste.trip.budget in budgets else 0
    return [place - mine for place, budget in enumerate(budgets) if guide.tells(budget, item.whole)]


def contradicts(text: str, taste: Taste) -> bool:
    """It speaks to other travellers alone, or to a fuller purse."""
    guide, budgets, budget = taste.guide, taste.guide.cues.get("budgets", ()), taste.trip.budget
    dearer = budgets[budgets.index(budget) + 1 :] if budget in budgets else ()
    beyond = not guide.tells(budget, text) and any(guide.tells(other, text) for other in dearer)
    return company(text, taste) < 0 or beyond


def without_repetition(items: Iterable[Item], used: set[tuple[int, str]]) -> list[Item]:
    """Those that were not used yet, in this call or before: `used` takes in their document and name."""
    kept = []
    for item in items:
        key = (item.quote.passage.document_id, fold(item.name))
        if key not in used:
            used.add(key)
            kept.append(item)
    return kept
