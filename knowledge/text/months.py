"""Names of months and days of the week, folded."""

from knowledge.text.terms import fold
from knowledge.text.vocabulary import numbered


def _folded(names: dict[str, int]) -> dict[str, int]:
    return {fold(name): number for name, number in names.items()}


NAMES = _folded(numbered(lambda known: known.months))
"""name -> 1 to 12"""
SHORT_NAMES = _folded(numbered(lambda known: known.months_in_short))
"""name -> 1 to 12; some are words of their own, so they are months only beside a day or a year"""
WEEKDAYS = _folded(numbered(lambda known: known.weekdays))
"""name -> 1 to 7, Monday first"""
