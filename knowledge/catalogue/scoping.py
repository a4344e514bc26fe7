"""From a course of the catalogue to the documents of it: a document says its course in words of its own."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import QuerySet

from knowledge.catalogue.forms import forms
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.words import name_words
from knowledge.models import Document
from knowledge.retrieval.config import Scope


def has_courses(scope: Scope) -> bool:
    """Whether any document in it is of a course: otherwise a catalogue of courses says nothing to it."""
    return bool(_documents(scope).exists())


def labels(codes: Iterable[str], scope: Scope, catalogue: Catalogue) -> tuple[str, ...]:
    """What the documents in the scope call these courses; empty where there is none of any of them."""
    wanted = set(codes)
    if not wanted:
        return ()
    called: dict[tuple[str, ...], set[str]] = {}
    for form in forms(catalogue):
        if form.kind == "course" and form.sort in ("code", "name", "alias"):
            called.setdefault(form.words, set()).add(form.key)
    return tuple(label for label in all_labels(scope) if called.get(name_words(label), set()) & wanted)


def all_labels(scope: Scope) -> tuple[str, ...]:
    """The courses that the documents in it say to be of, in their words."""
    return tuple(sorted(_documents(scope).order_by().values_list("course", flat=True).distinct()))


def narrowed(scope: Scope, codes: Iterable[str], academic_year: str, catalogue: Catalogue) -> Scope:
    """The scope without the documents of other courses and other years, where it has any of these.

    What is of no course, such as a directory or a calendar, may speak of every course: it stays.
    """
    found = labels(codes, scope, catalogue)
    if found:
        scope = replace(scope, courses=found)
    return replace(scope, academic_year=academic_year) if academic_year and _has_year(scope, academic_year) else scope


def _has_year(scope: Scope, academic_year: str) -> bool:
    found = Document.objects.filter(collection__in=scope.collections, visibility__in=scope.visibilities)
    if scope.courses:
        found = found.filter(course__in=scope.courses)
    return bool(found.filter(academic_year=academic_year).exists())


def _documents(scope: Scope) -> QuerySet[Document]:
    """Those of a course."""
    return Document.objects.filter(collection__in=scope.collections, visibility__in=scope.visibilities, course__gt="")
