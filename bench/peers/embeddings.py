"""Our embedding model behind LangChain's interface: every system embeds with the very same weights and code."""

from langchain_core.embeddings import Embeddings

from bench.texts import EMBEDDER


class SameModel(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return EMBEDDER.embed(texts).tolist()  # type: ignore[no-any-return]

    def embed_query(self, text: str) -> list[float]:
        return EMBEDDER.embed_query(text).tolist()  # type: ignore[no-any-return]
