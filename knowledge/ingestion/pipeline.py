"""From stored bytes to what is searched: extract → sections → chunks → embed → replace."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import QuerySet

from knowledge.embedding import building
from knowledge.embedding.base import Embedder, EmbeddingError, Vectors
from knowledge.embedding.registry import active_embedder, kept_embedders
from knowledge.ingestion import chunks, former, locks, reading, sections
from knowledge.ingestion.describe import describe
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.ingestion.extract.errors import ExtractionError, NoText, gettext_noop
from knowledge.ingestion.storage import Prepared, replace
from knowledge.ingestion.vectors import Wanted
from knowledge.models import Document, State
from knowledge.retrieval import merging, vector_index
from knowledge.text.language import identify_long

log = logging.getLogger(__name__)

UNEXPECTED = gettext_noop(
    "Something went wrong that is not the document's fault. Index it again; if it stays so, tell us."
)
# What is indexed together: small documents share batches of the embedding model, and one segment of postings.
GROUP_DOCUMENTS = 64
GROUP_BYTES = 512 * 1024
# The rest of a PDF is fonts and pictures.
_TEXT_OF_PAGED = 1 / 4
# Shorter texts say too little to tell their language by.
_LEAST_WORDS = 8
_PROGRESS_SECONDS = 2


def index(document_id: int) -> None:
    index_group([document_id])


def index_group(document_ids: Sequence[int]) -> None:
    """Brings what is searched of these documents in line with their bytes; those that are up to date cost a query.

    A document that cannot be read becomes failed, with the reason, and what was indexed of it before stays. Documents
    that another worker is at are left to it: it looks again when it is done.
    """
    while waiting := list(_unfinished(document_ids).values_list("pk", flat=True)):
        with locks.held(locks.Kind.DOCUMENT, waiting) as mine:
            if not mine:
                return
            _index(_claim(mine), active_embedder())


def groups(documents: QuerySet[Document]) -> Iterator[list[int]]:
    """Ids of documents that are best indexed together."""
    group: list[int] = []
    size = 0.0
    for pk, stored, media_type in documents.order_by("pk").values_list("pk", "size", "media_type").iterator():
        length = stored * _TEXT_OF_PAGED if media_type in formats.PAGED else stored
        if group and (len(group) == GROUP_DOCUMENTS or size + length > GROUP_BYTES):
            yield group
            group, size = [], 0
        group.append(pk)
        size += length
    if group:
        yield group


def _unfinished(document_ids: Sequence[int]) -> QuerySet[Document]:
    """A document in processing that nobody holds is one whose worker died."""
    return Document.objects.filter(pk__in=document_ids, state__in=(State.WAITING, State.PROCESSING))


def _claim(document_ids: Sequence[int]) -> list[Document]:
    _unfinished(document_ids).update(state=State.PROCESSING, progress=0, error="")
    claimed = Document.objects.filter(pk__in=document_ids, state=State.PROCESSING)
    return list(claimed.select_related("collection", "content"))


def _index(documents: Sequence[Document], embedder: Embedder) -> None:
    try:
        wanted = Wanted(embedder, [document.pk for document in documents])
        prepared = _read(documents, embedder, wanted)
        vectors = {embedder.name: wanted.all()} | _kept(prepared)
        replace(prepared, vectors)
        building.catch_up(vectors)
    except Exception as error:
        log.exception("Indexing of documents %s failed", [document.pk for document in documents])
        if len(documents) == 1:
            unexpected = f"{UNEXPECTED}\n{type(error).__name__}: {error}"
            _fail(documents, (str(error) if isinstance(error, EmbeddingError) else unexpected)[:1000])
        else:
            # One by one, so that the one at fault does not take the others with it.
            for document in documents:
                _index([document], embedder)
        return
    _tend({document.collection_id for document in documents}, embedder)


def _tend(collection_ids: Iterable[int], embedder: Embedder) -> None:
    """Keeps the collections' indexes quick to search; where another worker is at it, that is enough."""
    with locks.held(locks.Kind.COLLECTION, sorted(collection_ids)) as mine:
        for collection_id in mine:
            while merging.merge(collection_id):
                pass
            for model in (embedder, *kept_embedders()):
                vector_index.ensure(collection_id, model.name, model.dimensions)


def _read(documents: Sequence[Document], embedder: Embedder, wanted: Wanted) -> list[Prepared]:
    prepared = []
    with reading.ahead(documents) as readings:
        for document in documents:
            found = readings.pop(0)
            while wanted.fills_a_batch and not found.done():
                wanted.embed_batch()
            item = _prepare(document, found, embedder)
            if item is not None:
                wanted.add([item])
                prepared.append(item)
    return prepared


def _wait(document: Document, found: reading.Reading) -> ExtractedDocument:
    """What was read; until then its row says how far it is."""
    while True:
        try:
            return found.result(_PROGRESS_SECONDS)
        except TimeoutError:
            # Not saved on the row itself: it is compared with the stored one in the end.
            Document.objects.filter(pk=document.pk, state=State.PROCESSING).update(progress=found.progress)


def _prepare(document: Document, found: reading.Reading, embedder: Embedder) -> Prepared | None:
    """None for a document that cannot be read: its row then says why."""
    try:
        extracted = _wait(document, found)
        if not any(block.text for block in extracted.blocks):
            raise NoText
    except ExtractionError as error:
        _fail([document], str(error))
        return None
    describe(document, extracted)
    collection = document.collection
    cutting = sections.Cutting(collection.section_tokens, collection.section_categories)
    cut_sections = sections.cut(extracted.blocks, document.title, cutting, embedder.token_spans)
    size = chunks.Size(collection.chunk_tokens, collection.chunk_overlap, embedder.window)
    dated = document.academic_year or (document.dated.isoformat() if document.dated else "")
    cut_chunks = chunks.cut(cut_sections, document.title, dated, size, embedder.token_spans)
    languages = [_language(chunk.text, document.language) for chunk in cut_chunks]
    return Prepared(document, cut_sections, cut_chunks, languages, extracted.ocr)


def _language(text: str, expected: str) -> str:
    return identify_long(text, default=expected) if len(text.split()) >= _LEAST_WORDS else expected


def _kept(prepared: Sequence[Prepared]) -> dict[str, dict[str, Vectors]]:
    """Vectors of the models that are kept beside the active one; one that gives none waits to be built again."""
    vectors = {}
    for embedder in kept_embedders():
        try:
            wanted = Wanted(embedder, [item.document.pk for item in prepared])
            wanted.add(prepared)
            vectors[embedder.name] = wanted.all()
        except EmbeddingError as error:
            log.warning("New documents have no vectors of a model that is not in use. %s", error)
            building.fail(embedder.name, error)
    return vectors


def _fail(documents: Iterable[Document], reason: str) -> None:
    former.fail([document.pk for document in documents], reason)
