"""What sections of one kind say of each side, whole: two assessments, two bibliographies, and what in them differs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.sectioning import items, rows, titled
from chat.agent.answers.sentences import Candidate
from chat.agent.answers.units import ITEM, cells
from chat.agent.retrieval.sides import Side
from knowledge.retrieval.config import Passage
from knowledge.retrieval.query import analyse
from knowledge.retrieval.rerank import Matcher
from knowledge.text.sentences import ROW

# Of the words of two labels, how many must say the same in whatever language.
ALIKE = 0.8


@dataclass(frozen=True)
class Entry:
    label: str
    value: str
    language: str


def side_by_side(
    sides: Sequence[Side], groups: Sequence[Sequence[Passage]], heading: re.Pattern[str], drafting: Drafting
) -> list[str]:
    """Paragraphs; none where one side has no table or list under such a heading, or both have the same."""
    found = [_lists(heading, group) for group in groups]
    if not all(found) or len({lists[0][0].passage.document_id for lists in found}) < len(found):
        return []
    said = []
    for side, lists in zip(sides, found, strict=True):
        name = side.name[0].upper() + side.name[1:]
        said += [f"### {escape(name)}", *(drafting.listed(one) for one in lists)]
    marks = " ".join(f"[{number}]" for number in range(1, len(drafting.citations) + 1))
    return [*said, *_apart([[_entry(one) for part in lists for one in part] for lists in found], marks, drafting)]


def _lists(heading: re.Pattern[str], group: Sequence[Passage]) -> list[list[Candidate]]:
    """The first table under such headings, else every list."""
    sections = titled(heading, group)
    tables = [found for section in sections if (found := rows(section))]
    return tables[:1] or [found for section in sections if (found := items(section))]


def _entry(candidate: Candidate) -> Entry:
    """Of a row its label and its first figure."""
    language = candidate.passage.language
    if not ROW.match(candidate.text):
        text = ITEM.sub("", candidate.text, count=1)
        return Entry(text, text, language)
    (_header, label), *rest = cells(candidate.text)
    values = [value for _header, value in rest]
    return Entry(label, next((value for value in values if value[:1].isdigit()), " · ".join(values)), language)


def _apart(found: Sequence[Sequence[Entry]], marks: str, drafting: Drafting) -> list[str]:
    """Which entries all sides have, by their values."""
    shared = [[one, *(_counterpart(one, other) for other in found[1:])] for one in found[0]]
    complete = [[one for one in entries if one] for entries in shared if all(entries)]
    equal = [entries for entries in complete if len({one.value for one in entries}) == 1]
    unlike = [entries for entries in complete if entries not in equal]
    same = "; ".join(_said(entries[0]) for entries in equal)
    other = "; ".join(_said_apart(entries) for entries in unlike)
    lines = [wording.in_common(f"{escape(same)} {marks}", drafting.language)] if same else []
    return [*lines, *([wording.differences(f"{escape(other)} {marks}", drafting.language)] if other else [])]


def _counterpart(entry: Entry, others: Sequence[Entry]) -> Entry | None:
    return next((one for one in others if _means(entry, one) and _means(one, entry)), None)


def _means(entry: Entry, other: Entry) -> bool:
    concepts = analyse(entry.label)
    return bool(concepts) and len(Matcher(concepts).places(other.label, other.language)) >= ALIKE * len(concepts)


def _said(entry: Entry) -> str:
    return entry.label if entry.value == entry.label else f"{entry.label}: {entry.value}"


def _said_apart(entries: Sequence[Entry]) -> str:
    values = " / ".join(entry.value for entry in entries)
    return values if entries[0].value == entries[0].label else f"{entries[0].label} ({values})"
