"""The design that koalarag's forerunners published: FAISS and BM25 over texts of 2048 tokens, dense + 1.6 · BM25.

Both scores are min-max normalised over what either of the two proposes. A model reads the first 256 tokens of a text.
"""

import pickle
import re
import time
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from bench.minilm.model import MiniLM
from bench.peers.base import InProcess
from bench.texts import EMBEDDER, Cutting, Texts
from knowledge.embedding.base import Embedder

ALPHA = 1.6
CANDIDATES = 100


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


class UnitedSystems(InProcess):
    title = "united systems: FAISS + 1.6 · BM25, 2048 tokens"
    cutting: Cutting | None = "sections"
    _embedder: Embedder = EMBEDDER

    def build(self, work: Path, folder: Path) -> float:
        self.folder = folder
        source = Texts(work, "sections")
        started = time.perf_counter()
        names, texts = zip(*source, strict=True)
        self._documents, self._texts = names, texts
        self._vectors = faiss.IndexFlatIP(self._embedder.dimensions)
        self._vectors.add(np.ascontiguousarray(self._vectors_of(source)))
        self._words = BM25Okapi([words(text) for text in texts])
        faiss.write_index(self._vectors, str(folder / "vectors.faiss"))
        (folder / "bm25.pickle").write_bytes(pickle.dumps((self._words, texts)))
        return time.perf_counter() - started

    def _vectors_of(self, source: Texts) -> NDArray[np.float32]:
        return source.vectors

    def search(self, question: str, limit: int) -> list[str]:
        candidates = min(CANDIDATES, len(self._documents))
        vector = self._embedder.embed_query(question)[None]
        near = self._vectors.search(vector, candidates)[1][0]
        bm25 = self._words.get_scores(words(question))
        union = np.union1d(near, np.argpartition(-bm25, candidates - 1)[:candidates])
        dense = self._vectors.reconstruct_batch(union) @ vector[0]
        fused = _normalised(dense) + ALPHA * _normalised(bm25[union])
        return [self._documents[place] for place in union[np.argsort(-fused, kind="stable")][:limit]]


class WithMiniLM(UnitedSystems):
    """The embedding model that was published with it, too."""

    title = "united systems with all-MiniLM-L6-v2"
    embeds = False  # the vectors that were made for all are another model's; the time of these is part of building
    _embedder = MiniLM()

    def _vectors_of(self, source: Texts) -> NDArray[np.float32]:
        return self._embedder.embed([text for _name, text in source])


def _normalised(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = scores.max() - scores.min()
    return (scores - scores.min()) / spread if spread else np.zeros_like(scores)
