"""What somebody who searches may ask for besides, as a scope: the course by any of its names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from knowledge.catalogue import snapshot
from knowledge.catalogue.matching import index_of
from knowledge.catalogue.scoping import all_labels, labels
from knowledge.retrieval.config import Scope


class UnknownCourse(LookupError):
    """No document of the scope is of this course; the message lists the courses that there are."""


@dataclass(frozen=True)
class Filters:
    """An empty one does not filter."""

    course: str = ""
    """code, name or alias of the catalogue, or the course as documents call it"""
    academic_year: str = ""
    """as 2025-2026"""
    language: str = ""
    categories: tuple[str, ...] = ()
    in_force_on: date | None = None


def filtered(scope: Scope, filters: Filters) -> Scope:
    scope = replace(
        scope,
        academic_year=filters.academic_year,
        language=filters.language,
        categories=filters.categories,
        in_force_on=filters.in_force_on,
    )
    if not filters.course:
        return scope
    catalogue = snapshot.current()
    codes = [key for hit in index_of(catalogue).hits(filters.course) if hit.kind == "course" for key in hit.keys]
    called = labels(codes, scope, catalogue)
    if called:
        return replace(scope, courses=called)
    existing = all_labels(scope)
    if filters.course not in existing:
        known = ", ".join(existing) or "none"
        raise UnknownCourse(f"No document is of the course “{filters.course}”. Existing: {known}.")
    return replace(scope, course=filters.course)
