"""Whether units of the sources carry what a sentence says, its figures and names, its words, its meaning; and which
other ones do."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from chat.agent.verification import atoms
from chat.agent.verification.figures import Atom
from chat.agent.verification.sources import Sources, Unit
from knowledge.embedding.remembered import vectors
from knowledge.retrieval.lexicon.expansion import TRANSLATION
from knowledge.retrieval.query import analyse
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
# A unit must have this share of the sentence's words before it is looked at more closely.
MIN_SHARED_WORDS = 0.15


@dataclass(frozen=True)
class Support:
    """What of a sentence stands in some units of the sources."""

    text: str
    units: tuple[Unit, ...]
    sources: Sources

    def by(self, *units: Unit) -> "Support":
        """The same sentence, beside other units."""
        return Support(self.text, units, self.sources)

    @cached_property
    def is_verbatim(self) -> bool:
        """Whether it is a quotation: its words are those of a unit, in their order."""
        said = _in_order(self.text)
        return bool(said) and any(f" {said} " in f" {_in_order(unit.text)} " for unit in self.units)

    @cached_property
    def missing(self) -> tuple[Atom, ...]:
        """Its figures, dates, names and codes that stand in none of the units."""
        return () if self.is_verbatim else tuple(atom for atom in self._atoms if not self._has(atom))

    @cached_property
    def said(self) -> frozenset[str]:
        """The content words that stand in the units and their headings."""
        return self._places["text"] | self._places["heading"]

    @cached_property
    def words(self) -> float:
        """0-1: the share of those and of what stands in the sentences before; 1 for a sentence of figures alone."""
        return 1.0 if self.is_verbatim else _share(self._wanted, self.said | self._places["lead"])

    @property
    def carries(self) -> bool:
        """Whether the words, and where they are few the meaning, are those of the units."""
        if self.is_verbatim:
            return True
        has_figures = self._has_figures
        of_its_own = [word for word in self._wanted if word not in self._places["heading"]]
        beside = _share(of_its_own, self._places["text"] | self._places["lead"])
        if beside < ENOUGH_OF_ITS_OWN and not has_figures:
            return False
        # Fewer words are found in another language, though the lexicon knows many.
        is_translated = all(unit.passage.language != self.sources.language for unit in self.units)
        needed = WORDS_BESIDE_FIGURES if has_figures else TRANSLATED_WORDS if is_translated else ENOUGH_WORDS
        return self.words >= needed or (self.words >= FEWER_WORDS and self._closeness >= ENOUGH_MEANING)

    @property
    def _has_figures(self) -> bool:
        """Numbers, dates or codes, all of which stand in the units, one of them not in a heading alone."""
        here = [unit.figures - unit.headed for unit in self.units]
        return not self.missing and any(atom.keys & figures for atom in self._atoms for figures in here)

    @property
    def _closeness(self) -> float:
        """The cosine of the sentence and the nearest unit."""
        one, *others = vectors((self.text, *(unit.text for unit in self.units)))
        return float(max((one @ other for other in others), default=0.0))

    @property
    def _atoms(self) -> tuple[Atom, ...]:
        return atoms.of_claim(self.text, self.sources.language)

    @property
    def _wanted(self) -> list[str]:
        return [concept.word for concept in _matcher(self.text).concepts]

    @cached_property
    def _places(self) -> Mapping[str, frozenset[str]]:
        """What of each unit is read -> its content words that stand there."""
        matcher = _matcher(self.text)
        return {
            part: frozenset[str]().union(*(_said(matcher, unit, getattr(unit, part)) for unit in self.units))
            for part in ("text", "heading", "lead")
        }

    def _has(self, atom: Atom) -> bool:
        if atom.kind != "name":
            return any(has_figure(atom, unit) for unit in self.units)
        word, matcher = fold(atom.text), _matcher(atom.text)
        if "perhaps" in atom.keys and word not in self.sources.names:
            return True
        if any(word in unit.said for unit in self.units) or not matcher.concepts:
            return True
        return any(_said(matcher, unit, f"{unit.text} {unit.heading}") for unit in self.units)


def has_figure(atom: Atom, unit: Unit) -> bool:
    """Whether the unit has it: "3 days" where 3 has no unit, but not beside other days ("Group 3: 30 days")."""
    found = atom.keys & unit.keys
    if not found or not all(key.endswith(" ?") for key in found):
        return bool(found)
    measures = {key.partition(" ")[2] for key in atom.keys}
    return not any(key.partition(" ")[2] in measures - {"?", ""} for key in unit.figures)


def _share(wanted: Sequence[str], said: Set[str]) -> float:
    return sum(word in said for word in wanted) / len(wanted) if wanted else 1.0


@lru_cache(maxsize=8192)
def _in_order(text: str) -> str:
    return " ".join(map(fold, words(text)))


@lru_cache(maxsize=2048)
def _matcher(text: str) -> Matcher:
    """Of its content words; figures are looked at one by one."""
    return Matcher(tuple(concept for concept in analyse(text) if not any(map(str.isdigit, concept.word))))


def _said(matcher: Matcher, unit: Unit, text: str) -> set[str]:
    found = matcher.weights(text, unit.passage.language)
    return {matcher.concepts[index].word for index, weight in found.items() if weight >= TRANSLATION / 2}


def repaired(found: Support) -> tuple[Unit, ...]:
    """The units to cite instead; empty where none carry it.

    A figure belongs to the words that it is said with: another unit must have every word that the cited ones have, or
    add words of the sentence that they lack. And it must be as valid as they are.
    """
    others = [unit for unit in found.sources.all if unit not in found.units and _is_as_valid(unit, found.units)]
    alone = [one for one in map(found.by, others) if one.is_verbatim or one.words >= MIN_SHARED_WORDS]
    alone.sort(key=lambda one: (-one.is_verbatim, -one.words))
    for one in alone:
        if one.is_verbatim or (not one.missing and one.said and found.said <= one.said and one.carries):
            return one.units
    # Where nothing is cited, the best unit, and one that adds what it lacks.
    first, *rest = (found, *alone) if found.units else alone or [found]
    for one in rest:
        both = found.by(*first.units, *one.units)
        is_more = both.words > first.words or not found.units
        if not both.missing and is_more and _adds(one, first) and both.carries:
            return both.units
    return ()


def _is_as_valid(unit: Unit, cited: Collection[Unit]) -> bool:
    valid = {(one.passage.academic_year, one.passage.in_force) for one in cited}
    return not cited or (unit.passage.academic_year, unit.passage.in_force) in valid


def _adds(alone: Support, found: Support) -> bool:
    """Whether it says more than the one thing that is missing: a name or a figure alone is found in any list."""
    missing = {fold(atom.text) for atom in found.missing}
    kinds = {atom.kind for atom in found.missing if atom not in alone.missing}
    if "name" in {atom.kind for atom in found.missing}:
        return len(kinds) > 1
    return bool(alone.said - found.said - missing) or len(kinds) > 1
