"""The texts that the reader model reads for a question: quotes that stand near each other, under their headings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chat.agent.answers.passages import Quote
from knowledge.retrieval.config import Passage

# Quotes of a section that stand nearer to each other than this are read as one text.
NEAR_CHARACTERS = 300
# So many of the headings above a passage are read with it.
HEADINGS = 2


@dataclass(frozen=True)
class ReaderText:
    text: str
    """A first line of title and headings, then a stretch of the section."""
    quotes: tuple[Quote, ...]
    offset: int
    """What is added to a place in the section to get that in the text."""


def reader_texts(quotes: Sequence[Quote]) -> Iterator[ReaderText]:
    sections: dict[int, list[Quote]] = {}
    for quote in quotes:
        sections.setdefault(quote.passage.section_id, []).append(quote)
    for found in sections.values():
        passage = found[0].passage
        heading = f"{passage.title} › {nearest_headings(passage)}".replace("\n", " ")
        for first, last in _stretches(found):
            inside = tuple(quote for quote in found if first <= quote.start and quote.end <= last)
            yield ReaderText(f"{heading}\n{passage.section_text[first:last]}", inside, len(heading) + 1 - first)


def nearest_headings(passage: Passage) -> str:
    """A telephone under "General" is of whom the heading above that names."""
    above = [heading for heading in passage.path.split(" › ") if heading != passage.title]
    return " › ".join(above[-HEADINGS:]) or passage.section


def _stretches(quotes: Sequence[Quote]) -> Iterator[tuple[int, int]]:
    """Where the quotes of a section stand, those near each other together."""
    first = last = -1
    for quote in sorted(quotes, key=lambda one: one.start):
        if last >= 0 and quote.start - last > NEAR_CHARACTERS:
            yield first, last
            first = -1
        first = quote.start if first < 0 else first
        last = max(last, quote.end)
    yield first, last
