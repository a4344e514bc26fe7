"""How long a question is, in tokens of the local embedding model."""

from knowledge.embedding.registry import get_embedder


def count(text: str) -> int:
    return len(get_embedder().token_spans(text))
