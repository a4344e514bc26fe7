"""Table rows: extraction writes them as `[header] value · [header] value`, the page shows the values alone."""

import re

from knowledge.highlighting.matching import Key, Span, key_of, loose

_CELL = re.compile(r"\[[^\]]*\]\s*(.*?)\s*(?=·\s*\[|$)", re.DOTALL)
CANDIDATES = 50
"""occurrences of one value that are looked at"""


def is_row(line: str) -> bool:
    return line.lstrip().startswith("[") and "]" in line


def values(row: str) -> list[str]:
    return [value for value in _CELL.findall(row) if any(map(str.isalnum, value))]


def find_row(row: str, text: str) -> list[Span]:
    """The values side by side, else each where they stand closest together; empty unless all of them are there."""
    cells = values(row)
    key = key_of(text)
    together = next(loose(" ".join(cells), text, key), None)
    if together:
        return [together]
    places = [_places(cell, text, key) for cell in cells]
    return _closest(places) if places and all(places) else []


def _places(cell: str, text: str, key: Key) -> list[Span]:
    return [span for span, _ in zip(loose(cell, text, key), range(CANDIDATES), strict=False)]


def _closest(places: list[list[Span]]) -> list[Span]:
    """Around each occurrence of the rarest value, the nearest of every other; the tightest of these wins."""
    rarest = min(places, key=len)

    def around(anchor: Span) -> list[Span]:
        return [min(spans, key=lambda span: abs(span.start - anchor.start)) for spans in places]

    def spread(spans: list[Span]) -> int:
        return max(span.end for span in spans) - min(span.start for span in spans)

    return min(map(around, rarest), key=spread)
