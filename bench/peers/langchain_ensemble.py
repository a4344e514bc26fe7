"""LangChain as its guides put it together: FAISS and BM25Retriever in an EnsembleRetriever (reciprocal rank fusion).

Defaults throughout, but for `k`, which is 4 and could not fill ten places.
"""

import pickle
import time
from pathlib import Path

from langchain_classic.retrievers import EnsembleRetriever
from langchain_community.retrievers import BM25Retriever
from langchain_community.vectorstores import FAISS
from langchain_core.documents import Document

from bench.peers.base import InProcess
from bench.peers.embeddings import SameModel
from bench.texts import Cutting, Texts


class LangChainEnsemble(InProcess):
    title = "LangChain: EnsembleRetriever of FAISS and BM25"
    cutting: Cutting | None = "passages"

    def build(self, work: Path, folder: Path) -> float:
        self.folder = folder
        texts = Texts(work, "passages")
        started = time.perf_counter()
        documents = [Document(page_content=text, metadata={"source": name}) for name, text in texts]
        pairs = ((doc.page_content, vector.tolist()) for doc, vector in zip(documents, texts.vectors, strict=True))
        store = FAISS.from_embeddings(pairs, SameModel(), metadatas=[doc.metadata for doc in documents])
        self._vectors = store.as_retriever()
        self._words = BM25Retriever.from_documents(documents)
        store.save_local(str(folder))
        # BM25Retriever has no way to store itself.
        (folder / "bm25.pickle").write_bytes(pickle.dumps(self._words.vectorizer))
        return time.perf_counter() - started

    def search(self, question: str, limit: int) -> list[str]:
        self._vectors.search_kwargs["k"] = self._words.k = limit
        both = EnsembleRetriever(retrievers=[self._words, self._vectors], weights=[0.5, 0.5])
        return [document.metadata["source"] for document in both.invoke(question)[:limit]]
