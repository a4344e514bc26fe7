"""Further sections for the documents of knowledge.tests.corpus."""

from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Document, Embedding, Section
from knowledge.retrieval.postings import write_segment
from knowledge.tests.corpus import indexed


def further(document: Document, position: int, title: str, text: str) -> None:
    further_ones(document, position, {title: text})


def further_ones(document: Document, first: int, texts: dict[str, str]) -> None:
    """Title -> text; `first` is the position of the first of them."""
    sections = Section.objects.bulk_create(
        Section(document=document, position=position, title=title, text=text)
        for position, (title, text) in enumerate(texts.items(), first)
    )
    chunks = Chunk.objects.bulk_create(
        Chunk(
            collection=document.collection, document=document, section=section, position=section.position, start=0,
            end=len(section.text), text=section.text, context=f"{document.title} › {section.title}",
            language=document.language,
        )
        for section in sections
    )  # fmt: skip
    embedder = get_embedder()
    vectors = embedder.embed([chunk.indexed_text for chunk in chunks])
    Embedding.objects.bulk_create(
        Embedding(chunk=chunk, collection=document.collection, model=embedder.name, vector=vector.tolist())
        for chunk, vector in zip(chunks, vectors, strict=True)
    )
    write_segment(document.collection_id, [indexed(chunk) for chunk in chunks], [])
