"""What is quoted as a whole: a sentence, a table row, or a list item with all its sentences."""

import re
from functools import lru_cache

from knowledge.text.sentences import ROW, spans

ITEM = re.compile(r"(?<![^\S\n])[^\S\n]*+(?:[-–—•*·▪]|\d{1,2}[.)]|\(?[a-z]\))\s++")
_CELL = re.compile(r"\[([^\[\]\n]++)\] (.*?)(?= · \[|$)")
# A longer item is quoted sentence by sentence.
MAX_ITEM_CHARACTERS = 400


@lru_cache(maxsize=512)
def units(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of each, in order. Every node asks it of the same sections."""
    found: list[tuple[int, int]] = []
    item_end = -1
    for start, end in spans(text):
        if end <= item_end:
            continue  # a further sentence of an item that was taken whole
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        if ITEM.match(text, start) and line_end - start <= MAX_ITEM_CHARACTERS:
            item_end = start + len(text[start:line_end].rstrip())
        found.append((start, max(end, item_end)))
    return tuple(found)


def is_fragment(text: str) -> bool:
    """A row or a list item: it may say little without the heading above it."""
    return bool(ROW.match(text) or ITEM.match(text))


def cells(row: str) -> list[tuple[str, str]]:
    """Header and value of each, in order; the first has none where its column has none."""
    found = _CELL.findall(row)
    before = row.split(" · [", 1)[0] if not row.startswith("[") else ""
    return [("", before), *found] if before else found


def without_headers(row: str) -> str:
    """The values of its cells."""
    return _CELL.sub(r"\2", row)
