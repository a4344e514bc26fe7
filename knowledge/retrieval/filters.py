"""A scope as a condition on chunks, to be part of every query: nothing outside it ever leaves the database.

The rules are the querysets' own; what they compile to is kept, because compiling costs more than many a query.
"""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet

from knowledge.models import Document, Section
from knowledge.retrieval.config import Scope


@dataclass(frozen=True)
class Condition:
    sql: str
    parameters: tuple[Any, ...]


@lru_cache(maxsize=256)
def inside(scope: Scope) -> Condition:
    """On a chunk "c": its document, and its section where categories are asked for, are in the scope."""
    found = Document.objects.filter(_documents(scope))
    documents = _query(found.in_force_on(scope.in_force_on) if scope.in_force_on else found)
    if not scope.categories:
        return Condition(f"c.document_id IN ({documents.sql})", documents.parameters)
    sections = _query(Section.objects.filter(categories__overlap=list(scope.categories)))
    return Condition(
        f"c.document_id IN ({documents.sql}) AND c.section_id IN ({sections.sql})",
        documents.parameters + sections.parameters,
    )


@lru_cache(maxsize=4)
def in_force(day: date) -> Condition:
    """On a chunk "c": its document is in force on that day."""
    documents = _query(Document.objects.in_force_on(day))
    return Condition(f"c.document_id IN ({documents.sql})", documents.parameters)


def _query(found: QuerySet[Any]) -> Condition:
    return Condition(*found.order_by().values("pk").query.sql_with_params())


def _documents(scope: Scope) -> Q:
    conditions: dict[str, object] = {"collection__in": scope.collections, "visibility__in": scope.visibilities}
    if scope.course:
        conditions["course"] = scope.course
    if scope.courses:
        conditions["course__in"] = (*scope.courses, "")
    if scope.academic_year:
        # What says no year holds for every year; what is of another year does not.
        conditions["academic_year__in"] = (scope.academic_year, "")
    if scope.language:
        conditions["language"] = scope.language
    return Q(*conditions.items())


def narrow(scope: Scope) -> bool:
    """Whether the scope filters by more than collection and visibility, so that it may leave few documents."""
    filters = (scope.course, scope.courses, scope.academic_year, scope.language, scope.categories, scope.in_force_on)
    return any(filters)
