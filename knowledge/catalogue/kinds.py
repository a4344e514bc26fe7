"""What can be imported, and which columns its file may have."""

from dataclasses import dataclass

from django.db.models import Model

from knowledge.models import Course, Person, Programme

_ORIGIN = ("aliases", "academic_year", "source", "source_url", "source_date")
_NAMES = ("name_gl", "name_es", "name_en")


@dataclass(frozen=True)
class Kind:
    slug: str
    model: type[Model]
    key: str
    """the field that an entry is known by"""
    columns: tuple[str, ...]
    required: tuple[str, ...]
    relation: tuple[str, type[Model]] | None = None
    """the column that names other entries by their code, and what they are"""


PROGRAMMES = Kind("programmes", Programme, "code", ("code", *_NAMES, *_ORIGIN), ("code", "source"))
COURSES = Kind(
    "courses",
    Course,
    "code",
    ("code", *_NAMES, "programmes", "ects", "study_year", "semester", "url", *_ORIGIN),
    ("code", "source"),
    ("programmes", Programme),
)
PEOPLE = Kind(
    "people",
    Person,
    "identifier",
    (
        "identifier", "name", "role_gl", "role_es", "role_en", "email", "office", "hours_gl", "hours_es", "hours_en",
        "courses", *_ORIGIN,
    ),
    ("name", "source"),
    ("courses", Course),
)  # fmt: skip
KINDS = {kind.slug: kind for kind in (PROGRAMMES, COURSES, PEOPLE)}
