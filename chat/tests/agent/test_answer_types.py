import pytest

from chat.agent.answers.answer_types import holds_answer, kinds


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("¿Cuánto tarda y cuánto cuesta el autobús?", ["duration", "money"]),
        ("Who chairs the committee and which address do I write to?", ["mail", "who"]),
        ("Canto vale o exame final?", ["percentage"]),
        ("How many credits do I need?", ["number"]),
        ("¿Puedo usar la calculadora?", ["may"]),
        ("How is the weather in Perth in July?", ["weather"]),
        ("Resume la normativa", []),
    ],
)
def test_a_question_asks_for_several_kinds_of_thing(question: str, names: list[str]) -> None:
    assert [kind.name for kind in kinds(question)] == names


@pytest.mark.parametrize(
    ("question", "sentence", "holds"),
    [
        ("¿Quién es la decana?", "La decana es Olalla Raxeira Dorna.", True),
        ("Who is the vice-rector?", "The Vice grants are small.", False),
        ("A que hora abre?", "De luns a venres, das 9.00h ás 14.30h.", True),
        ("How long does it take?", "The report is read by people.", False),
        ("How much does it cost?", "O primeiro duplicado é de balde.", True),
        ("Resume la normativa", "Un texto.", None),
    ],
)
def test_a_sentence_holds_what_is_asked_for_or_not(question: str, sentence: str, holds: bool | None) -> None:
    assert holds_answer(question, sentence) is holds


def test_an_institution_is_no_name() -> None:
    [who] = kinds("Who is the vice-rector?")
    assert not who.holds("The Vice-Rectorate for Research and Transfer offers grants.")
    assert who.share("A comisión decide.") > who.share("Decídese.")
