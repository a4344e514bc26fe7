"""What is measured of a question and each quote that may answer it: the features of chat/agent/answers/reading.py."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from chat.agent.answers.answer_kinds import KINDS, expected, kinds_in
from chat.agent.answers.passages import ANNOUNCING, Quote, announced_by, lead_in, quotes_of
from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.answers.reader.local import get_reader
from chat.agent.answers.reader.reader import Reading
from chat.agent.answers.reader_texts import ReaderText, reader_texts
from knowledge.embedding.remembered import query_vector
from knowledge.retrieval.config import Passage
from knowledge.text.dates import first_year, named_years
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

Matrix = NDArray[np.float64]
NAMES = (
    "chunk_cosine", "chunk_score", "words_read", "words_document", "words_unsaid", "missing_names", "question",
    "kinds_fitting", "kinds_lacking", "reader_span", "reader_relevance", "reader_lead_in",
)  # fmt: skip
"""the columns of `measured`"""
ONLY_TELLING = ("words_unsaid", "kinds_lacking")
"""those that say whether there is an answer, not which quote it is"""
WHOLE_SECTIONS = 2
"""passages whose sections are read to their ends, where a whole is asked for"""
# The reader's logits are cut off here, so that a quote that it did not see stays comparable.
MAX_LOGIT = 15.0
MAX_MISSING = 2


def quotes_in(evidence: Sequence[Passage], *, wants_all: bool = False) -> list[Quote]:
    """What may answer, each once; lead-ins and captions are read with what they announce.

    `wants_all` where a whole is asked for, such as a contact: then the best sections are read to their ends.
    """
    found: dict[tuple[int, int, int], Quote] = {}
    for rank, passage in enumerate(evidence):
        for quote in quotes_of(passage, whole=wants_all and rank < WHOLE_SECTIONS):
            if quote.kind not in ANNOUNCING:
                found.setdefault(quote.place, quote)
    return list(found.values())


class WordsSaid:
    """What of a question's words the evidence says; each weighs by how rare it is there."""

    def __init__(self, question: str, evidence: Sequence[Passage]) -> None:
        self.asked = asked = QuestionWords(question)
        self.above = {one.chunk_id: asked.above(one) for one in evidence}
        self.rarity = asked.rarities([self.above[one.chunk_id] | terms_of(one.text, one.language) for one in evidence])
        said: dict[str, set[str]] = {}
        for one in evidence:
            own = asked.said(self.above[one.chunk_id], terms_of(one.section_text, one.language))
            said.setdefault(one.document, set()).update(own)
        self.by_document = {document: self.share(found) for document, found in said.items()}
        self.unsaid = self.share(self.rarity.keys() - set().union(*said.values()))

    def share(self, said: Iterable[str]) -> float:
        return sum(self.rarity[word] for word in said) / (sum(self.rarity.values()) or 1.0)

    def measured(self, quote: Quote) -> tuple[float, float, float, float]:
        """The shares that it says, with its lead-in and headings, that what was found of its document says, and that
        nothing says; how many names it does not say."""
        passage, asked = quote.passage, self.asked
        own, lead = (terms_of(text, passage.language) for text in (quote.text, lead_in(quote)))
        said = asked.said(own, lead, self.above[passage.chunk_id]) | (asked.within(quote.text) & asked.keys.keys())
        missing = min(MAX_MISSING, len(asked.names - said))
        return self.share(said), self.by_document[passage.document], self.unsaid, float(missing)


def measured(question: str, evidence: Sequence[Passage], quotes: Sequence[Quote]) -> Matrix:
    """(len(quotes), len(NAMES)), unscaled."""
    words_said = WordsSaid(question, evidence)
    best = max((passage.score for passage in evidence), default=0.0) or 1.0
    kinds = expected(query_vector(question))
    by_reader = _by_reader(question, quotes)
    rows = [
        (quote.passage.dense, quote.passage.score / best, *words_said.measured(quote), float(quote.asks),
         *_kinds(quote, *kinds), *by_reader[quote.place])
        for quote in quotes
    ]  # fmt: skip
    return np.array(rows, float).reshape(len(quotes), len(NAMES))


def _by_reader(question: str, quotes: Sequence[Quote]) -> dict[tuple[int, int, int], tuple[float, float, float]]:
    """Place of a quote -> the logits of the best answer in it, of its relevance, and of its lead-in's.

    That of a quote without one, or one that was not read, is its own.
    """
    texts = list(reader_texts(quotes))
    logits: dict[tuple[int, int, int], tuple[float, float, float]] = {}
    for one, reading in zip(texts, _read(question, texts), strict=True):
        for quote in one.quotes:
            place = quote.start + one.offset, quote.end + one.offset
            announced = announced_by(quote)
            is_read = announced is not None and announced.start + one.offset >= one.text.find("\n")
            if announced and is_read and announced.asks:
                # A question that the document asks itself is read as one with its answer, which says little alone.
                place = announced.start + one.offset, place[1]
            lead_in = relevance = _within(reading.relevance(*place))
            if announced and is_read:
                lead_in = _within(reading.relevance(announced.start + one.offset, announced.end + one.offset))
            logits[quote.place] = _within(reading.span_score(*place)), relevance, lead_in
    return logits


def _read(question: str, texts: Sequence[ReaderText]) -> Iterator[Reading]:
    """Documents of the year that a question names are asked without it: none says its own year where it answers."""
    asked = [_without_own_year(question, one.quotes[0].passage) for one in texts]
    passages: dict[str, list[str]] = {}
    for one, wording in zip(texts, asked, strict=True):
        passages.setdefault(wording, []).append(one.text)
    readings = {wording: iter(get_reader().read(wording, read)) for wording, read in passages.items()}
    return (next(readings[wording]) for wording in asked)


def _without_own_year(question: str, passage: Passage) -> str:
    """As it is where it asks nothing but the year."""
    asked = question
    for year in reversed(named_years(question)):
        if _is_of(passage, year.first):
            before, after = question[: year.start].split(), question[year.end :]
            while before and fold(before[-1]) in STOPWORDS:
                before.pop()
            question = f"{' '.join(before)}{after}"
    return question if words(question) else asked


def _is_of(passage: Passage, year: int) -> bool:
    """By what is known of it, its title or its file's name; what no longer holds was found because it held then."""
    called = named_years(f"{passage.title} {passage.file_words}")
    if first_year(passage.academic_year) == year or any(one.first == year for one in called):
        return True
    dated = passage.dated
    return dated is not None and (dated.year == year or (dated.year < year and not passage.in_force))


def _within(logit: float) -> float:
    return max(-MAX_LOGIT, min(MAX_LOGIT, logit))


def _kinds(quote: Quote, expected_kinds: NDArray[np.float32], shares: NDArray[np.float32]) -> tuple[float, float]:
    """What the quote has of the kinds that the question asks for more than others do, and what it lacks of them."""
    stand = kinds_in(f"{lead_in(quote)}: {quote.text}")
    here = np.array([kind in stand for kind in KINDS])
    return float((expected_kinds - shares) @ here), float(expected_kinds @ ~here)
