"""What a question is about: a course, a professor, a procedure, a recommendation."""

import re

from chat.agent.state import Subject
from knowledge.text.terms import fold

# The first that fits counts. Folded, in three languages.
_WORDS: tuple[tuple[Subject, str], ...] = (
    (
        "recommendation",
        r"(?:me|nos) (?:recomiend\w+|recomend\w+|aconsej\w+|conven|conviene)|(?:recomend\w+|aconsell\w+)me|"
        r"should i (?:take|choose|enrol\w*|pick)|(?:vale|merece|paga) a? ?la? ?pena|worth (?:it|taking)|"
        r"(?:cual|cal|which|what) .*\b(?:mellor|mejor|best)\b .*\b(?:para|for)",
    ),
    (
        "professor",
        r"profesor\w*|docentes? (?:de|da|do|que)|lecturers?|professors?|teach(?:es|er|ers)|titorias?|tutorias?|"
        r"office hours|despacho|coordin\w+|decan[oa]|quen (?:da|imparte)|quien (?:da|imparte)",
    ),
    (
        "procedure",
        r"(?:como|how) (?:se |do i |can i |podo |puedo |hago|fago|pido|solicito)\w*|tramit\w+|procedement\w+|"
        r"procedimient\w+|procedure|pasos|steps|solicit\w+|apply|application|register|inscri\w+|matricul\w+|"
        r"prazos?|plazos?|deadlines?|impreso|formulario|form|reclam\w+|appeal",
    ),
    (
        "course",
        r"asignaturas?|materias?|courses?|guias? docentes?|course guide|temarios?|temas?|syllabus|units?|exam\w*|"
        r"bibliograf\w+|bibliograph\w+|avaliacion|evaluacion|assessment|creditos|ects|practicas|laborator\w+",
    ),
)
_SUBJECTS = tuple((subject, re.compile(rf"\b(?:{words})\b")) for subject, words in _WORDS)


def subject_of(text: str, *, course: bool = False, person: bool = False) -> Subject:
    """Empty where no word tells; `course` and `person` say whether one is named."""
    folded = fold(text)
    for subject, words in _SUBJECTS:
        if words.search(folded):
            return subject
    if person:
        return "professor"
    return "course" if course else ""
