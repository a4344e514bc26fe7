"""What tells the sides of a comparison apart: a table of their rows, what they share, the figures that differ."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.passages import Quote
from chat.agent.answers.units import cells
from chat.agent.retrieval.sides import Side
from knowledge.text.sentences import ROW
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# Sentences with so many words in common say the same of both sides.
MIN_SHARED_WORDS = 3
MAX_WORDS = 6
_WORD = re.compile(r"\d[\d.,:/-]*\d(?: ?[%€°][C]?)?|\d(?: ?[%€°][C]?)?|[^\W\d_]{3,}")
_HEADER = re.compile(r"\[[^\]\n]+\] ")


@dataclass(frozen=True)
class Found:
    side: Side
    best: tuple[Quote, ...]
    by: Quote
    """what it is compared by"""


def name_of(side: Side) -> str:
    return side.name[0].upper() + side.name[1:]


def told_apart(found: Sequence[Found], drafting: Drafting) -> list[str]:
    """What figures differ, and which words sentences that are alike share; else the sides speak for themselves."""
    firsts = [one.by for one in found]
    if len({candidate.text for candidate in firsts}) < 2:
        return []
    marks = [f"[{drafting.number(candidate)}]" for candidate in firsts]
    rows = _rows(found)
    if rows:
        return _rows_apart(rows, " ".join(marks), drafting.language)
    told = contrast([candidate.text for candidate in firsts])
    lines = []
    if told.number_shared >= MIN_SHARED_WORDS:
        lines.append(wording.in_common(escape(", ".join(told.shared)) + " " + " ".join(marks), drafting.language))
    if all(own and own[0][0].isdigit() for own in told.own):
        own = (
            f"{escape(name_of(one.side))}: {escape(', '.join(words))} {mark}"
            for one, words, mark in zip(found, told.own, marks, strict=True)
        )
        lines.append(wording.differences("; ".join(own), drafting.language))
    return lines


def _rows_apart(rows: Sequence[Mapping[str, str]], marks: str, language: str) -> list[str]:
    """By their headers, the first of which names the rows."""
    headers = list(rows[0])[1:]
    equal = [header for header in headers if len({row[header] for row in rows}) == 1]
    other = [header for header in headers if header not in equal]
    same = "; ".join(f"{header}: {rows[0][header]}" for header in equal)
    unlike = "; ".join(f"{header} ({' / '.join(row[header] for row in rows)})" for header in other)
    lines = [wording.in_common(f"{escape(same)} {marks}", language)] if equal else []
    return [*lines, *([wording.differences(f"{escape(unlike)} {marks}", language)] if other else [])]


def _rows(found: Sequence[Found]) -> list[dict[str, str]]:
    """Where every side's sentence is another row under the same headers; else nothing."""
    rows = [dict(cells(one.by.text)) if ROW.match(one.by.text) else {} for one in found]
    headers = list(rows[0])
    distinct = len({tuple(row.values()) for row in rows}) == len(rows)
    return rows if len(headers) > 1 and distinct and all(list(row) == headers for row in rows) else []


def table_of(found: Sequence[Found], drafting: Drafting) -> str:
    rows = _rows(found) if len(found) > 1 else []
    if not rows:
        return ""
    names = [f"{escape(name_of(one.side))} [{drafting.number(one.by)}]" for one in found]
    lines = [["", *names], ["---"] * (len(found) + 1)]
    lines += [[escape(header), *(escape(row[header]) for row in rows)] for header in rows[0]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@dataclass(frozen=True)
class Contrast:
    shared: tuple[str, ...]
    number_shared: int
    own: tuple[tuple[str, ...], ...]
    """for each sentence what only it says: its numbers, else its words"""


def contrast(sentences: Sequence[str]) -> Contrast:
    """Which words sentences share, and which each of them has alone: numbers and dates before others."""
    said = [_said(sentence) for sentence in sentences]
    shared = [word for key, word in said[0].items() if all(key in other for other in said[1:])]
    return Contrast(tuple(shared[:MAX_WORDS]), len(shared), tuple(_own(said, place) for place in range(len(said))))


def _said(sentence: str) -> dict[str, str]:
    """Folded word -> as it is written, in the sentence's order, without function words."""
    found: dict[str, str] = {}
    for word in _WORD.findall(_HEADER.sub("", sentence)):
        if fold(word) not in STOPWORDS:
            found.setdefault(fold(word), word)
    return found


def _own(said: Sequence[dict[str, str]], place: int) -> tuple[str, ...]:
    others = {key for number, words in enumerate(said) if number != place for key in words}
    own = [word for key, word in said[place].items() if key not in others]
    numbers = [word for word in own if word[0].isdigit()]
    return tuple((numbers or own)[:MAX_WORDS])
