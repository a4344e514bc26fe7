"""New versions that wait for approval: drafts, indexed like any document, while the version before answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from knowledge.ingestion import former, removal
from knowledge.ingestion.storage import delete_passages, stored_texts
from knowledge.models import (
    Collection,
    Document,
    DocumentChange,
    DocumentContent,
    Publishing,
    Source,
    State,
    WebSource,
    stricter,
)
from knowledge.retrieval.postings import write_segment
from knowledge.versions import keeping

_SUFFIX = "@waiting"


class NotReady(Exception):
    """The message says, for a person, why it cannot be published now."""


def policy(collection: Collection, source: Source | None) -> str:
    """When readers see what comes from this source."""
    if source and source.kind == Source.Kind.WEB:
        site = WebSource.objects.filter(collection=collection, slug=source.location).first()
        if site and site.publishing:
            return site.publishing
    return collection.publishing


def waits(document: Document, source: Source | None) -> bool:
    """Whether other bytes in its place wait: readers see something of it, which goes on answering."""
    is_shown = document.indexed_at is not None and not document.is_draft
    return is_shown and policy(document.collection, source or document.source) != Publishing.AT_ONCE


def offered(document: Document) -> Document | None:
    return document.versions.filter(is_draft=True).first()


def offer(document: Document, incoming: Document, data: bytes) -> Document:
    """Makes the incoming bytes the version that waits, instead of one that waited before; unindexed."""
    withdraw(document)
    names = former.COLUMNS
    own = ("file_name", "media_type", "content_hash", "size", "page_count")
    columns: dict[str, Any] = {name: getattr(document, name) for name in names if name not in own}
    columns |= {name: getattr(incoming, name) for name in own}
    stem = document.external_id[: 300 - len(_SUFFIX)]
    proposed = Document.objects.create(
        collection_id=document.collection_id, external_id=f"{stem}{_SUFFIX}", version_of=document, is_draft=True,
        source=incoming.source or document.source, **columns,
    )  # fmt: skip
    DocumentContent.objects.create(document=proposed, data=data)
    return proposed


def withdraw(document: Document) -> None:
    """What waits gives way to other bytes, or to those that readers see."""
    DocumentChange.objects.waiting().filter(document=document).delete()
    removal.remove(document.versions.filter(is_draft=True))


def correct(document: Document, changed: Sequence[str]) -> None:
    """What a person corrects holds of the version that waits too."""
    proposed = offered(document)
    if proposed is None or not changed:
        return
    for name in changed:
        setattr(proposed, name, getattr(document, name))
    proposed.given = sorted({*proposed.given, *changed})
    proposed.save(update_fields=[*changed, "given", "updated_at"])


def publish(change: DocumentChange, user: AbstractBaseUser | None = None) -> None:
    """The version that waited takes the document's place, whole; NotReady where that cannot be done now."""
    with transaction.atomic():
        proposed = _locked(change.proposed_id)
        document = _locked(change.document_id)
        if proposed is None or document is None:
            raise NotReady(gettext("This version does not wait any more."))
        if proposed.state != State.INDEXED or document.state != State.INDEXED:
            raise NotReady(gettext("One of the versions is being read at this moment. Try again in a minute."))
        change.former = _replaced(document, is_kept=bool(change.differences) and keeping.keeps(document))
        keeping.move_passages(proposed.pk, document.pk)
        _take_place(proposed, document)
        change.proposed, change.decided_by = None, user
        change.state, change.published_at = DocumentChange.State.PUBLISHED, timezone.now()
        change.save()
        proposed.delete()
    keeping.trim([document.pk])


def reject(change: DocumentChange, user: AbstractBaseUser | None = None) -> None:
    """The version that waits goes; what it would have changed stays on record."""
    with transaction.atomic():
        change.state, change.decided_by = DocumentChange.State.REJECTED, user
        change.save(update_fields=["state", "decided_by"])
        withdraw(change.document)


def publish_same(document_ids: Iterable[int]) -> None:
    """Those that say what the version before says: there is nothing to approve."""
    same = DocumentChange.objects.waiting().filter(proposed__in=list(document_ids), differences=[])
    for change in same.filter(proposed__state=State.INDEXED, document__state=State.INDEXED):
        publish(change)
        change.delete()


def _locked(document_id: int | None) -> Document | None:
    rows = Document.objects.select_for_update().select_related(None)
    found: Document | None = rows.filter(pk=document_id).first()
    return found


def _replaced(document: Document, *, is_kept: bool) -> Document | None:
    """What the document was, kept as a version of it or taken out of the index."""
    if is_kept:
        row = {name: getattr(document, name) for name in former.COLUMNS}
        return keeping.keep(document, row, bytes(DocumentContent.objects.read(document.pk)))
    for collection_id, texts in stored_texts(Q(document=document.pk)).items():
        write_segment(collection_id, (), texts)
    delete_passages([document.pk])
    return None


def _take_place(proposed: Document, document: Document) -> None:
    before = document.visibility
    for name in former.COLUMNS:
        setattr(document, name, getattr(proposed, name))
    if "visibility" not in proposed.given:
        document.visibility = stricter(before, proposed.visibility)
    document.indexed_at = proposed.indexed_at
    document.save()
    data = bytes(DocumentContent.objects.read(proposed.pk))
    DocumentContent.objects.update_or_create(document=document, defaults={"data": data})
    keeping.restrict(document)
