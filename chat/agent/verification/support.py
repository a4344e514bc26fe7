"""Whether units of the sources carry what a sentence says: its figures and names, its words, its meaning."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from chat.agent.verification import atoms
from chat.agent.verification.figures import Atom
from chat.agent.verification.sources import Sources, Unit
from knowledge.embedding.remembered import vectors
from knowledge.retrieval.lexicon.expansion import TRANSLATION
from knowledge.retrieval.query import Concept, analyse
from knowledge.retrieval.rerank import Matcher
from knowledge.text.terms import fold, words

# A sentence is carried where so many of its words stand in what it cites, or fewer and its meaning; fewer suffice where
# its words had to be translated, or where its figures stand there too. Fitted as docs/critic.md tells.
ENOUGH_WORDS = 0.6
FEWER_WORDS, ENOUGH_MEANING = 0.35, 0.92
TRANSLATED_WORDS = 0.4
WORDS_BESIDE_FIGURES = 0.2
# Of the words that no heading has, so many must stand in the text itself: naming a document is not quoting it.
ENOUGH_OF_ITS_OWN = 0.3


@dataclass(frozen=True)
class Support:
    missing: tuple[Atom, ...]
    said: frozenset[str]
    """the content words that stand in the units and their headings"""
    words: float
    """0-1: the share of those and of what stands in the sentences before; 1 for a sentence of figures alone"""
    beside: float = 1.0
    """the same share of the words that no heading has"""
    has_figures: bool = False
    """numbers, dates or codes, all of which stand in the units, one of them not in a heading alone"""
    verbatim: bool = False

    @property
    def is_exact(self) -> bool:
        return self.verbatim or not self.missing


def support(text: str, units: Sequence[Unit], sources: Sources, language: str) -> Support:
    if any(_is_within(text, unit) for unit in units):
        return Support((), frozenset(), 1.0, verbatim=True)
    matcher = _matcher(_content(text))
    headed = frozenset[str]().union(*(_said(matcher, unit, unit.heading) for unit in units))
    inside = frozenset[str]().union(*(_said(matcher, unit, unit.text) for unit in units))
    led = inside.union(*(_said(matcher, unit, unit.lead) for unit in units))
    wanted = [concept.word for concept in matcher.concepts]
    atoms_ = atoms.of_claim(text, language)
    missing = tuple(atom for atom in atoms_ if not _has(atom, units, sources, language))
    figures = not missing and any(atom.keys & unit.figures - unit.headed for atom in atoms_ for unit in units)
    beside = _share([word for word in wanted if word not in headed], led)
    return Support(missing, inside | headed, _share(wanted, led | headed), beside, figures)


def _share(wanted: Sequence[str], said: Set[str]) -> float:
    return sum(word in said for word in wanted) / len(wanted) if wanted else 1.0


def carries(text: str, units: Sequence[Unit], found: Support, language: str) -> bool:
    """Whether the words, and where they are few the meaning, are those of the units."""
    if found.verbatim:
        return True
    if found.beside < ENOUGH_OF_ITS_OWN and not found.has_figures:
        return False
    if found.words >= _enough(units, found, language):
        return True
    return found.words >= FEWER_WORDS and closeness(text, units) >= ENOUGH_MEANING


def _enough(units: Sequence[Unit], found: Support, language: str) -> float:
    if found.has_figures:
        return WORDS_BESIDE_FIGURES
    # Fewer words are found in another language, though the lexicon knows many.
    return ENOUGH_WORDS if any(unit.passage.language == language for unit in units) else TRANSLATED_WORDS


def closeness(text: str, units: Sequence[Unit]) -> float:
    """The cosine of the sentence and the nearest unit."""
    if not units:
        return 0.0
    one, *others = vectors((text, *(unit.text for unit in units)))
    return float(max(one @ other for other in others))


def _is_within(text: str, unit: Unit) -> bool:
    """Whether it is a quotation: its words are the unit's, in their order."""
    said = _in_order(text)
    return bool(said) and f" {said} " in f" {_in_order(unit.text)} "


@lru_cache(maxsize=8192)
def _in_order(text: str) -> str:
    return " ".join(map(fold, words(text)))


@lru_cache(maxsize=2048)
def _content(text: str) -> tuple[Concept, ...]:
    """Its content words; figures are looked at one by one."""
    return tuple(concept for concept in analyse(text) if not any(char.isdigit() for char in concept.word))


@lru_cache(maxsize=256)
def _matcher(concepts: tuple[Concept, ...]) -> Matcher:
    return Matcher(concepts)


def _said(matcher: Matcher, unit: Unit, text: str) -> set[str]:
    found = matcher.places(text, unit.passage.language)
    concepts = matcher.concepts
    return {concepts[index].word for index, said in found.items() if max(said)[0] >= TRANSLATION / 2}


def _has(atom: Atom, units: Sequence[Unit], sources: Sources, language: str) -> bool:
    if atom.kind != "name":
        return any(atom.keys & unit.keys for unit in units)
    word = fold(atom.text)
    if "perhaps" in atom.keys and word not in sources.names:
        return True
    if any(word in unit.words or word in unit.around for unit in units):
        return True
    matcher = _matcher(_content(atom.text))
    return not matcher.concepts or any(_said(matcher, unit, f"{unit.text} {unit.heading}") for unit in units)
