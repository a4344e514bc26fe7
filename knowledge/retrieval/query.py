"""What a query asks for: its concepts, each with every term under which a document may speak of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from knowledge.retrieval import lexicon
from knowledge.text.language import identify
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import STEM_MARK, fold, stem, words

# Function words of questions that are no stop words of documents: they ask, and say nothing of what is asked.
ASKING = frozenset(
    """
    dime dame dime digame tell give show know need want please favor quiero quero quería gustaria gustaría saber hago
    fago hacer facer soy son eres es estoy estou me mi teño tengo necesito preciso puedo podo puede pode sirve existe
    many much long often
    """.split()
)


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
    otherwise = _otherwise(query, language)
    found: dict[str, Concept] = {}
    for word in words(query):
        folded = fold(word)
        # A lone letter is what an apostrophe or an initial left over.
        lone = len(folded) == 1 and folded.isalpha()
        if not lone and folded not in STOPWORDS and folded not in ASKING and folded not in found:
            variants = [_own(word, folded, language), *otherwise.get(folded, ())]
            found[folded] = Concept(folded, _telling(variants))
    return tuple(found.values())


def _telling(variants: Sequence[Variant]) -> tuple[Variant, ...]:
    """Without those that can never be the best: another has all of their terms, and weighs as much."""
    kept: list[Variant] = []
    for variant in sorted(variants, key=lambda variant: (-variant.weight, -len(variant.terms))):
        if not any(variant.terms <= better.terms for better in kept):
            kept.append(variant)
    return tuple(kept)


def _own(word: str, folded: str, language: str) -> Variant:
    stems = {STEM_MARK + stem(word, language)} if word.isalpha() else set()
    return Variant(frozenset({folded} | stems), 1.0)


def _otherwise(query: str, language: str) -> dict[str, list[Variant]]:
    """Word of the query -> how the lexicon says it; the words of a phrase are shared out among those it stands for."""
    found: dict[str, list[Variant]] = {}
    for match in lexicon.matches(query, language):
        for wording in match.wordings:
            for place, word in enumerate(match.source):
                terms = _share(wording.words, place, len(match.source))
                found.setdefault(word, []).append(Variant(terms, wording.weight))
    return found


def _share(said: Sequence[tuple[str, ...]], place: int, places: int) -> frozenset[str]:
    """The terms of those words that fall to one place where `said` is spread over all of them."""
    if len(said) <= places:
        return frozenset(said[place * len(said) // places])
    return frozenset(term for index, terms in enumerate(said) if index * places // len(said) == place for term in terms)
