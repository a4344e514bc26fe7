import pytest

from knowledge.text.terms import (
    MAX_REWRITTEN_WORD,
    beginnings,
    distinct_words,
    fold,
    keeps_beginning,
    lone_word,
    term_hash,
    terms,
    terms_in,
    words,
    words_in,
)


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("La matrícula", "es", ["matricula", "~matricul"]),
        ("os prazos de matrícula", "gl", ["prazos", "~prazo", "matricula", "~matricul"]),
        ("the loans", "en", ["loans", "~loan"]),
        ("630G02V01", "es", ["630g02v01"]),
        ("RD 30/2015", "es", ["rd", "~rd", "30/2015", "30", "2015"]),
        ("art. 12.3", "es", ["art", "~art", "12.3", "12", "3"]),
        ("de 9:15 h", "es", ["9:15", "9", "15", "h", "~h"]),
        ("o D.N.I. e a EE.UU.", "gl", ["dni", "~dni", "eeuu", "~eeuu"]),
        ("", "es", []),
    ],
)
def test_terms(text: str, language: str, found: list[str]) -> None:
    assert terms(text, language) == found


def test_accents_and_case_are_folded() -> None:
    assert fold("ÑANDÚ") == fold("nandu") == "nandu"


def test_inflections_share_a_stem() -> None:
    assert set(terms("préstamos", "es")) & set(terms("préstamo", "es"))


def test_hashes_are_stable_and_fit_a_bigint() -> None:
    assert term_hash("matricula") == term_hash("matricula") != term_hash("matriculas")
    assert -(2**63) <= term_hash("x") < 2**63


PIECES = [
    "Matrícula",
    "(630G02V01),",
    "RD",
    "30/2015:",
    "«D.N.I.»",
    "J.M.Rey",
    "y/o",
    "a_1",
    "—",
    "EE.UU.",
    "8:15-9:30",
    "préstamos…",
]


@pytest.mark.parametrize("space", [" ", "\n", "\u00a0", " \t"])
def test_the_words_of_a_text_are_those_of_its_pieces(space: str) -> None:
    text = space.join(PIECES)
    one_by_one = [word for piece in PIECES for word in words_in(piece)]
    assert words(text) == one_by_one
    assert distinct_words(text) == set(one_by_one)
    assert one_by_one[:6] == ["Matrícula", "630G02V01", "RD", "30/2015", "30", "2015"]


@pytest.mark.parametrize("language", ["es", "en", "fr"])
@pytest.mark.parametrize(
    "word",
    "préstamos ÁREAS matriculación presencias sicología instituciones averigüéis abamente relationally running skies "
    "possibilities sensibly relativity agencies hoping controlled straße encuentran pierden repitiendo midiendo "
    "huelgas devolución inscripciones resuelto sirviendo recomiendan".split(),
)
def test_a_word_of_more_than_five_letters_begins_as_its_terms_say(word: str, language: str) -> None:
    assert keeps_beginning(language)
    for term in terms_in(word, language):
        assert len(fold(word)) <= MAX_REWRITTEN_WORD or fold(word).startswith(beginnings(term))


def test_the_terms_of_a_piece_are_those_that_are_indexed() -> None:
    assert terms_in("préstamos,", "es") == set(terms("préstamos,", "es"))


def test_a_piece_may_be_one_word() -> None:
    assert list(map(lone_word, ["«Préstamos»:", "y/o", "—", "630G02V01."])) == ["prestamos", "", "", "630g02v01"]
