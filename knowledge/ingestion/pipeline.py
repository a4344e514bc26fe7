"""From stored bytes to what is searched: extract → sections → chunks → embed → replace."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from knowledge.embedding import building
from knowledge.embedding.base import Embedder, EmbeddingError, Vectors
from knowledge.embedding.registry import active_embedder, kept_embedders
from knowledge.ingestion import former, locks, reading
from knowledge.ingestion.cutting import CutDocument
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.errors import ExtractionError, gettext_noop
from knowledge.ingestion.row import take_over
from knowledge.ingestion.storage import Prepared, replace
from knowledge.ingestion.vectors import Wanted
from knowledge.models import Document, State
from knowledge.retrieval import merging, vector_index
from knowledge.versions import keeping, replacements, waiting
from koalarag.outage import GONE, outlast_here

log = logging.getLogger(__name__)

UNEXPECTED = gettext_noop(
    "Something went wrong that is not the document's fault. Index it again; if it stays so, tell us."
)
SET_ASIDE = gettext_noop(
    "The program that indexes documents ended twice in the middle of this one, so it was set aside. Index it again, or "
    "split it."
)
# What is indexed together: small documents share batches of the embedding model, and one segment of postings.
GROUP_DOCUMENTS = 64
GROUP_BYTES = 512 * 1024
# A document of more passages takes as long as many others; some twenty seconds of two cores.
LARGE_CHUNKS = 500
# The rest of a PDF is fonts and pictures.
_TEXT_OF_PAGED = 1 / 4
LARGE = (
    Q(is_large=True)
    | Q(media_type__in=formats.PAGED, size__gt=GROUP_BYTES / _TEXT_OF_PAGED)
    | Q(~Q(media_type__in=formats.PAGED), size__gt=GROUP_BYTES)
)
"""documents that others should not wait for"""
MAX_ATTEMPTS = 2
MAX_RUNS = 3
"""as often as the database may go away under a group"""
_PROGRESS_SECONDS = 2


def index(document_id: int) -> None:
    index_group([document_id])


def index_group(document_ids: Sequence[int], *, leave_large: bool = False) -> None:
    """Brings what is searched of these documents in line with their bytes; those that are up to date cost a query.

    A document that cannot be read becomes failed, with the reason, and what was indexed of it before stays. Documents
    that another worker is at are left to it: it looks again when it is done. With `leave_large`, LARGE ones are left
    waiting, and those that turn out to be large when they are read. Where the database goes away meanwhile, it is done
    again.
    """
    for run in range(1, MAX_RUNS + 1):
        try:
            _index_waiting(document_ids, leave_large)
            return
        except GONE:
            outlast_here(_uncount, document_ids)
            if run == MAX_RUNS:
                raise


def _uncount(document_ids: Sequence[int]) -> None:
    """The database's absence is no death of theirs."""
    begun = Document.objects.filter(pk__in=document_ids, state=State.PROCESSING, attempts__gt=0)
    begun.update(attempts=F("attempts") - 1)


def _index_waiting(document_ids: Sequence[int], leave_large: bool) -> None:
    while waiting := _waiting(document_ids, leave_large):
        with locks.held(locks.Kind.DOCUMENT, waiting) as mine:
            if not mine:
                return
            for group in _by_attempts(mine):
                _index(_claim(group), active_embedder(), leave_large)


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


def unfinished() -> QuerySet[Document]:
    """A document in processing that nobody holds is one whose worker died."""
    return Document.objects.filter(state__in=(State.WAITING, State.PROCESSING))


def _waiting(document_ids: Sequence[int], leave_large: bool) -> list[int]:
    waiting = unfinished().filter(pk__in=document_ids)
    return list((waiting.exclude(LARGE) if leave_large else waiting).values_list("pk", flat=True))


def _by_attempts(document_ids: Sequence[int]) -> list[list[int]]:
    """Together, but each alone that a worker may have died of: so the next death is only its own."""
    attempted = list(Document.objects.filter(pk__in=document_ids, attempts__gt=0).values_list("pk", flat=True))
    fresh = [pk for pk in document_ids if pk not in attempted]
    return [*([fresh] if fresh else []), *([pk] for pk in attempted)]


def _claim(document_ids: Sequence[int]) -> list[Document]:
    claimed = unfinished().filter(pk__in=document_ids)
    former.fail(list(claimed.filter(attempts__gte=MAX_ATTEMPTS).values_list("pk", flat=True)), SET_ASIDE)
    claimed.update(
        state=State.PROCESSING, progress=0, error="", attempts=F("attempts") + 1, worked_at=timezone.now()
    )  # fmt: skip
    return list(claimed.select_related("collection"))


def _index(documents: Sequence[Document], embedder: Embedder, leave_large: bool) -> None:
    try:
        wanted = Wanted(embedder, _with_their_vectors(documents))
        prepared = _read(documents, embedder, wanted, leave_large)
        vectors = {embedder.name: wanted.all()} | _kept(prepared)
        replace(prepared, vectors)
        waiting.publish_same(item.document.pk for item in prepared)
        keeping.trim(item.document.pk for item in prepared)
        replacements.propose(item.document.pk for item in prepared)
        building.catch_up(vectors)
    except GONE:
        raise
    except Exception as error:
        log.exception("Indexing of documents %s failed", [document.pk for document in documents])
        if len(documents) == 1:
            unexpected = f"{UNEXPECTED}\n{type(error).__name__}: {error}"
            reason = (str(error) if isinstance(error, EmbeddingError) else unexpected)[:1000]
            former.fail([documents[0].pk], reason)
        else:
            # One by one, so that the one at fault does not take the others with it.
            for document in documents:
                _index([document], embedder, leave_large)
        return
    _tend({document.collection_id for document in documents}, embedder)


def _with_their_vectors(documents: Sequence[Document]) -> list[int]:
    """Those whose vectors may serve again: a version that waits says much of what its document says."""
    ids = [(document.pk, document.version_of_id) for document in documents]
    return [pk for pair in ids for pk in pair if pk is not None]


def _tend(collection_ids: Iterable[int], embedder: Embedder) -> None:
    """Keeps the collections' indexes quick to search; where another worker is at it, that is enough."""
    with locks.held(locks.Kind.COLLECTION, sorted(collection_ids)) as mine:
        for collection_id in mine:
            while merging.merge(collection_id):
                pass
            for model in (embedder, *kept_embedders()):
                vector_index.ensure(collection_id, model.name, model.dimensions)


def _read(documents: Sequence[Document], embedder: Embedder, wanted: Wanted, leave_large: bool) -> list[Prepared]:
    prepared = []
    with reading.ahead(documents, embedder) as readings:
        for document in documents:
            found = readings.pop(0)
            while wanted.fills_a_batch and not found.done():
                wanted.embed_batch()
            item = _prepare(document, found)
            if item is None:
                continue
            if leave_large and len(item.chunks) > LARGE_CHUNKS:
                _leave(document)
                continue
            wanted.add([item])
            prepared.append(item)
    return prepared


def _leave(document: Document) -> None:
    """To whoever has time for a large one."""
    claimed = Document.objects.filter(pk=document.pk, state=State.PROCESSING)
    claimed.update(state=State.WAITING, is_large=True, attempts=0)


def _wait(document: Document, found: reading.Reading) -> CutDocument:
    """What was read; until then its row says how far it is."""
    while True:
        try:
            return found.result(_PROGRESS_SECONDS)
        except TimeoutError:
            # Not saved on the row itself: it is compared with the stored one in the end.
            row = Document.objects.filter(pk=document.pk, state=State.PROCESSING)
            row.update(progress=found.progress, worked_at=timezone.now())


def _prepare(document: Document, found: reading.Reading) -> Prepared | None:
    """None for a document that cannot be read: its row then says why."""
    try:
        cut = _wait(document, found)
    except ExtractionError as error:
        former.fail([document.pk], str(error))
        return None
    take_over(document, cut)
    return Prepared(document, cut.sections, cut.chunks, cut.languages, cut.ocr)


def _kept(prepared: Sequence[Prepared]) -> dict[str, dict[str, Vectors]]:
    """Vectors of the models that are kept beside the active one; one that gives none waits to be built again."""
    vectors = {}
    for embedder in kept_embedders():
        try:
            wanted = Wanted(embedder, _with_their_vectors([item.document for item in prepared]))
            wanted.add(prepared)
            vectors[embedder.name] = wanted.all()
        except EmbeddingError as error:
            log.warning("New documents have no vectors of a model that is not in use. %s", error)
            building.fail(embedder.name, error)
    return vectors
