"""What has to be done: the steps in order, and who, when and where as the same document says it."""

import re
from collections.abc import Sequence

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.coverage import Asked
from chat.agent.answers.formats.lists import asks_for_steps, is_ordered, list_of
from chat.agent.answers.sectioning import items, prose, rows
from chat.agent.answers.sentences import Candidate
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

# Folded headings of what belongs to a procedure: who, when, with which documents, at what cost, where.
_ASPECTS = tuple(
    re.compile(cue)
    for cue in (
        r"\bquen\b|\bquien|\bwho\b|requisit|requirement|before you|antes de",
        r"prazo|plazo|deadline|calendar|when|cando|cuando|datas|fechas",
        r"document|papel|paper",
        r"\bonde\b|donde|where|contact|dubidas|dudas",
    )
)
_STEPS = re.compile(r"\bpasos?\b|\bsteps?\b|como se|procedement|procedimient|procedure|tramit|fase|how to")
HEADING = re.compile("|".join(pattern.pattern for pattern in (_STEPS, *_ASPECTS)))
MOST_ASPECTS = 3
LONGEST = 40
"""words of what is quoted of an aspect"""


def procedure(
    asked: Asked, candidates: Sequence[Candidate], evidence: Sequence[Passage], language: str
) -> Draft | None:
    """None where no list of steps was found."""
    steps = _steps(candidates, evidence) if asks_for_steps(asked.text) else ()
    if not steps:
        return None
    passage = steps[0].passage
    drafting = Drafting(language)
    said = [escape(wording.steps_of(passage.title, language)), drafting.listed(steps)]
    aspects = [one for cue in _ASPECTS if (one := _aspect(cue, passage, evidence))]
    said += [
        "\n".join(f"- **{escape(one.passage.section)}**: {drafting.quoted(one)}" for one in aspects[:MOST_ASPECTS])
    ]
    said += [wording.page_of(passage.url, language)] if passage.url else []
    return drafting.draft([part for part in said if part])


def _steps(candidates: Sequence[Candidate], evidence: Sequence[Passage]) -> tuple[Candidate, ...]:
    """The numbered list of the document that the best sentence is of: under a heading of steps, else the best one."""
    document = candidates[0].passage.document_id
    of_document = [passage for passage in evidence if passage.document_id == document]
    of_document.sort(key=lambda passage: not _STEPS.search(fold(passage.section)))
    lists = (list_of(one) for passage in of_document for one in items(passage)[:1])
    return next((found for found in lists if is_ordered(found)), ())


def _aspect(cue: re.Pattern[str], steps: Passage, evidence: Sequence[Passage]) -> Candidate | None:
    """The first short sentence of a section of the same document with such a heading."""
    for passage in evidence:
        other = passage.document_id == steps.document_id and passage.section_id != steps.section_id
        if other and cue.search(fold(passage.section)) and not rows(passage):
            return next((one for one in prose(passage) if len(one.text.split()) <= LONGEST), None)
    return None
