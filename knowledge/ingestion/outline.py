"""Headings that the text itself makes, whatever its format: divisions of rules, lines in capitals, numbered headings.

A division ("CAPÍTULO II", "Artículo 12. Plazos") is a heading below those that the format marks. One that goes on with
its text on the same line is parted from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from knowledge.ingestion.extract.base import Block, PageBreaks
from knowledge.ingestion.words import any_of
from knowledge.text import sentences

_RANKS = "|".join(rf"(?P<rank{rank}>{any_of(f'division_{rank}')})" for rank in (1, 2, 3, 4))
_DIVISION = re.compile(
    rf"(?:(?:{_RANKS})\s*(?:\d{{1,3}}|[IVXLC]+\b|(?:{any_of('ordinals')})\b)(?:\s+(?:bis|ter)\b)?"
    rf"|(?P<provision>{any_of('provisions')})\s+\w+(?:\s+(?:{any_of('ordinals')})\b)?)[\s.ºª°)\-–—:]*",
    re.IGNORECASE,
)
_SECTION = re.compile(r"((?:[IVXLC]{1,6}|\d{1,2})(?:\.\d{1,2})*)[.)]?\s+(?=[^\W\d_])")
_MARKED = re.compile(r"\W|\(?\w{1,3}[.)]")
_BULLET = re.compile(r"[-–—•·▪□■☐☒]\s")
_RECORD = re.compile(r"[^\W\d_][^:.;]{1,40}:\s+\S.{1,80}")
_NUMBERED = re.compile(r"\d{1,2}[.)]?\s+\S")
_LEADER = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){5,}+\s*\d{1,4}\W*$")
_LEGAL = 10
"""levels of divisions begin above it: below whatever the format marks"""
_CAPITALS = 8
_MAX_NAME = 110
_MAX_PARTED_NAME = 80
_MAX_CAPITALS = 90
_MIN_DIVISIONS = 2
_SIGNATURE = 3
"""blocks at a document's end, where names stand in capitals"""


@dataclass(frozen=True)
class _Division:
    rank: int
    label: str
    """"Artículo 12" """
    rest: str


def outlined(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without the lines of a table of contents, and with their headings told from text."""
    kept = [_unmarked(block) for block in blocks if not _LEADER.search(block.text)]
    kept = _records(_numbered(_sectioned(_in_capitals(kept))))
    divisions = [_division(block) for block in kept]
    articles = [division for division in divisions if division]
    if len(articles) < _MIN_DIVISIONS:
        return kept
    named = sum(_is_whole_name(division.rest) for division in articles) >= 0.5 * len(articles)
    return _joined(kept, divisions, named)


def _unmarked(block: Block) -> Block:
    """What begins with a dash or a box is an item, however it is printed."""
    return replace(block, level=0, kind="paragraph") if block.level and _BULLET.match(block.text) else block


def _division(block: Block) -> _Division | None:
    match = _DIVISION.match(block.text) if block.kind in ("paragraph", "heading", "pair") else None
    if match is None:
        return None
    rank = next((rank for rank in (1, 2, 3, 4) if match[f"rank{rank}"]), 2)
    label, rest = match.group().rstrip(" .-–—:"), block.text[match.end() :]
    # "Artículo 5 de la Ley…" goes on with a sentence.
    return None if rest[:1].islower() or rest.startswith((",", ";")) else _Division(rank, label, rest)


def _joined(blocks: Sequence[Block], divisions: Sequence[_Division | None], named: bool) -> list[Block]:
    found: list[Block] = []
    skipped = -1
    for index, (block, division) in enumerate(zip(blocks, divisions, strict=True)):
        if index == skipped:
            continue
        if division is None:
            below = block.level == _CAPITALS and any(divisions[:index])
            found.append(replace(block, level=_LEGAL + 3) if below else block)
            continue
        level = _LEGAL + division.rank
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if not division.rest and following is not None and divisions[index + 1] is None and _is_name(following):
            skipped = index + 1
            found.append(Block(f"{division.label}. {following.text}", level, block.page_breaks))
        elif _is_whole_name(division.rest) and (named or block.level):
            found.append(Block(block.text.rstrip(" .-–"), level, block.page_breaks))
        else:
            found += _parted(block, division, level)
    return found


def _is_whole_name(rest: str) -> bool:
    return len(rest) <= _MAX_NAME and len(sentences.spans(rest)) <= 1


def _is_name(block: Block) -> bool:
    short = len(block.text) <= _MAX_NAME and not block.text.endswith((".", ":", ";", ","))
    return block.level > 0 or (block.kind == "paragraph" and short)


def _parted(block: Block, division: _Division, level: int) -> list[Block]:
    """A division's name is its heading; text without a name keeps its number, which is how it is quoted."""
    spans = sentences.spans(division.rest)
    if len(spans) > 1 and spans[0][1] <= _MAX_PARTED_NAME:
        start = len(block.text) - len(division.rest) + spans[1][0]
        text = Block(block.text[start:], 0, _from(block.page_breaks, start))
        return [
            Block(f"{division.label}. {division.rest[: spans[0][1]].rstrip('.')}", level, block.page_breaks[:1]),
            text,
        ]
    return [Block(division.label, level, block.page_breaks[:1]), replace(block, level=0, kind="paragraph")]


def _from(breaks: PageBreaks, start: int) -> PageBreaks:
    before = [page for offset, page in breaks if offset <= start][-1:]
    return (*((0, page) for page in before), *((offset - start, page) for offset, page in breaks if offset > start))


def _in_capitals(blocks: Sequence[Block]) -> list[Block]:
    """A short line in capitals with text below it; a signature has none."""
    found = list(blocks)
    for index, (block, following) in enumerate(pairwise(blocks[: 1 - _SIGNATURE])):
        if block.kind == "paragraph" and _is_in_capitals(block.text) and len(following.text) > len(block.text):
            found[index] = Block(block.text, _CAPITALS, block.page_breaks)
    return found


def _is_in_capitals(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) < 5 or len(text) > _MAX_CAPITALS or text.endswith((".", ",", ";", ":")) or "\n" in text:
        return False
    return all(letter.isupper() for letter in letters) and sum(letter.isdigit() for letter in text) < len(letters)


def _sectioned(blocks: Sequence[Block]) -> list[Block]:
    """A short line with the number of a section ("I.2. Requisitos") above longer text that has no such number, or one
    that is deeper."""
    found = list(blocks)
    for index, (block, following) in enumerate(pairwise(blocks)):
        number, below = _SECTION.match(block.text), _SECTION.match(following.text)
        if number is None or block.kind != "paragraph" or len(block.text) > _MAX_CAPITALS or following.level:
            continue
        above = _SECTION.match(blocks[index - 1].text) if index else None
        depth = number[1].count(".")
        if above is not None and above[1].count(".") == depth:
            # Headings have text between them, items of a list have none.
            continue
        deeper = below is not None and below[1].startswith(f"{number[1]}.")
        heads = below is None and not _MARKED.match(following.text) and len(following.text) > len(block.text)
        if (deeper or heads) and (depth or number[1][:1].isalpha()):
            found[index] = Block(block.text.rstrip("."), _LEGAL + 1 + depth, block.page_breaks)
    return found


def _records(blocks: Sequence[Block]) -> list[Block]:
    """Headings of one level below one that names a record ("Profesora: Ana Pérez") are parts of it."""
    found = list(blocks)
    record, named = 0, ""
    for index, block in enumerate(blocks):
        if not block.level:
            continue
        if _RECORD.fullmatch(block.text):
            label = block.text.split(":", 1)[0].split()[0]
            if record and label == named and block.level > record:
                found[index] = replace(block, level=record)
            else:
                record, named = block.level, label
        elif block.level == record:
            found[index] = replace(block, level=block.level + 1)
        elif block.level < record:
            record = 0
    return found


def _numbered(blocks: Sequence[Block]) -> list[Block]:
    """Headings without a number that look like numbered ones stand below these."""
    found = list(blocks)
    for level in sorted({block.level for block in blocks if 0 < block.level < _CAPITALS}):
        numbered = [index for index, block in enumerate(found) if block.level == level and _NUMBERED.match(block.text)]
        if len(numbered) < 3:
            continue
        for index in range(numbered[0] + 1, len(found)):
            block = found[index]
            if block.level == level and index not in numbered:
                found[index] = replace(block, level=level + 1)
    return found
