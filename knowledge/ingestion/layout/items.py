"""Which lines begin an item of a list."""

import re

from knowledge.ingestion.structure import MARKER
from knowledge.text.numbers import NUMBERED
from knowledge.text.terms import fold

_LAST_WORD = re.compile(r"([^\W\d_]+)\.?\s*$")


def begins_item(line: str, before: str) -> bool:
    """Whether it begins as an item does, and not with the number that the line before it ends for, as after "see
    article"."""
    if MARKER.match(line) is None:
        return False
    last = _LAST_WORD.search(before)
    return not (line.lstrip()[:1].isdigit() and last is not None and fold(last[1]) in NUMBERED)
