"""Answers that have a form of their own: how a course is assessed, its bibliography, whom to write to, what to do."""

import re
from collections.abc import Callable, Sequence

from chat.agent.answers.answer_types import kinds
from chat.agent.answers.coverage import Asked
from chat.agent.answers.formats.assessment import HEADING as ASSESSMENT
from chat.agent.answers.formats.assessment import assessment
from chat.agent.answers.formats.bibliography import HEADING as BIBLIOGRAPHY
from chat.agent.answers.formats.bibliography import bibliography
from chat.agent.answers.formats.contact import contact
from chat.agent.answers.formats.lists import asks_for_steps
from chat.agent.answers.formats.procedure import HEADING as PROCEDURE
from chat.agent.answers.formats.procedure import procedure
from chat.agent.answers.sentences import Candidate
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

Template = Callable[[Asked, Sequence[Candidate], Sequence[Passage], str], Draft | None]

# Only what asks for the whole: one figure of it is answered by a sentence. Folded; the first that fits counts.
_TEMPLATES: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(rf"\b(?:{asked})"), template)
    for asked, template in (
        (
            r"como (?:se |me )?(?:avali|evalu|calific|cualific|puntu)|que c(?:o|ue)nta para (?:a |la )?nota|"
            r"(?:sistema|criterios|metodos?|forma) de (?:avali|evalu)acion|what counts (?:for|towards)|"
            r"how (?:is|are|am|will)\b.*\b(?:assess|grad|mark)ed|assessment (?:system|methods?|criteria)",
            assessment,
        ),
        (
            r"bibliogr|reading list|lecturas recomendadas|(?:libros|books|manua\w+) (?:recom|de texto)|textbooks",
            bibliography,
        ),
        (
            r"contact|(?:falar|hablar|escribir|reunirme|comunicar\w*) (?:a|con)\b|at(?:i?)ende\b|"
            r"(?:reach|write to|talk to|speak to|meet)\b|where and when can i (?:see|find)",
            contact,
        ),
        (r"pasos|steps|step by step|paso a paso|procedement|procedimient|procedures?\b|como |how ", procedure),
    )
)
_HEADINGS: dict[Template, re.Pattern[str]] = {
    assessment: ASSESSMENT,
    bibliography: BIBLIOGRAPHY,
    procedure: PROCEDURE,
}
_CLIMATE = re.compile(r"\bclima|\bweather|\btemperatur")
_ASPECTS = (
    (re.compile(r"\b(?:sistema de )?(?:avalia|evalua|assess|grading)"), ASSESSMENT),
    (re.compile(r"\bbibliogr|\breading list|\blecturas\b"), BIBLIOGRAPHY),
)


def from_template(
    asked: Asked, candidates: Sequence[Candidate], evidence: Sequence[Passage], language: str
) -> Draft | None:
    """None where the question asks for no such thing, or the evidence does not hold it."""
    template = _template(asked.text)
    return template(asked, candidates, evidence, language) if template and candidates else None


def headings_of(question: str) -> re.Pattern[str] | None:
    """Of the sections that the answer is made of; None where it needs none, or the question asks for no such thing."""
    template = _template(question)
    if template is None or (template is procedure and not asks_for_steps(question)):
        return _CLIMATE if any(kind.name == "weather" for kind in kinds(question)) else None
    return _HEADINGS.get(template)


def aspect_of(question: str) -> re.Pattern[str] | None:
    """Headings of what is compared, where it is how courses are assessed or what is to be read for them."""
    text = fold(question)
    return next((heading for cue, heading in _ASPECTS if cue.search(text)), None)


def _template(question: str) -> Template | None:
    text = fold(question)
    return next((template for cue, template in _TEMPLATES if cue.search(text)), None)
