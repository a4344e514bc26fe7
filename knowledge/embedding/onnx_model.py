"""Any embedding model as sentence-transformers exports it, on onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from knowledge.embedding import tokens
from knowledge.embedding.base import EmbeddingError, Vectors
from knowledge.embedding.onnx_format import Description, describe
from knowledge.embedding.side_by_side import SideBySide

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

INPUTS = {"input_ids", "attention_mask", "token_type_ids", "position_ids"}
POOLED = "sentence_embedding"
"""The output of graphs that pool by themselves."""


@dataclass(frozen=True)
class _Parts:
    description: Description
    tokenizer: Tokenizer
    session: InferenceSession


class OnnxEmbedder:
    """Loaded at the first use; may be used by many threads at once."""

    def __init__(self, name: str, folder: Path, dimensions: int, window: int, threads: int = 0) -> None:
        self.name, self.dimensions, self.window = name, dimensions, window
        self.tokenizer_folder = str(folder)
        self._folder = folder
        self._side_by_side = SideBySide(threads)
        self._loading = Lock()
        self._parts: _Parts | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 (len(texts), dimensions), each row of length 1; EmbeddingError where the folder is not as it was."""
        prompt = self._loaded().description.passage_prompt
        return self._side_by_side.embed(lambda text: self._embedded(prompt, text), texts, self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        return self._embedded(self._loaded().description.query_prompt, text)

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        return tokens.spans(self._loaded().tokenizer, text)

    def _embedded(self, prompt: str, text: str) -> Vectors:
        parts = self._loaded()
        encoded = parts.tokenizer.encode(prompt + text)
        ids = encoded.ids
        if len(ids) > parts.description.window:  # cut before the closing special tokens
            closing = encoded.special_tokens_mask[::-1].index(0)
            ids = ids[: parts.description.window - closing] + ids[len(ids) - closing :]
        return self._unit(self._run(parts, np.array([ids], np.int64)))

    def _run(self, parts: _Parts, ids: np.ndarray) -> Vectors:
        """float32 (dimensions,), of any length."""
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
            "position_ids": np.arange(ids.shape[1])[None],
        }
        feeds = {node.name: given[node.name] for node in parts.session.get_inputs()}
        outputs = [node.name for node in parts.session.get_outputs()]
        if POOLED in outputs:
            return parts.session.run([POOLED], feeds)[0][0]  # type: ignore[no-any-return]
        states = parts.session.run(outputs[:1], feeds)[0][0]
        match parts.description.pooling:
            case "cls":
                return states[0]  # type: ignore[no-any-return]
            case "lasttoken":
                return states[-1]  # type: ignore[no-any-return]
            case _:
                return states.mean(axis=0)  # type: ignore[no-any-return]

    def _unit(self, vector: Vectors) -> Vectors:
        length = float(np.linalg.norm(vector))
        if vector.shape != (self.dimensions,) or not np.isfinite(length) or not length:
            raise EmbeddingError(
                f"Embedding model “{self.name}” gave a vector of shape {vector.shape} and length {length}, "
                f"not one of {self.dimensions} dimensions. Remove it and add it again."
            )
        return (vector / length).astype(np.float32)

    def _loaded(self) -> _Parts:
        with self._loading:
            if self._parts is None:
                self._parts = _load(self._folder)
            return self._parts


def _load(folder: Path) -> _Parts:
    from onnxruntime import InferenceSession, SessionOptions

    description = describe(folder)
    options = SessionOptions()
    # Texts run side by side, each on a thread: shared out among threads one text is slower.
    options.intra_op_num_threads = 1
    try:
        tokenizer = tokens.load(description.tokenizer)
        session = InferenceSession(str(description.graph), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # both raise bare exceptions of their own for a file that they cannot read
        raise EmbeddingError(f"The model in {folder} cannot be loaded: {error}") from error
    if unknown := {node.name for node in session.get_inputs()} - INPUTS:
        raise EmbeddingError(f"{description.graph} asks for {', '.join(sorted(unknown))}, which is not supported.")
    return _Parts(description, tokenizer, session)


def measure(folder: Path) -> tuple[int, int]:
    """(dimensions, window in tokens of a text) of the model in a folder; EmbeddingError where it cannot be used."""
    parts = _load(folder)
    probe = OnnxEmbedder(folder.name, folder, 0, 0)
    vector = probe._run(parts, np.array([parts.tokenizer.encode("a").ids], np.int64))
    description = parts.description
    prompts = (description.query_prompt, description.passage_prompt)
    longest = max(len(parts.tokenizer.encode(prompt, add_special_tokens=False).ids) for prompt in prompts)
    return len(vector), description.window - longest
