"""What peers are given to index: documents cut into texts, and the texts' vectors, made once for all of them."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bench.corpus import Document
from knowledge.embedding.e5 import E5

Cutting = Literal["passages", "sections"]
"""passages: 1000 characters with 200 of overlap, what LangChain's guides use; sections: 2048 tokens with 200"""

EMBEDDED_AT_ONCE = 512
EMBEDDER = E5()


class Texts:
    """One cutting of the corpus, on disk; what it costs to embed it is measured once and kept."""

    def __init__(self, folder: Path, cutting: Cutting) -> None:
        self._texts = folder / f"{cutting}.jsonl"
        self._vectors = folder / f"{cutting}.npy"
        self._seconds = folder / f"{cutting}.seconds"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """(document id, text)"""
        with self._texts.open(encoding="utf-8") as lines:
            for line in lines:
                document, text = json.loads(line)
                yield document, text

    @property
    def vectors(self) -> NDArray[np.float32]:
        """One row for each text, mapped from the file."""
        return np.load(self._vectors, mmap_mode="r")  # type: ignore[no-any-return]

    @property
    def embedding_seconds(self) -> float:
        return float(self._seconds.read_text())

    @property
    def exists(self) -> bool:
        return self._seconds.exists()

    def write(self, texts: Iterator[tuple[str, str]]) -> None:
        with self._texts.open("w", encoding="utf-8") as file:
            for record in texts:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")

    def write_vectors(self, vectors: NDArray[np.float32], seconds: float) -> None:
        np.save(self._vectors, vectors)
        self._seconds.write_text(str(seconds))

    def embed(self, progress: Callable[[str], None]) -> None:
        texts = [text for _document, text in self]
        parts, started = [np.empty((0, EMBEDDER.dimensions), np.float32)], time.perf_counter()
        for start in range(0, len(texts), EMBEDDED_AT_ONCE):
            parts.append(EMBEDDER.embed(texts[start : start + EMBEDDED_AT_ONCE]))
            progress(f"embedding {self._texts.stem} {min(start + EMBEDDED_AT_ONCE, len(texts)):,} of {len(texts):,}")
        self.write_vectors(np.concatenate(parts), time.perf_counter() - started)


def cut(documents: Sequence[Document], cutting: Cutting) -> Iterator[tuple[str, str]]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter  # here, for it takes memory that is weighed

    if cutting == "passages":
        splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200)
    else:
        splitter = RecursiveCharacterTextSplitter(chunk_size=2048, chunk_overlap=200, length_function=_tokens)
    for document in documents:
        for text in splitter.split_text(document.text):
            yield document.id, text


def _tokens(text: str) -> int:
    return len(EMBEDDER.token_spans(text))
