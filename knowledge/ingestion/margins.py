"""What running headers and footers say that the text does not: a telephone, who approved the rule and when.

Each such line is text of the document once, below everything else and under the document's title; what only names the
document or counts its pages is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.structure import PAIR
from knowledge.ingestion.words import any_of
from knowledge.text.dates import DATE

_NUMBER = re.compile(r"\d(?:[ ./-]?\d)+")
_MIN_DIGITS = 3
"""of a year, a telephone, a rule's number; fewer count pages"""
_PAGE = re.compile(
    r"\b(?:p[áa]x(?:ina)?|p[áa]g(?:ina)?|page|p)\b\.?:?\s*+\d++(?:\s?(?:/|de|of|-)\s?\d++)?", re.IGNORECASE
)
_MAX_PAIR = 100
"""letters of a label with its value; a longer text only begins like one"""
_BETWEEN_DIGITS = re.compile(r"[\s.:-]+")
_APPROVED = re.compile(rf"\W*(?:{any_of('approved')}|{any_of('versions')})\b", re.IGNORECASE)


def stated(margins: Sequence[Block], blocks: Sequence[Block], title: str) -> list[Block]:
    """The lines of the margins that state something, each with those of its group, in their order, below a heading with
    the document's title; none where the text says all of it."""
    said = _squeezed("\n".join([title, *(block.text for block in blocks)]))
    used = max((block.group for block in blocks), default=0)
    found: list[Block] = []
    for lines in _groups(margins):
        if all(_squeezed(fact) in said for line in lines for fact in _facts(line.text)):
            continue
        new = [line for line in lines if _squeezed(line.text) not in said and _has_words(line.text)]
        found += [replace(line, group=used + line.group if line.group else 0) for line in new]
        said += "".join(_squeezed(line.text) for line in new)
    return [Block(title, 1, found[0].page_breaks[:1]), *found] if found else []


def _groups(margins: Sequence[Block]) -> Iterator[list[Block]]:
    """Lines without a group are alone."""
    for group, lines in groupby(margins, key=lambda line: line.group):
        together = list(lines)
        yield from [together] if group else ([line] for line in together)


def _has_words(line: str) -> bool:
    return any(map(str.isalpha, _PAGE.sub(" ", line)))


def _facts(line: str) -> Iterator[str]:
    """Numbers, days, addresses; the whole of a label with its value, or of what says that something was approved."""
    if not _has_words(line):
        return
    text = _PAGE.sub(" ", line)
    yield from (word for word in text.split() if "@" in word or "://" in word or word.startswith("www."))
    yield from (day.group() for day in DATE.finditer(text))
    yield from (found for found in _NUMBER.findall(text) if sum(map(str.isdigit, found)) >= _MIN_DIGITS)
    if (len(text) <= _MAX_PAIR and PAIR.fullmatch(text.strip())) or _APPROVED.match(text):
        yield text


def _squeezed(text: str) -> str:
    """However a number is parted, it is the same."""
    return _BETWEEN_DIGITS.sub("", text.lower())
