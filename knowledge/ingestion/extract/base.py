"""What every extractor gives back: blocks of text in reading order."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from knowledge.ingestion.metadata import DocumentMetadata

PageBreaks = tuple[tuple[int, int], ...]
"""(offset, page) pairs: from this character on, the page (from 1) it stands on"""


Kind = Literal["heading", "paragraph", "lead_in", "item", "caption", "row", "pair", "definition"]
"""`lead_in` announces a list, `row` is a table's row with its headers, `pair` is a line with a label and its value"""


@dataclass(frozen=True)
class Block:
    """What is read and quoted as one: a paragraph, list item or table row, or a heading."""

    text: str
    level: int = 0
    """1 and up for headings, the outermost first; 0 for text"""
    page_breaks: PageBreaks = ()
    """the first is (0, page); empty in formats without pages"""
    kind: Kind = "paragraph"
    """"heading" wherever there is a level"""
    group: int = 0
    """shared by a list's lead-in and items, a table's caption and rows, or pairs in a row; 0: alone"""

    def __post_init__(self) -> None:
        if self.level:
            object.__setattr__(self, "kind", "heading")


@dataclass(frozen=True)
class OcrLine:
    text: str
    confidence: float
    """0 to 1"""
    words: tuple[tuple[float, float, float, float], ...]
    """of each word of the text left, top, right and bottom, in shares of the page as it is shown"""


@dataclass(frozen=True)
class OcrPage:
    """A page whose picture was read by text recognition."""

    number: int
    lines: tuple[OcrLine, ...] = ()
    error: str = ""
    """that of an ExtractionError, where it could not be read"""

    @property
    def confidence(self) -> float | None:
        """The mean of its letters; None for a page without any."""
        letters = sum(len(line.text) for line in self.lines)
        return sum(line.confidence * len(line.text) for line in self.lines) / letters if letters else None


@dataclass(frozen=True)
class Links:
    """What a web page says to whoever follows links: where they lead, what it asks of crawlers, and whether there is
    nothing else to it."""

    base: str = ""
    """what addresses are relative to, if not to the page's own"""
    targets: tuple[tuple[str, str], ...] = ()
    """(address as written, text of the link)"""
    canonical: str = ""
    no_index: bool = False
    no_follow: bool = False
    is_form: bool = False
    """see extract.forms"""


@dataclass(frozen=True)
class ExtractedDocument:
    metadata: DocumentMetadata
    """only what the document itself declares"""
    blocks: tuple[Block, ...]
    page_count: int = 0
    margins: tuple[Block, ...] = ()
    """running headers and footers, each once, with the page where it first stands: see knowledge.ingestion.margins"""
    ocr: tuple[OcrPage, ...] = ()
    links: Links | None = None
    """of a web page"""
    ignored: tuple[str, ...] = ()
    """what it declares and nobody understands, as `key: value`"""


@dataclass(frozen=True)
class Limits:
    max_pages: int
    seconds: int
    memory_mb: int
    max_characters: int = 10_000_000
    max_blocks: int = 200_000
    max_chunks: int = 10_000


class Extractor(Protocol):
    def __call__(self, data: bytes, limits: Limits) -> ExtractedDocument:
        """Raises one of extract.errors where the bytes cannot be read."""


_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_SPACES = dict.fromkeys([0x09, 0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
# They have no width, turn the direction of what is read, or spell text that only a machine sees.
HIDDEN = frozenset(
    [0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
     *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
     *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE1000)]
)  # fmt: skip
_INVISIBLE = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160), 0xAD, *HIDDEN])
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000))
# Symbol fonts keep their bullets in the first range; the others only ever begin items.
_BULLETS = dict.fromkeys([*range(0xF000, 0xF100), *map(ord, "▸►▶▹▻➤➢➣❖◆◇⁃⦁‣")], "•")
CLEAN = {**_BULLETS, **_SURROGATES, **_INVISIBLE, **_SPACES, **_LIGATURES}
"""for str.translate: ligatures as letters, every blank a space, nothing that cannot be seen; newlines stay"""

_BLANKS = re.compile(r" {2,}")


def clean(text: str) -> str:
    """Without invisible characters and double blanks; line breaks stay."""
    lines = (_BLANKS.sub(" ", line).strip() for line in text.translate(CLEAN).split("\n"))
    return "\n".join(line for line in lines if line)


def as_blocks(lines: Iterable[str], kind: Kind = "paragraph", group: int = 0) -> tuple[Block, ...]:
    return tuple(Block(text, kind=kind, group=group) for line in lines if (text := clean(line)))
