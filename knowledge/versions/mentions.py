"""Sentences in which a document says that it takes the place of another, or that another took its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from knowledge.models import Section
from knowledge.text import sentences
from knowledge.text.terms import fold

_FILE = Path(__file__).with_name("replacing.toml")
# A sentence is not read any further; those of lists of repealed rules are long.
MAX_SENTENCE = 1500


@dataclass(frozen=True)
class Mention:
    sentence: str
    says: Literal["replaces", "replaced_by"]
    """what the document does to what is named, or what was done to it"""
    named: tuple[str, ...]
    """the parts of the sentence that may name the other document, folded"""
    page: int | None


@cache
def words(name: str) -> tuple[str, ...]:
    return tuple(tomllib.loads(_FILE.read_text(encoding="utf-8"))[name])


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words(name))})\b")


def mentions(section: Section) -> Iterator[Mention]:
    for start, end in sentences.spans(section.text):
        sentence = section.text[start:end]
        if len(sentence) <= MAX_SENTENCE and (read := _read(fold(sentence))):
            yield Mention(sentence, *read, section.page_at(start))


def declares_replacement(sentence: str) -> bool:
    """Whether it says that the document takes the place of another, or that another took its own."""
    return len(sentence) <= MAX_SENTENCE and _read(fold(sentence)) is not None


def _read(sentence: str) -> tuple[Literal["replaces", "replaced_by"], tuple[str, ...]] | None:
    """What it says of the document itself; None where it says it of other rules, or says nothing of the kind."""
    if told := _pattern("replaced_by").search(sentence):
        before, after = sentence[: told.start()], sentence[told.end() :]
        is_itself = not before.strip() or re.match(rf"\W*(?:{'|'.join(words('itself'))})\b", before)
        return ("replaced_by", (after,)) if is_itself and len(before.split()) <= _MAX_SELF else None
    told = _pattern("replaces").search(sentence)
    if told is None:
        return None
    before, after = sentence[: told.start()], sentence[told.end() :]
    if re.match(rf"\s*(?:{'|'.join(words('not_before'))})\b", after):
        return None
    named = tuple(part for part in (after, before) if part.strip() and not _of_a_part(part))
    return ("replaces", named) if named else None


# Words in which a document names itself: "A presente normativa de préstamo da biblioteca universitaria foi …".
_MAX_SELF = 14


def _of_a_part(named: str) -> bool:
    """Whether an article or a chapter of the rule is meant, before the rule is named."""
    return re.match(rf"\W*(?:(?:el|la|los|las|o|a|os|as|the|l)\W+)?(?:{'|'.join(words('parts'))})\b", named) is not None
