"""Plain text: paragraphs, and headings where they cannot be anything else."""

import re
from collections import Counter
from collections.abc import Sequence

from knowledge.ingestion.extract import aligned, text_headings
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.encoding import decode_within
from knowledge.ingestion.extract.errors import Empty
from knowledge.ingestion.layout.hyphens import Hyphens
from knowledge.ingestion.layout.page_breaks import without_page_breaks
from knowledge.ingestion.layout.wrapping import margin, unwrap
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed

# The number of a page, at the end of a line of its head or foot.
_PAGE_NUMBER = re.compile(r"(?:.*\s)?(?:p[áa]xina|p[áa]gina|page)\s+\d+(?:\s+(?:de|of)\s+\d+)?", re.IGNORECASE)


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    text = decode_within(data, limits)
    if not text.strip():
        raise Empty
    text, running = without_page_breaks(text)
    kept, heads = _without_page_heads(_paragraphs(text))
    paragraphs, levels = text_headings.parted(kept)
    width, hyphens = margin(paragraphs), Hyphens(paragraphs)
    blocks: list[Block] = []
    for paragraph, level in zip(paragraphs, levels, strict=True):
        if level:
            blocks.append(Block(clean(paragraph[0]), level))
        else:
            blocks += _read(paragraph, width, hyphens, group=len(blocks) + 1)
    return ExtractedDocument(
        DocumentMetadata(), typed(block for block in blocks if block.text), margins=(*as_blocks(running), *heads)
    )


def _read(paragraph: list[str], width: int, hyphens: Hyphens, group: int) -> list[Block]:
    found: list[Block] = []
    for number, (lines, is_table) in enumerate(aligned.parts(paragraph)):
        if is_table:
            found += as_blocks(lines, "row", group + number)
        else:
            found += [Block(clean(line)) for line in unwrap(lines, width, hyphens)]
    return found


def _paragraphs(text: str) -> list[list[str]]:
    """The lines of each; a line that is underlined is a paragraph of its own, with its underline."""
    found: list[list[str]] = []
    for part in re.split(r"\n(?:[ \t]*\n)+", text.replace("\f", "\n\n").strip("\n")):
        lines = [line.rstrip() for line in part.split("\n") if line.strip()]
        if len(lines) > 2 and text_headings.UNDERLINE.fullmatch(lines[1]):
            found.append(lines[:2])
            lines = lines[2:]
        if lines:
            found.append(lines)
    return found


def _without_page_heads(paragraphs: Sequence[list[str]]) -> tuple[list[list[str]], tuple[Block, ...]]:
    """Less the lines that number pages, and those beside them that come again with the next number; and those lines,
    each once."""
    heads = [lines for lines in paragraphs if any(map(_numbers_page, lines))]
    if len(heads) < 2:
        return list(paragraphs), ()
    counts = Counter(line.strip() for lines in heads for line in set(lines))
    dropped = {line for lines in heads for line in lines if _numbers_page(line) or counts[line.strip()] > 1}
    kept = [[line for line in lines if line not in dropped] if lines in heads else lines for lines in paragraphs]
    margins = dict.fromkeys(clean(line) for lines in heads for line in lines if line in dropped)
    return [lines for lines in kept if lines], as_blocks(margins)


def _numbers_page(line: str) -> bool:
    return _PAGE_NUMBER.fullmatch(line.strip()) is not None
