"""Names of months and days of the week, and which months a text speaks of, those inside a span included."""

import re

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
NUMBERS = {name: number - 1 for name, number in NAMES.items()}
"""name -> 0 to 11"""
_MONTH = "|".join(NAMES)
# "May" is also a verb: as a month it is part of a span, or written with a capital.
_ONE = re.compile(rf"\b({_MONTH})\b")
_SPAN = re.compile(
    rf"\b({_MONTH})\b(?: de \d{{4}}| \d{{4}})?,? (?:a|ata|hasta|to|until|e|y|and|-|–) (?:o |el )?\b({_MONTH})\b"
)
_JOINED = re.compile(r" (?:e|y|and) ")


def months_in(text: str) -> frozenset[int]:
    """0 to 11."""
    folded = fold(text)
    found = {NUMBERS[name] for name in _ONE.findall(folded) if name != "may" or "May" in text}
    for span in _SPAN.finditer(folded):
        first, last = NUMBERS[span[1]], NUMBERS[span[2]]
        if not _JOINED.search(span[0]):
            found |= {(first + step) % 12 for step in range((last - first) % 12 + 1)}
    return frozenset(found)
