"""An entry of the catalogue as statements that can be cited: what it says, and where that was taken from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from knowledge.catalogue.snapshot import Catalogue, CourseEntry, Origin, PersonEntry

FactKind = Literal[
    "role", "email", "office", "hours", "courses", "code", "programmes", "ects", "period", "people", "url"
]  # fmt: skip

_LABELS: Mapping[str, Mapping[str, str]] = {
    "gl": {
        "role": "Cargo", "email": "Correo", "office": "Despacho", "hours": "Titorías", "courses": "Materias",
        "code": "Código", "programmes": "Titulación", "ects": "Créditos ECTS", "period": "Período",
        "people": "Profesorado", "url": "Guía docente",
    },
    "es": {
        "role": "Cargo", "email": "Correo", "office": "Despacho", "hours": "Tutorías", "courses": "Asignaturas",
        "code": "Código", "programmes": "Titulación", "ects": "Créditos ECTS", "period": "Período",
        "people": "Profesorado", "url": "Guía docente",
    },
    "en": {
        "role": "Role", "email": "E-mail", "office": "Office", "hours": "Office hours", "courses": "Courses",
        "code": "Code", "programmes": "Degree", "ects": "ECTS credits", "period": "Period", "people": "Lecturers",
        "url": "Course guide",
    },
}  # fmt: skip
_PERIODS = {
    "gl": ("{year}.º curso", "{semester}.º cuadrimestre"),
    "es": ("{year}.º curso", "{semester}.º cuatrimestre"),
    "en": ("year {year}", "semester {semester}"),
}


@dataclass(frozen=True)
class Fact:
    kind: FactKind
    label: str
    """in the language of the statement"""
    value: str

    @property
    def line(self) -> str:
        return f"{self.label}: {self.value}"


@dataclass(frozen=True)
class Statement:
    """What the catalogue says of one person or course, in one language."""

    key: str
    """identifier or code"""
    name: str
    facts: tuple[Fact, ...]
    origin: Origin
    language: str

    @property
    def text(self) -> str:
        said = ". ".join(fact.line for fact in self.facts)
        return f"{self.name}. {said}." if said else f"{self.name}."

    @property
    def record(self) -> dict[str, str]:
        """Plain data, for JSON."""
        return {
            "key": self.key,
            "name": self.name,
            **{fact.kind: fact.value for fact in self.facts},
            "source": self.origin.source,
            "source_url": self.origin.url,
            "source_date": self.origin.dated.isoformat() if self.origin.dated else "",
            "academic_year": self.origin.academic_year,
        }

    def fact(self, kind: FactKind) -> str:
        """Its value; empty where the catalogue does not say."""
        return next((fact.value for fact in self.facts if fact.kind == kind), "")


def of_person(person: PersonEntry, catalogue: Catalogue, language: str) -> Statement:
    courses = (in_language(catalogue.courses[code].names, language) for code in person.courses)
    values: dict[FactKind, str] = {
        "role": in_language(person.roles, language),
        "email": person.email,
        "office": person.office,
        "hours": in_language(person.hours, language),
        "courses": ", ".join(courses),
    }
    return Statement(person.identifier, person.name, tuple(_facts(values, language)), person.origin, language)


def of_course(course: CourseEntry, catalogue: Catalogue, language: str) -> Statement:
    programmes = (in_language(catalogue.programmes[code].names, language) for code in course.programmes)
    values: dict[FactKind, str] = {
        "code": course.code,
        "programmes": "; ".join(programmes),
        "ects": course.ects if language == "en" else course.ects.replace(".", ","),
        "period": _period(course, language),
        "people": ", ".join(person.name for person in catalogue.teachers.get(course.code, ())),
        "url": course.url,
    }
    name = in_language(course.names, language) or course.code
    return Statement(course.code, name, tuple(_facts(values, language)), course.origin, language)


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Or in another one, where there is none in this."""
    return texts.get(language) or next(iter(texts.values()), "")


def _facts(values: Mapping[FactKind, str], language: str) -> Iterator[Fact]:
    labels = _LABELS.get(language, _LABELS["en"])
    return (Fact(kind, labels[kind], value) for kind, value in values.items() if value)


def _period(course: CourseEntry, language: str) -> str:
    year, semester = _PERIODS.get(language, _PERIODS["en"])
    parts = (year if course.study_year else "", semester if course.semester else "")
    return ", ".join(filter(None, parts)).format(year=course.study_year, semester=course.semester)
