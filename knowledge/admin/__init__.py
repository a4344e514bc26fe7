from knowledge.admin.collection import CollectionAdmin
from knowledge.admin.document import DocumentAdmin
from knowledge.admin.source import SourceAdmin

__all__ = ["CollectionAdmin", "DocumentAdmin", "SourceAdmin"]
