"""Plain text: paragraphs, and headings where they cannot be anything else."""

import re
from collections import Counter
from collections.abc import Sequence

from knowledge.ingestion.extract import aligned
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.encoding import decode_within
from knowledge.ingestion.extract.errors import Empty
from knowledge.ingestion.layout.hyphens import Hyphens
from knowledge.ingestion.layout.wrapping import margin, unwrap
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.names import is_sentence
from knowledge.ingestion.structure import typed

_UNDERLINE = re.compile(r"\s*(=|-){3,}\s*")
_PARTS = re.compile(r"(?:t[íi]tulo|cap[íi]tulo|chapter|part|parte|anexo|annex)\s+[\dIVXLC]+\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:(\d{1,2}(?:\.\d{1,2})*)\.?|(?:art[íi]culo|artigo|article|secci[óo]n|section)\s+\d+[.ºª]*)\s+\S", re.IGNORECASE
)
_LONGEST_HEADING = 80
# The number of a page, at the end of a line of its head or foot.
_PAGE_NUMBER = re.compile(r"(?:.*\s)?(?:p[áa]xina|p[áa]gina|page)\s+\d+(?:\s+(?:de|of)\s+\d+)?", re.IGNORECASE)
_PAIR = re.compile(r"[^:]{1,40}:\s+(?:\S*\d\S*|\S+$)")


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    text = decode_within(data, limits)
    if not text.strip():
        raise Empty
    kept, heads = _without_page_heads(_paragraphs(text))
    paragraphs = [part for paragraph in kept for part in _headed(paragraph)]
    width, hyphens = margin(paragraphs), Hyphens(paragraphs)
    levels = [_level(paragraph) for paragraph in paragraphs]
    blocks: list[Block] = []
    for paragraph, level, following in zip(paragraphs, levels, [*levels[1:], None], strict=True):
        # Numbered lines one after the other are a list, and nothing stands under the last line.
        if level and following is not None and following != level and _may_head(paragraph[0]):
            blocks.append(Block(clean(paragraph[0]), level))
        else:
            blocks += _read(paragraph, width, hyphens, group=len(blocks) + 1)
    return ExtractedDocument(DocumentMetadata(), typed(block for block in blocks if block.text), margins=heads)


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
        if len(lines) > 2 and _UNDERLINE.fullmatch(lines[1]):
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


def _headed(lines: list[str]) -> list[list[str]]:
    """A numbered line in capitals right above its text is a paragraph of its own."""
    if len(lines) > 1 and _is_numbered_title(lines[0]) and not _is_numbered_title(lines[1]) and not lines[1].isupper():
        return [lines[:1], lines[1:]]
    return [lines]


def _is_numbered_title(line: str) -> bool:
    return line.isupper() and _NUMBERED.match(line.strip()) is not None and heading_level(line.strip()) > 0


def _may_head(line: str) -> bool:
    return line.isupper() or not is_sentence(line)


def _level(lines: list[str]) -> int:
    if len(lines) == 2 and (underline := _UNDERLINE.fullmatch(lines[1])):
        return 1 if underline[1] == "=" else 2
    return heading_level(lines[0].strip()) if len(lines) == 1 else 0


def heading_level(line: str) -> int:
    """1 and up for a line that can only be a heading where it stands alone, else 0."""
    if len(line) > _LONGEST_HEADING or line.endswith((".", ",", ";", ":")) or line[0] in "-*•–—·":
        return 0
    if _PAIR.fullmatch(line):
        return 0
    if _PARTS.match(line):
        return 1
    if numbered := _NUMBERED.match(line):
        return 2 + (numbered[1] or "").count(".")
    letters = [letter for letter in line if letter.isalpha()]
    return 1 if len(letters) >= 3 and all(letter.isupper() for letter in letters) else 0
