"""Where a quote stands on a page that was read by text recognition: its lines know the places of their words."""

from collections.abc import Iterator, Sequence

from knowledge.highlighting.geometry import Box
from knowledge.highlighting.matching import Span
from knowledge.highlighting.spans import spans_on_page
from knowledge.models import ScannedLine


def quote_lines(quote: str, lines: Sequence[ScannedLine]) -> list[Box]:
    spans = spans_on_page(quote, "\n".join(line.text for line in lines))
    found: list[Box] = []
    start = 0
    for line in lines:
        boxes = [box for box, place in _words(line, start) if any(_overlap(place, span) for span in spans)]
        if boxes:
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            found.append(Box(min(lefts), min(tops), max(rights), max(bottoms)))
        start += len(line.text) + 1
    return found


def _words(line: ScannedLine, start: int) -> Iterator[tuple[list[float], Span]]:
    """Each word's box, and its place in a text in which the line begins at `start`."""
    for word, box in zip(line.text.split(" "), line.words, strict=True):
        yield box, Span(start, start + len(word))
        start += len(word) + 1


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
