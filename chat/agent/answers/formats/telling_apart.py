"""What tells the sides of a comparison apart: a table of their rows, the figures that differ."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.passages import Quote
from chat.agent.answers.units import cells
from chat.agent.retrieval.sides import Side
from chat.agent.understanding.divergence import overlap
from knowledge.text.sentences import ROW

MAX_FIGURES = 6
# Of the words of both, so many in common: several figures of unlike sentences are figures of different things.
ALIKE = 0.3
_FIGURE = re.compile(r"\d[\d.,:/-]*\d(?: ?[%€°][C]?)?|\d(?: ?[%€°][C]?)?")
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
    """What rows share and where they differ, or which figures do; else the sides speak for themselves."""
    firsts = [one.by for one in found]
    if len({candidate.text for candidate in firsts}) < 2:
        return []
    marks = [f"[{drafting.number(candidate)}]" for candidate in firsts]
    if rows := _rows(found):
        return _rows_apart(rows, " ".join(marks), drafting.language)
    texts = [candidate.text for candidate in firsts]
    own = figures_apart(texts)
    if not all(own) or not (_are_alike(texts) or all(len(figures) == 1 for figures in own)):
        return []
    said = (
        f"{escape(name_of(one.side))}: {escape(', '.join(figures))} {mark}"
        for one, figures, mark in zip(found, own, marks, strict=True)
    )
    return [wording.differences("; ".join(said), drafting.language)]


def _are_alike(texts: Sequence[str]) -> bool:
    return all(overlap(one, other) >= ALIKE for one, other in combinations(texts, 2))


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


def figures_apart(sentences: Sequence[str]) -> list[list[str]]:
    """For each sentence the first figures and dates that only it says."""
    said = [list(dict.fromkeys(_FIGURE.findall(_HEADER.sub("", sentence)))) for sentence in sentences]
    return [[figure for figure in own if sum(figure in other for other in said) == 1][:MAX_FIGURES] for own in said]
