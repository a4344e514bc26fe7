from knowledge.admin.collection import CollectionAdmin
from knowledge.admin.document import DocumentAdmin
from knowledge.admin.embedding import EmbeddingModelAdmin
from knowledge.admin.source import SourceAdmin

__all__ = ["CollectionAdmin", "DocumentAdmin", "EmbeddingModelAdmin", "SourceAdmin"]
