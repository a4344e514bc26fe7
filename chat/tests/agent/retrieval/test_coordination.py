import pytest

from chat.agent.retrieval.coordination import asks_twice, joined


@pytest.mark.parametrize(
    ("question", "twice"),
    [
        ("¿Cuántos días presta Ashby y cuántos Northfield?", True),
        ("a que hora abre Ashby e a que hora Northfield", True),
        ("What does Ashby charge and how much Northfield?", True),
        ("¿Qué impreso pide Ashby que no pide Northfield?", True),
        ("¿Qué pasa con el libro que no devuelvo en Ashby?", False),
        ("¿Cuántos días prestan Ashby y Northfield?", False),
        ("que día é cando abre Ashby", False),
    ],
)
def test_a_question_asks_twice_where_it_says_so_on_both_sides(question: str, twice: bool) -> None:
    assert asks_twice(question) is twice


def test_an_aside_behind_what_joins_is_left_out() -> None:
    (pair,) = joined("¿Dónde abren más, en Ashby o, en verano, en Northfield?")
    assert pair[1].text == "en Northfield"
