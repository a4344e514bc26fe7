"""Before anybody reads a draft: each sentence is looked up in what it cites. What its sources do not carry is repaired,
dropped or flagged; the rest is numbered anew."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from chat.agent.answers.citations import cite, shown
from chat.agent.events import Citation
from chat.agent.phrases import UNCONFIRMED, say
from chat.agent.state import Action, Draft, FaultKind, Finding
from chat.agent.understanding.wordings import any_of
from chat.agent.verification import atoms
from chat.agent.verification.claims import MARK, Claim, claims, numbers_in
from chat.agent.verification.figures import Atom
from chat.agent.verification.sources import Sources, Unit
from chat.agent.verification.support import Support, repaired
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

_MARKS = re.compile(rf"(?<!\s)\s*+{MARK.pattern}")
# Numbers of citations that are added, while the text is edited: beyond those of any draft.
NEW = 500
# Wrong in its figures, a sentence may be said by the quotation instead.
FIGURES = ("number", "date", "name", "code")
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


Edit = tuple[Checked, Action, str]
"""what stands there instead; empty where it is dropped"""


class Numbers:
    """Every citation by the number that stands in the text while it is edited."""

    def __init__(self, sources: Sources) -> None:
        self.citations = {number: citation for number, (citation, _unit) in sources.cited.items()}
        self._of = {unit: number for number, (_citation, unit) in sources.cited.items()}
        self._language = sources.language

    def marks(self, units: Iterable[Unit]) -> str:
        for unit in units:
            number = self._of.setdefault(unit, NEW + len(self._of))
            if number not in self.citations:
                self.citations[number] = cite(number, unit, self._language)
        return " ".join(f"[{self._of[unit]}]" for unit in dict.fromkeys(units))


def verified(draft: Draft, evidence: Sequence[Passage], language: str) -> Draft:
    """The draft with nothing in it that the evidence does not carry, or with a mark where it is all there is.

    A draft without faults comes out as it went in. One of quotations needs none of this: nothing in it is said in other
    words.
    """
    sources = Sources(tuple(evidence), language, draft.citations)
    lost = [
        Finding(one.quote, "quote", f"[{one.number}] is in no passage that was retrieved", "dropped")
        for one in draft.citations
        if one.number not in sources.cited
    ]
    checked = [check(claim, sources) for claim in claims(draft.text) if claim.kind != "heading"]
    if not lost and not any(one.kind for one in checked):
        citations = tuple(sources.cited[one.number][0] for one in draft.citations)
        return draft if citations == draft.citations else replace(draft, citations=citations)
    numbers = Numbers(sources)
    stands = any(one.claim.kind == "claim" and (not one.kind or one.units) for one in checked)
    edits = [_edit(one, draft.text, stands, numbers, language) for one in checked if one.kind]
    findings = [Finding(one.claim.text, one.kind or "unsupported", one.detail, action) for one, action, _text in edits]
    text = _tidy(_applied(draft.text, edits))
    return _numbered(replace(draft, text=text, findings=(*lost, *findings)), numbers.citations)


def check(claim: Claim, sources: Sources) -> Checked:
    """One sentence against what it cites."""
    if claim.kind == "introduction":
        return _introduction(claim, sources)
    found = Support(claim.text, sources.units(claim.numbers or claim.inherited), sources)
    cited, missing = found.units, _missing(claim, found)
    absent = [f"[{number}] names no source" for number in claim.numbers if number not in sources.cited]
    if cited and not missing and found.carries:
        if claim.numbers and not absent:
            return Checked(claim)
        detail = [*absent, "cited by the next sentence only"][0]
        return Checked(claim, "citation", detail, cited[:1], cited)
    if not cited and _SAYS_NOTHING.search(fold(claim.text)):
        return Checked(claim)
    kind: FaultKind = missing[0].kind if missing else "unsupported"
    detail = f"{found.words:.0%} of its words are in what is cited"
    if not cited:
        kind, detail = "citation", [*absent, "no citation"][0]
    elif missing:
        detail = f"not in what is cited: {', '.join(dict.fromkeys(atom.text for atom in missing))}"
    return Checked(claim, kind, detail, repaired(found), cited)


def _introduction(claim: Claim, sources: Sources) -> Checked:
    """It needs no citation, but no figure of its own either."""
    known = frozenset[str]().union(*(unit.keys for unit in sources.all))
    figures = [atom for atom in atoms.of_claim(claim.text, sources.language) if atom.kind in ("date", "code")]
    missing = [atom.text for atom in figures if not atom.keys & known]
    return Checked(claim, "number", f"in no source: {', '.join(missing)}") if missing else Checked(claim)


def _missing(claim: Claim, found: Support) -> Sequence[Atom]:
    """What the citations of the whole sentence lack, and what each part's own lack where it has another part's."""
    parts = [(one.text, found.sources.units(one.numbers)) for one in claim.segments if one.numbers]
    if found.is_verbatim or found.missing or len(parts) < 2:
        return found.missing
    return [atom for text, units in parts if units for atom in Support(text, units, found.sources).missing]


def _edit(fault: Checked, text: str, stands: bool, numbers: Numbers, language: str) -> Edit:
    said = text[fault.claim.start : fault.claim.end]
    if fault.units:
        return fault, "repaired", _cited(said, numbers.marks(fault.units))
    if stands:
        return fault, "dropped", ""
    if fault.kind in FIGURES and fault.nearest:
        unit = fault.nearest[0]
        return fault, "repaired", f"{shown(unit.text, unit.passage.section)} {numbers.marks([unit])}"
    return fault, "flagged", f"{said} *({say(UNCONFIRMED, language)})*"


def _cited(said: str, marks: str) -> str:
    bare = _MARKS.sub("", said)
    is_row = bare.rstrip().endswith("|")
    return f"{bare.rstrip()[:-1].rstrip()} {marks} |" if is_row else f"{bare} {marks}"


def _applied(text: str, edits: Sequence[Edit]) -> str:
    for fault, _action, instead in sorted(edits, key=lambda edit: -edit[0].claim.start):
        start, end = fault.claim.start, fault.claim.end
        if not instead:
            line_start = text.rfind("\n", 0, start) + 1
            line_end = text.find("\n", end)
            line_end = len(text) if line_end < 0 else line_end
            alone = not re.search(r"[^\W\d_]", text[line_start:start] + text[end:line_end])
            start, end = (line_start, min(line_end + 1, len(text))) if alone else (start, end)
        text = text[:start] + instead + text[end:]
    return text


def _tidy(text: str) -> str:
    """Without headings, introductions and tables that have lost what they stood over."""
    lines = text.splitlines()
    kept: list[str] = []
    for line in reversed(lines):
        below = next((other for other in reversed(kept) if other.strip()), "")
        is_rule = bool(re.fullmatch(r"(?=[\s:|-]*+\Z)[\s:|-]*?---[\s:|-]*+", line.strip()))
        over_nothing = not below or bool(re.match(r"#{1,6}\s", below))
        if over_nothing and (re.match(r"\s*#{1,6}\s", line) or line.rstrip().endswith(":") or is_rule):
            continue
        kept.append(re.sub(r"(?<=\S) {2,}", " ", line.rstrip()))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(reversed(kept))).strip()


def _numbered(draft: Draft, citations: Mapping[int, Citation]) -> Draft:
    """In the order of their first mark; a mark without a citation goes."""
    order: dict[int, int] = {}
    for number in numbers_in(draft.text):
        if number in citations:
            order.setdefault(number, len(order) + 1)

    def renumbered(mark: re.Match[str]) -> str:
        known = [order[number] for number in dict.fromkeys(numbers_in(mark.group())) if number in order]
        return f"[{', '.join(map(str, known))}]" if known else ""

    text = re.sub(r"(?<![ \t])[ \t]++(?=\n|$)", "", MARK.sub(renumbered, draft.text))
    return replace(draft, text=text, citations=tuple(replace(citations[old], number=new) for old, new in order.items()))
