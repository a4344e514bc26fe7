"""The reader model of this process; it loads its weights at its first use."""

from functools import cache

from chat.agent.answers.reader.reader import Reader
from knowledge.embedding.registry import local_embedder


@cache
def get_reader() -> Reader:
    return Reader(local_embedder())
