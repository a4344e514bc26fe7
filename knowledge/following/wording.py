"""A change in a few lines, for mails and feeds."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext

from knowledge.models import DocumentChange
from knowledge.versions.diff import Difference

MAX_DIFFERENCES = 6
_LENGTH = 300


def extent(change: DocumentChange) -> str:
    return gettext("%(changed)d changed, %(added)d added, %(removed)d removed") % {
        "changed": change.changed, "added": change.added, "removed": change.removed
    }  # fmt: skip


def lines(change: DocumentChange) -> Iterator[str]:
    """Its first differences, one each; those that only moved are left out."""
    told = [one for one in map(Difference.read, change.differences) if one.what != "moved"]
    yield from map(_line, told[:MAX_DIFFERENCES])
    if len(told) > MAX_DIFFERENCES:
        yield gettext("and %d more") % (len(told) - MAX_DIFFERENCES)


def path(change: DocumentChange) -> str:
    """Where the document is read, at what is new."""
    new = next((one for one in map(Difference.read, change.differences) if one.new), None)
    address = reverse("source", args=[change.document_id])
    if new is None:
        return address
    query = ({"page": new.page} if new.page else {}) | {"quote": new.new[:_LENGTH]}
    return f"{address}?{urlencode(query)}#quote"


def _line(difference: Difference) -> str:
    old, new = _short(difference.old), _short(difference.new)
    if difference.what == "added":
        said = gettext("New: %s") % new
    elif difference.what == "removed":
        said = gettext("No longer there: %s") % old
    else:
        said = gettext("Before: %(old)s Now: %(new)s") % {"old": old, "new": new}
    number = difference.page or difference.old_page
    page = gettext("page %(page)s") % {"page": number}
    return f"{said} ({page})" if number else said


def _short(text: str) -> str:
    return f"“{Truncator(' '.join(text.split())).chars(_LENGTH)}”"
