from collections.abc import Iterator

import pytest

from knowledge.models import EmbeddingModel
from knowledge.tests.embedding.server import DIMENSIONS, Server, running


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as started:
        yield started


@pytest.fixture
def hashing(server: Server) -> EmbeddingModel:
    """A second model, not built yet."""
    return EmbeddingModel.objects.create(
        name="hashing", remote_model="hash-64", base_url=server.url, dimensions=DIMENSIONS, window=512
    )
