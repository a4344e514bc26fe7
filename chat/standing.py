"""Whether the documents that an answer cites still hold, today and not on the day it was given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from knowledge.highlighting.source_page import Validity, validity
from knowledge.models import Document
from knowledge.versions.editions import newer_editions

NOT_IN_FORCE = ("superseded", "ended")
WARNINGS = {
    "outdated": _("Careful: this no longer holds. It comes from: %(titles)s."),
    "older_editions": _("There is a newer edition of: %(titles)s."),
}
"""by what a reader is warned of"""


UNKNOWN = {"standing": ""}
"""of a document that is gone"""


def labels() -> dict[str, str]:
    return {
        "superseded": str(_("Superseded")),
        "ended": str(_("No longer in force")),
        "not_yet": str(_("Not yet in force")),
    }


def of(documents: Iterable[Document]) -> dict[int, dict[str, str]]:
    """Document id -> what the chip of a source says of it."""
    known, today = list(documents), timezone.localdate()
    newer = newer_editions(known, today)
    return {document.pk: {"standing": _standing(validity(document, today), document.pk in newer)} for document in known}


def _standing(found: Validity, has_newer: bool) -> str:
    if found in ("", "in_force"):
        return "superseded" if has_newer else ""
    return found


def older_editions(cited: Sequence[Document]) -> list[str]:
    """Titles of those with a newer edition, which is not cited beside them; they are not said to hold no longer."""
    newer, known = newer_editions(cited, timezone.localdate()), {document.pk for document in cited}
    ended = outdated(cited)
    titles = [str(document) for document in cited if document.pk in newer and newer[document.pk].pk not in known]
    return [title for title in dict.fromkeys(titles) if title not in ended]


def outdated(cited: Sequence[Document]) -> list[str]:
    """Titles of those that hold no longer, but for one whose successor is cited beside it."""
    known = {document.pk for document in cited}
    today = timezone.localdate()
    titles = [
        str(document)
        for document in cited
        if document.superseded_by_id not in known and validity(document, today) in NOT_IN_FORCE
    ]
    return list(dict.fromkeys(titles))


def warnings(cited: Sequence[Document]) -> tuple[str, ...]:
    """What the page says above an answer, for its files."""
    titles = {"outdated": outdated(cited), "older_editions": older_editions(cited)}
    return tuple(WARNINGS[name] % {"titles": ", ".join(found)} for name, found in titles.items() if found)
