import pytest

from chat.agent.answers.citations import Drafting
from chat.agent.answers.formats.lists import asks_for_a_list, asks_for_steps, best_list
from chat.agent.answers.sentences import ranked_for
from chat.tests.agent.passages import asked, passage

STEPS = "Así se pide.\n1. Reúna los papeles.\n2. Firme la solicitud.\n3. Pague las tasas.\nFin."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("¿Qué pasos hay que seguir para pedirlo?", "steps"),
        ("¿Cómo solicito el reconocimiento de créditos?", "steps"),
        ("Como pido a revisión?", "steps"),
        ("Que documentos preciso?", "list"),
        ("How do I apply for a grant?", "steps"),
        ("Cales son os requisitos?", "list"),
        ("What does the unit cover?", ""),
        ("¿Cuánto cuesta el reconocimiento?", ""),
        ("Teño TDAH, por que procedemento pido unha adaptación?", ""),
    ],
)
def test_whole_lists_are_asked_for(question: str, expected: str) -> None:
    said = "steps" if asks_for_steps(question) else "list" if asks_for_a_list(question) else ""
    assert said == expected


def test_a_list_is_one_quotation_and_every_item_bears_its_number() -> None:
    question = asked("¿Qué pasos hay que seguir?", focus="pasos")
    items = best_list(question, ranked_for(question, [passage(STEPS, section="Pasos")]))
    drafting = Drafting("es")
    assert drafting.listed(items).splitlines() == [
        "**Pasos**",
        "",
        "1. Reúna los papeles. [1]",
        "2. Firme la solicitud. [1]",
        "3. Pague las tasas. [1]",
    ]
    assert [citation.quote for citation in drafting.citations] == [STEPS[13:-5]]


def test_one_row_that_is_named_is_no_list() -> None:
    rows = "[Sala] Roble · [Plazas] 6\n[Sala] Haya · [Plazas] 8"
    question = asked("¿Qué plazas tiene la sala Haya?")
    assert best_list(question, ranked_for(question, [passage(rows, section="Salas")])) == ()
