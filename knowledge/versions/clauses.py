"""The clauses of a document, which is what two versions of it are compared by: its sections' blocks, in order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from knowledge.models.passage import page_at

_HEADER = re.compile(r"\[[^\[\]]*+\]")
_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_SIGNS = str.maketrans(
    {"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‐": "-", "∙": "·", "\xad": None}
)
_BEGINNING = 6
"""letters"""


class SectionLike(Protocol):
    """A section that is stored, or one that was just cut."""

    @property
    def title(self) -> str: ...

    @property
    def path(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def blocks(self) -> Sequence[Sequence[object]]: ...


@dataclass(frozen=True)
class Clause:
    kind: str
    """as knowledge.ingestion.extract.base.Kind"""
    text: str
    heading: str
    """the headings above it, joined by ›"""
    page: int | None

    @property
    def key(self) -> str:
        """The same for two clauses that say the same: case, blanks and kinds of quotes and dashes make no change."""
        return plain(self.text)

    @property
    def words(self) -> list[str]:
        """What is likened: how words begin, because other endings make no other words; of a row its values alone, for
        its headers are those of all rows."""
        text = _HEADER.sub(" ", self.text) if self.is_row else self.text
        return [word[:_BEGINNING] for word in _WORD.findall(text.casefold())]

    @property
    def is_row(self) -> bool:
        return self.kind == "row"


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold().split())


def clauses(sections: Iterable[SectionLike]) -> list[Clause]:
    """Each heading once, above what stands under it."""
    found: list[Clause] = []
    above = ""
    for section in sections:
        pages = getattr(section, "page_breaks", ())
        breaks = [list(pair) for pair in pages]
        if section.path != above and section.title:
            found.append(Clause("heading", section.title, section.path, page_at(breaks, 0)))
        above = section.path
        found += _of(section, breaks)
    return found


def _of(section: SectionLike, breaks: list[list[int]]) -> Iterator[Clause]:
    spans = [(str(kind), int(start), int(end)) for kind, start, end, *_group in section.blocks]  # type: ignore[call-overload]
    for kind, start, end in spans or _lines(section.text):
        text = section.text[start:end].strip()
        if text and not (kind == "heading" and text == section.title):
            yield Clause(kind, text, section.path, page_at(breaks, start))


def _lines(text: str) -> Iterator[tuple[str, int, int]]:
    """For a document that was indexed before sections had blocks."""
    start = 0
    for line in text.split("\n"):
        yield "paragraph", start, start + len(line)
        start += len(line) + 1
