import pytest

from chat.agent.answers.answer_kinds import KINDS, expected, kinds_in, surely_asked
from knowledge.embedding.remembered import query_vector


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("La cuota es de 35,50 € al mes", {"money", "number"}),
        ("son vinte euros", {"money", "number"}),
        ("El examen final vale el 60 %", {"share", "number"}),
        ("de lunes a jueves, de 9:00 a 14:30", {"weekday", "time of day", "number"}),
        ("o prazo remata o 15 de maio de 2026", {"day", "year", "number"}),
        ("within 10 days of the notice", {"duration", "number"}),
        ("Escriba a secretaria@ubr.example", {"e-mail"}),
        ("secretaria (at) ubr.example", {"e-mail"}),
        ("La visita es gratuita.", {"money"}),
        ("a fine of 200 pesos", {"money", "number"}),
        ("TK 1000 each", {"money", "number"}),
        ("US$ 30", {"money", "number"}),
        ("Teléfono: 981 555 123", {"telephone", "number"}),
        ("la coordinadora, Uxía Couto Rei, atiende", {"name"}),
        ("en el despacho P3.011", {"code", "number"}),
        ("Quien suspenda puede pedir la revisión.", set()),
    ],
)
def test_the_kinds_that_stand_in_a_text(text: str, kinds: set[str]) -> None:
    found = kinds_in(text)
    assert found == kinds


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("¿Cuánto cuesta el duplicado de la tarjeta?", "money"),
        ("canto hai que pagar pola fotocopia", "money"),
        ("What is the email of the housing office?", "e-mail"),
        ("a que hora cierra la sala de estudio?", "time of day"),
        ("que día da semana hai titorías de física?", "weekday"),
        ("telefono de la conserjeria", "telephone"),
    ],
)
def test_what_a_question_expects(question: str, kind: str) -> None:
    probabilities, shares = expected(query_vector(question))
    place = KINDS.index(kind)
    assert probabilities[place] > 5 * shares[place]
    others = expected(query_vector("¿Por qué motivos se puede anular la matrícula?"))[0]
    assert probabilities[place] > 5 * others[place]


def test_what_a_share_is_likelier_for_needs_no_price() -> None:
    assert surely_asked(query_vector("how much is the chemistry exam worth")) == ()
    assert surely_asked(query_vector("how much does a chemistry set cost")) == ("money",)
