"""An answer judged without a model, by local measures; what they were fitted on is in docs/critic.md."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from chat.agent.answers.passages import Quote
from chat.agent.state import Critique, Draft
from chat.agent.verification.claims import Claim, claims, plain
from chat.agent.verification.sources import Sources, Unit
from chat.agent.verification.support import Support
from knowledge.embedding.remembered import query_vector, vectors
from knowledge.retrieval.config import Passage
from knowledge.text.language import identify
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import folded_words

WEIGHTS = {"coherence": 0.20, "alignment": 0.30, "hallucination": 0.25, "completeness": 0.15, "citations": 0.10}
TOTAL_THRESHOLD, HALLUCINATION_THRESHOLD, ALIGNMENT_THRESHOLD = 0.65, 0.70, 0.60
# Cosines of a question with unrelated and with well related text, by the local embedding model.
UNRELATED, RELATED = 0.76, 0.88
# How much of the alignment is with the question; wishes for a trip are spread over many items, and some are its form's.
QUESTION_SHARE, WISHES_SHARE = 0.65, 0.5
TRUNCATED, OTHER_LANGUAGE = 0.3, 0.5
SAID_TWICE = 0.9
MIN_IDENTIFIED_WORDS = 8
"""words: of a shorter one the language is not told"""
READ = 400
"""characters of the answer whose meaning is compared with the question's"""


@dataclass(frozen=True)
class Brief:
    """What was asked for."""

    question: str
    language: str
    ranked: tuple[Quote, ...] = ()
    """what can be quoted of the evidence, with how surely it answers"""
    sides: tuple[str, ...] = ()
    """names of what is compared"""
    days: int = 0
    """of an itinerary"""


@dataclass(frozen=True)
class Reading:
    """A draft with its claims, and each claim with what it cites."""

    draft: Draft
    claims: tuple[Claim, ...]
    cited: tuple[tuple[Unit, ...], ...]
    sources: Sources

    @property
    def text(self) -> str:
        return " ".join(claim.text for claim in self.claims)


Score = tuple[float, str]
"""0-1, and the reason"""


def criticise(brief: Brief, draft: Draft, evidence: Sequence[Passage]) -> Critique:
    """Of a draft that was verified: what verification found counts against it."""
    reading = _read(draft, evidence, brief.language)
    judged: dict[str, Score] = {
        "coherence": _coherence(reading, brief),
        "alignment": _alignment(reading, brief),
        "hallucination": _hallucination(reading),
        "completeness": _completeness(reading, brief),
        "citations": _citations(reading),
    }
    issues = [f"“{finding.sentence}”: {finding.detail} ({finding.action})" for finding in draft.findings]
    scores = {name: score for name, (score, _why) in judged.items()}
    return decided(scores, {name: why for name, (_score, why) in judged.items()}, issues)


def decided(
    scores: Mapping[str, float], reasons: Mapping[str, str], issues: Sequence[str] = (), by: str = "embedded"
) -> Critique:
    """The critique that the scores make; a criterion below what is asked of it is an issue for the next attempt."""
    total = sum(weight * scores[name] for name, weight in WEIGHTS.items())
    below = {
        "hallucination": scores["hallucination"] < HALLUCINATION_THRESHOLD,
        "alignment": scores["alignment"] < ALIGNMENT_THRESHOLD,
    }
    regenerate = total < TOTAL_THRESHOLD or any(below.values())
    poor = [name for name in WEIGHTS if below.get(name) or (regenerate and scores[name] < TOTAL_THRESHOLD)]
    said = tuple(dict.fromkeys((*issues, *(f"{name}: {reasons[name]}" for name in poor))))
    rounded = {name: round(scores[name], 4) for name in WEIGHTS}
    return Critique(rounded, round(total, 4), regenerate, said, reasons, by)


def merged(by_model: Critique, local: Critique) -> Critique:
    """The model's judgement, but no better than what was found in figures, names and citations by looking them up."""
    scores = dict(by_model.scores)
    reasons = dict(by_model.reasons)
    for name in ("hallucination", "citations"):
        if local.scores[name] < scores[name]:
            scores[name], reasons[name] = local.scores[name], local.reasons[name]
    found = decided(scores, reasons, (*by_model.issues, *local.issues), by_model.by)
    return replace(found, regenerate=found.regenerate or by_model.regenerate)


def _read(draft: Draft, evidence: Sequence[Passage], language: str) -> Reading:
    sources = Sources(tuple(evidence), language, draft.citations)
    # Our own words are no claims, and no line of quotations goes on in the next.
    quoted = "\n\n".join(line for line in draft.text.splitlines() if line not in draft.own)
    said = tuple(claim for claim in claims(quoted if draft.own else draft.text) if claim.kind == "claim")
    numbers = [[one for one in claim.numbers or claim.inherited if one in sources.cited] for claim in said]
    return Reading(draft, said, tuple(tuple(sources.cited[one][1] for one in found) for found in numbers), sources)


def _coherence(reading: Reading, brief: Brief) -> Score:
    if repeated := _repeated([claim.text for claim in reading.claims]):
        return max(0.0, 1 - repeated / len(reading.claims)), f"{repeated} sentences are said twice"
    if reading.draft.own or not reading.claims:
        return 1.0 if reading.claims else 0.0, "quotations" if reading.claims else "nothing is said"
    text = reading.text
    if len(text.split()) >= MIN_IDENTIFIED_WORDS and identify(text, default=brief.language) != brief.language:
        return 1 - OTHER_LANGUAGE, f"not in the language asked for ({brief.language})"
    last = reading.draft.text.rstrip()[reading.claims[-1].start :]
    if not plain(last).rstrip("*_ )").endswith((".", "!", "?", ":", ";", "…", "|")) and "|" not in last:
        return 1 - TRUNCATED, "it breaks off in a sentence"
    return 1.0, "whole sentences, none twice"


def _repeated(texts: Sequence[str]) -> int:
    said = [folded_words(text) for text in texts]
    pairs = ((one, other) for one, other in combinations(said, 2) if min(len(one), len(other)) > 4)
    return sum(1 for one, other in pairs if len(one & other) >= SAID_TWICE * max(len(one), len(other)))


def _alignment(reading: Reading, brief: Brief) -> Score:
    """With the question, and with the context."""
    covered = _near(brief.question, reading.text[:READ])
    carried = [
        Support(claim.text, units, reading.sources).words if units else 0.0
        for claim, units in zip(reading.claims, reading.cited, strict=True)
    ]
    context = sum(carried) / len(carried) if carried else 0.0
    share = WISHES_SHARE if brief.days else QUESTION_SHARE
    score = share * covered + (1 - share) * context
    return score, f"{covered:.2f} with the question, {context:.2f} with what it cites"


def _near(question: str, text: str) -> float:
    if not text:
        return 0.0
    cosine = float(query_vector(question) @ vectors((text,))[0])
    return min(1.0, max(0.0, (cosine - UNRELATED) / (RELATED - UNRELATED)))


def _answered(reading: Reading, brief: Brief) -> float:
    """How surely the best of what is cited answers; without a reading, how near the answer is to the question."""
    cited = {unit for units in reading.cited for unit in units}
    scores = [quote.score for quote in brief.ranked if any(map(quote.overlaps, cited))]
    return max(scores, default=0.0) if brief.ranked else _near(brief.question, reading.text[:READ])


def _hallucination(reading: Reading) -> Score:
    """1 for none. A sentence that was withdrawn counts half of one that is still there."""
    shown = plain(reading.draft.text)
    flagged = sum(1 for finding in reading.draft.findings if finding.action == "flagged")
    doubtful = [finding for finding in reading.draft.findings if finding.kind not in ("quote", "citation")]
    withdrawn = sum(1 for finding in doubtful if finding.action != "flagged" and finding.sentence not in shown)
    good = max(0, len(reading.claims) - flagged)
    if not (good or flagged or withdrawn):
        return 0.0, "nothing is said"
    score = good / (good + flagged + withdrawn / 2)
    return score, f"{good} sentences carried, {flagged} not, {withdrawn} withdrawn"


def _completeness(reading: Reading, brief: Brief) -> Score:
    covered = _answered(reading, brief)
    reason = f"what it cites answers with a probability of {covered:.0%}"
    headings = " ".join(unit.heading for units in reading.cited for unit in units)
    said = folded_words(f"{reading.draft.text} {headings}")
    if missing := [side for side in brief.sides if (folded_words(side) - STOPWORDS).isdisjoint(said)]:
        return covered * (1 - len(missing) / len(brief.sides)), f"nothing on {', '.join(missing)}"
    # A day is a heading, or of a very long trip an item of a numbered list.
    days = len(re.findall(r"^(?:###.*\d|\d+\. )", reading.draft.text, re.MULTILINE))
    if brief.days and days < brief.days:
        return covered * days / brief.days, f"{days} of {brief.days} days"
    return covered, reason


def _citations(reading: Reading) -> Score:
    lost = sum(1 for finding in reading.draft.findings if finding.kind in ("quote", "citation"))
    cited = sum(map(bool, reading.cited))
    every = len(reading.claims) + lost
    return (cited / every if every else 0.0), f"{cited} of {every} statements cite what stands in the sources"
