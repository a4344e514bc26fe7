"""Which other unit of the sources carries a sentence that its citations do not."""

from collections.abc import Sequence

from chat.agent.verification.sources import Sources, Unit
from chat.agent.verification.support import Support, carries, support
from knowledge.text.terms import fold

# A unit must have this share of the sentence's words before it is looked at more closely.
MIN_SHARED_WORDS = 0.15


def repaired(text: str, cited: Sequence[Unit], found: Support, sources: Sources, language: str) -> tuple[Unit, ...]:
    """The units to cite instead; empty where none carry it.

    A figure belongs to the words that it is said with: another unit must have every word that the cited ones have, or
    add words of the sentence that they lack. And it must be as valid as they are.
    """
    others = [unit for unit in sources.all if unit not in cited and _as_valid(unit, cited)]
    judged = [(unit, support(text, [unit], sources, language)) for unit in others]
    judged = [(unit, alone) for unit, alone in judged if alone.verbatim or alone.words >= MIN_SHARED_WORDS]
    judged.sort(key=lambda pair: (-pair[1].verbatim, -pair[1].words))
    for unit, alone in judged:
        if alone.verbatim or (
            alone.is_exact and alone.said and found.said <= alone.said and carries(text, [unit], alone, language)
        ):
            return (unit,)
    if not cited:
        return _together(text, judged, sources, language)
    for unit, alone in judged:
        both = support(text, [*cited, unit], sources, language)
        if (
            both.is_exact
            and both.words > found.words
            and _adds(alone, found)
            and carries(text, [*cited, unit], both, language)
        ):
            return (*cited, unit)
    return ()


def _as_valid(unit: Unit, cited: Sequence[Unit]) -> bool:
    mine = (unit.passage.academic_year, unit.passage.in_force)
    return not cited or any(mine == (one.passage.academic_year, one.passage.in_force) for one in cited)


def _adds(alone: Support, found: Support) -> bool:
    """Whether it says more than the one thing that is missing: a name or a figure alone is found in any list."""
    missing = {fold(atom.text) for atom in found.missing}
    kinds = {atom.kind for atom in found.missing if atom not in alone.missing}
    if "name" in {atom.kind for atom in found.missing}:
        return len(kinds) > 1
    return bool(alone.said - found.said - missing) or len(kinds) > 1


def _together(text: str, judged: Sequence[tuple[Unit, Support]], sources: Sources, language: str) -> tuple[Unit, ...]:
    """The best unit and one that adds what it lacks."""
    for first, alone in judged[:1]:
        for unit, other in judged[1:]:
            both = support(text, [first, unit], sources, language)
            if both.is_exact and _adds(other, alone) and carries(text, [first, unit], both, language):
                return (first, unit)
    return ()
