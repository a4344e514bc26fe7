"""The sample's catalogue, in the database of a test or without one."""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from knowledge.catalogue import importing
from knowledge.catalogue.kinds import KINDS
from knowledge.catalogue.reading import split
from knowledge.catalogue.snapshot import Catalogue, CourseEntry, Origin, PersonEntry, ProgrammeEntry

FOLDER = Path(__file__).resolve().parents[3] / "sample" / "catalogue"


_read = cache(importing.read)
"""which starts a process for each file"""


def load() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importing, "read", _read)
        for slug, kind in KINDS.items():
            importing.run(kind, (FOLDER / f"{slug}.csv").read_bytes())


@cache
def catalogue() -> Catalogue:
    """As it would be read from the database."""
    programmes = {
        row["code"]: ProgrammeEntry(row["code"], _named(row, "name"), _aliases(row), Origin(row["source"]))
        for row in _rows("programmes")
    }
    courses = {
        row["code"]: CourseEntry(
            row["code"], _named(row, "name"), _aliases(row), Origin(row["source"]), tuple(split(row["programmes"]))
        )
        for row in _rows("courses")
    }
    people = {
        row["identifier"]: PersonEntry(
            row["identifier"],
            row["name"],
            _aliases(row),
            Origin(row["source"]),
            _named(row, "role"),
            _named(row, "hours"),
            courses=tuple(split(row["courses"])),
        )
        for row in _rows("people")
    }
    return Catalogue(programmes, courses, people)


def _rows(slug: str) -> Iterator[dict[str, str]]:
    with (FOLDER / f"{slug}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _named(row: dict[str, str], field: str) -> dict[str, str]:
    return {language: row[f"{field}_{language}"] for language in ("gl", "es", "en") if row[f"{field}_{language}"]}


def _aliases(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(split(row["aliases"]))
