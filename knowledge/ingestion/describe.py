"""What a document's row says after it was read: from what was given, declared, named and written."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import PurePosixPath
from typing import Any

from knowledge.ingestion.extract.base import CLEAN, ExtractedDocument
from knowledge.ingestion.metadata import DocumentMetadata, from_file_name
from knowledge.ingestion.own_dates import find_own_date
from knowledge.ingestion.titles import find_title
from knowledge.models import Document, stricter
from knowledge.text import dates
from knowledge.text.language import identify_long

_SAMPLE = 6000


def describe(document: Document, extracted: ExtractedDocument) -> None:
    """Sets the row's metadata, without saving: what was given stays; then what the document declares, what its file
    name says, and what its text says, the first of them that says something."""
    text = "\n".join(block.text for block in extracted.blocks)
    stem = PurePosixPath(document.file_name).stem
    found = extracted.metadata.over(from_file_name(stem)).over(_written(text, extracted, stem))
    if not found.language and "language" not in document.given:
        language = identify_long(text[:_SAMPLE], default=document.collection.language)
        found = DocumentMetadata(language=language).over(found)
    found = DocumentMetadata(visibility=_visibility(document, found.visibility)).over(found)
    apply(document, found, [field.name for field in fields(found) if field.name not in document.given])
    document.page_count = extracted.page_count


def _visibility(document: Document, declared: str) -> str:
    """What the document declares, else its collection's; of one that was read before, never wider than it was: only a
    person or a caller who says so shows it to more."""
    wanted = declared or document.collection.visibility
    return stricter(wanted, document.visibility) if document.indexed_at else wanted


def apply(document: Document, metadata: DocumentMetadata, names: list[str]) -> None:
    """Copies the named fields to the row, as long as its columns; unsaved."""
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


def _written(text: str, extracted: ExtractedDocument, stem: str) -> DocumentMetadata:
    title = extracted.metadata.title or find_title(extracted.blocks) or _readable(stem)
    return DocumentMetadata(
        title=title,
        academic_year=dates.academic_year(title)
        or dates.academic_year(stem)
        or dates.find_academic_year(text)
        or dates.find_academic_year("\n".join(extracted.margins)),
        modified_on=dates.find_modified(text),
        published_on=find_own_date(extracted.blocks, extracted.margins, title),
    )


def _readable(stem: str) -> str:
    """A file's name as a title: `normativa-de_permanencia` → "Normativa de permanencia"."""
    words = re.sub(r"[-_\s]+", " ", stem).strip()
    return words[:1].upper() + words[1:]
