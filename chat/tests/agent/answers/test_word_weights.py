from chat.agent.answers.question_words import USUAL, QuestionWords, weight


def test_words_that_only_ask_tell_less_than_others() -> None:
    for asking, telling in (("tipo", "universidad"), ("happens", "university"), ("consiste", "beca")):
        assert weight(asking) < USUAL <= weight(telling) <= 1


def test_a_word_that_is_not_known_tells_as_much_as_most() -> None:
    assert weight("xyzzy") == USUAL


def test_a_word_that_only_asks_lacks_little_where_no_text_says_it() -> None:
    rarities = QuestionWords("¿en qué consiste la permuta?").rarities([frozenset({"otra"})])
    assert rarities["consiste"] < rarities["permuta"] / 2
