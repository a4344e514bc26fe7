"""bm25s without any vectors: with its default tokens (English stop words), and with Spanish stop words and stems."""

import time
from collections.abc import Callable
from pathlib import Path

import bm25s
from Stemmer import Stemmer

from bench.peers.base import InProcess
from bench.texts import Cutting, Texts


class Plain(InProcess):
    title = "bm25s, default"
    cutting: Cutting | None = "passages"
    embeds = False
    _language = "english"
    _stemmer: Callable[[list[str]], list[str]] | None = None

    def build(self, work: Path, folder: Path) -> float:
        self.folder = folder
        started = time.perf_counter()
        names, texts = zip(*Texts(work, "passages"), strict=True)
        self._documents, self._texts = names, texts
        self._index = bm25s.BM25()
        tokens = bm25s.tokenize(list(texts), stopwords=self._language, stemmer=self._stemmer, show_progress=False)
        self._index.index(tokens, show_progress=False)
        self._index.save(folder, corpus=list(texts), show_progress=False)
        return time.perf_counter() - started

    def search(self, question: str, limit: int) -> list[str]:
        tokens = bm25s.tokenize(question, stopwords=self._language, stemmer=self._stemmer, show_progress=False)
        places, _scores = self._index.retrieve(tokens, k=min(limit, len(self._documents)), show_progress=False)
        return [self._documents[place] for place in places[0]]


class Spanish(Plain):
    title = "bm25s, Spanish stems"
    _language = "spanish"
    _stemmer = staticmethod(Stemmer("spanish").stemWords)
