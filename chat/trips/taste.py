"""How well what a guide offers suits the traveller."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords
from chat.trips.eating import named
from chat.trips.guide import Guide
from chat.trips.items import Item, best_first, is_indoors, items_in, sentences
from chat.trips.legs import goes_without_car
from chat.trips.vocabulary import says
from chat.trips.wishes import Trip
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# Weights of what speaks for an item, and against it.
TEXT, INTEREST, COMPANY, PRICE, MEAL, UNREACHABLE, WET, DIET = 2.0, 1.0, 0.7, 0.6, 1.3, 1.5, 2.0, 2.0
# For each step from the budget that was asked for to that of a meal.
DEARER, CHEAPER = 2.0, 0.7
LONG_TRIP, VERY_LONG_TRIP = 7, 10
"""days; of a longer one each item is told in a sentence, of a very long one by its name"""
# Minutes of way from where a meal is too far for an evening.
FAR_MEAL = 40


@dataclass(frozen=True)
class Taste:
    """A traveller's wishes, to judge items by."""

    trip: Trip
    guide: Guide
    asked: QuestionWords
    companies: tuple[str, ...] = ()
    """every type of traveller that the form offers"""

    def company(self, text: str) -> int:
        """1 where it names such travellers, -1 where only others."""
        wanted = self.trip.travellers
        if any(self.guide.tells(one, text) for one in wanted):
            return 1
        is_of_others = wanted and any(self.guide.tells(other, text) for other in self.companies)
        return -1 if is_of_others or self.is_nothing_for_them(text) else 0

    def is_nothing_for_them(self, text: str) -> bool:
        """Such travellers have no use for it, whatever else there is."""
        return any(self.guide.tells(f"not.{one}", text) for one in (*self.trip.travellers, *self.trip.needs))

    def is_out_of_question(self, item: Item) -> bool:
        """It is nothing for them, or out of the reach of whoever does not drive."""
        return self.is_nothing_for_them(item.whole) or (self.trip.carless and self.is_by_car(item))

    def is_by_car(self, item: Item) -> bool:
        """And by nothing else that the guide tells of."""
        guide = self.guide
        return guide.tells("by_car", item.whole) and not guide.tells("by_public_transport", item.whole)

    def is_told_to_others(self, text: str) -> bool:
        """It speaks to other travellers alone, or to a fuller purse."""
        guide, budgets, budget = self.guide, self.guide.budgets, self.trip.budget
        dearer = budgets[budgets.index(budget) + 1 :] if budget in budgets else ()
        beyond = not guide.tells(budget, text) and any(guide.tells(other, text) for other in dearer)
        return self.company(text) < 0 or beyond

    def is_for_others(self, item: Item) -> bool:
        return self.company(item.whole) < 0 or self.is_too_dear(item)

    def is_too_dear(self, item: Item) -> bool:
        """A dearer meal; for whoever saves money a sight that costs something."""
        if _is_food(item, self.guide):
            return bool(self.trip.budget) and min(_steps(item, self), default=0) > 0
        saves = self.trip.budget in self.guide.budgets[:1]
        return saves and self.guide.tells("paid", item.whole) and not self.guide.tells(self.trip.budget, item.whole)

    def worth(self, item: Item) -> float:
        return _suits(item, self)

    def is_wet(self, item: Item) -> bool:
        """No place for the rain that is expected."""
        return self.trip.rainy and not is_indoors(item, self.guide)


def items_of(passage: Passage, taste: Taste) -> list[Item]:
    """Of a section, best first; what takes several days has no place in one."""
    guide = taste.guide
    kept = [item for item in items_in(passage) if not guide.tells("several_days", item.whole)]
    if guide.role(passage.section) == "food":
        kept = [named(item, guide) for item in kept]
    return best_first([judged(item, taste) for item in kept])


def judged(item: Item, taste: Taste) -> Item:
    is_too_dear = _is_food(item, taste.guide) and taste.is_too_dear(item)
    beyond = max(_steps(item, taste)) if is_too_dear else 0
    quote = item.quote
    shown = Quote(quote.passage, quote.start, _last(item, taste), 0.0)
    return replace(item, quote=shown, score=_suits(item, taste), beyond=beyond)


def _last(item: Item, taste: Taste) -> int:
    """Where the quotation ends: a sentence that is about other travellers is left out."""
    stops = sentences(item)
    if taste.trip.days > LONG_TRIP:
        return stops[0]
    kept = stops[0]
    for stop in stops[1:]:
        if taste.company(item.quote.passage.section_text[kept:stop]) < 0:
            break
        kept = stop
    return kept


def _suits(item: Item, taste: Taste) -> float:
    trip, guide, text = taste.trip, taste.guide, item.whole
    score = TEXT * taste.asked.coverage(text, item.quote.passage.language)
    score += INTEREST * sum(min(2, guide.count(interest, text)) for interest in trip.interests) / 2
    score += COMPANY * taste.company(text)
    score += _price(item, taste) if trip.budget else -DEARER * _is_luxury(item, guide)
    score += MEAL * guide.tells("dinner", text)
    score += DIET * any(says(diet, fold(text)) for diet in trip.diets)
    if _is_food(item, guide) and item.minutes_away >= FAR_MEAL:
        score -= UNREACHABLE
    if trip.rainy and not _is_food(item, guide):
        score -= WET * (not is_indoors(item, guide))
    if taste.is_by_car(item):
        score -= UNREACHABLE if goes_without_car(trip, guide) else PRICE
    return score


def _is_luxury(item: Item, guide: Guide) -> bool:
    """A meal of the highest price alone: not for whoever said nothing of money, while there are others."""
    budgets = guide.budgets
    told = [guide.tells(budget, item.whole) for budget in budgets]
    return _is_food(item, guide) and told[-1:] == [True] and not any(told[:-1])


def _is_food(item: Item, guide: Guide) -> bool:
    return guide.role(item.quote.passage.section) == "food"


def _price(item: Item, taste: Taste) -> float:
    """A meal of another price is second best, a dearer one worse; whoever saves money pays for no sight, and who spends
    most sees what others don't."""
    guide, text = taste.guide, item.whole
    budgets = guide.budgets
    if guide.tells(taste.trip.budget, text):
        decides = _is_food(item, guide) or taste.trip.budget in (*budgets[:1], *budgets[-1:])
        return PRICE if decides else PRICE / 2
    if _is_food(item, guide):
        costs = [-DEARER * step if step > 0 else CHEAPER * step for step in _steps(item, taste)]
        return sum(costs) / len(costs) if costs else 0.0
    return -UNREACHABLE * (taste.trip.budget in budgets[:1] and guide.tells("paid", text))


def _steps(item: Item, taste: Taste) -> Sequence[int]:
    """From the budget that was asked for to each that a meal is said to be of; none where no price is told."""
    guide, budgets = taste.guide, taste.guide.budgets
    mine = budgets.index(taste.trip.budget) if taste.trip.budget in budgets else 0
    return [place - mine for place, budget in enumerate(budgets) if guide.tells(budget, item.whole)]
