import hashlib
import threading
from datetime import date
from unittest.mock import patch

import pytest
from django.db import connection, connections

from knowledge.embedding.minilm import MiniLM
from knowledge.embedding.registry import get_embedder
from knowledge.ingestion import intake, locks, pipeline, removal
from knowledge.ingestion.extract.errors import Empty, TooLarge, UnknownFormat
from knowledge.ingestion.intake import DocumentMetadata, Receipt
from knowledge.models import (
    Chunk, Collection, Document, DocumentContent, Embedding, Posting, PostingSegment, Section, State, Visibility,
)  # fmt: skip
from knowledge.retrieval.config import Scope
from knowledge.retrieval.lexical import lexical_search
from knowledge.tests.ingestion import pdfs

pytestmark = pytest.mark.django_db

RULES = """---
title: Normas de préstamo
lang: es
modified: 2025-09-10
---
# Normas de préstamo
## Plazos
El préstamo ordinario dura quince días. Se renueva una sola vez por otros quince.
## Sanciones
Cada día de retraso supone un día sin préstamo.
"""


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules", section_categories={"Plazos": ["Biblioteca"]})


def put(collection: Collection, text: str | bytes, name: str = "normas.md", **metadata: object) -> Receipt:
    data = text if isinstance(text, bytes) else text.encode()
    return intake.receive(collection, name, data, metadata=DocumentMetadata(**metadata))  # type: ignore[arg-type]


def indexed(collection: Collection, text: str | bytes, name: str = "normas.md", **metadata: object) -> Document:
    receipt = put(collection, text, name, **metadata)
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def embedded_texts(calls: list[list[str]]) -> int:
    return sum(len(texts) for texts in calls)


@pytest.fixture
def embedding_calls() -> "pytest.FixtureRequest":
    calls: list[list[str]] = []
    real = MiniLM.embed

    def recorded(self: MiniLM, texts: list[str]) -> object:
        calls.append(list(texts))
        return real(self, texts)

    with patch.object(MiniLM, "embed", recorded):
        yield calls  # type: ignore[misc]
