"""Whether the documents that an answer cites still hold, today and not on the day it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from knowledge.highlighting.source_page import validity
from knowledge.models import Document

NOT_IN_FORCE = ("superseded", "ended")


def of(document: Document | None) -> dict[str, Any]:
    """For the chip of a source."""
    if document is None:
        return {"standing": "", "language": ""}
    found = validity(document, timezone.localdate())
    return {"standing": "" if found == "in_force" else found, "language": document.language}


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
