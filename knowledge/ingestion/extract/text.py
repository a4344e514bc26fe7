"""Plain text: paragraphs, and headings where they cannot be anything else."""

import re
from itertools import pairwise

from knowledge.ingestion.extract import aligned
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.encoding import decode
from knowledge.ingestion.extract.errors import Empty
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import MARKER, typed

_UNDERLINE = re.compile(r"\s*(=|-){3,}\s*")
_PARTS = re.compile(r"(?:t[íi]tulo|cap[íi]tulo|chapter|part|parte|anexo|annex)\s+[\dIVXLC]+\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:(\d{1,2}(?:\.\d{1,2})*)\.?|(?:art[íi]culo|artigo|article|secci[óo]n|section)\s+\d+[.ºª]*)\s+\S", re.IGNORECASE
)
_LONGEST_HEADING = 80
_WRAPPED_AT = 60


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    text = decode(data)
    if not text.strip():
        raise Empty
    paragraphs = _paragraphs(text)
    width = max(len(line) for paragraph in paragraphs for line in paragraph)
    levels = [_level(paragraph) for paragraph in paragraphs]
    blocks: list[Block] = []
    for paragraph, level, following in zip(paragraphs, levels, [*levels[1:], None], strict=True):
        # Numbered lines one after the other are a list, and nothing stands under the last line.
        if level and following is not None and following != level:
            blocks.append(Block(clean(paragraph[0]), level))
        else:
            blocks += _read(paragraph, width, group=len(blocks) + 1)
    return ExtractedDocument(DocumentMetadata(), typed(block for block in blocks if block.text))


def _read(paragraph: list[str], width: int, group: int) -> list[Block]:
    found: list[Block] = []
    for number, (lines, is_table) in enumerate(aligned.parts(paragraph)):
        if is_table:
            found += as_blocks(lines, "row", group + number)
        else:
            found += [Block(clean(line)) for line in unwrap(lines, width)]
    return found


def _paragraphs(text: str) -> list[list[str]]:
    """The lines of each; a line that is underlined is a paragraph of its own, with its underline."""
    found: list[list[str]] = []
    for part in re.split(r"\n(?:[ \t]*\n)+", text.replace("\f", "\n\n").strip("\n")):
        lines = [line.rstrip() for line in part.split("\n") if line.strip()]
        if len(lines) > 2 and _UNDERLINE.fullmatch(lines[1]):
            found.append(lines[:2])
            lines = lines[2:]
        if lines:
            found.append(lines)
    return found


def _level(lines: list[str]) -> int:
    if len(lines) == 2 and (underline := _UNDERLINE.fullmatch(lines[1])):
        return 1 if underline[1] == "=" else 2
    return heading_level(lines[0].strip()) if len(lines) == 1 else 0


def heading_level(line: str) -> int:
    """1 and up for a line that can only be a heading where it stands alone, else 0."""
    if len(line) > _LONGEST_HEADING or line.endswith((".", ",", ";", ":")) or line[0] in "-*•–—·":
        return 0
    if _PARTS.match(line):
        return 1
    if numbered := _NUMBERED.match(line):
        return 2 + (numbered[1] or "").count(".")
    letters = [letter for letter in line if letter.isalpha()]
    return 1 if len(letters) >= 3 and all(letter.isupper() for letter in letters) else 0


def unwrap(lines: list[str], width: int) -> list[str]:
    """Lines that were broken at a margin of `width` become one again; all others stay lines of their own."""
    joined = lines[:1]
    for previous, line in pairwise(lines):
        next_word = line.split(maxsplit=1)[0]
        if width < _WRAPPED_AT or len(previous) + 1 + len(next_word) <= width or MARKER.match(line):
            # The next word would have fitted: whoever broke the line meant to.
            joined.append(line)
        elif _is_hyphenated(previous, line.lstrip()):
            joined[-1] = joined[-1].rstrip()[:-1] + line.lstrip()
        else:
            joined[-1] += f" {line.lstrip()}"
    return joined


def _is_hyphenated(previous: str, line: str) -> bool:
    return len(previous) > 1 and previous[-1] in "-‐\u00ad" and previous[-2].isalpha() and line[:1].islower()
