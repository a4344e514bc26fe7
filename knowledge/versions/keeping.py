"""Former versions: documents of their own, superseded by the one whose place they had, with the passages that they had.

Nothing is read or embedded again: the passages change hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count
from django.utils import timezone

from knowledge.models import (
    Chunk,
    Document,
    DocumentContent,
    FormerVersion,
    ScannedPage,
    Section,
    State,
    stricter,
)

_MAX_ID = 300


def keeps(document: Document) -> bool:
    return document.collection.versions_kept > 0


def keep(document: Document, row: dict[str, Any], data: bytes) -> Document:
    """A version of the document with these columns and bytes and all passages that it has; in the transaction that
    gives it others."""
    columns = {name: Document._meta.get_field(name).to_python(value) for name, value in row.items()}
    # Its address leads to the version in force now.
    columns |= {"superseded_by_id": document.pk, "url": ""}
    columns["visibility"] = stricter(columns["visibility"], document.visibility)
    version = Document.objects.create(
        collection_id=document.collection_id, version_of=document, replaced_at=timezone.now(), state=State.INDEXED,
        progress=100, indexed_at=document.indexed_at, external_id=_free_id(document), **columns,
    )  # fmt: skip
    DocumentContent.objects.create(document=version, data=data)
    move_passages(document.pk, version.pk)
    return version


def keep_former(document: Document, former: FormerVersion) -> Document:
    return keep(document, former.row, bytes(former.data))


def move_passages(from_id: int, to_id: int) -> None:
    for model in (Section, Chunk, ScannedPage):
        model._default_manager.filter(document=from_id).update(document=to_id)


def restrict(document: Document) -> None:
    """Whoever may not see a document does not see what it was either."""
    for version in document.versions.only("visibility"):
        held = stricter(version.visibility, document.visibility)
        if held != version.visibility:
            Document.objects.filter(pk=version.pk).update(visibility=held)


def trim(document_ids: Iterable[int]) -> None:
    """The oldest versions beyond those that the collection keeps."""
    from knowledge.ingestion import removal

    kept = Document.objects.filter(version_of__in=list(document_ids), is_draft=False)
    limits = kept.order_by().values_list("version_of", "collection__versions_kept").annotate(number=Count("pk"))
    for document_id, limit, number in limits:
        if number > limit:
            oldest = kept.filter(version_of=document_id).order_by("replaced_at", "pk")
            surplus = list(oldest.values_list("pk", flat=True)[: number - limit])
            removal.remove(Document.objects.filter(pk__in=surplus))


def _free_id(document: Document) -> str:
    """The document's, with the day on which it was replaced."""
    suffix = f"@{timezone.localdate():%Y-%m-%d}"
    stem = document.external_id[: _MAX_ID - len(suffix) - 4]
    taken = set(
        Document.objects.filter(collection=document.collection_id, external_id__startswith=f"{stem}{suffix}")
        .values_list("external_id", flat=True)
    )  # fmt: skip
    names = [f"{stem}{suffix}", *(f"{stem}{suffix}-{number}" for number in range(2, len(taken) + 2))]
    return next(name for name in names if name not in taken)
