"""Documents that are tried before anybody else reads them: indexed as all others, and reached by staff alone."""

from __future__ import annotations

from django.utils.translation import gettext

from knowledge.models import Document
from knowledge.versions.waiting import NotReady


def publish(document: Document) -> None:
    """NotReady where nothing of it has been read."""
    if document.indexed_at is None:
        raise NotReady(gettext("It has not been read yet. Publish it when it has been indexed."))
    _set(document, False)


def withdraw(document: Document) -> None:
    """Back to a draft, out of all answers."""
    _set(document, True)


def _set(document: Document, is_draft: bool) -> None:
    document.is_draft = is_draft
    document.save(update_fields=["is_draft", "updated_at"])
