"""The whole catalogue as frozen dataclasses, read once and again when it has changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from threading import Lock
from typing import Any

from django.db.models import Model

from knowledge.models import Course, Person, Programme
from knowledge.retrieval.database import fetch

Version = tuple[Any, ...]
MODELS: tuple[type[Model], ...] = (Programme, Course, Person)
# Asked at every question. Seconds are numbers with microseconds: two changes in one second are two.
VERSION = " UNION ALL ".join(
    f"SELECT {number}, count(*), sum(extract(epoch FROM updated_at)) FROM {model._meta.db_table}"
    for number, model in enumerate(MODELS)
)


@dataclass(frozen=True)
class Origin:
    """Where an entry's data were taken from."""

    source: str
    url: str = ""
    dated: date | None = None
    academic_year: str = ""


@dataclass(frozen=True)
class ProgrammeEntry:
    code: str
    names: Mapping[str, str]
    """language -> name, in the languages that have one"""
    aliases: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True)
class CourseEntry:
    code: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    origin: Origin
    programmes: tuple[str, ...] = ()
    """their codes"""
    ects: str = ""
    """as "4.5" or "6" """
    study_year: int | None = None
    semester: int | None = None
    url: str = ""


@dataclass(frozen=True)
class PersonEntry:
    identifier: str
    name: str
    aliases: tuple[str, ...]
    origin: Origin
    roles: Mapping[str, str]
    hours: Mapping[str, str]
    email: str = ""
    office: str = ""
    courses: tuple[str, ...] = ()
    """their codes"""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """One state of it, known by identity."""

    programmes: Mapping[str, ProgrammeEntry]
    """by code, as courses are; people by identifier"""
    courses: Mapping[str, CourseEntry]
    people: Mapping[str, PersonEntry]

    @cached_property
    def teachers(self) -> Mapping[str, tuple[PersonEntry, ...]]:
        """course code -> who teaches it"""
        found: dict[str, list[PersonEntry]] = {}
        for person in self.people.values():
            for code in person.courses:
                found.setdefault(code, []).append(person)
        return {code: tuple(people) for code, people in found.items()}


class _Kept:
    """The catalogue last read by this process, and the version that it was of."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.version: Version | None = None
        self.catalogue = Catalogue({}, {}, {})


_kept = _Kept()


def current() -> Catalogue:
    """The catalogue as the database has it now: a small query tells whether anything changed."""
    seen = version()
    with _kept.lock:
        if _kept.version != seen:
            _kept.catalogue = read()
            _kept.version = seen
        return _kept.catalogue


def version() -> Version:
    """Another one after every change: entries are counted and the moments of their changes summed up."""
    return tuple(sorted(fetch(VERSION)))


def read() -> Catalogue:
    programmes = {entry.code: _programme(entry) for entry in Programme.objects.all()}
    courses = {entry.code: _course(entry) for entry in Course.objects.prefetch_related("programmes")}
    people = {entry.identifier: _person(entry) for entry in Person.objects.prefetch_related("courses")}
    return Catalogue(programmes, courses, people)


def _programme(entry: Programme) -> ProgrammeEntry:
    return ProgrammeEntry(entry.code, _by_language(entry, "name"), tuple(entry.aliases), _origin(entry))


def _course(entry: Course) -> CourseEntry:
    return CourseEntry(
        code=entry.code,
        names=_by_language(entry, "name"),
        aliases=tuple(entry.aliases),
        origin=_origin(entry),
        programmes=tuple(sorted(programme.code for programme in entry.programmes.all())),
        ects=f"{entry.ects.normalize():f}" if entry.ects is not None else "",
        study_year=entry.study_year,
        semester=entry.semester,
        url=entry.url,
    )


def _person(entry: Person) -> PersonEntry:
    return PersonEntry(
        identifier=entry.identifier,
        name=entry.name,
        aliases=tuple(entry.aliases),
        origin=_origin(entry),
        roles=_by_language(entry, "role"),
        hours=_by_language(entry, "hours"),
        email=entry.email,
        office=entry.office,
        courses=tuple(sorted(course.code for course in entry.courses.all())),
    )


def _origin(entry: Programme | Course | Person) -> Origin:
    return Origin(entry.source, entry.source_url, entry.source_date, entry.academic_year)


def _by_language(entry: Model, field: str) -> dict[str, str]:
    values = {language: str(getattr(entry, f"{field}_{language}")) for language in ("gl", "es", "en")}
    return {language: value for language, value in values.items() if value}
