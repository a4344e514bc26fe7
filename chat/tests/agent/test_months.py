import pytest

from knowledge.text.months import months_in


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("El verano, de diciembre a febrero, es cálido.", {11, 0, 1}),
        ("O inverno, de xuño a agosto.", {5, 6, 7}),
        ("From April to June and from September to November.", {3, 4, 5, 8, 9, 10}),
        ("En abril y mayo.", {3, 4}),
        ("You may go in May.", {4}),
        ("You may go.", set()),
    ],
)
def test_a_span_speaks_of_the_months_between_its_ends(text: str, months: set[int]) -> None:
    assert months_in(text) == months
