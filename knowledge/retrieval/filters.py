"""A scope as a condition on chunks, to be part of every query: nothing outside it ever leaves the database.

The rules are the querysets' own; what they compile to is kept, because compiling costs more than many a query.
"""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from knowledge.models import Document, Section
from knowledge.retrieval.config import Scope


@dataclass(frozen=True)
class Condition:
    sql: str
    parameters: tuple[Any, ...]


@lru_cache(maxsize=256)
def inside(scope: Scope) -> Condition:
    """On a chunk "c": its document, and its section where categories are asked for, are in the scope.

    For scans of many chunks: the documents of the scope are read once.
    """
    documents = _query(_documents(scope))
    if not scope.categories:
        return Condition(f"c.document_id IN ({documents.sql})", documents.parameters)
    sections = _query(_sections(scope))
    return Condition(
        f"c.document_id IN ({documents.sql}) AND c.section_id IN ({sections.sql})",
        documents.parameters + sections.parameters,
    )


@lru_cache(maxsize=256)
def each_inside(scope: Scope) -> Condition:
    """The same for a few chunks of many: the document of each is looked up, whatever the planner thinks."""
    document = _of_chunk(_documents(scope))
    if not scope.categories:
        return document
    section = _of_chunk(_sections(scope))
    return Condition(f"{document.sql} AND {section.sql}", document.parameters + section.parameters)


@lru_cache(maxsize=4)
def each_in_force(day: date) -> Condition:
    """On a chunk "c": its document is in force on that day."""
    return _of_chunk(Document.objects.in_force_on(day))


def _query(found: QuerySet[Any]) -> Condition:
    return Condition(*found.order_by().values("pk").query.sql_with_params())


def _of_chunk(found: QuerySet[Any]) -> Condition:
    """The document or section of a chunk "c" is among those that are found; a limit keeps it from becoming a join."""
    table = found.model._meta
    one = found.extra(where=[f"{table.db_table}.id = c.{table.model_name}_id"])
    sql, parameters = one.order_by().values("pk")[:1].query.sql_with_params()
    return Condition(f"({sql}) IS NOT NULL", parameters)


def sections(scope: Scope) -> QuerySet[Section]:
    """Those of the scope's indexed documents; with categories, those that have one of them."""
    return _sections(scope).filter(document__in=_documents(scope), document__indexed_at__isnull=False)


def _sections(scope: Scope) -> QuerySet[Section]:
    found = Section.objects.all()
    return found.filter(categories__overlap=list(scope.categories)) if scope.categories else found


def _documents(scope: Scope) -> QuerySet[Document]:
    if scope.document:
        return Document.objects.filter(pk=scope.document, visibility__in=scope.visibilities)
    found = _filtered(scope)
    return found | Document.objects.filter(pk=scope.besides) if scope.besides else found


def _filtered(scope: Scope) -> QuerySet[Document]:
    conditions: dict[str, object] = {"collection__in": scope.collections, "visibility__in": scope.visibilities}
    if scope.course:
        conditions["course"] = scope.course
    if scope.courses:
        conditions["course__in"] = (*scope.courses, "")
    if scope.academic_year:
        # What says no year holds for every year; what is of another year does not.
        conditions["academic_year__in"] = (scope.academic_year, "")
    if scope.documents:
        conditions["pk__in"] = scope.documents
    if scope.language:
        conditions["language"] = scope.language
    found = Document.objects.present().filter(**conditions)
    return found.in_force_on(scope.in_force_on) if scope.in_force_on else found


def narrow(scope: Scope) -> bool:
    """Whether the scope filters by more than collection and visibility, so that it may leave few documents."""
    chosen = (scope.course, scope.courses, scope.document, scope.documents, scope.categories)
    return any(chosen) or any((scope.academic_year, scope.language, scope.in_force_on))
