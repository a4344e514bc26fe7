"""Intervals that a text names, such as an income "between 2,500.01 and 3,150 €" or marks "from 81 to 90 %"."""

import re
from collections.abc import Iterator
from functools import lru_cache

from chat.agent.verification.figures import NUMBER, readings

# What may stand between a number and what joins it to the next, such as its unit.
_UNIT = r"\s{0,2}(?:[%€$]|[^\W\d_]{1,6}\b\.?)?\s{0,2}"
_INTERVAL = re.compile(
    rf"(?P<first>{NUMBER.pattern}){_UNIT}(?:[-–—]|\b(?:a|ata|hasta|to)\b)\s{{0,2}}(?P<last>{NUMBER.pattern})"
    rf"|\b(?:entre|between)\s(?P<low>{NUMBER.pattern}){_UNIT}\b(?:y|e|and)\b\s{{0,2}}(?P<high>{NUMBER.pattern})",
    re.IGNORECASE,
)
_IS_VALUE = re.compile(r"\d+(?:\.\d+)?")


def holds(text: str, number: str) -> bool:
    """Whether an interval of the text has the number in it, its ends included."""
    intervals = _intervals(text)
    return any(first <= value <= last for value in _values(number) for first, last in intervals)


@lru_cache(maxsize=4096)
def _intervals(text: str) -> tuple[tuple[float, float], ...]:
    return tuple(
        (low, high)
        for match in _INTERVAL.finditer(text)
        for low in _values(match["first"] or match["low"])
        for high in _values(match["last"] or match["high"])
        if low < high
    )


def _values(digits: str) -> Iterator[float]:
    """None of what is no number: a day, "6.11.2022", or a section, "4.2.1"."""
    return map(float, filter(_IS_VALUE.fullmatch, readings(digits)))
