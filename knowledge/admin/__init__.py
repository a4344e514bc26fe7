from knowledge.admin.catalogue import CourseAdmin, PersonAdmin, ProgrammeAdmin
from knowledge.admin.collection import CollectionAdmin
from knowledge.admin.document import DocumentAdmin
from knowledge.admin.embedding import EmbeddingModelAdmin
from knowledge.admin.source import SourceAdmin

__all__ = [
    "CollectionAdmin",
    "CourseAdmin",
    "DocumentAdmin",
    "EmbeddingModelAdmin",
    "PersonAdmin",
    "ProgrammeAdmin",
    "SourceAdmin",
]
