"""Texts embedded one at a time, several side by side: a vector never depends on what else is embedded."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np

from knowledge.embedding.base import Vectors


class SideBySide:
    """onnxruntime lets go of Python's lock while it computes, so that threads are enough."""

    def __init__(self, threads: int) -> None:
        """0 threads are as many as there are cores."""
        self._threads = threads or os.cpu_count() or 1

    def embed(self, one: Callable[[str], Vectors], texts: Sequence[str], dimensions: int) -> Vectors:
        """float32 (len(texts), dimensions), a row for each text as `one` gives it."""
        alone = len(texts) < 2 or self._threads == 1
        rows = list(map(one, texts) if alone else self._pool.map(one, texts))
        return np.array(rows, np.float32).reshape(len(texts), dimensions)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="embedding")
