"""Chroma as it comes: a persistent collection with its default index.

Its default embedding function, all-MiniLM-L6-v2 downloaded at the first use, gives way to the model that all share.
"""

import time
from itertools import islice
from pathlib import Path

import chromadb
from chromadb.config import Settings

from bench.peers.base import InProcess
from bench.texts import EMBEDDER, Cutting, Texts

ADDED_AT_ONCE = 5000


class Chroma(InProcess):
    title = "Chroma, default"
    cutting: Cutting | None = "passages"

    def build(self, work: Path, folder: Path) -> float:
        self.folder = folder
        texts = Texts(work, "passages")
        started = time.perf_counter()
        client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
        self._collection = client.create_collection("bench", embedding_function=None)
        vectors, records, start = texts.vectors, iter(texts), 0
        while batch := list(islice(records, ADDED_AT_ONCE)):
            self._collection.add(
                ids=[str(start + place) for place in range(len(batch))],
                embeddings=vectors[start : start + len(batch)],
                documents=[text for _name, text in batch],
                metadatas=[{"source": name} for name, _text in batch],
            )
            start += len(batch)
        return time.perf_counter() - started

    def search(self, question: str, limit: int) -> list[str]:
        found = self._collection.query(
            query_embeddings=[EMBEDDER.embed_query(question)], n_results=limit, include=["documents", "metadatas"]
        )
        return [str(metadata["source"]) for metadata in found["metadatas"][0]]
