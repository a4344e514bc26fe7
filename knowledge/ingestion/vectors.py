"""The vectors of documents that are being indexed, embedded in batches of texts of about one length."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import numpy as np
from django.conf import settings
from django.utils import timezone

from knowledge.embedding.base import Embedder, EmbeddingError, Vectors
from knowledge.ingestion.extract.errors import gettext_noop
from knowledge.ingestion.storage import Prepared, known_vectors
from knowledge.models import Document, State

# Few enough that progress is seen, and that a document that was read in the meantime does not wait long.
BATCH = 64
_SECONDS_BETWEEN_REPORTS = 1.0
TOOK_TOO_LONG = gettext_noop(
    "Embedding the document's passages took too long. Split it, or raise EMBEDDING_DOCUMENT_SECONDS."
)


class TookTooLong(EmbeddingError):
    """Of one document; of a group, each has its time again."""


class Wanted:
    """Takes documents as they are read; only texts that are new to their document cost something."""

    def __init__(self, embedder: Embedder, document_ids: Sequence[int]) -> None:
        self._embedder = embedder
        self._ids = document_ids
        self._vectors = known_vectors(document_ids, embedder.name)
        self._texts: dict[str, str] = {}
        self._by_length: list[tuple[int, str]] = []
        """(characters, hash of the text); the longest last"""
        self._reported = time.monotonic()
        self._seconds = 0.0

    def add(self, prepared: Iterable[Prepared]) -> None:
        for chunk in (chunk for item in prepared for chunk in item.chunks):
            text_hash = chunk.text_hash
            if text_hash not in self._vectors and text_hash not in self._texts:
                self._texts[text_hash] = chunk.indexed_text
                self._by_length.append((len(chunk.indexed_text), text_hash))
        self._by_length.sort()

    @property
    def fills_a_batch(self) -> bool:
        return len(self._by_length) >= BATCH

    def embed_batch(self) -> None:
        """The longest texts: those of a batch are padded to one length, so they are best of about one."""
        batch = [text_hash for _length, text_hash in self._by_length[-BATCH:]]
        del self._by_length[-BATCH:]
        started = time.monotonic()
        found = self._embedder.embed([self._texts.pop(text_hash) for text_hash in batch])
        self._seconds += time.monotonic() - started
        if self._seconds > settings.EMBEDDING_DOCUMENT_SECONDS and self._by_length:
            raise TookTooLong(TOOK_TOO_LONG)
        self._vectors.update(zip(batch, np.asarray(found), strict=True))
        if time.monotonic() - self._reported > _SECONDS_BETWEEN_REPORTS:
            self._report()

    def all(self) -> dict[str, Vectors]:
        """By the hash of the text."""
        while self._by_length:
            self.embed_batch()
        return self._vectors

    def _report(self) -> None:
        done = len(self._vectors) / (len(self._vectors) + len(self._by_length))
        documents = Document.objects.filter(pk__in=self._ids, state=State.PROCESSING)
        documents.update(progress=min(round(100 * done), 99), worked_at=timezone.now())
        self._reported = time.monotonic()
