"""The words of a question that tell something, how much each tells, and what a text says of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import log
from pathlib import Path

from chat.agent.answers.passages import nearest_headings
from chat.agent.verification.figures import NUMBER, readings
from knowledge.retrieval.config import Passage
from knowledge.retrieval.query import analyse
from knowledge.text.codes import codes
from knowledge.text.initials import may_be_acronym, stands_for
from knowledge.text.terms import STEM_MARK, fold, stem, words

FILE = Path(__file__).with_name("word_weights.tsv")
"""fitted by training/word_weights.py"""
USUAL = 0.7
_TOKEN = re.compile(r"\w[\w./:-]*\w|\w")
# What may stand between a number and what joins it to the next, such as its unit.
_UNIT = r"\s{0,2}(?:[%€$]|[^\W\d_]{1,6}\b\.?)?\s{0,2}"
_INTERVAL = re.compile(
    rf"(?P<first>{NUMBER.pattern}){_UNIT}(?:[-–—]|\b(?:a|ata|hasta|to)\b)\s{{0,2}}(?P<last>{NUMBER.pattern})"
    rf"|\b(?:entre|between)\s(?P<low>{NUMBER.pattern}){_UNIT}\b(?:y|e|and)\b\s{{0,2}}(?P<high>{NUMBER.pattern})",
    re.IGNORECASE,
)
_IS_VALUE = re.compile(r"\d+(?:\.\d+)?")


def weight(word: str) -> float:
    """0-1: the share of the questions with this folded word whose answering passage says it; that of all words for a
    word that is not known."""
    return _known().get(word, USUAL)


def is_known(word: str) -> bool:
    """Whether it was weighed: a folded word that questions are made of."""
    return word in _known()


@cache
def _known() -> Mapping[str, float]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {word: float(share) for word, share in (line.split("\t") for line in lines)}


@dataclass(frozen=True)
class QuestionWords:
    """The content words of a question."""

    text: str

    @cached_property
    def keys(self) -> dict[str, frozenset[str]]:
        """Folded word -> the terms by which a text may say it, in any of our languages."""
        return {concept.word: frozenset(concept.weights) for concept in analyse(self.text)}

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that name something: written with a capital inside the question, or with a digit."""
        written = _TOKEN.findall(self.text)
        named = {fold(word) for word in written[1:] if word[0].isupper()}
        return frozenset(named | {fold(word) for word in written if any(map(str.isdigit, word))}) & self.keys.keys()

    def above(self, passage: Passage) -> frozenset[str]:
        """The terms of what stands above a passage, and the acronyms and codes of the question that it writes
        otherwise."""
        named = f"{passage.title} {passage.academic_year} {passage.file_words} {passage.publisher}"
        text = f"{named} {nearest_headings(passage)}"
        return terms_of(text, passage.language) | self.spelt(text)

    def spelt(self, text: str) -> frozenset[str]:
        """Its acronyms whose words the text says, and its codes, however the text writes them."""
        acronyms = {word for word in self.keys if may_be_acronym(word) and stands_for(word, text)}
        own = codes(self.text)
        return frozenset(acronyms.union(*(own[code] for code in codes(text) if code in own)))

    def rarities(self, texts: Sequence[frozenset[str]]) -> dict[str, float]:
        """Word -> log(1 + n / (0.5 + number of the texts that say it)), times how much the word tells."""
        counts = {word: sum(not keys.isdisjoint(text) for text in texts) for word, keys in self.keys.items()}
        return {word: weight(word) * log(1 + len(texts) / (0.5 + count)) for word, count in counts.items()}

    def coverage(self, text: str, language: str) -> float:
        """0-1: the share of the words that the text says; 1 for a question of none."""
        return len(self.said(terms_of(text, language))) / len(self.keys) if self.keys else 1.0

    def within(self, text: str) -> frozenset[str]:
        """Its numbers for which an interval of the text holds."""
        numbers = (found[0] for found in NUMBER.finditer(self.text))
        return frozenset(fold(word) for number in numbers if holds(text, number) for word in words(number))

    def said(self, *texts: frozenset[str]) -> frozenset[str]:
        return frozenset(word for word, keys in self.keys.items() if any(not keys.isdisjoint(text) for text in texts))


@lru_cache(maxsize=8192)
def terms_of(text: str, language: str) -> frozenset[str]:
    """Folded words and marked stems."""
    found = set(map(fold, said := words(text)))
    return frozenset(found | {STEM_MARK + stem(word, language) for word in said if word.isalpha()})


def holds(text: str, number: str) -> bool:
    """Whether an interval of the text has the number in it, its ends included."""
    intervals = _intervals(text)
    return any(first <= value <= last for value in _values(number) for first, last in intervals)


@lru_cache(maxsize=4096)
def _intervals(text: str) -> tuple[tuple[float, float], ...]:
    return tuple(
        (low, high)
        for match in _INTERVAL.finditer(text)
        for low in _values(match["first"] or match["low"])
        for high in _values(match["last"] or match["high"])
        if low < high
    )


def _values(digits: str) -> Iterator[float]:
    """None of what is no number: a day, "6.11.2022", or a section, "4.2.1"."""
    return map(float, filter(_IS_VALUE.fullmatch, readings(digits)))
