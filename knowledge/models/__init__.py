from knowledge.models.catalogue import Course, Person, Programme
from knowledge.models.change import DocumentChange
from knowledge.models.collection import Collection, Language, Publishing, Source
from knowledge.models.crawling import CrawledPage, CrawlHost, CrawlRun, Outcome, RobotsFile, WebSource
from knowledge.models.document import (
    Document,
    DocumentContent,
    FormerVersion,
    State,
    Visibility,
    stricter,
    visibilities_of,
)
from knowledge.models.embedding import Embedding
from knowledge.models.embedding_model import EmbeddingModel
from knowledge.models.follow import Follow
from knowledge.models.passage import Chunk, Section, page_at
from knowledge.models.posting import Posting, PostingSegment
from knowledge.models.replacement import Replacement
from knowledge.models.report import CorpusReport
from knowledge.models.scanned_page import Recognition, ScannedLine, ScannedPage
from knowledge.models.upload import Upload

__all__ = [
    "Chunk",
    "Collection",
    "CorpusReport",
    "Course",
    "CrawlHost",
    "CrawlRun",
    "CrawledPage",
    "Document",
    "DocumentChange",
    "DocumentContent",
    "Embedding",
    "EmbeddingModel",
    "Follow",
    "FormerVersion",
    "Language",
    "Outcome",
    "Person",
    "Posting",
    "PostingSegment",
    "Programme",
    "Publishing",
    "Recognition",
    "Replacement",
    "RobotsFile",
    "ScannedLine",
    "ScannedPage",
    "Section",
    "Source",
    "State",
    "Upload",
    "Visibility",
    "WebSource",
    "page_at",
    "stricter",
    "visibilities_of",
]
