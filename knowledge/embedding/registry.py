"""Which embedding models there are, and which one searches use.

A process holds one embedder for each; what is active is asked of the database each time (a query of one small row),
so that a swap holds everywhere at once.
"""

from datetime import datetime
from functools import lru_cache

from django.conf import settings

from knowledge.embedding import fetching
from knowledge.embedding.base import Embedder
from knowledge.embedding.e5 import E5
from knowledge.embedding.onnx_model import OnnxEmbedder
from knowledge.embedding.remote import Endpoint, RemoteEmbedder
from knowledge.models import EmbeddingModel

DEFAULT_MODEL = E5.name
KEPT = (EmbeddingModel.State.BUILDING, EmbeddingModel.State.READY)
"""States of the models that new chunks get vectors of, beside the active one: to be swapped in, or back."""

# Asked at every search: to compile the same query anew costs more than to run it.
ACTIVE = "SELECT * FROM knowledge_embeddingmodel WHERE is_active"

# It loads its weights at its first use, not here.
_LOCAL = E5(threads=settings.EMBEDDING_THREADS)


class UnknownEmbeddingModel(LookupError):
    """No embedding model has this name; the message lists the known ones."""


def get_embedder(name: str = DEFAULT_MODEL) -> Embedder:
    """By name; the local model needs no database."""
    if name == DEFAULT_MODEL:
        return _LOCAL
    row = EmbeddingModel.objects.filter(name=name).first()
    if row is None:
        known = sorted({DEFAULT_MODEL, *EmbeddingModel.objects.values_list("name", flat=True)})
        raise UnknownEmbeddingModel(f"There is no embedding model {name!r}. Known: {', '.join(known)}.")
    return _embedder(row)


def local_embedder() -> E5:
    """The one whose layers the reader model shares."""
    return _LOCAL


def active_embedder() -> Embedder:
    """The one whose vectors are searched; the local one where none was chosen."""
    rows = list(EmbeddingModel.objects.raw(ACTIVE))
    return _embedder(rows[0]) if rows else _LOCAL


def chosen_embedder(name: str) -> Embedder:
    """By name; the active one without a name."""
    return get_embedder(name) if name else active_embedder()


def kept_embedders() -> list[Embedder]:
    """Those of KEPT, without the active one."""
    return [_embedder(row) for row in EmbeddingModel.objects.filter(is_active=False, state__in=KEPT)]


def _embedder(row: EmbeddingModel) -> Embedder:
    if row.kind == EmbeddingModel.Kind.LOCAL:
        return _LOCAL
    if row.kind == EmbeddingModel.Kind.ONNX:
        return _from_files(row.name, row.dimensions, row.window, row.created_at)
    return _remote(Endpoint(row.name, row.remote_model, row.base_url, row.api_key_variable, row.dimensions, row.window))


@lru_cache(maxsize=8)
def _from_files(name: str, dimensions: int, window: int, _added: datetime) -> OnnxEmbedder:
    """One for each, for it holds its weights; a model that was removed and added again is another."""
    return OnnxEmbedder(name, fetching.folder_of(name), dimensions, window, settings.EMBEDDING_THREADS)


@lru_cache(maxsize=32)
def _remote(endpoint: Endpoint) -> RemoteEmbedder:
    """One for each, so that connections are used again; a changed row gives another."""
    return RemoteEmbedder(endpoint, _LOCAL.token_spans)
