"""Editions of one document for several academic years: which of them a newer one has taken the place of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import reduce
from operator import or_

from django.db.models import Q

from knowledge.models import Document, Visibility
from knowledge.text.dates import first_year, without_years
from knowledge.text.terms import fold

BEGINS = 9
"""the month in which an academic year begins"""
_UP_TO_A_DIGIT = re.compile(r"\D*")


def plain_title(title: str) -> str:
    """A title as all its editions have it: the words, without years."""
    return " ".join(re.findall(r"\w+", fold(without_years(title))))


def newer_editions(documents: Iterable[Document], today: date) -> dict[int, Document]:
    """Document id -> its newest edition of an academic year that has begun, where the document is of an earlier one.

    A document whose last day is known holds until then, and an edition that fewer people may see replaces none.
    """
    dated = [document for document in documents if _year(document) and not document.valid_until]
    newest: dict[int, Document] = {}
    begun = today.year if today.month >= BEGINS else today.year - 1
    for other in _editions(dated):
        for document in dated:
            best = newest.get(document.pk, document)
            if _year(best) < _year(other) <= begun and _is_edition(other, document):
                newest[document.pk] = other
    return newest


def _editions(documents: Sequence[Document]) -> Iterable[Document]:
    """Whatever may be one of them: their titles begin alike, up to the year."""
    if not documents:
        return []
    alike = (
        Q(collection=one.collection_id, course=one.course, title__startswith=up_to_a_digit(one.title))
        for one in documents
    )
    return Document.objects.indexed().filter(reduce(or_, alike), superseded_by=None)


def up_to_a_digit(title: str) -> str:
    """How the titles of its editions begin too."""
    found = _UP_TO_A_DIGIT.match(title)
    return found[0] if found else ""


def _year(document: Document) -> int:
    """In which its academic year begins, or that its title names; 0 for a document without one."""
    return first_year(document.academic_year) or first_year(document.title) or 0


def _is_edition(one: Document, other: Document) -> bool:
    is_seen = one.visibility in (Visibility.PUBLIC, other.visibility)
    where = (one.collection_id, one.course) == (other.collection_id, other.course)
    return is_seen and where and plain_title(one.title) == plain_title(other.title)
