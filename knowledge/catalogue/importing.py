"""Import of the catalogue: first what would be done with each row, then, if that is wanted, all of it at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from knowledge.catalogue.kinds import Kind
from knowledge.catalogue.reading import Problem, fill, key_of, split
from knowledge.catalogue.tables import Row, Table, TableError, read

Action = Literal["created", "changed", "unchanged"]


@dataclass(frozen=True)
class Change:
    line: int
    key: str
    name: str
    action: Action
    fields: tuple[tuple[str, str, str], ...] = ()
    """column, what it was, what it becomes"""


@dataclass(frozen=True)
class Plan:
    changes: tuple[Change, ...]
    """of the rows that are right"""
    problems: tuple[Problem, ...]
    counts: dict[str, int] = field(default_factory=dict)
    """created, changed, unchanged, wrong: rows of each"""


class Refused(ValueError):
    """Rows are wrong, and all or nothing was asked for: nothing was saved."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("\n".join(map(str, plan.problems)))
        self.plan = plan


def plan(kind: Kind, data: bytes) -> Plan:
    """What an import would do; TableError where the file as a whole cannot be read. Nothing is saved."""
    return _plan(_examined(kind, _table(kind, data)))


def run(kind: Kind, data: bytes, *, good_rows_only: bool = False) -> Plan:
    """Imports it and says what was done. Refused, with nothing saved, where a row is wrong and all were wanted."""
    table = _table(kind, data)
    with transaction.atomic():
        examined = _examined(kind, table)
        done = _plan(examined)
        if done.problems and not good_rows_only:
            raise Refused(done)
        for row in examined:
            if row.change and row.change.action != "unchanged":
                _save(row, kind)
    return done


@dataclass(frozen=True)
class _Examined:
    entry: Model
    related: list[Model] | None
    """None where the file says nothing of it"""
    change: Change | None
    problems: tuple[Problem, ...]


def _table(kind: Kind, data: bytes) -> Table:
    table = read(data)
    unknown = [name for name in table.columns if name not in kind.columns]
    if unknown:
        text = _("There is no column “{name}”. The columns are: {columns}.")
        raise TableError(text.format(name=unknown[0], columns=", ".join(kind.columns)))
    missing = [name for name in kind.required if name not in table.columns]
    if missing:
        text = _("These columns are missing: {names}. Add them to the first line.")
        raise TableError(text.format(names=", ".join(missing)))
    return table


def _plan(examined: list[_Examined]) -> Plan:
    changes = tuple(row.change for row in examined if row.change)
    counted = Counter[str](change.action for change in changes)
    counts = {name: counted[name] for name in ("created", "changed", "unchanged")}
    problems = tuple(problem for row in examined for problem in row.problems)
    return Plan(changes, problems, {**counts, "wrong": len(examined) - len(changes)})


def _examined(kind: Kind, table: Table) -> list[_Examined]:
    existing = {str(getattr(entry, kind.key)).casefold(): entry for entry in _stored(kind)}
    targets = {str(entry.code): entry for entry in kind.relation[1]._default_manager.all()} if kind.relation else {}
    lines: dict[str, int] = {}
    found = []
    for row in table.rows:
        key = key_of(row, kind)
        problems = tuple(_of_row(row, kind, key, lines))
        lines.setdefault(key.casefold(), row.line)
        entry = existing.get(key.casefold()) or kind.model(**{kind.key: key})
        found.append(_Examined(entry, None, None, problems) if problems else _examine(row, kind, entry, targets))
    return found


def _stored(kind: Kind) -> Any:
    entries = kind.model._default_manager.all()
    return entries.prefetch_related(kind.relation[0]) if kind.relation else entries


def _of_row(row: Row, kind: Kind, key: str, lines: dict[str, int]) -> Iterator[Problem]:
    """What is wrong with it before its cells are read."""
    if row.surplus:
        yield Problem(row.line, "", _("More cells than columns. Put text that has the separator in quotation marks."))
    for column in kind.required:
        if not row.cells.get(column):
            yield Problem(row.line, column, _("This cell is empty. Fill it in."))
    if key.casefold() in lines:
        text = _("“{key}” is on line {line} already. Remove one of them, or give each its own.")
        yield Problem(row.line, kind.key, text.format(key=key, line=lines[key.casefold()]))


def _examine(row: Row, kind: Kind, entry: Model, targets: dict[str, Model]) -> _Examined:
    before = {column: _cell(entry, column, kind) for column in row.cells}
    problems = list(fill(entry, row, kind))
    after = {column: _cell(entry, column, kind) for column in row.cells}
    related = None
    if kind.relation and kind.relation[0] in row.cells:
        codes = split(row.cells[kind.relation[0]])
        problems += _unknown(row, kind, [code for code in codes if code not in targets])
        related = [targets[code] for code in codes if code in targets]
        after[kind.relation[0]] = "|".join(sorted(codes))
    after[kind.key] = before.get(kind.key, "")
    fields = tuple((column, before[column], after[column]) for column in row.cells if before[column] != after[column])
    action: Action = "created" if entry.pk is None else "changed" if fields else "unchanged"
    change = Change(row.line, str(getattr(entry, kind.key)), str(entry), action, fields)
    return _Examined(entry, related, None if problems else change, tuple(problems))


def _unknown(row: Row, kind: Kind, codes: list[str]) -> Iterator[Problem]:
    for code in codes:
        if kind.slug == "people":
            text = _("There is no course “{code}”. Import the courses first, or correct the code.")
        else:
            text = _("There is no programme “{code}”. Import the programmes first, or correct the code.")
        yield Problem(row.line, kind.relation[0] if kind.relation else "", text.format(code=code))


def _cell(entry: Model, column: str, kind: Kind) -> str:
    """A field as a file would say it."""
    if kind.relation and column == kind.relation[0]:
        return "|".join(sorted(other.code for other in getattr(entry, column).all())) if entry.pk else ""
    value = getattr(entry, column)
    if isinstance(value, list):
        return "|".join(value)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return "" if value is None else str(value)


def _save(row: _Examined, kind: Kind) -> None:
    # The moment of change is written even where only relations change: the catalogue in memory is known by it.
    row.entry.save()
    if kind.relation and row.related is not None:
        getattr(row.entry, kind.relation[0]).set(row.related)
