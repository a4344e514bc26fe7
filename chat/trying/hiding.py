"""What keeps a document out of an answer before anything of it is compared with the question, and what lowers it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from chat.models import Assistant
from knowledge.highlighting.source_page import validity
from knowledge.ingestion.messages import translated
from knowledge.models import Document, State, Visibility
from knowledge.retrieval.config import Scope


@dataclass(frozen=True)
class Reason:
    text: str
    hides: bool = True
    """False where it only ranks lower, or only some readers do not see it"""
    address: str = ""
    """where that is changed"""


def reasons(document: Document, assistant: Assistant, scope: Scope) -> list[Reason]:
    """The heaviest first; `scope` is what the question was searched in."""
    return [*_unread(document), *_unpublished(document), *_unseen(document, assistant, scope), *_lowered(document)]


def _unread(document: Document) -> Iterator[Reason]:
    if document.indexed_at is None:
        if document.state == State.FAILED:
            said = gettext("It could not be read: %s") % translated(document.error)
            yield Reason(said, address=reverse("admin:knowledge_document_failures"))
        else:
            yield Reason(gettext("It has not been read yet."))
    elif not document.chunks.exists():
        yield Reason(gettext("It was read, and there is no text in it."))


def _unpublished(document: Document) -> Iterator[Reason]:
    page = reverse("admin:knowledge_document_change", args=[document.version_of_id or document.pk])
    if document.is_draft and document.version_of_id:
        yield Reason(gettext("It is a version that waits for approval: the version before answers."), address=page)
    elif document.is_draft:
        yield Reason(gettext("It is a draft: it is in no answer until it is published."), address=page)
    if document.gone_since:
        day = date_format(timezone.localtime(document.gone_since), "SHORT_DATE_FORMAT")
        yield Reason(gettext("It is no longer on its website since %s, and therefore in no answer.") % day)


def _unseen(document: Document, assistant: Assistant, scope: Scope) -> Iterator[Reason]:
    if not assistant.collections.filter(pk=document.collection_id).exists():
        text = gettext("The assistant “%(assistant)s” does not read the collection “%(collection)s”.")
        page = reverse("admin:chat_assistant_change", args=[assistant.pk])
        yield Reason(text % {"assistant": assistant, "collection": document.collection}, address=page)
    if document.visibility == Visibility.STAFF:
        text = gettext("Only staff may see it: it is in no answer to students and visitors.")
        yield Reason(text, hides=False)
    elif document.visibility == Visibility.STUDENT:
        text = gettext("Only who has signed in may see it: it is in no answer to other visitors.")
        yield Reason(text, hides=False)
    if scope.courses and document.course not in (*scope.courses, ""):
        text = gettext("The question is about %(asked)s, and the document says that it is about %(own)s.")
        yield Reason(text % {"asked": ", ".join(scope.courses), "own": document.course})
    if scope.academic_year and document.academic_year not in ("", scope.academic_year):
        text = gettext("The question is about the academic year %(asked)s, and the document is of %(own)s.")
        yield Reason(text % {"asked": scope.academic_year, "own": document.academic_year})


def _lowered(document: Document) -> Iterator[Reason]:
    successor = document.superseded_by
    match validity(document, timezone.localdate()):
        case "superseded" if successor:
            text = gettext(
                "“%s” supersedes it: it counts half as much, and where both are found, the one in force is read."
            )
            page = reverse("admin:knowledge_document_change", args=[successor.pk])
            yield Reason(text % successor, hides=False, address=page)
        case "ended":
            text = gettext("It is no longer in force since %s: it counts half as much.")
            yield Reason(text % date_format(document.valid_until), hides=False)
        case "not_yet":
            text = gettext("It is not in force before %s: it counts half as much.")
            yield Reason(text % date_format(document.valid_from), hides=False)
