"""Table rows: extraction writes `[header] value · [header] value`, the page shows the values alone.

A row with a header of its own is `[header] value · value`, one without headers `value · value`.
"""

import re

from knowledge.highlighting.matching import Key, Span, fold, key_of, loose

SEPARATOR = " · "
CANDIDATES = 50
"""occurrences of one value that are looked at"""
OUT_OF_ORDER = 4
"""times as far as it is: a value that stands where the row's order does not have it"""
_CELL = re.compile(r"\s*(?:\[(?P<header>[^\]]*)\])?\s*(?P<value>.*)", re.DOTALL)


def is_row(line: str) -> bool:
    return line.lstrip().startswith("[") or SEPARATOR in line


def shown(row: str) -> list[str]:
    """The row's cells as the page shows them. A lone header counts as one: it stands beside its values."""
    cells = [match.groupdict() for match in map(_CELL.match, row.split(SEPARATOR)) if match]
    headers = [cell["header"] for cell in cells if cell["header"]]
    lone = headers[:1] if len(headers) == 1 and cells[0]["header"] else []
    return [text for text in (*lone, *(cell["value"] for cell in cells)) if fold(text)]


def find_row(row: str, text: str) -> list[Span]:
    """The cells side by side, else each where they stand closest together; empty unless all of them are there."""
    cells = shown(row)
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
