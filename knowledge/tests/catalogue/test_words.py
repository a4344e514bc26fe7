import pytest

from knowledge.catalogue.words import distance, name_words, words_of


@pytest.mark.parametrize(
    ("first", "second", "slips"),
    [
        ("estadistica", "estadistica", 0),
        ("estadistca", "estadistica", 1),
        ("operaitvos", "operativos", 1),
        ("elena", "helena", 1),
        ("alxebra", "algebra", 1),
        ("aprendizaje", "aprendizaxe", 1),
        ("maquina", "mecanica", 3),
        ("", "ab", 2),
        ("ab", "xyab", 2),
        ("ca", "abc", 3),
    ],
)
def test_distance_counts_slips_up_to_the_limit(first: str, second: str, slips: int) -> None:
    for limit in (0, 1, 2):
        assert distance(first, second, limit) == min(slips, limit + 1)
        assert distance(second, first, limit) == min(slips, limit + 1)


def test_numerals_and_function_words() -> None:
    assert name_words("Programación II") == ("programacion", "2")
    assert name_words("Ética e Dereito da Informática") == ("etica", "dereito", "informatica")
    assert [word.folded for word in words_of("Can I take Programming I?")] == ["can", "i", "take", "programming", "1"]


def test_a_word_knows_whether_a_sentence_begins_with_it_and_what_stands_before() -> None:
    first, second, third = words_of("Redes. Álgebra, ten")
    assert (first.begins, second.begins, third.begins) == (True, True, False)
    assert (second.apart, third.apart) == (True, True)
