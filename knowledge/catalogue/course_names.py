"""What a course is called for a reader: as the catalogue has it in their language."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language

from knowledge.catalogue import snapshot
from knowledge.catalogue.matching import index_of


def course_names(labels: Iterable[str], language: str = "") -> dict[str, str]:
    """What documents call a course -> its name in this language, or the page's; their own word for one that the
    catalogue does not have."""
    catalogue = snapshot.current()
    names: dict[str, str] = {}
    for label in {label for label in labels if label}:
        course = catalogue.courses.get(course_code(label))
        names[label] = course.names.get(language or get_language() or "", "") or label if course else label
    return names


def course_code(text: str) -> str:
    """The code of the one course that a text names; empty where it names none, or several."""
    hits = index_of(snapshot.current()).hits(text)
    codes = {key for hit in hits if hit.kind == "course" for key in hit.keys}
    return codes.pop() if len(codes) == 1 else ""
