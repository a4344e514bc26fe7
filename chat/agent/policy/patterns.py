"""Patterns on folded text, compiled once."""

import re
from functools import cache


def any_of(words: str) -> str:
    """One of the words or phrases, which are parted by bars; each may be a pattern of its own."""
    joined = "|".join(re.split(r"\s+\|\s+", words.strip()))
    return rf"\b(?:{joined})\b"


def matches(pattern: str, folded: str) -> bool:
    return _compiled(pattern).search(folded) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
