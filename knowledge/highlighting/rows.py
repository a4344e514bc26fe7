"""Table rows: extraction writes them as `[header] value · [header] value`, the page shows the values alone."""

import re

from knowledge.highlighting.matching import Key, Span, key_of, loose

_CELL = re.compile(r"\[[^\]]*\]\s*(.*?)\s*(?=·\s*\[|$)", re.DOTALL)
CANDIDATES = 50
"""occurrences of one value that are looked at"""
OUT_OF_ORDER = 4


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
    rarest = min(range(len(places)), key=lambda cell: len(places[cell]))

    def around(anchor: Span) -> list[Span]:
        nearest = [
            min(spans, key=lambda span: _distance(span.start - anchor.start, is_later=cell > rarest))
            for cell, spans in enumerate(places)
        ]
        nearest[rarest] = anchor
        return nearest

    def spread(spans: list[Span]) -> int:
        return max(span.end for span in spans) - min(span.start for span in spans)

    return min(map(around, places[rarest]), key=spread)


def _distance(characters: int, is_later: bool) -> int:
    """A value on the wrong side of its neighbour, against the row's order, counts as further away."""
    return abs(characters) * (1 if (characters > 0) == is_later else OUT_OF_ORDER)
