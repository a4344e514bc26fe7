"""What a document's row says: what is known of the document, as long as its columns."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from knowledge.ingestion.cutting import CutDocument
from knowledge.ingestion.extract.base import CLEAN
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.models import Document, stricter

_SETTLED = ("title", "language", "academic_year", "modified_on", "published_on", "valid_from")
"""what is read and cut depends on, where it was given"""


def settled(document: Document) -> tuple[DocumentMetadata, tuple[str, ...]]:
    """What was given of what decides how a document is cut, and the names of those fields."""
    names = tuple(name for name in _SETTLED if name in document.given)
    return DocumentMetadata(**{name: getattr(document, name) for name in names}), names


def take_over(document: Document, cut: CutDocument) -> None:
    """Sets the row's metadata, without saving; what was given stays."""
    found = DocumentMetadata(visibility=_visibility(document, cut.metadata.visibility)).over(cut.metadata)
    apply(document, found, [field.name for field in fields(found) if field.name not in document.given])
    document.page_count = cut.page_count
    document.ignored_metadata = [line.translate(CLEAN) for line in cut.ignored]


def _visibility(document: Document, declared: str) -> str:
    """What the document declares, else its collection's; of one that was read before, never wider than it was: only a
    person or a caller who says so shows it to more."""
    wanted = declared or document.collection.visibility
    return stricter(wanted, document.visibility) if document.indexed_at else wanted


def apply(document: Document, metadata: DocumentMetadata, names: list[str]) -> None:
    """Copies the named fields to the row; unsaved."""
    for name in names:
        value: Any = getattr(metadata, name)
        if name == "superseded_by":
            siblings = Document.objects.filter(collection_id=document.collection_id, external_id=value)
            value = siblings.exclude(pk=document.pk).first() if value else None
        elif name == "categories":
            value = [category.translate(CLEAN) for category in value]
        elif isinstance(value, str):
            value = value.translate(CLEAN)[: Document._meta.get_field(name).max_length]
        setattr(document, name, value)
