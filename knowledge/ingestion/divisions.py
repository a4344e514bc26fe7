"""Divisions of rules ("CAPÍTULO II", "Artículo 12. Plazos"): which lines are their headings, and on which level.

A heading is a division's number with its name, where it has one. A sentence is no name: it stays in the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.names import is_plain_name, is_sentence
from knowledge.ingestion.words import any_of
from knowledge.text import sentences

LEVEL = 10
"""divisions that the format does not mark begin below it: below whatever it marks"""
CAPITALS = 8
"""of a line in capitals, which the text alone makes a heading"""
NAMES = CAPITALS + 1
"""of a short line above text where the format marks no headings"""
_RANKS = (1, 2, 3, 4)
_ARTICLE = 4
_NAMES = "|".join(rf"(?P<rank{rank}>{any_of(f'division_{rank}')})" for rank in _RANKS)
_NUMBER = rf"(?:\d{{1,3}}|[IVXLC]+\b|(?-i:[A-H])\b|(?:{any_of('ordinals')})\b)(?:\s+(?:bis|ter)\b)?"
_DIVISION = re.compile(
    rf"(?:(?:{_NAMES})\s*{_NUMBER}"
    rf"|(?P<provision>{any_of('provisions')})\s+(?:{any_of('provision_kinds')}|{any_of('ordinals')})\b(?:\s+(?:{any_of('ordinals')})\b)?)[\s.ºª°)\-–—:]*",
    re.IGNORECASE,
)
_IN_SENTENCE = re.compile(r"[a-zà-öø-ÿ]{2,}")
_MAX_NAME = 110
_MAX_PARTED_NAME = 80
_MIN_DIVISIONS = 2
_BULLET = re.compile(r"\s*[•∙▪◦●○■□]")


@dataclass(frozen=True)
class _Division:
    rank: int
    provision: bool
    label: str
    """"Artículo 12" """
    rest: str
    """what follows it in its line"""

    @property
    def is_inner(self) -> bool:
        """Whether it holds text, as articles do."""
        return self.provision or self.rank == _ARTICLE


@dataclass(frozen=True)
class _Style:
    """How most divisions of a rule are named."""

    alone: bool
    """by a line of its own"""
    run_in: bool
    """by a first sentence before the text"""


def with_divisions(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with a heading for each division; as they are where there is one at most."""
    divisions = [_division(block) for block in blocks]
    found = [division for division in divisions if division]
    if len(found) < _MIN_DIVISIONS:
        return list(blocks)
    divisions = [_beside_outermost(division, found) for division in divisions]
    return _Headings(blocks, divisions).blocks()


def is_division(text: str) -> bool:
    """Whether a line begins with a division's number."""
    return _DIVISION.match(text) is not None


def begins_division(text: str) -> bool:
    """The same, where the line is not only a sentence about it, as "Artículo 5 de la Ley…" is, nor an item of a list
    beside which the number stands."""
    match = _DIVISION.match(text)
    rest = text[match.end() :] if match else ""
    return match is not None and not _goes_on_as_sentence(rest) and not _BULLET.match(rest)


def _goes_on_as_sentence(rest: str) -> bool:
    return rest[:1].islower() or rest.startswith((",", ";"))


def _division(block: Block) -> _Division | None:
    match = _DIVISION.match(block.text) if block.kind in ("paragraph", "heading", "pair") else None
    if match is None:
        return None
    rank = next((rank for rank in _RANKS if match[f"rank{rank}"]), 2)
    label, rest = match.group().rstrip(" .-–—:"), block.text[match.end() :]
    if _goes_on_as_sentence(rest):
        return None
    return _Division(rank, match["provision"] is not None, label, rest)


def _beside_outermost(division: _Division | None, all_of_them: Sequence[_Division]) -> _Division | None:
    """Final provisions are parts of the whole rule, whatever it is divided in."""
    if division is None or not division.provision:
        return division
    return replace(division, rank=min([2, *(other.rank for other in all_of_them if not other.provision)]))


class _Headings:
    def __init__(self, blocks: Sequence[Block], divisions: Sequence[_Division | None]) -> None:
        self._blocks = blocks
        self._divisions = divisions
        self._levels, self._marked = _levels(blocks, divisions)
        found = [division for division in divisions if division]
        self._styles = {inner: _style([d for d in found if d.is_inner == inner]) for inner in (True, False)}

    def blocks(self) -> list[Block]:
        found: list[Block] = []
        skipped = -1
        for index, (block, division) in enumerate(zip(self._blocks, self._divisions, strict=True)):
            if index == skipped:
                continue
            if division is None:
                found.append(self._beside(block, any(self._divisions[:index])))
                continue
            level = self._levels[division.rank]
            if name := self._name_with_next_line(index, division):
                skipped = index + 1
                found.append(Block(f"{division.label}. {name}", level, block.page_breaks))
            elif self._is_whole_name(division, block) and not self._goes_on(index):
                found.append(Block(block.text.rstrip(" .-–:"), level, block.page_breaks))
            else:
                found += self._parted(block, division, level)
        return found

    def _beside(self, block: Block, after: bool) -> Block:
        """A heading that is no division keeps its place among those that the format marks."""
        if block.level == CAPITALS and after and self._levels[_ARTICLE] > LEVEL:
            return replace(block, level=LEVEL + 3)
        return replace(block, level=self._marked.get(block.level, block.level)) if block.level else block

    def _name_with_next_line(self, index: int, division: _Division) -> str:
        """The name that stands on the next line, or ends there."""
        following = self._blocks[index + 1] if index + 1 < len(self._blocks) else None
        if following is None or self._divisions[index + 1] is not None:
            return ""
        if division.rest:
            name = f"{division.rest} {following.text}".rstrip(".")
            ends = self._goes_on(index) and len(name) <= _MAX_NAME and len(sentences.spans(name)) == 1
            return name if ends and _is_name(name, self._styles[division.is_inner].alone) else ""
        short = len(following.text) <= _MAX_NAME and not following.text.endswith((".", ":", ";", ","))
        return following.text if following.level or (following.kind == "paragraph" and short) else ""

    def _is_whole_name(self, division: _Division, block: Block) -> bool:
        if len(division.rest) > _MAX_NAME or len(sentences.spans(division.rest)) > 1:
            return False
        return block.level > 0 or _is_name(division.rest, self._styles[division.is_inner].alone)

    def _goes_on(self, index: int) -> bool:
        """Whether the line was broken within a sentence."""
        return index + 1 < len(self._blocks) and _IN_SENTENCE.match(self._blocks[index + 1].text) is not None

    def _parted(self, block: Block, division: _Division, level: int) -> list[Block]:
        """A division's name is its heading; text without a name keeps its number, which is how it is quoted."""
        spans = sentences.spans(division.rest)
        name = division.rest[: spans[0][1]].rstrip(".") if spans else ""
        if len(spans) > 1 and len(name) <= _MAX_PARTED_NAME and _is_name(name, self._styles[division.is_inner].run_in):
            start = len(block.text) - len(division.rest) + spans[1][0]
            return [Block(f"{division.label}. {name}", level, block.page_breaks[:1]), from_offset(block, start)]
        return [Block(division.label, level, block.page_breaks[:1]), replace(block, level=0, kind="paragraph")]


def _is_name(text: str, usual: bool) -> bool:
    return is_plain_name(text) or (usual and not is_sentence(text))


def _style(divisions: Sequence[_Division]) -> _Style:
    firsts = [[division.rest[start:end] for start, end in sentences.spans(division.rest)] for division in divisions]
    named = [parts for parts in firsts if parts and len(parts[0]) <= _MAX_NAME and not is_sentence(parts[0])]
    whole = sum(len(parts) == 1 for parts in named)
    return _Style(whole >= 0.5 * len(divisions), len(named) - whole >= 0.5 * len(divisions))


def _levels(blocks: Sequence[Block], divisions: Sequence[_Division | None]) -> tuple[dict[int, int], Mapping[int, int]]:
    """The level of each rank of divisions, and those of the format's levels.

    Divisions that the format marks keep its levels, so that what it marks beside them stays beside them. Where it
    marks outer and inner ones alike, it is spread over as many levels as there are ranks.
    """
    formats: dict[int, int] = {}
    deepest = LEVEL
    for rank in reversed(_RANKS):
        given = [block.level for block, d in zip(blocks, divisions, strict=True) if d and d.rank == rank]
        marked = [level for level in given if 0 < level < CAPITALS]
        if 2 * len(marked) > len(given):
            deepest = min(deepest, *marked)
        formats[rank] = deepest
    used = {d.rank for d in divisions if d}
    levels: dict[int, int] = {}
    spread: dict[int, int] = {}
    added = 0
    for level in range(1, LEVEL):
        spread[level] = level + added
        ranks = [rank for rank in _RANKS if formats[rank] == level and rank in used]
        for place, rank in enumerate(ranks):
            levels[rank] = level + added + place
        added += max(len(ranks) - 1, 0)
    return {rank: levels.get(rank, LEVEL + added + rank) for rank in _RANKS}, spread


def from_offset(block: Block, start: int) -> Block:
    """The paragraph that is left of `block` without its first `start` characters."""
    breaks = block.page_breaks
    before = [page for offset, page in breaks if offset <= start][-1:]
    after = ((offset - start, page) for offset, page in breaks if offset > start)
    return Block(block.text[start:], 0, (*((0, page) for page in before), *after))
