"""The lexicon's file, indexed by the stems of what it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from knowledge.text.language import LANGUAGES
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, stem, words

PATH = Path(__file__).parent / "university.tsv"
Key = tuple[str, ...]
"""the stems of a phrase's words that are no stop words"""


@dataclass(frozen=True)
class Phrase:
    """A word or several, as the lexicon writes them."""

    language: str
    text: str


def key(phrase: Phrase) -> Key:
    return tuple(stem(word, phrase.language) for word in words(phrase.text) if fold(word) not in STOPWORDS)


def concepts() -> Iterator[tuple[Phrase, ...]]:
    """The phrases of each line, in the three languages."""
    for line in PATH.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            columns = zip(LANGUAGES, line.split("\t"), strict=True)
            yield tuple(Phrase(language, text) for language, column in columns for text in column.split(" | "))


@cache
def index() -> Mapping[tuple[str, Key], tuple[Phrase, ...]]:
    """(language, key) -> all other phrases of the concepts that it names."""
    found: dict[tuple[str, Key], dict[Phrase, None]] = {}
    for concept in concepts():
        # May is a stop word of English: the month is known in the other two languages alone.
        keyed = {phrase: stems for phrase in concept if (stems := key(phrase))}
        for phrase, stems in keyed.items():
            others = (other for other in keyed if other != phrase)
            found.setdefault((phrase.language, stems), {}).update(dict.fromkeys(others))
    return {place: tuple(phrases) for place, phrases in found.items()}


def has_word(word: str) -> bool:
    """Whether a phrase of any language has this folded word, or the plural of it is this word."""
    return any(form in _words() for form in (word, word.removesuffix("s"), word.removesuffix("es")))


@cache
def _words() -> frozenset[str]:
    return frozenset(fold(word) for concept in concepts() for phrase in concept for word in words(phrase.text))


@cache
def longest() -> int:
    """Words of the longest phrase."""
    return max(len(stems) for _language, stems in index())
