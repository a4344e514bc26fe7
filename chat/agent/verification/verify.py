"""Before anybody reads a draft: what its sources do not carry is repaired, dropped or flagged; the rest is numbered
anew."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from chat.agent.answers.citations import cite, shown
from chat.agent.answers.passages import Quote
from chat.agent.events import Citation
from chat.agent.phrases import UNCONFIRMED, say
from chat.agent.state import Action, Draft, Finding
from chat.agent.verification.checking import Checked, check
from chat.agent.verification.claims import MARK, claims, numbers_in
from chat.agent.verification.quotes import Placed, placed
from chat.agent.verification.sources import Sources, Unit
from knowledge.retrieval.config import Passage

_MARKS = re.compile(rf"(?<!\s)\s*+{MARK.pattern}")
# Numbers of citations that are added, while the text is edited: beyond those of any draft.
NEW = 500
# Wrong in its figures, a sentence may be said by the quotation instead.
FIGURES = ("number", "date", "name", "code")


class Numbers:
    """Every citation by the number that stands in the text while it is edited."""

    def __init__(self, pool: Mapping[int, Placed], language: str) -> None:
        self.citations = {number: one.citation for number, one in pool.items()}
        self._places = {(one.passage.section_id, one.start, one.end): number for number, one in pool.items()}
        self._language = language

    def of(self, unit: Unit) -> int:
        if unit.place not in self._places:
            number = NEW + len(self._places)
            self._places[unit.place] = number
            self.citations[number] = cite(number, Quote(unit.passage, unit.start, unit.end, 0.0), self._language)
        return self._places[unit.place]

    def marks(self, units: Iterable[Unit]) -> str:
        return " ".join(f"[{number}]" for number in dict.fromkeys(map(self.of, units)))


Edit = tuple[Checked, Action, str]
"""what stands there instead; empty where it is dropped"""


def verified(draft: Draft, evidence: Sequence[Passage], language: str) -> Draft:
    """The draft with nothing in it that the evidence does not carry, or with a mark where it is all there is.

    A draft without faults comes out as it went in. One of quotations needs none of this: nothing in it is said in other
    words.
    """
    sources = Sources(tuple(evidence))
    pool = {citation.number: found for citation in draft.citations if (found := placed(citation, evidence))}
    lost = [_lost(citation) for citation in draft.citations if citation.number not in pool]
    checkable = [claim for claim in claims(draft.text) if claim.kind != "heading"]
    checked = [check(claim, pool, sources, language) for claim in checkable]
    return _edited(draft, checked, pool, lost, language)


def _lost(citation: Citation) -> Finding:
    return Finding(citation.quote, "quote", f"[{citation.number}] is in no passage that was retrieved", "dropped")


def _edited(
    draft: Draft, checked: Sequence[Checked], pool: Mapping[int, Placed], lost: Sequence[Finding], language: str
) -> Draft:
    faults = [one for one in checked if one.kind]
    if not faults and not lost:
        citations = tuple(pool[citation.number].citation for citation in draft.citations)
        return draft if citations == draft.citations else replace(draft, citations=citations)
    numbers = Numbers(pool, language)
    stands = any(one.claim.kind == "claim" and (not one.kind or one.units) for one in checked)
    edits = [_edit(one, draft.text, stands, numbers, language) for one in faults]
    findings = [Finding(one.claim.text, one.kind or "unsupported", one.detail, action) for one, action, _text in edits]
    text = _tidy(_applied(draft.text, edits))
    return _numbered(replace(draft, text=text, findings=(*lost, *findings)), numbers.citations)


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
    if bare.rstrip().endswith("|"):
        return f"{bare.rstrip()[:-1].rstrip()} {marks} |"
    return f"{bare} {marks}"


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
