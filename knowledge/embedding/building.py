"""Vectors of a model for all chunks, beside those of the others; what is there already is never made again.

Whoever continues a build makes the vectors that are missing, so a killed worker costs the batch it was at.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q, QuerySet

from knowledge.embedding import vectors
from knowledge.embedding.base import Embedder, EmbeddingError
from knowledge.embedding.registry import KEPT, get_embedder
from knowledge.ingestion import locks
from knowledge.models import Chunk, Collection, Document, Embedding, EmbeddingModel
from knowledge.retrieval import vector_index

State = EmbeddingModel.State
BATCH = 256
SLICE_SECONDS = 30.0
"""How long a task builds before it leaves its worker to others, and goes on."""
_PAUSE_SECONDS = 0.5


class ModelRemoved(Exception):
    """The model was removed while it was being built."""


def enqueue(model: EmbeddingModel) -> None:
    """A worker builds it, from the start or from where it stopped."""
    from knowledge.tasks import build_embeddings

    with transaction.atomic():
        start(model)
        transaction.on_commit(lambda: build_embeddings.delay(model.pk))


def start(model: EmbeddingModel) -> None:
    """From now on documents that are indexed get vectors of this model too."""
    if model.state == State.NEW:
        vectors.delete(model.name)  # of an earlier model of this name
    EmbeddingModel.objects.filter(pk=model.pk).update(state=State.BUILDING, error="")


def catch_up(written: Iterable[str]) -> None:
    """For whoever has stored chunks with vectors of these models: others that came into use meanwhile are built."""
    wanted = Q(is_active=True) | Q(state__in=KEPT)
    for model in EmbeddingModel.objects.filter(wanted).exclude(name__in=written):
        enqueue(model)


def build(model_id: int, seconds: float = float("inf")) -> bool:
    """Whether nothing is left to do: built, failed with the reason on its row, removed, or another worker is at it."""
    with locks.held(locks.Kind.EMBEDDING_MODEL, [model_id]) as mine:
        model = EmbeddingModel.objects.filter(pk=model_id).first()
        if not mine or model is None or model.state != State.BUILDING:
            return True
        try:
            if not _fill(model, get_embedder(model.name), time.monotonic() + seconds):
                return False
            for collection_id in Collection.objects.values_list("pk", flat=True):
                vector_index.ensure(collection_id, model.name, model.dimensions)
        except EmbeddingError as error:
            fail(model.name, error)
            return True
        except ModelRemoved:
            vectors.delete(model.name)
            return True
        _wanted(model).update(state=State.READY, progress=100, error="")
        return True


def fail(name: str, reason: EmbeddingError) -> None:
    """Its vectors stay, and a build that is started again goes on from them."""
    EmbeddingModel.objects.filter(name=name).exclude(state=State.NEW).update(state=State.FAILED, error=str(reason))


def _fill(model: EmbeddingModel, embedder: Embedder, deadline: float) -> bool:
    """Whether every chunk has its vector; False once the deadline has passed."""
    total = Chunk.objects.count()
    done = total - vectors.lacking(model.name).count()
    last = 0
    while time.monotonic() < deadline:
        chunks = list(vectors.lacking(model.name).filter(pk__gt=last).order_by("pk")[:BATCH])
        if not chunks and not last:
            return True
        if not chunks:
            # Once more from the start: chunks that were locked, or stored meanwhile.
            last = 0
            continue
        written = _write(model, chunks, embedder)
        done, last = done + written, chunks[-1].pk
        if not written:
            time.sleep(_PAUSE_SECONDS)
        _report(model, done, total)
    return False


def _write(model: EmbeddingModel, chunks: Sequence[Chunk], embedder: Embedder) -> int:
    """Vectors of those chunks that are still there; documents that are being replaced or removed are left alone."""
    made = embedder.embed([chunk.indexed_text for chunk in chunks])
    with transaction.atomic():
        if not _wanted(model).select_for_update(no_key=True).exists():
            raise ModelRemoved
        # Whoever deletes chunks has locked their documents first. Waiting for those here could be waiting in a ring.
        documents = Document.objects.select_for_update(skip_locked=True, no_key=True)
        held = list(documents.filter(pk__in={chunk.document_id for chunk in chunks}).values_list("pk", flat=True))
        ids = [chunk.pk for chunk in chunks]
        alive = set(Chunk.objects.filter(pk__in=ids, document__in=held).values_list("pk", flat=True))
        rows = [
            Embedding(chunk=chunk, collection_id=chunk.collection_id, model=model.name, vector=vector)
            for chunk, vector in zip(chunks, made, strict=True)
            if chunk.pk in alive
        ]
        Embedding.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _report(model: EmbeddingModel, done: int, total: int) -> None:
    progress = min(100 * done // max(total, 1), 99)
    if not _wanted(model).update(progress=progress):
        raise ModelRemoved


def _wanted(model: EmbeddingModel) -> QuerySet[EmbeddingModel]:
    """Its row; none once it was removed."""
    return EmbeddingModel.objects.filter(pk=model.pk).exclude(state=State.NEW)
