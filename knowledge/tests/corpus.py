"""A few documents indexed for real, without going through files."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Collection, Document, Embedding, Section
from knowledge.retrieval.postings import IndexedText, write_segment


@dataclass(frozen=True)
class Text:
    name: str
    section: str
    text: str
    language: str = "es"
    page: int | None = None


def collection(slug: str = "rules") -> Collection:
    return Collection.objects.get_or_create(slug=slug, defaults={"name": slug.title()})[0]


def add(where: Collection, item: Text, **metadata: Any) -> Document:
    """One document of one section and one chunk."""
    document = Document.objects.create(
        collection=where,
        external_id=item.name,
        title=item.name,
        file_name=item.name,
        media_type="text/plain",
        language=item.language,
        indexed_at=timezone.now(),
        **{"published_on": date(2025, 9, 1), **metadata},
    )
    breaks = [[0, item.page]] if item.page else []
    section = Section.objects.create(
        document=document, position=0, title=item.section, text=item.text, page_breaks=breaks
    )
    chunk = Chunk.objects.create(
        collection=where,
        document=document,
        section=section,
        position=0,
        start=0,
        end=len(item.text),
        text=item.text,
        context=f"{item.name} › {item.section}",
        page=item.page,
        language=item.language,
    )
    embedder = get_embedder()
    (vector,) = embedder.embed([chunk.indexed_text])
    Embedding.objects.create(chunk=chunk, collection=where, model=embedder.name, vector=vector.tolist())
    write_segment(where.pk, [indexed(chunk)], [])
    return document


def indexed(chunk: Chunk) -> IndexedText:
    return IndexedText(chunk.pk, chunk.indexed_text, chunk.language)
