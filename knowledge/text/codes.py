"""Codes of a few letters and a number, mostly of courses: "CIS 376", "CIS-376" and "cis376" are the same.

What could be a year is none.
"""

import re
from functools import lru_cache

from knowledge.text.terms import fold

_CODE = re.compile(r"(?<![^\W_])([^\W\d_]{2,5})[ -]?(?!(?:19|20)\d\d\b)(\d{2,4})(?![^\W_])")


@lru_cache(maxsize=8192)
def codes(text: str) -> dict[str, frozenset[str]]:
    """Folded, letters and number in one -> the words that a text may write it with."""
    parts = [(fold(letters), number) for letters, number in _CODE.findall(text)]
    return {letters + number: frozenset((letters, number, letters + number)) for letters, number in parts}


def is_code(word: str) -> bool:
    return _CODE.fullmatch(word) is not None
