"""What holds for the tests of every package; services that tests start are in koalarag/testing.py."""

from functools import cache

import pytest


@pytest.fixture(scope="session", autouse=True)
def vectors_are_remembered() -> None:
    """The same texts stand in hundreds of tests, and the embedding model gives each the same vector each time."""
    from knowledge.embedding.registry import local_embedder

    embedder = local_embedder()
    embedder._embedded = cache(embedder._embedded)  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def readings_are_remembered() -> None:
    """The reader model, which remembers some, reads the same question with the same passage in many tests too."""
    from chat.agent.answers.reader.local import get_reader

    reader = get_reader()
    reader._remembered = cache(reader._read)  # type: ignore[assignment]


@pytest.fixture(scope="session", autouse=True)
def certificates_are_remembered() -> None:
    """The clients of a model server would each read all that the system trusts, twice, which takes 40 ms."""
    import httpcore2

    httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)
