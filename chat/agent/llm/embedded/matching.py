"""How far a text speaks of what is asked: shared by the relevance of evidence and the choice of sentences."""

from collections.abc import Mapping
from functools import lru_cache

from knowledge.retrieval.stopwords import STOPWORDS
from knowledge.retrieval.terms import fold, stem, words

# Words of a question that say what kind of thing is asked, or nothing at all.
EMPTY = frozenset(
    """
    cual cuales cal cales cuanto cuantos cuantas canto cantos cantas quien quen cuando cando donde onde como puedo podo
    puede pode hay hai tengo teno tiene ten debo hacer facer hago fago necesito preciso quiero quero saber decir dime
    dame tell give know need want please favor existe existen haber hacen fan sido cada segun tipo
    """.split()
)
# Two words of one root in related languages ("matrícula", "matriculation") share this much of their beginning.
SHARED_BEGINNING = 5
RELATED = 0.8


@lru_cache(maxsize=50_000)
def roots(word: str) -> frozenset[str]:
    """The folded word and its stems: words that share one are the same word."""
    return frozenset({fold(word), stem(word, "es"), stem(word, "en")})


def content_words(text: str) -> dict[str, frozenset[str]]:
    """folded word -> its roots, for the words that carry meaning."""
    found = {fold(word): roots(word.lower()) for word in words(text)}
    return {word: root for word, root in found.items() if word not in STOPWORDS and word not in EMPTY}


def match(word: str, root: frozenset[str], text: Mapping[str, frozenset[str]]) -> float:
    """0-1: whether the word, one of its roots, or a related word is among the words of a text."""
    if word in text:
        return 1.0
    if any(root & other for other in text.values()):
        return 1.0
    if len(word) >= SHARED_BEGINNING and word.isalpha():
        beginning = word[: max(SHARED_BEGINNING, round(0.7 * len(word)))]
        if any(other.startswith(beginning) for other in text):
            return RELATED
    return 0.0


def coverage(
    question: Mapping[str, frozenset[str]], weights: Mapping[str, float], text: Mapping[str, frozenset[str]]
) -> float:
    """0-1: the share of the question's words, each by its weight, that the text has."""
    total = sum(weights[word] for word in question)
    if not total:
        return 0.0
    return sum(weights[word] * match(word, root, text) for word, root in question.items()) / total
