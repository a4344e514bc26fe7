from knowledge.catalogue.words import name_words, words_of


def test_numerals_and_function_words() -> None:
    assert name_words("Programación II") == ("programacion", "2")
    assert name_words("Ética e Dereito da Informática") == ("etica", "dereito", "informatica")
    assert [word.folded for word in words_of("Can I take Programming I?")] == ["can", "i", "take", "programming", "1"]


def test_a_word_knows_whether_a_sentence_begins_with_it_and_what_stands_before() -> None:
    first, second, third = words_of("Redes. Álgebra, ten")
    assert (first.begins, second.begins, third.begins) == (True, True, False)
    assert (second.apart, third.apart) == (True, True)
