"""How a course is assessed: what counts for how much, which marks are needed, and the second opportunity."""

import re
from collections.abc import Sequence

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.coverage import Asked
from chat.agent.answers.sectioning import prose, rows, titled
from chat.agent.answers.sentences import Candidate
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

HEADING = re.compile(r"avaliacion|evaluacion|assessment|grading|oportunidade?\b|opportunity")
_MINIMUM = re.compile(
    r"\bminim|\bat least|al menos|polo menos|ao menos|\b(?:preciso|necesari|exig|esix|obrigator|needed)"
)
_AGAIN = re.compile(r"segunda|second|xullo|julio|july")
MOST_SENTENCES = 3


def assessment(
    _asked: Asked, _candidates: Sequence[Candidate], evidence: Sequence[Passage], language: str
) -> Draft | None:
    """None where no table of what counts was found."""
    sections = titled(HEADING, evidence)
    table = next((found for section in sections if (found := rows(section))), [])
    if not table:
        return None
    drafting = Drafting(language)
    counts = drafting.listed(table)
    said = [one for section in sections for one in _telling(section)]
    lines = "\n".join(f"- {drafting.quoted(one)}" for one in said[:MOST_SENTENCES])
    intro = escape(wording.assessment_of(table[0].passage.title, language))
    return drafting.draft([part for part in (intro, counts, lines) if part])


def _telling(section: Passage) -> list[Candidate]:
    """What is needed to pass; of the second opportunity its first sentence."""
    sentences = prose(section)
    if _AGAIN.search(fold(section.section)):
        return sentences[:1]
    return [one for one in sentences if _MINIMUM.search(fold(one.text))]
