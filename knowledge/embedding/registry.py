"""Which embedding models there are, by name."""

from django.conf import settings

from knowledge.embedding.base import Embedder
from knowledge.embedding.minilm import MiniLM

DEFAULT_MODEL = MiniLM.name

# One of each per process: they load their weights at their first use, not here.
_EMBEDDERS: dict[str, Embedder] = {MiniLM.name: MiniLM(threads=settings.EMBEDDING_THREADS)}


class UnknownEmbeddingModel(LookupError):
    """No embedding model has this name; the message lists the known ones."""


def get_embedder(name: str = DEFAULT_MODEL) -> Embedder:
    if name not in _EMBEDDERS:
        raise UnknownEmbeddingModel(f"There is no embedding model {name!r}. Known: {', '.join(sorted(_EMBEDDERS))}.")
    return _EMBEDDERS[name]
