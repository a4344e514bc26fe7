from knowledge.admin import desk
from knowledge.admin.catalogue import CourseAdmin, PersonAdmin, ProgrammeAdmin
from knowledge.admin.changes import DocumentChangeAdmin
from knowledge.admin.collection import CollectionAdmin
from knowledge.admin.crawls import CrawledPageAdmin, CrawlRunAdmin
from knowledge.admin.document import DocumentAdmin
from knowledge.admin.embedding import EmbeddingModelAdmin
from knowledge.admin.replacements import ReplacementAdmin
from knowledge.admin.report import CorpusReportAdmin
from knowledge.admin.source import SourceAdmin
from knowledge.admin.websites import WebSourceAdmin

__all__ = [
    "CollectionAdmin",
    "CorpusReportAdmin",
    "CourseAdmin",
    "CrawlRunAdmin",
    "CrawledPageAdmin",
    "DocumentAdmin",
    "DocumentChangeAdmin",
    "EmbeddingModelAdmin",
    "PersonAdmin",
    "ProgrammeAdmin",
    "ReplacementAdmin",
    "SourceAdmin",
    "WebSourceAdmin",
    "desk",
]
