"""Where a quote stands on a page that was read by text recognition: its lines know the places of their words."""

from collections.abc import Sequence

from knowledge.highlighting.geometry import Box
from knowledge.highlighting.spans import spans_on_page
from knowledge.models import Recognition, ScannedLine, ScannedPage


def quote_lines(quote: str, lines: Sequence[ScannedLine]) -> list[Box]:
    """One for each line, around those of its words that the quote has."""
    boxes = []
    for line, places in _quoted(quote, lines):
        lefts, tops, rights, bottoms = zip(*(line.words[place] for place in places), strict=True)
        boxes.append(Box(min(lefts), min(tops), max(rights), max(bottoms)))
    return boxes


def how_quote_was_read(document_id: int, page: int | None, quote: str) -> Recognition | None:
    """None where it stands in a text layer."""
    scanned = ScannedPage.objects.filter(document=document_id, number=page).first() if page else None
    lines = [line for line, _places in _quoted(quote, scanned.read_lines())] if scanned else []
    if not lines:
        return None
    return Recognition.UNCERTAIN if any(line.is_uncertain for line in lines) else Recognition.CERTAIN


def _quoted(quote: str, lines: Sequence[ScannedLine]) -> list[tuple[ScannedLine, list[int]]]:
    """The lines that hold some of the quote, each with the places of its words among the line's."""
    spans = spans_on_page(quote, "\n".join(line.text for line in lines))
    found, start = [], 0
    for line in lines:
        places = []
        for place, word in enumerate(line.text.split(" ")):
            if any(start < span.end and span.start < start + len(word) for span in spans):
                places.append(place)
            start += len(word) + 1
        if places:
            found.append((line, places))
    return found
