"""From a course of the catalogue to the documents of it: a document says its course in words of its own."""

from collections.abc import Iterable
from dataclasses import replace

from knowledge.catalogue.forms import forms
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.words import name_words
from knowledge.retrieval.config import Scope
from knowledge.retrieval.database import fetch

# Asked at every question: to compile the same queries anew costs more than to run them.
OF_COURSES = "FROM knowledge_document WHERE collection_id = ANY(%s) AND visibility = ANY(%s) AND course > ''"
ANY_COURSE = f"SELECT EXISTS (SELECT {OF_COURSES})"
COURSES = f"SELECT DISTINCT course {OF_COURSES}"


def has_courses(scope: Scope) -> bool:
    """Whether any document in it is of a course: otherwise a catalogue of courses says nothing to it."""
    return bool(fetch(ANY_COURSE, _visible(scope))[0][0])


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
    return tuple(sorted(course for (course,) in fetch(COURSES, _visible(scope))))


def narrowed(scope: Scope, codes: Iterable[str], catalogue: Catalogue) -> Scope:
    """The scope without the documents of other courses, where it has any of these.

    What is of no course, such as a directory or a calendar, may speak of every course: it stays.
    """
    found = labels(codes, scope, catalogue)
    return replace(scope, courses=found) if found else scope


def _visible(scope: Scope) -> list[list[int] | list[str]]:
    return [list(scope.collections), list(scope.visibilities)]
