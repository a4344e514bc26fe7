"""The three files hold the same parts, and what is numbered has its number in each."""

import pytest

from knowledge.text import months, numbers
from knowledge.text.vocabulary import LANGUAGES, vocabulary


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_numbered_is_complete(language: str) -> None:
    known = vocabulary(language)
    assert (len(known.months), len(known.months_in_short), len(known.weekdays)) == (12, 12, 7)
    assert {int(figure) for figure in known.numbers} >= {*range(21), *range(30, 91, 10), 100, 1000}
    assert known.units.keys() == vocabulary("en").units.keys()


@pytest.mark.parametrize(("word", "month"), [("xuno", 6), ("septiembre", 9), ("may", 5), ("dez", 12)])
def test_a_month_has_one_number_in_all_languages(word: str, month: int) -> None:
    assert (months.NAMES | months.SHORT_NAMES)[word] == month


def test_numbers_in_words() -> None:
    assert (numbers.COUNTS["gl"]["duas"], numbers.ANY_COUNT["veintidos"], numbers.ORDINALS["terceira"]) == (2, 22, 3)
    assert "segundo" not in numbers.ORDINALS
    assert numbers.ANY_ORDINAL["segundo"] == 2
    assert (numbers.UNITS["dias"], numbers.UNITS["paxinas"]) == ("day", "page")
