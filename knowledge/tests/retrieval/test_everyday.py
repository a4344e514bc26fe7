import pytest

from knowledge.retrieval.lexicon.everyday import PATH, glossed, glosses, wordings
from knowledge.text.language import LANGUAGES


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("What happens if I cheat in the final?", "academic misconduct"),
        ("e se copio no exame?", "fraude académica"),
        ("¿y si me pillan copiando?", "fraude académico"),
        ("devolví un libro muy tarde, ¿qué pasa?", "devolución con retraso"),  # with words between
        ("tarde devolví el libro", "devolución con retraso"),  # in another order
        ("i want to drop a course", "cancellation of enrolment"),
    ],
)
def test_what_documents_write_instead(question: str, written: str) -> None:
    assert written in glossed(question)


def test_in_brackets_behind_what_is_said() -> None:
    assert glossed("A discount for twins?") == "A discount (reduction, exemption, concession) for twins?"


@pytest.mark.parametrize(
    "question",
    [
        "quiero una copia del examen",  # the noun
        "I returned the book. The lecture about punctuality begins at five, and I was rather late.",  # far apart
        "¿Cuándo es el examen de Álgebra?",
        "",
    ],
)
def test_nothing_else_is_glossed(question: str) -> None:
    assert glossed(question) == question


def test_a_word_is_in_one_wording() -> None:
    [gloss] = glosses("nobody told me how to return a late book")
    assert len(gloss.wording.terms) == 2


def test_every_wording_says_something() -> None:
    assert {one.terms and bool(one.written) for of in wordings().values() for one in of} == {True}


def test_several_words_are_not_one_by_stop_words() -> None:
    """ "no pago" would be found in every question that pays."""
    said = [line.split("\t") for line in PATH.read_text(encoding="utf-8").splitlines() if line[:3].strip() in LANGUAGES]
    many = sum(" " in wording for _language, wordings, _written in said for wording in wordings.split(" | "))
    assert many == sum(len(one.terms) > 1 for of in wordings().values() for one in of)
