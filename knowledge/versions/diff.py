"""What changed from one version of a document to the next, clause by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from knowledge.versions.clauses import Clause
from knowledge.versions.matching import match
from knowledge.versions.words import Run, changed_words

What = Literal["added", "removed", "changed", "moved"]
WHATS: tuple[What, ...] = ("changed", "added", "removed", "moved")


@dataclass(frozen=True)
class Difference:
    what: What
    kind: str
    """of the clause, as knowledge.ingestion.extract.base.Kind"""
    heading: str
    """where it stands now; of a removed one where it stood"""
    page: int | None
    old_heading: str = ""
    old_page: int | None = None
    old: str = ""
    new: str = ""
    runs: list[Run] = field(default_factory=list)
    """of a changed one its words"""

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Difference:
        return cls(**{**stored, "runs": [Run(*run) for run in stored["runs"]]})

    def as_stored(self) -> dict[str, Any]:
        return asdict(self)


def compare(old: Sequence[Clause], new: Sequence[Clause]) -> list[Difference]:
    """In the order of the new version, what was removed where it stood; empty where both say the same."""
    matched = match(old, new)
    after = _anchors(len(old), [*matched.same, *matched.changed])
    placed = [((two, 1), _changed(old[one], new[two])) for one, two in matched.changed]
    placed += [((two, 1), _moved(old[one], new[two])) for one, two in matched.moved if _counts(new[two])]
    placed += [((two, 1), _added(new[two])) for two in matched.added]
    placed += [((after[one], 2), _removed(old[one])) for one in matched.removed]
    return [difference for _place, difference in sorted(placed, key=lambda item: item[0])]


def counted(differences: Sequence[Difference]) -> dict[What, int]:
    numbers = Counter(difference.what for difference in differences)
    return {what: numbers[what] for what in WHATS}


def _anchors(length: int, same: Sequence[tuple[int, int]]) -> list[int]:
    """For each place in the old version that of the new version after which it stood."""
    found, at = [], dict(same)
    last = -1
    for place in range(length):
        last = at.get(place, last)
        found.append(last)
    return found


def _counts(clause: Clause) -> bool:
    """A word or two that stand elsewhere are no news."""
    return len(clause.words) > 2


def _changed(old: Clause, new: Clause) -> Difference:
    runs = changed_words(old.text, new.text)
    return Difference("changed", new.kind, new.heading, new.page, old.heading, old.page, old.text, new.text, runs)


def _moved(old: Clause, new: Clause) -> Difference:
    return Difference("moved", new.kind, new.heading, new.page, old.heading, old.page, old.text, new.text)


def _added(new: Clause) -> Difference:
    return Difference("added", new.kind, new.heading, new.page, new=new.text)


def _removed(old: Clause) -> Difference:
    return Difference("removed", old.kind, old.heading, None, old.heading, old.page, old=old.text)
