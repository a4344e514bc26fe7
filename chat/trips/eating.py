"""Where one has dinner: at a place, which a guide's list of food names beside dishes and drinks."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.trips.guide import Guide
from chat.trips.items import PROPER_NAME, Item
from knowledge.text.terms import fold

# What a thing is said to be: "es un restaurante", "son un marisco local".
_DEFINED = re.compile(r"\b(?:es|son|is|are)\b((?: [\w-]+){1,4})")


def dinners(meals: Sequence[Item], guide: Guide) -> list[Item]:
    """Where one can afford to sit down in the evening, or what has a price; none that is too dear."""
    late = [meal for meal in places(meals, guide) if not (meal.too_dear or guide.tells("breakfast", meal.whole))]
    cues = ("dinner", *guide.budgets)
    return [meal for meal in late if any(guide.tells(cue, meal.whole) for cue in cues)] or late


def second_best(meals: Sequence[Item], guide: Guide) -> list[Item]:
    """Where there are too few such places: dishes for the evening that have a price, and what is a budget dearer."""
    cues = guide.budgets
    dishes = [
        meal
        for meal in meals
        if not is_place(meal, guide) and guide.tells("dinner", meal.whole) and not meal.too_dear
        if any(guide.tells(cue, meal.whole) for cue in cues)
    ]
    dearer = [meal for meal in places(meals, guide) if meal.beyond == 1 and not guide.tells("breakfast", meal.whole)]
    return [*dishes, *dearer]


def places(meals: Sequence[Item], guide: Guide) -> list[Item]:
    """Without the dishes: restaurants, markets, streets; all where the guide does not say how to tell them apart."""
    return [meal for meal in meals if is_place(meal, guide)]


def is_place(meal: Item, guide: Guide) -> bool:
    """By what it is said to be, else by its name, else by whatever is said of it."""
    if "eatery" not in guide.cues:
        return True
    is_said = _DEFINED.search(fold(meal.whole))
    if is_said and guide.tells("eatery", is_said[1]):
        return True
    is_dish = guide.tells("dish", f"{is_said[1] if is_said else ''} {meal.name}")
    return not is_dish and guide.tells("eatery", meal.whole)


def named(meal: Item, guide: Guide) -> Item:
    """A place that the list names after what it serves by its own name: "Craft beer: Capital Brewing Co. is …"."""
    if not (guide.tells("dish", meal.name) and is_place(meal, guide)):
        return meal
    own = PROPER_NAME.search(meal.whole.removeprefix(meal.name))
    return replace(meal, name=own[0]) if own else meal
