"""The one way in for a document: from admin, the API, the command line or a crawler."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from knowledge import tasks
from knowledge.ingestion import former, pipeline, unpacking
from knowledge.ingestion.extract.errors import BadMetadata, TooLarge
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.row import apply
from knowledge.models import Collection, Document, DocumentContent, Publishing, Source, State, Visibility
from knowledge.versions import keeping, waiting

__all__ = ["DocumentMetadata", "Receipt", "again", "correct", "queue", "receive"]

NOTHING_SAID = DocumentMetadata()
# What stands in chunks' context lines, or decides on their language or their section's categories.
_IN_PASSAGES = {"title", "academic_year", "published_on", "modified_on", "valid_from", "language", "categories"}


@dataclass(frozen=True)
class Receipt:
    document_id: int
    external_id: str
    status: Literal["created", "updated", "unchanged", "waiting"]
    """waiting: a new version that readers see after its approval"""

    @property
    def needs_indexing(self) -> bool:
        return self.status != "unchanged"


def receive(
    collection: Collection,
    file_name: str,
    data: bytes,
    *,
    external_id: str = "",
    metadata: DocumentMetadata = NOTHING_SAID,
    source: Source | None = None,
    approved: bool = False,
    media_type: str = "",
) -> Receipt:
    """Stores the bytes, to be indexed by `queue` or pipeline.index; raises an ExtractionError for what cannot be taken.

    `metadata` is what the caller knows for certain: it is kept against what the document says of itself. The same
    bytes with the same metadata are "unchanged"; a document that failed is tried again. What a collection wants to be
    approved waits, unless it is `approved`. `media_type` is what unpacking.media_type gave, where it was asked before.
    """
    if len(data) > settings.MAX_UPLOAD_MB * 1024 * 1024:
        raise TooLarge.of(len(data), settings.MAX_UPLOAD_MB, file_name)
    name = file_name.replace("\\", "/").rsplit("/", 1)[-1]
    identifier = external_id or name
    if len(identifier) > 300 or len(name) > 300:
        raise BadMetadata(f"{name[:60]}…: 300")
    incoming = Document(
        collection=collection, external_id=identifier, file_name=name,
        media_type=media_type or unpacking.media_type(name, data),
        content_hash=hashlib.sha256(data).hexdigest(), size=len(data), source=source,
    )  # fmt: skip
    with transaction.atomic():
        existing = _existing(incoming)
        if existing is None:
            return _create(incoming, data, metadata)
        if existing.content_hash != incoming.content_hash and not approved and waiting.waits(existing, source):
            return _offer(existing, incoming, data, metadata)
        return _update(existing, incoming, data, metadata)


def queue(document_ids: Iterable[int]) -> None:
    """Has a worker index them and what waits to take their place, once the caller's transaction is committed."""
    for group in pipeline.groups(to_index(document_ids)):
        tasks.index_documents.delay_on_commit(group)


def to_index(document_ids: Iterable[int]) -> QuerySet[Document]:
    ids = list(document_ids)
    return Document.objects.filter(Q(pk__in=ids) | Q(version_of__in=ids, is_draft=True))


def again(documents: QuerySet[Document]) -> int:
    """Has documents indexed anew from their stored bytes; returns how many."""
    ids = list(documents.values_list("pk", flat=True))
    changed = {"state": State.WAITING, "progress": 0, "error": "", "attempts": 0, "ignored_at": None}
    Document.objects.filter(pk__in=ids).update(**changed, updated_at=timezone.now())
    queue(ids)
    return len(ids)


def _existing(incoming: Document) -> Document | None:
    rows = Document.objects.select_for_update().select_related(None)
    return rows.filter(collection=incoming.collection, external_id=incoming.external_id).first()


def _create(incoming: Document, data: bytes, metadata: DocumentMetadata) -> Receipt:
    # Nobody but staff may see it before it has been read and says who may.
    incoming.visibility = Visibility.STAFF
    apply(incoming, metadata, list(metadata.said))
    incoming.given = list(metadata.said)
    incoming.is_draft = waiting.policy(incoming.collection, incoming.source) == Publishing.ALL_WAIT
    try:
        with transaction.atomic():
            incoming.save(force_insert=True)
            DocumentContent.objects.create(document=incoming, data=data)
    except IntegrityError:
        # Somebody stored the same document a moment ago.
        existing = _existing(incoming)
        if existing is None:
            raise
        return _update(existing, incoming, data, metadata)
    return Receipt(incoming.pk, incoming.external_id, "created")


def _offer(document: Document, incoming: Document, data: bytes, metadata: DocumentMetadata) -> Receipt:
    """The version that waits; the document stays what it is."""
    offered = waiting.offered(document)
    same = offered is not None and offered.content_hash == incoming.content_hash
    if offered is None or not same or offered.state == State.FAILED:
        offered = waiting.offer(document, incoming, data)
        same = False
    apply(offered, metadata, list(metadata.said))
    offered.given = sorted({*offered.given, *metadata.said})
    offered.save()
    is_done = same and offered.state == State.INDEXED
    return Receipt(document.pk, document.external_id, "unchanged" if is_done else "waiting")


def _update(document: Document, incoming: Document, data: bytes, metadata: DocumentMetadata) -> Receipt:
    other_bytes = document.content_hash != incoming.content_hash
    shown = former.keep(document) if other_bytes else None
    before = {name: getattr(document, name) for name in metadata.said}
    apply(document, metadata, list(metadata.said))
    if shown:
        former.hold_visibility(document, shown, metadata.visibility)
    same_metadata = before == {name: getattr(document, name) for name in metadata.said}
    same_bytes = not other_bytes and document.file_name == incoming.file_name
    if same_bytes and same_metadata and document.state != State.FAILED:
        waiting.withdraw(document)
        # One that still waits is handed out again: its task may have been lost.
        return Receipt(document.pk, document.external_id, "unchanged" if document.state == State.INDEXED else "updated")
    for name in ("file_name", "media_type", "content_hash", "size"):
        setattr(document, name, getattr(incoming, name))
    document.source = incoming.source or document.source
    document.given = sorted({*document.given, *metadata.said})
    document.state, document.progress, document.error, document.attempts = State.WAITING, 0, "", 0
    document.is_large = document.is_large and same_bytes
    if other_bytes:
        document.failures, document.ignored_at = 0, None
    document.save()
    keeping.restrict(document)
    waiting.withdraw(document)
    if not same_bytes:
        DocumentContent.objects.update_or_create(document=document, defaults={"data": data})
    return Receipt(document.pk, document.external_id, "updated")


def correct(document: Document, changed: Sequence[str]) -> bool:
    """Writes what a person changed of a document's metadata, to be kept from now on; returns whether the document is
    indexed again, because its passages say what was changed."""
    if not changed:
        return False
    document.given = sorted({*document.given, *changed})
    with transaction.atomic():
        document.save(update_fields=[*changed, "given", "updated_at"])
        former.correct(document, changed)
        waiting.correct(document, changed)
        keeping.restrict(document)
    if not _IN_PASSAGES & set(changed):
        return False
    again(Document.objects.filter(pk=document.pk))
    return True
