"""What the nodes of the graph hand on: each returns the part of it that it found out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from chat.agent.answers.changes import Compared
from chat.agent.answers.passages import Quote
from chat.agent.events import Answer, Citation, Question, Status
from chat.agent.retrieval.sides import Side
from chat.agent.understanding.about_answer import About
from chat.agent.understanding.asked_for import Whole
from chat.agent.understanding.entities import Entities
from knowledge.retrieval.config import Passage

Intent = Literal["search", "summary", "comparison", "itinerary", "general"]
Subject = Literal["course", "professor", "procedure", "recommendation", "sensitive", ""]
Verdict = Literal["good", "weak", "ambiguous", "conflict", "nothing", "general"]
Outcome = Literal["validated", "regenerated", "max_attempts_reached"]


@dataclass(frozen=True)
class Classification:
    intent: Intent
    language: str
    reason: str
    confidence: float
    """0-1"""
    subject: Subject = ""
    entities: Entities = field(default_factory=Entities)
    topic: str = ""
    """of a general message: greeting, thanks, farewell, identity, repeat; of one that a model read also remark"""
    standalone: str = ""
    """the question as it reads without the conversation before it; empty where it is the question itself"""
    about: About = ""
    """what is asked of the answer before; then the question is the one that it answered, again"""
    risk: str = ""
    """the rule by which a model says it must be refused; the rules themselves are asked too"""


@dataclass(frozen=True)
class Asked:
    """One of the questions of a message."""

    text: str
    """as it goes on from those before it"""
    said: str
    """by itself, for whoever reads the answer"""


@dataclass(frozen=True)
class PolicyDecision:
    allowed: bool
    rule: str = ""
    """which rule refused: records, personal_data, misconduct, advice, out_of_scope"""
    reason: str = ""
    certain: bool = True
    """False of a refusal that gives way where the documents answer the question"""
    needed_confidence: float = 0.0
    """0-1: how sure that answer must be, where it is more than the assistant's threshold"""
    need: str = ""
    """what somebody may need a person for: emergency, distress, harassment; then nothing is refused"""
    card: str = ""
    """likewise, of a question about a service for such people: that card follows the answer"""


@dataclass(frozen=True)
class Assessment:
    verdict: Verdict
    confidence: float
    """0-1: how surely the evidence answers; of a comparison, its least certain side, or its most certain one where each
    side has documents of its own"""
    reason: str
    missing: Literal["course", "academic_year", "topic", ""] = ""
    """what would have to be known to answer: asked for where the verdict is ambiguous or conflict"""
    choices: tuple[str, ...] = ()
    """the values of it that the evidence has"""
    unsaid: tuple[str, ...] = ()
    """names of the question that no passage says: what was found may be of something else"""


@dataclass(frozen=True)
class Rewriting:
    query: str
    """at most 15 words"""
    keywords: tuple[str, ...]
    reason: str


FaultKind = Literal["number", "date", "name", "code", "quote", "citation", "unsupported"]
Action = Literal["repaired", "dropped", "flagged"]


@dataclass(frozen=True)
class Finding:
    """What was wrong with a sentence of a draft, and what was done about it before anybody saw it."""

    sentence: str
    kind: FaultKind
    detail: str
    action: Action


@dataclass(frozen=True)
class Draft:
    text: str
    citations: tuple[Citation, ...]
    findings: tuple[Finding, ...] = ()
    own: tuple[str, ...] = ()
    """lines of the text that are our own words and need no citation; of a model's draft none"""
    details: Mapping[str, Any] = field(default_factory=dict)
    """what an extension keeps of it"""


@dataclass(frozen=True)
class Critique:
    scores: Mapping[str, float]
    """0-1 for each of coherence, alignment, hallucination (1 = none), completeness, citations"""
    total: float
    """weighted, 0-1"""
    regenerate: bool
    issues: tuple[str, ...] = ()
    """what the next attempt is told"""
    reasons: Mapping[str, str] = field(default_factory=dict)
    by: str = "embedded"
    """the name under which the rule-based critic is stored, or the model that judged"""


@dataclass(frozen=True)
class Attempt:
    draft: Draft
    critique: Critique


class AgentState(TypedDict, total=False):
    question: Question
    classification: Classification
    asked: str
    """the question as it reads without the conversation before it: what every later node works on"""
    is_one_of_several: bool
    """of the questions of a message: it is not split again"""
    questions: tuple[Asked, ...]
    """of a message that asks several; empty where it asks one"""
    repairs: Mapping[str, str]
    """misspelt word of the question -> what it was taken for"""
    policy: PolicyDecision
    query: str
    queries: tuple[str, ...]
    """every one that ran last: of a comparison one for each side"""
    sides: tuple[Side, ...]
    """what is compared, each with one of the queries; empty where nothing is"""
    compared: Compared
    """two versions of a document; there only where it is asked what changed from one to the other"""
    threshold: float
    """the confidence that the intent asks of the evidence, 0-1"""
    evidence: tuple[Passage, ...]
    others: tuple[Passage, ...]
    """what was found besides: other versions of the documents, and what ranks lower"""
    planned: Any
    """what an extension makes its answer of; None where it has nothing to make it of"""
    whole: Whole
    """what is asked for as a whole: a list, a procedure; empty where it is one fact"""
    catalogue_field: str
    """what the catalogue answers with; empty for nothing"""
    ranked: tuple[Quote, ...]
    """what can be quoted of the evidence, that which answers best first"""
    assessment: Assessment
    rewriting: Rewriting
    """there from the one time on that the query was rewritten"""
    carried_course: str
    """taken over from the conversation where several courses answer, or none; empty where that names none or several"""
    status: Status
    draft: Draft
    attempts: tuple[Attempt, ...]
    """drafts that were criticised, oldest first"""
    outcome: Outcome
    choices: tuple[str, ...]
    """of a clarifying question"""
    degraded: tuple[str, ...]
    """roles whose model gave nothing to use, and whose part was done without it"""
    answer: Answer
