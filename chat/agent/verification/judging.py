"""Whether units of the sources carry what a sentence says: its figures and names, its words, its meaning."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from chat.agent.verification import atoms
from chat.agent.verification.figures import Atom
from chat.agent.verification.sources import Sources, Unit
from knowledge.embedding.registry import get_embedder
from knowledge.retrieval.lexicon.expansion import TRANSLATION
from knowledge.retrieval.query import Concept, analyse
from knowledge.retrieval.rerank import Matcher
from knowledge.retrieval.terms import fold, words

# A sentence is carried where so many of its words, or fewer and its meaning, stand in what it cites; docs/critic.md.
ENOUGH_WORDS = 0.6
FEWER_WORDS = 0.35
ENOUGH_MEANING = 0.55


@dataclass(frozen=True)
class Support:
    missing: tuple[Atom, ...]
    said: frozenset[str]
    """the content words that stand in the units and their headings"""
    words: float
    """0-1: the share of those and of what stands in the sentences before; 1 for a sentence of figures alone"""
    verbatim: bool = False

    @property
    def is_exact(self) -> bool:
        return self.verbatim or not self.missing


def support(text: str, units: Sequence[Unit], sources: Sources, language: str) -> Support:
    if any(_is_within(text, unit) for unit in units):
        return Support((), frozenset(), 1.0, verbatim=True)
    matcher = _matcher(_content(text))
    said = frozenset(word for unit in units for word in _said(matcher, unit, f"{unit.text} {unit.heading}"))
    led = said.union(*(_said(matcher, unit, unit.lead) for unit in units))
    wanted = [concept.word for concept in matcher.concepts]
    share = sum(word in led for word in wanted) / len(wanted) if wanted else 1.0
    missing = tuple(atom for atom in atoms.of_claim(text, language) if not _has(atom, units, sources))
    return Support(missing, said, share)


def carries(text: str, units: Sequence[Unit], found: Support) -> bool:
    """Whether the words, and where they are few the meaning, are those of the units."""
    if found.verbatim or found.words >= ENOUGH_WORDS:
        return True
    return found.words >= FEWER_WORDS and closeness(text, units) >= ENOUGH_MEANING


def closeness(text: str, units: Sequence[Unit]) -> float:
    """The cosine of the sentence and the nearest unit."""
    if not units:
        return 0.0
    one, *others = vectors((text, *(unit.text for unit in units)))
    return float(max(one @ other for other in others))


def vectors(texts: Sequence[str]) -> list[np.ndarray]:
    """Of each text, embedded once while it is remembered: the critic asks for the same ones again."""
    unknown = [text for text in dict.fromkeys(texts) if text not in _known]
    if unknown:
        if len(_known) > 4000:
            _known.clear()
        _known.update(zip(unknown, get_embedder().embed(unknown), strict=True))
    return [_known[text] for text in texts]


_known: dict[str, np.ndarray] = {}


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


def _has(atom: Atom, units: Sequence[Unit], sources: Sources) -> bool:
    if atom.kind != "name":
        return any(atom.keys & unit.keys for unit in units)
    word = fold(atom.text)
    if "perhaps" in atom.keys and word not in sources.names:
        return True
    if any(word in unit.words or word in unit.around for unit in units):
        return True
    matcher = _matcher(_content(atom.text))
    return not matcher.concepts or any(_said(matcher, unit, f"{unit.text} {unit.heading}") for unit in units)
