"""A scope as a condition on documents, to be part of every query: nothing outside it ever leaves the database."""

from django.db.models import Q

from knowledge.retrieval.config import Scope


def within(scope: Scope, prefix: str = "") -> Q:
    """`prefix` leads from the model that is queried to its document ("document__")."""
    conditions: dict[str, object] = {"collection__in": scope.collections, "visibility__in": scope.visibilities}
    if scope.course:
        conditions["course"] = scope.course
    if scope.academic_year:
        # What says no year holds for every year; what is of another year does not.
        conditions["academic_year__in"] = (scope.academic_year, "")
    if scope.language:
        conditions["language"] = scope.language
    condition = Q(*((prefix + name, value) for name, value in conditions.items()))
    if scope.categories:
        section = "section__" if prefix else "sections__"
        condition &= Q((section + "categories__overlap", list(scope.categories)))
    return condition


def narrow(scope: Scope) -> bool:
    """Whether the scope filters by more than collection and visibility, so that it may leave few documents."""
    return bool(scope.course or scope.academic_year or scope.language or scope.categories)
