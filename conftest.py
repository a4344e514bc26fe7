"""What holds for the tests of every package; services that tests start are in koalarag/testing.py."""

from functools import cache

import pytest


@pytest.fixture(scope="session", autouse=True)
def vectors_are_remembered() -> None:
    """The same texts stand in hundreds of tests, and the embedding model gives each the same vector each time."""
    from knowledge.embedding.registry import local_embedder

    embedder = local_embedder()
    embedder._embedded = cache(embedder._embedded)  # type: ignore[method-assign]
