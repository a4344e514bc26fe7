"""The reader model of this process; it loads its weights at its first use."""

from functools import cache

from chat.agent.answers.reader.reader import Reader, Reading
from knowledge.embedding.registry import local_embedder

__all__ = ["Reader", "Reading", "get_reader"]


@cache
def get_reader() -> Reader:
    return Reader(local_embedder())
