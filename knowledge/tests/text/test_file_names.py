import pytest

from knowledge.text.codes import codes
from knowledge.text.file_names import words_beside


@pytest.mark.parametrize(
    ("stem", "words"),
    [
        ("ubr-residencias_convocatoria-2014-2015", "ubr residencias convocatoria 2014 2015"),
        ("GuíaDocenteTFG2024", "Guía Docente TFG 2024"),
        ("normativa de la UBR (1)", "normativa UBR"),
        ("fis214-guia", "fis214 guia"),
        ("a8f3e9b2c4d5", ""),
        ("20240312", ""),
        ("3f2b8c1d-9a4e-4c7b-8f21-0d5e6a7b8c9d", ""),
    ],
)
def test_words_and_years_but_no_numbers_or_hashes(stem: str, words: str) -> None:
    assert words_beside(stem, "") == words


def test_what_the_title_says_is_left_out() -> None:
    title = "Convocatoria de prazas nas residencias (2014-2015)"
    assert words_beside("ubr-residencias-convocatoria-2014", title) == "ubr"


def test_no_more_than_a_line() -> None:
    assert len(words_beside("-".join(f"palabra{chr(97 + n)}" for n in range(20)), "").split()) == 8


def test_codes_are_the_same_however_they_are_written() -> None:
    assert codes("the exam of FIS 214 in MAY 2024") == {"fis214": {"fis", "214", "fis214"}}
    assert codes("fis-214").keys() == codes("fis214").keys()
    assert words_beside("fis214-guia", "Guía de FIS 214") == ""
