"""What is measured of a question and each quote that may answer it: the features of chat/agent/answers/reading.py."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray

from chat.agent.answers.passages import ANNOUNCING, Quote, announced_by, beside_of, quotes_of
from knowledge.embedding.remembered import query_vector, vectors
from knowledge.retrieval.config import Passage
from knowledge.retrieval.query import analyse
from knowledge.text.language import identify
from knowledge.text.terms import STEM_MARK, fold, stem, words
from knowledge.text.vocabulary import in_any

Matrix = NDArray[np.float64]
NAMES = (
    "cosine", "cosine_alone", "behind", "chunk_cosine", "rank", "chunk_score", "words", "words_read", "words_above",
    "words_around", "missing_names", "foreign", "foreign_words", "row", "item", "pair", "length", "tiny", "question",
    "digits", "figures_asked_and_said",
)  # fmt: skip
"""the columns of `measured`"""
FIGURES_ASKED = frozenset(map(fold, in_any(lambda known: known.figures_asked)))
TINY_WORDS = 4
MAX_MISSING = 2
_TOKEN = re.compile(r"\w[\w./:-]*\w|\w")


@dataclass(frozen=True)
class QuestionWords:
    """The content words of a question."""

    text: str

    @cached_property
    def keys(self) -> dict[str, frozenset[str]]:
        """Folded word -> the terms by which a text may say it, in any of our languages."""
        return {concept.word: frozenset(concept.weights) for concept in analyse(self.text)}

    @cached_property
    def language(self) -> str:
        return identify(self.text)

    @cached_property
    def asks_for_figures(self) -> bool:
        return not FIGURES_ASKED.isdisjoint(map(fold, words(self.text)))

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that name something: written with a capital inside the question, or with a digit."""
        written = _TOKEN.findall(self.text)
        named = {fold(word) for word in written[1:] if word[0].isupper()}
        return frozenset(named | {fold(word) for word in written if any(map(str.isdigit, word))}) & self.keys.keys()

    def rarities(self, texts: Sequence[frozenset[str]]) -> dict[str, float]:
        """Word -> log(1 + n / (0.5 + number of the texts that say it))."""
        counts = {word: sum(not keys.isdisjoint(text) for text in texts) for word, keys in self.keys.items()}
        return {word: log(1 + len(texts) / (0.5 + count)) for word, count in counts.items()}

    def coverage(self, text: str, language: str) -> float:
        """0-1: the share of the words that the text says; 1 for a question of none."""
        return len(self.said(terms_of(text, language))) / len(self.keys) if self.keys else 1.0

    def said(self, *texts: frozenset[str]) -> frozenset[str]:
        return frozenset(word for word, keys in self.keys.items() if any(not keys.isdisjoint(text) for text in texts))


def quotes_in(evidence: Sequence[Passage]) -> list[tuple[int, Quote]]:
    """Rank of its passage and quote, each once; lead-ins and captions are read with what they announce."""
    found: dict[tuple[int, int, int], tuple[int, Quote]] = {}
    for rank, passage in enumerate(evidence):
        for quote in quotes_of(passage):
            if quote.kind not in ANNOUNCING:
                found.setdefault(quote.place, (rank, quote))
    return list(found.values())


def measured(question: str, evidence: Sequence[Passage], ranked: Sequence[tuple[int, Quote]]) -> Matrix:
    """(len(ranked), len(NAMES)), unscaled."""
    asked = QuestionWords(question)
    vector = query_vector(question)
    quotes = [quote for _rank, quote in ranked]
    alone = vectors([quote.text for quote in quotes]) @ vector
    cosines = vectors([_with_heading(quote) for quote in quotes]) @ vector
    rarity = asked.rarities([terms_of(f"{one.title} {one.section} {one.text}", one.language) for one in evidence])
    best = max((passage.score for passage in evidence), default=0.0) or 1.0
    rows = [
        (float(cosine), float(own), float(cosine - cosines.max()), *_of_passage(quote.passage, rank, best),
         *_words(asked, quote, rarity), *_form(asked, quote))
        for (rank, quote), cosine, own in zip(ranked, cosines, alone, strict=True)
    ]  # fmt: skip
    return np.array(rows, float).reshape(len(ranked), len(NAMES))


def _with_heading(quote: Quote) -> str:
    announced = announced_by(quote)
    return "\n".join(filter(None, (quote.passage.section, announced.text if announced else "", quote.text)))


def _of_passage(passage: Passage, rank: int, best: float) -> tuple[float, ...]:
    return passage.dense, 1 / (1 + rank), passage.score / best


def _words(asked: QuestionWords, quote: Quote, rarity: dict[str, float]) -> Iterator[float]:
    passage = quote.passage
    announced = announced_by(quote)
    own = terms_of(quote.text, passage.language)
    lead = terms_of(announced.text if announced else "", passage.language)
    section = terms_of(passage.section, passage.language)
    above = terms_of(f"{passage.title} {passage.section} {passage.academic_year}", passage.language)
    beside = terms_of(beside_of(quote), passage.language)
    total = sum(rarity.values()) or 1.0
    spread = ((own,), (own, lead, above), (section, lead), (own, lead, above, beside))
    shares = [sum(rarity[word] for word in asked.said(*texts)) / total for texts in spread]
    yield from shares
    yield float(min(MAX_MISSING, len(asked.names - asked.said(own, lead, above))))
    foreign = float(passage.language != asked.language)
    yield foreign
    yield foreign * shares[1]


def _form(asked: QuestionWords, quote: Quote) -> tuple[float, ...]:
    count, text = len(quote.text.split()), quote.text
    kinds = (float(quote.kind == kind) for kind in ("row", "item", "pair"))
    has_digit = float(any(map(str.isdigit, text)))
    asks_itself = float(text.rstrip().endswith("?"))
    return (
        *kinds,
        log(1 + count),
        float(count < TINY_WORDS),
        asks_itself,
        has_digit,
        has_digit * asked.asks_for_figures,
    )


@lru_cache(maxsize=8192)
def terms_of(text: str, language: str) -> frozenset[str]:
    """Folded words and marked stems."""
    found = set(map(fold, said := words(text)))
    return frozenset(found | {STEM_MARK + stem(word, language) for word in said if word.isalpha()})
