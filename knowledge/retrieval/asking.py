"""The query's vector, made while the words are looked up; a search goes on without it where there is none."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding.base import Embedder, EmbeddingError
from knowledge.embedding.question_map import search_vector

# A server that hangs holds a thread for as long as a query waits; the others must not stand in line behind it.
_THREADS = ThreadPoolExecutor(32, thread_name_prefix="query")

logger = logging.getLogger(__name__)


def begin(embedder: Embedder, query: str) -> Future[NDArray[np.float32]]:
    return _THREADS.submit(search_vector, embedder, query)


def vector(begun: Future[NDArray[np.float32]]) -> NDArray[np.float32] | None:
    """None where the model does not answer; the log says why."""
    try:
        return begun.result()
    except EmbeddingError as error:
        logger.warning("A search goes by words alone. %s", error)
        return None
