"""Numbers in words, ordinals and units, folded."""

from knowledge.text.terms import fold
from knowledge.text.vocabulary import LANGUAGES, in_any, numbered, vocabulary


def _counts(language: str) -> dict[str, int]:
    return {fold(word): int(figure) for figure, words in vocabulary(language).numbers.items() for word in words}


def _folded(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(fold, words))


COUNTS = {language: _counts(language) for language in LANGUAGES}
ANY_COUNT = {word: number for counts in COUNTS.values() for word, number in counts.items()}
AND = in_any(lambda known: known.and_words)
AMBIGUOUS = _folded(in_any(lambda known: known.ambiguous_numbers))
"""numbers that are other words as well"""

ANY_ORDINAL = {fold(word): number for word, number in numbered(lambda known: known.ordinals).items()}
ORDINALS = {
    word: number
    for word, number in ANY_ORDINAL.items()
    if word not in _folded(in_any(lambda known: known.ambiguous_ordinals))
}
NUMBERED = _folded(in_any(lambda known: known.numbered_words))
"""what a number follows that belongs to it: "page", "article"; and "room", where it is no year"""
UNITS = {
    fold(word): unit
    for language in LANGUAGES
    for unit, words in vocabulary(language).units.items()
    for word in words.split()
}
ROMAN = {
    roman: number
    for number, roman in enumerate(
        "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), start=1
    )
}
