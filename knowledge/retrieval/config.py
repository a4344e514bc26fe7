"""Every knob of retrieval, each defined once: what may be searched, and how."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal


@dataclass(frozen=True)
class Scope:
    """What a search may look at. An empty filter does not filter."""

    collections: tuple[int, ...]
    visibilities: tuple[str, ...]
    course: str = ""
    courses: tuple[str, ...] = ()
    """what is of another course is left out; what says none may speak of them too"""
    documents: tuple[int, ...] = ()
    """primary keys"""
    academic_year: str = ""
    language: str = ""
    categories: tuple[str, ...] = ()
    in_force_on: date | None = None
    document: int | None = None
    """this one alone, whatever hides it from readers and whatever the filters say: staff try it"""
    besides: int | None = None
    """this one too, whatever hides it: staff want to know what would become of it"""


@dataclass(frozen=True)
class SearchConfig:
    fusion: Literal["linear", "rrf"] = "linear"
    alpha: float = 1.6
    """weight of BM25, as a share of what the query's words can bring, beside the normalised cosine (linear)"""
    diversity: float = 0.0
    """0-1: how much a passage loses by its likeness to better ones (maximal marginal relevance)"""
    explain: bool = False
    """whether each passage says how its score came about"""
    embedding_model: str = ""
    """whose vectors are searched; empty for the active one's"""
    levelling: float = 0.6
    """0-1: how far the cosines of other languages are raised to the level of the language that comes nearest"""
    candidates: int = 100
    """how many each of dense and lexical search propose"""
    k1: float = 1.2
    b: float = 0.75
    reranked: int = 40
    """how many of the best are read by the second stage"""
    coverage: float = 0.35
    """what the second stage adds for a text with every concept of the query; the first stage gives 0 to 1"""
    heading: float = 0.15
    """and for one whose titles have them"""
    label: float = 0.3
    """and for one with a label that speaks of nothing else, such as a term with its definition"""
    out_of_force: float = 0.7
    """what the score of a document out of force is multiplied by"""


@dataclass(frozen=True)
class Explanation:
    """How a passage's score came about."""

    first: float
    """dense and lexical fused, 0-1"""
    concepts: dict[str, float]
    """word of the query -> the BM25 that it brought"""
    coverage: float
    heading: float
    label: float
    """what the second stage added for each, weight included"""
    demoted: float
    """what was taken off because the document is out of force"""
    words_alone: bool
    """whether BM25 alone decided, because the embedding model did not answer"""


@dataclass(frozen=True)
class SectionBlock:
    """What is quoted as one: `section_text[start:end]`, whole lines."""

    kind: str
    """as knowledge.ingestion.extract.base.Kind"""
    start: int
    end: int
    group: int
    """shared by a list's lead-in and items, a table's caption and rows, or pairs in a row; 0: alone"""


@dataclass(frozen=True)
class Passage:
    """A chunk that was found, and the section around it."""

    chunk_id: int
    document_id: int
    document: str
    """the document's external id"""
    title: str
    section_id: int
    section: str
    section_text: str
    start: int
    """the chunk is section_text[start:end]"""
    end: int
    page: int | None
    page_breaks: tuple[tuple[int, int], ...]
    text: str
    score: float
    """of both stages: the fused score, 0-1, and what the second stage added"""
    dense: float
    """cosine, -1 to 1"""
    lexical: float
    """BM25, 0 and up"""
    language: str
    academic_year: str = ""
    dated: date | None = None
    in_force: bool = True
    url: str = ""
    categories: tuple[str, ...] = field(default=())
    also_at: tuple[str, ...] = ()
    """external ids of other documents that say the same"""
    twins: tuple[int, ...] = ()
    """their chunks, which were in scope too"""
    explanation: Explanation | None = None
    blocks: tuple[SectionBlock, ...] = ()
    """those of `section_text`; empty for a document that was indexed before there were any"""
    file_words: str = ""
    """what the file's name says beside the title"""
    publisher: str = ""
    """whose it is, where the document says so beside its title"""
    path: str = ""
    """the section's heading under those above it, joined by ›; the document's title may come first"""
