"""The texts that the reader model reads for a question: quotes that stand near each other, under their headings.

A list or table is read with its lead-in or caption, which says what the items are items of.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chat.agent.answers.passages import Quote, announced_by, nearest_headings

# Quotes of a section that stand nearer to each other than this are read as one text.
NEAR_CHARACTERS = 300
# Of the texts that are read for a question, headings included: reading takes four fifths of the time of an answer.
# docs/reading.md has what this loses.
MAX_CHARACTERS = 8000


@dataclass(frozen=True)
class ReaderText:
    text: str
    """A first line of title, what the file's name says beside it, and headings; then a stretch of the section."""
    quotes: tuple[Quote, ...]
    offset: int
    """What is added to a place in the section to get that in the text."""


def worth_reading(quotes: Sequence[Quote]) -> list[Quote]:
    """Those of the first texts, as far as there is room; the first text however long it is."""
    kept: list[Quote] = []
    room = MAX_CHARACTERS
    for one in reader_texts(quotes):
        room -= len(one.text)
        if kept and room < 0:
            break
        kept += one.quotes
    return kept


def reader_texts(quotes: Sequence[Quote]) -> Iterator[ReaderText]:
    sections: dict[int, list[Quote]] = {}
    for quote in quotes:
        sections.setdefault(quote.passage.section_id, []).append(quote)
    for found in sections.values():
        passage = found[0].passage
        # The name of a file may alone say whose rules they are.
        named = f" ({passage.file_words})" if passage.file_words else ""
        heading = f"{passage.title}{named} › {nearest_headings(passage)}".replace("\n", " ")
        for first, last in _stretches(found):
            inside = tuple(quote for quote in found if first <= quote.start and quote.end <= last)
            yield ReaderText(f"{heading}\n{passage.section_text[first:last]}", inside, len(heading) + 1 - first)


def _stretches(quotes: Sequence[Quote]) -> Iterator[tuple[int, int]]:
    """Where the quotes of a section stand with what announces them, those near each other together."""
    first = last = -1
    for start, end in sorted((_start(quote), quote.end) for quote in quotes):
        if last >= 0 and start - last > NEAR_CHARACTERS:
            yield first, last
            first = -1
        first = start if first < 0 else first
        last = max(last, end)
    yield first, last


def _start(quote: Quote) -> int:
    announced = announced_by(quote)
    near = announced is not None and 0 < quote.start - announced.end <= NEAR_CHARACTERS
    return announced.start if announced and near else quote.start
