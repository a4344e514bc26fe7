"""An answer split into claims: its sentences, list items and table rows, each with the citations it carries."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from knowledge.text.sentences import spans

MARK = re.compile(r"(?<!\\)\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_NEXT = re.compile(rf"(?:{MARK.pattern}\s?){{1,20}}(?<=\s)(?=[*_«“\"¿¡]*[A-ZÁÉÍÓÚÑ])")
_BEGINS = re.compile(r"\s*(?:[-*+•>|#]\s|\||#|\d{1,3}[.)]\s|\*\*)")
_LINE = re.compile(r"[^\n]+")
_LEAD = re.compile(r"\s*(?:>\s*)*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?")
_HEADING = re.compile(r"\s*#{1,6}\s|\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$")
_RULE = re.compile(r"(?=[\s:|-]*+$)[\s:|-]*?---")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_EMPHASIS = re.compile(r"(?<!\\)(?:\*\*|__|[*`])|(?<![\w\\])_|(?<!\\)_(?!\w)")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|])")

Kind = Literal["claim", "introduction", "heading"]


@dataclass(frozen=True)
class Segment:
    """A part of a sentence, with the citations that follow it."""

    text: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Claim:
    start: int
    """text[start:end] of the answer, citations included"""
    end: int
    kind: Kind
    segments: tuple[Segment, ...]
    inherited: tuple[int, ...] = ()
    """of a sentence without citations: those of the next one that has any, in its line"""

    @property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments if segment.text)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(number for segment in self.segments for number in segment.numbers))


def plain(markdown: str) -> str:
    """As it is read: without citations, emphasis and escapes."""
    return " ".join(_ESCAPED.sub(r"\1", _EMPHASIS.sub("", MARK.sub("", markdown))).split())


def claims(text: str) -> list[Claim]:
    """In order."""
    found: list[Claim] = []
    header: list[str] = []
    lines = list(_LINE.finditer(_unwrapped(text)))
    for place, line in enumerate(lines):
        raw = line.group()
        following = lines[place + 1].group() if place + 1 < len(lines) else ""
        if raw.lstrip().startswith("|"):
            if _RULE.match(following):
                header = _cells(raw)
            elif not _RULE.match(raw):
                found += _row(raw, line.start(), header)
            continue
        header = []
        if _HEADING.match(raw):
            found.append(Claim(*line.span(), "heading", _segments(raw)))
        elif not _RULE.match(raw):
            found += _sentences(raw, line.start())
    return found


def _unwrapped(text: str) -> str:
    """Lines that go on in the next one are one; as long as before, so that places stay."""
    lines = text.split("\n")
    whole = lines[:1]
    for above, line in pairwise(lines):
        goes_on = above.strip() and line.strip() and not (_BEGINS.match(line) or _HEADING.match(above))
        whole.append((" " if goes_on and "|" not in above else "\n") + line)
    return "".join(whole)


def _cells(row: str) -> list[str]:
    return _CELL_BORDER.split(row.strip().strip("|"))


def _row(raw: str, offset: int, header: Sequence[str]) -> Iterator[Claim]:
    """A row is one claim; of a row without citations each cell takes those of its column's header."""
    cells = _cells(raw)
    if MARK.search(raw):
        filled = [cell for cell in cells if cell.strip()]
        segments = tuple(one for place, cell in enumerate(filled) for one in _segments(f"· {cell}" if place else cell))
    else:
        heads = [*header, *[""] * len(cells)]
        segments = tuple(Segment(plain(cell), numbers_in(head)) for cell, head in zip(cells, heads, strict=False))
    if said := tuple(segment for segment in segments if segment.text):
        yield Claim(offset, offset + len(raw), "claim", said)


def _sentences(raw: str, offset: int) -> list[Claim]:
    """Of a line; a citation after the full stop belongs to the sentence before it."""
    lead = _LEAD.match(raw)
    begin = lead.end() if lead else 0
    # Citations are blanked out, not taken out, so that the places stay.
    blank = " " * begin + MARK.sub(lambda mark: " " * len(mark.group()), raw[begin:])
    # Where a capital follows a citation, the sentence before it was a quotation without a full stop.
    borders = {start for start, _end in spans(blank)[1:]} | {match.end() for match in _NEXT.finditer(raw, begin)}
    starts = [begin, *sorted(borders)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(raw)], strict=True):
        piece = raw[start:end].rstrip()
        if plain(piece):
            last = end == len(raw)
            kind: Kind = "introduction" if last and plain(piece).endswith(":") and not MARK.search(piece) else "claim"
            found.append(Claim(offset + start, offset + start + len(piece), kind, _segments(piece)))
    following: tuple[int, ...] = ()
    for place, claim in reversed([*enumerate(found)]):
        following = claim.numbers or following
        found[place] = claim if claim.numbers else replace(claim, inherited=following)
    return found


def numbers_in(raw: str) -> tuple[int, ...]:
    """Of all citations, in order."""
    return tuple(int(number) for mark in MARK.finditer(raw) for number in mark.group(1).split(","))


def _segments(raw: str) -> tuple[Segment, ...]:
    """Cut behind each run of citations."""
    found: list[Segment] = []
    start = 0
    marks = list(MARK.finditer(raw))
    for place, mark in enumerate(marks):
        text = plain(raw[start : mark.start()])
        if not text.strip(" .,;:!?") and found:
            found[-1] = replace(found[-1], numbers=(*found[-1].numbers, *numbers_in(mark.group())))
        elif text or place == len(marks) - 1:
            found.append(Segment(text, numbers_in(mark.group())))
        start = mark.end()
    rest = plain(raw[start:])
    if not found:
        return (Segment(rest, ()),)
    if rest.strip(" .,;:!?"):
        found.append(Segment(rest, ()))
    return tuple(found)
