"""Which lines begin an item of a list."""

from knowledge.ingestion.structure import MARKER
from knowledge.text.numbers import NUMBERED
from knowledge.text.terms import fold


def begins_item(line: str, before: str) -> bool:
    """Whether it begins as an item does, and not with the number that the line before it ends for, as after "see
    article"."""
    if MARKER.match(line) is None:
        return False
    last = before.rstrip(" .").rsplit(maxsplit=1)[-1:]
    return not (line.lstrip()[:1].isdigit() and last and fold(last[0]) in NUMBERED)
