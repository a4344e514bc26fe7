"""What a query asks for: its concepts, each with every term under which a document may speak of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from knowledge.language import LANGUAGES, identify
from knowledge.retrieval.stopwords import STOPWORDS
from knowledge.retrieval.terms import STEM_MARK, fold, stem, words

# Function words of questions that are no stop words of documents: they ask, and say nothing of what is asked.
ASKING = frozenset(
    """
    dime dame dime digame tell give show know need want please favor quiero quero quería gustaria gustaría saber hago
    fago hacer facer soy son eres es estoy estou me mi teño tengo necesito preciso puedo podo puede pode sirve existe
    """.split()
)
# A stem of another language's stemmer catches a cognate now and then.
FOREIGN_STEM = 0.8


@dataclass(frozen=True)
class Variant:
    """One way of saying a concept; its terms are counted together, and the best variant counts for the concept."""

    terms: frozenset[str]
    weight: float


@dataclass(frozen=True)
class Concept:
    word: str
    """folded, as it was asked"""
    variants: tuple[Variant, ...]

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """term -> the weight of the best variant that has it"""
        found: dict[str, float] = {}
        for variant in self.variants:
            for term in variant.terms:
                found[term] = max(found.get(term, 0.0), variant.weight)
        return found


@lru_cache(maxsize=1024)
def analyse(query: str) -> tuple[Concept, ...]:
    """The concepts of a query in its order; a word that is repeated counts once."""
    language = identify(query)
    found: dict[str, Concept] = {}
    for word in words(query):
        folded = fold(word)
        if folded in STOPWORDS or folded in ASKING or folded in found:
            continue
        found[folded] = Concept(folded, _variants(word, folded, language))
    return tuple(found.values())


def _variants(word: str, folded: str, language: str) -> tuple[Variant, ...]:
    if not word.isalpha():
        return (Variant(frozenset({folded}), 1.0),)
    own = Variant(frozenset({folded, STEM_MARK + stem(word, language)}), 1.0)
    foreign = {STEM_MARK + stem(word, other) for other in LANGUAGES} - own.terms
    return (own, Variant(frozenset(foreign), FOREIGN_STEM)) if foreign else (own,)
