"""The versions of a document, newest first, and the way back to one of them."""

from __future__ import annotations

from dataclasses import dataclass, fields

from django.db.models import QuerySet

from knowledge.ingestion import intake
from knowledge.ingestion.intake import DocumentMetadata, Receipt
from knowledge.models import Document, DocumentChange, DocumentContent


@dataclass(frozen=True)
class Version:
    document: Document
    change: DocumentChange | None
    """what the version after it changed; None of the one in force, or where nothing was noted"""


def former_versions(document: Document) -> QuerySet[Document]:
    return document.versions.filter(is_draft=False).order_by("-replaced_at", "-pk")


def history(document: Document) -> list[Version]:
    changes = {change.former_id: change for change in document.changes.defer("differences").exclude(former=None)}
    return [Version(version, changes.get(version.pk)) for version in former_versions(document)]


def go_back(document: Document, version: Document) -> Receipt:
    """The version's bytes, with what was known of it, become the document's newest; the caller has it indexed by
    `intake.queue`. Nothing of the history goes."""
    return intake.receive(
        document.collection, version.file_name, bytes(DocumentContent.objects.read(version.pk)),
        external_id=document.external_id, metadata=_given(version), source=document.source, approved=True,
    )  # fmt: skip


def _given(version: Document) -> DocumentMetadata:
    """What a person or a caller had said of it; who may see it stays as it is now."""
    names = {field.name for field in fields(DocumentMetadata)} & set(version.given) - {
        "visibility",
        "superseded_by",
        "url",
    }
    values = {name: getattr(version, name) for name in names}
    if "categories" in values:
        values["categories"] = tuple(values["categories"])
    return DocumentMetadata(**values)
