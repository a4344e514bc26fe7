"""A summary from quotations: three to five key points, of as many documents and sections as there are."""

from collections.abc import Sequence

from chat.agent import wording
from chat.agent.llm.embedded.quoting import Drafting, escape
from chat.agent.llm.embedded.sentences import Candidate, ranked
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage

FEWEST_POINTS, MOST_POINTS = 3, 5
# A point beyond the fewest is made where it is so nearly as good as the best.
NEARLY = 0.6
LONGEST_POINT = 60
"""words"""


def summarise(topic: str, evidence: Sequence[Passage], language: str, collections: tuple[int, ...]) -> Draft:
    points = key_points(ranked(topic, evidence, collections))
    drafting = Drafting(language)
    bullets = "\n".join(f"- {drafting.quoted(point)}" for point in points)
    documents = len({point.passage.document_id for point in points})
    return drafting.draft([escape(wording.summary_of(topic, documents, language)), bullets])


def key_points(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of a document not quoted yet first, then of another section, then any; none says what another said."""
    chosen: list[Candidate] = []
    for is_new in (_new_document, _new_section, _anything):
        for candidate in candidates:
            if len(chosen) == MOST_POINTS:
                return chosen
            if is_new(candidate, chosen) and _is_worth(candidate, candidates[0], chosen):
                chosen.append(candidate)
    return chosen


def _is_worth(candidate: Candidate, best: Candidate, chosen: Sequence[Candidate]) -> bool:
    good = len(chosen) < FEWEST_POINTS or candidate.score >= NEARLY * best.score
    short = not chosen or len(candidate.text.split()) <= LONGEST_POINT
    return good and short and not any(candidate.repeats(other) for other in chosen)


def _new_document(candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    return all(candidate.passage.document_id != other.passage.document_id for other in chosen)


def _new_section(candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    return all(candidate.passage.section_id != other.passage.section_id for other in chosen)


def _anything(_candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    return len(chosen) < FEWEST_POINTS
