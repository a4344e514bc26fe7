"""The version of a document that readers see while other bytes wait to be read in its place.

It goes when those are indexed, and comes back, bytes and row together, where they cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from knowledge.models import Document, DocumentContent, FormerVersion, State, stricter

COLUMNS = (
    "file_name", "media_type", "content_hash", "size", "page_count", "title", "url", "language", "course",
    "academic_year", "programme", "publisher", "categories", "visibility", "modified_on", "published_on", "valid_from",
    "valid_until", "superseded_by_id", "given", "ignored_metadata",
)  # fmt: skip


def keep(document: Document) -> FormerVersion | None:
    """Before anything of the row is changed, in the transaction that changes it. None where nobody has seen anything of
    it yet; the first of several that are sent in its place finds the version that readers see."""
    if document.indexed_at is None:
        return None
    row = {name: getattr(document, name) for name in COLUMNS}
    content = DocumentContent.objects.filter(document=document).first()
    made, _created = FormerVersion.objects.get_or_create(
        document=document, defaults={"row": row, "data": content.read() if content else b""}
    )
    return made


def hold_visibility(document: Document, former: FormerVersion, wanted: str) -> None:
    """The stricter of old and new holds from now on; what is `wanted`, where it is, once the bytes have been read."""
    shown = former.row["visibility"]
    former.visibility_after = wanted or former.visibility_after
    former.save(update_fields=["visibility_after"])
    document.visibility = stricter(shown, former.visibility_after or shown)


def supersede(document_ids: Sequence[int]) -> None:
    """The new bytes are indexed: in the transaction that makes them searchable."""
    for former in FormerVersion.objects.filter(document__in=document_ids).exclude(visibility_after="").defer("data"):
        Document.objects.filter(pk=former.document_id).update(visibility=former.visibility_after)
    FormerVersion.objects.filter(document__in=document_ids).delete()


def fail(document_ids: Sequence[int], reason: str) -> None:
    """Documents in processing become failed, and are again what they were where they had been read before."""
    with transaction.atomic():
        rows = Document.objects.select_for_update().filter(pk__in=document_ids, state=State.PROCESSING).order_by("pk")
        failed = list(rows.values_list("pk", flat=True))
        rows.update(
            state=State.FAILED, error=reason, progress=0, attempts=0, failures=F("failures") + 1,
            worked_at=timezone.now(),
        )  # fmt: skip
        for former in FormerVersion.objects.filter(document__in=failed):
            _restore(former)


def correct(document: Document, changed: Sequence[str]) -> None:
    """What a person changed meanwhile holds of the former version too."""
    former = FormerVersion.objects.filter(document=document).defer("data").first()
    if former is None:
        return
    former.row |= {name: getattr(document, name) for name in map(_attribute, changed) if name in COLUMNS}
    if "visibility" in changed:
        former.visibility_after = ""
    former.save(update_fields=["row", "visibility_after"])


def as_shown(document: Document) -> Document:
    """With what its readers see of its file in its row; unsaved."""
    former = FormerVersion.objects.filter(document=document).defer("data").first()
    for name in ("file_name", "media_type", "content_hash", "size", "page_count") if former else ():
        setattr(document, name, former.row[name])
    return document


def shown_bytes(document: Document) -> bytes | None:
    """Those that its readers see; None where there are none."""
    for model in (FormerVersion, DocumentContent):
        data = model._default_manager.filter(document=document).values_list("data", flat=True).first()
        if data is not None:
            return bytes(data)
    return None


def _restore(former: FormerVersion) -> None:
    columns = {name: Document._meta.get_field(name).to_python(value) for name, value in former.row.items()}
    if not Document.objects.filter(pk=columns["superseded_by_id"]).exists():
        columns["superseded_by_id"] = None
    Document.objects.filter(pk=former.document_id).update(**columns, updated_at=timezone.now())
    DocumentContent.objects.filter(document=former.document_id).update(data=former.data)
    former.delete()


def _attribute(name: str) -> str:
    return Document._meta.get_field(name).attname
