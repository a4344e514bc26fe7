"""Where a quote stands in the text of a page."""

from knowledge.highlighting.matching import Span, find
from knowledge.highlighting.rows import find_row, is_row
from knowledge.highlighting.scattered import SHARE, find_scattered


def spans_on_page(quote: str, text: str) -> list[Span]:
    """The quote as a whole, else line by line if that is most of it, else in pieces."""
    whole = find(quote, text)
    if whole:
        return [whole]
    by_line = {line: _spans_of_line(line, text) for line in quote.splitlines() if line.strip()}
    found = sum(len(line) for line, spans in by_line.items() if spans)
    if found >= SHARE * sum(map(len, by_line)):
        return [span for spans in by_line.values() for span in spans]
    return find_scattered(quote, text)


def _spans_of_line(line: str, text: str) -> list[Span]:
    span = find(line, text)
    if span:
        return [span]
    return (find_row(line, text) if is_row(line) else []) or find_scattered(line, text)
