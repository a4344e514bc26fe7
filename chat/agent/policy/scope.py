"""Places and topics that an assistant does not cover."""

import re
from collections.abc import Sequence
from functools import lru_cache

from knowledge.text.terms import fold


def outside_of_scope(folded: str, outside_terms: Sequence[str]) -> str:
    """The first place or topic named that the assistant does not cover."""
    if not outside_terms or not _any_of(tuple(outside_terms)).search(folded):
        return ""
    return next(term for term in outside_terms if _any_of((term,)).search(folded))


@lru_cache(maxsize=1024)
def _any_of(terms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(re.escape(fold(term)) for term in terms)})\b")
