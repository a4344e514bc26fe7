"""What a question speaks of, by word lists in three languages (concepts.txt)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from knowledge.text.terms import fold

FILE = Path(__file__).with_name("concepts.txt")
ANY_ENDING = "*"
WORD = re.compile(r"[^\W_]+")

# A phrase is found by its first word; what must follow it, and the concept that it stands for.
Phrases = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]


def words_of(text: str) -> list[str]:
    """Folded: "What's Ana's número" is what, s, ana, s, numero."""
    return WORD.findall(fold(text))


def found(words: Sequence[str]) -> list[str]:
    """The concepts that the folded words name, in their order."""
    phrases = _phrases()
    return unique(
        concept
        for at, word in enumerate(words)
        for key in _keys(word)
        for rest, concept in phrases.get(key, ())
        if _follows(words[at + 1 : at + 1 + len(rest)], rest)
    )


def unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _keys(word: str) -> Iterable[str]:
    yield word
    yield from (word[:length] + ANY_ENDING for length in range(2, len(word) + 1))


def _follows(words: Sequence[str], rest: Sequence[str]) -> bool:
    return len(words) == len(rest) and all(map(_fits, words, rest))


def _fits(word: str, pattern: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith(ANY_ENDING) else word == pattern


@cache
def _phrases() -> Phrases:
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    concept = ""
    for line in FILE.read_text().splitlines():
        if line.startswith("["):
            concept = line.strip("[]")
        elif line and not line.startswith("#"):
            for phrase in line[3:].split(","):
                first, *rest = re.findall(r"[^\W_]+\*?", fold(phrase))
                phrases[first].append((tuple(rest), concept))
    return phrases
