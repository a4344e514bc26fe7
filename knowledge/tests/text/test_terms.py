import pytest

from knowledge.text.terms import fold, term_hash, terms


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
