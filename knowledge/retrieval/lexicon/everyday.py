"""What people say where documents write something else: "cheat" and "academic misconduct"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from knowledge.text.language import LANGUAGES, identify
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import STEM_MARK, fold, stem

PATH = Path(__file__).parent / "everyday.tsv"
EXACT = "="
"""before a word of which no other form is meant: "copio", not the noun "copia" """
MAX_BETWEEN = 2
"""words that tell something may stand between those of a wording: "devuelvo un libro tarde" """
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Wording:
    terms: tuple[str, ...]
    """of each word the marked stem, or behind EXACT the folded word; in any order"""
    written: tuple[str, ...]
    """what documents write instead"""


@dataclass(frozen=True)
class Gloss:
    """Words of a question, and what documents write instead in its language."""

    wording: Wording
    end: int
    """of the last of the words in the question"""


@lru_cache(maxsize=1024)
def glosses(question: str) -> tuple[Gloss, ...]:
    """From left to right; a word is in one of them, that of the most words.

    Short questions are often taken for the neighbouring language, so the other two are asked where this one is silent.
    """
    asked = identify(question)
    for language in (asked, *(other for other in LANGUAGES if other != asked)):
        if found := _glosses(question, language):
            return found
    return ()


def glossed(question: str) -> str:
    """The question with what documents write in brackets behind what people say."""
    for gloss in reversed(glosses(question)):
        written = ", ".join(gloss.wording.written)
        question = f"{question[: gloss.end]} ({written}){question[gloss.end :]}"
    return question


def _glosses(question: str, language: str) -> tuple[Gloss, ...]:
    telling = [match for match in _WORD.finditer(question) if fold(match[0]) not in STOPWORDS]
    terms = [{fold(match[0]), STEM_MARK + stem(match[0], language)} for match in telling]
    taken: set[int] = set()
    found = []
    for wording in wordings()[language]:
        places = _places(wording.terms, terms)
        if places and not taken & places:
            taken |= places
            found.append(Gloss(wording, telling[max(places)].end()))
    return tuple(sorted(found, key=lambda gloss: gloss.end))


def _places(wanted: Sequence[str], terms: Sequence[set[str]]) -> set[int]:
    """Where the wanted words stand, the first time that all stand near each other; empty where they do not."""
    reach = len(wanted) + MAX_BETWEEN
    for start, first in enumerate(terms):
        if first & set(wanted):
            near = range(start, min(len(terms), start + reach))
            places = {next((place for place in near if term in terms[place]), -1) for term in wanted}
            if -1 not in places and len(places) == len(wanted):
                return places
    return set()


@cache
def wordings() -> dict[str, tuple[Wording, ...]]:
    """Language -> those of the most words first."""
    found: dict[str, list[Wording]] = {language: [] for language in LANGUAGES}
    for language, wording in _read():
        found[language].append(wording)
    return {language: tuple(sorted(of, key=lambda one: -len(one.terms))) for language, of in found.items()}


def _read() -> Iterator[tuple[str, Wording]]:
    for line in PATH.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            language, said, written = line.split("\t")
            for wording in said.split(" | "):
                telling = [word for word in wording.split() if fold(word.removeprefix(EXACT)) not in STOPWORDS]
                yield language, Wording(tuple(_term(word, language) for word in telling), tuple(written.split(" | ")))


def _term(word: str, language: str) -> str:
    return fold(word.removeprefix(EXACT)) if word.startswith(EXACT) else STEM_MARK + stem(word, language)
