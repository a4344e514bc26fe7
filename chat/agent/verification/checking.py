"""One sentence against what it cites."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chat.agent.state import FaultKind
from chat.agent.understanding.wordings import any_of
from chat.agent.verification import atoms
from chat.agent.verification.claims import Claim
from chat.agent.verification.figures import Atom
from chat.agent.verification.quotes import Placed
from chat.agent.verification.repair import repaired
from chat.agent.verification.sources import Sources, Unit
from chat.agent.verification.support import Support, carries, support
from knowledge.text.terms import fold

# An answer may say that its sources say nothing; on folded text.
_NONE, _NO, _SOURCE = (any_of("says_nothing", key) for key in ("none", "no", "source"))
_SAYS_NOTHING = re.compile(
    rf"\b(?:{_NO}|{_NONE})\b.{{0,60}}\b(?:{_SOURCE}|{any_of('says_nothing', 'part')})\b"
    rf"|\b{_SOURCE}\b.{{0,40}}\b{_NO}\b"
)


@dataclass(frozen=True)
class Checked:
    claim: Claim
    kind: FaultKind | None = None
    """None where it stands"""
    detail: str = ""
    units: tuple[Unit, ...] = ()
    """to be cited instead; of a fault that cannot be repaired empty"""
    nearest: tuple[Unit, ...] = ()
    """what it cites, and what might be quoted in its stead"""


def check(claim: Claim, pool: Mapping[int, Placed], sources: Sources, language: str) -> Checked:
    if claim.kind == "introduction":
        return _introduction(claim, sources, language)
    cited = _units(claim.numbers or claim.inherited, pool, sources)
    found = support(claim.text, cited, sources, language)
    missing = () if found.verbatim else _missing(claim, found, pool, sources, language)
    absent = [number for number in claim.numbers if number not in pool]
    if cited and not missing and carries(claim.text, cited, found, language):
        if claim.numbers and not absent:
            return Checked(claim)
        detail = f"[{absent[0]}] names no source" if absent else "cited by the next sentence only"
        return Checked(claim, "citation", detail, cited[:1], cited)
    if not cited and _SAYS_NOTHING.search(fold(claim.text)):
        return Checked(claim)
    units = repaired(claim.text, cited, found, sources, language)
    kind, detail = _fault(missing, cited, found, absent)
    return Checked(claim, kind, detail, units, cited)


def _fault(
    missing: Sequence[Atom], cited: Sequence[Unit], found: Support, absent: Sequence[int]
) -> tuple[FaultKind, str]:
    if not cited:
        return "citation", f"[{absent[0]}] names no source" if absent else "no citation"
    if missing:
        said = ", ".join(dict.fromkeys(atom.text for atom in missing))
        return missing[0].kind, f"not in what is cited: {said}"
    return "unsupported", f"{found.words:.0%} of its words are in what is cited"


def _introduction(claim: Claim, sources: Sources, language: str) -> Checked:
    """It needs no citation, but no figure of its own either."""
    known = frozenset[str]().union(*(unit.keys for unit in sources.all))
    figures = [atom for atom in atoms.of_claim(claim.text, language) if atom.kind in ("date", "code")]
    missing = [atom.text for atom in figures if not atom.keys & known]
    return Checked(claim, "number", f"in no source: {', '.join(missing)}") if missing else Checked(claim)


def _units(numbers: Sequence[int], pool: Mapping[int, Placed], sources: Sources) -> tuple[Unit, ...]:
    """What is quoted, as units of the section; the quotation itself where it is more or less than that."""
    found: list[Unit] = []
    for number in numbers:
        if number in pool:
            one = pool[number]
            inside = sources.around(one.passage, one.start, one.end)
            lead = inside[0].lead if inside else ""
            found.append(Unit(one.passage, one.start, one.end, lead))
            found += [unit for unit in inside if (unit.start, unit.end) != (one.start, one.end)]
    return tuple(dict.fromkeys(found))


def _missing(
    claim: Claim, found: Support, pool: Mapping[int, Placed], sources: Sources, language: str
) -> tuple[Atom, ...]:
    """What the citations of the whole sentence lack, and what each part's own lack where it has another part's."""
    if found.missing or len([segment for segment in claim.segments if segment.numbers]) < 2:
        return found.missing
    missing: list[Atom] = []
    for segment in claim.segments:
        units = _units(segment.numbers, pool, sources)
        if units:
            missing += support(segment.text, units, sources, language).missing
    return tuple(missing)
