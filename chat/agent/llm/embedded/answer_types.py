"""What kind of thing a question asks for, and whether a sentence holds one."""

import re

from knowledge.retrieval.terms import fold

_MONTHS = (
    "xaneiro|febreiro|marzo|abril|maio|xuno|xullo|agosto|setembro|outubro|novembro|decembro|enero|febrero|mayo|junio|"
    "julio|septiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|"
    "november|december"
)
_NUMBER = (
    r"\d|\b(un|dous|duas|dos|tres|catro|cuatro|cinco|seis|sete|siete|oito|ocho|nove|nueve|dez|diez|one|two|three|four|"
    r"five|six|seven|eight|nine|ten)\b"
)
_DATE = rf"\b\d{{1,2}}[/.-]\d{{1,2}}[/.-]\d{{2,4}}\b|\b({_MONTHS})\b|\b(dias?|mes(es)?|semanas?|days?|weeks?|months?)\b"
_TIME = r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(h|horas|am|pm)\b"
_NAME = r"\b[A-ZÁÉÍÓÚÑ][a-záéíóúñü]+(?: (?:de|da|do|del|dos|la))?(?: [A-ZÁÉÍÓÚÑ][a-záéíóúñü]+)+"
_CONTACT = r"\S+@\S+|\b\d{3} ?\d{3} ?\d{3}\b|\b(despacho|office|room)\b"

# (asked by, found in); the first that fits the question counts. All but names are matched on folded text.
TYPES: tuple[tuple[re.Pattern[str], re.Pattern[str], bool], ...] = tuple(
    (re.compile(question), re.compile(answer), folded)
    for question, answer, folded in (
        (
            r"\b(horarios?|a que hora|opening (hours|times)|what time|timetable|tutorias?|titorias?|office hours)\b",
            _TIME,
            True,
        ),
        (r"\b(cuando|cando|when|fecha|data|prazo|plazo|deadline|cuanto tiempo|canto tempo|how long)\b", _DATE, True),
        (r"\b(correo|email|e-mail|contact\w*|despacho|office|telefono)\b", _CONTACT, True),
        (r"\b(quien(es)?|quen|who|whom|profesor\w*|professor|lecturer|coordina\w*)\b", _NAME, False),
        (
            r"\b(cuant[oa]s?|cant[oa]s?|how (many|much)|numero de|number of|porcentaxe|porcentaje|percentage|"
            r"peso|weight|dura|credit\w*)\b",
            _NUMBER,
            True,
        ),
    )
)


def holds_answer(question: str, sentence: str) -> bool | None:
    """Whether the sentence holds what kind of thing the question asks for; None where it asks for no such kind."""
    asked = fold(question)
    for wanted, found, folded in TYPES:
        if wanted.search(asked):
            return bool(found.search(fold(sentence) if folded else sentence))
    return None
