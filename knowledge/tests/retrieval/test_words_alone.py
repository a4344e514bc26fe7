"""A search while the embedding model's server is down, slow or talks nonsense."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from knowledge.models import EmbeddingModel
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection
from knowledge.tests.embedding.server import DIMENSIONS, Fault, running


def found(where: Scope) -> list[Passage]:
    return async_to_sync(search)("¿Cuántos libros?", where, 5, SearchConfig(explain=True))


@pytest.fixture
def shelves() -> Scope:
    where = collection()
    add(where, Text("gates.md", "Horario", "El edificio abre de lunes a viernes."))
    add(where, Text("loans.md", "Préstamo", "Puedes llevarte 35 libros durante 30 días."))
    return Scope((where.pk,), ("public",))


def activate(address: str) -> None:
    EmbeddingModel.objects.update(is_active=False)
    EmbeddingModel.objects.create(
        name="far",
        remote_model="far",
        base_url=address,
        dimensions=DIMENSIONS,
        window=512,
        is_active=True,
        state="ready",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [(500, "{}"), (200, "[]"), 0.5], ids=["down", "nonsense", "slow"])
def test_words_alone_decide_and_it_is_said(
    shelves: Scope, fault: Fault, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMBEDDING_QUERY_SECONDS = 0.1
    with running() as server:
        server.faults, server.broken = [fault], True
        activate(server.url)
        first = found(shelves)[0]
    assert first.document == "loans.md"
    assert (first.dense, first.lexical > 0) == (0.0, True)
    assert first.explanation is not None
    assert first.explanation.words_alone
    assert "words alone" in caplog.text
    assert "far" in caplog.text


@pytest.mark.django_db
def test_no_server_at_all(shelves: Scope) -> None:
    activate("http://127.0.0.1:9/v1")
    assert found(shelves)[0].document == "loans.md"


@pytest.mark.django_db
def test_nothing_is_said_while_the_model_answers(shelves: Scope, caplog: pytest.LogCaptureFixture) -> None:
    with running() as server:
        activate(server.url)
        told = found(shelves)[0].explanation
    assert told is not None
    assert not told.words_alone
    assert not caplog.text
