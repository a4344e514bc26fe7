"""Further sections for the documents of knowledge.tests.corpus."""

from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Document, Embedding, Section
from knowledge.retrieval.postings import write_segment
from knowledge.tests.corpus import indexed


def further(document: Document, position: int, title: str, text: str) -> None:
    section = Section.objects.create(document=document, position=position, title=title, text=text)
    chunk = Chunk.objects.create(
        collection=document.collection, document=document, section=section, position=position, start=0,
        end=len(text), text=text, context=f"{document.title} › {title}", language=document.language,
    )  # fmt: skip
    embedder = get_embedder()
    (vector,) = embedder.embed([chunk.indexed_text])
    Embedding.objects.create(chunk=chunk, collection=document.collection, model=embedder.name, vector=vector.tolist())
    write_segment(document.collection_id, [indexed(chunk)], [])
