import pytest

from knowledge.highlighting.matching import find
from knowledge.highlighting.rows import find_row, is_row, shown
from knowledge.highlighting.scattered import find_scattered


def found(quote: str, text: str) -> str | None:
    span = find(quote, text)
    return text[span.start : span.end] if span else None


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("twenty books", "up to twenty books a year", "twenty books"),
        ("twenty books", "up to twenty\r\n   books a year", "twenty\r\n   books"),
        ("la evaluación final", "de la evalua-\nción final y", "la evalua-\nción final"),
        ("la evaluación final", "de la evalua\ufffeción final y", "la evalua\ufffeción final"),
        ("ficha oficial", "la ﬁcha oﬁcial", "ﬁcha oﬁcial"),
        ("matrícula", "a matri\u0301cula", "matri\u0301cula"),
        ("«Cousas» — sinxelas", 'as "Cousas" - sinxelas', 'Cousas" - sinxelas'),
        ("6 créditos", "16 créditos, 6 créditos", "6 créditos"),
        (
            "brary lends books to all its members",
            "A library lends books to all its members.",
            "brary lends books to all its members",
        ),
        ("1,5 créditos", "15 créditos ou 1,5 créditos", "1,5 créditos"),
    ],
)
def test_a_quote_is_found_however_it_is_set(quote: str, text: str, expected: str) -> None:
    assert found(quote, text) == expected


@pytest.mark.parametrize("quote", ["", "  ", "…", "libro", "préstamos de libros"])
def test_what_is_not_there_is_not_found(quote: str) -> None:
    assert find(quote, "os libros en préstamo") is None


def test_of_several_a_whole_word_is_taken() -> None:
    text = "2016, 16, 6"
    span = find("6", text)
    assert span is not None
    assert span.start == text.rindex("6")


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("[Materia] Álxebra · [Créditos] 6 · [Aula] — · [Nota]", ["Álxebra", "6"]),
        ("[Materia] Álxebra · 6 · A-12", ["Materia", "Álxebra", "6", "A-12"]),
        ("[Créditos] 6", ["Créditos", "6"]),
        ("Álxebra · 6", ["Álxebra", "6"]),
        ("Álxebra · [Créditos] 6", ["Álxebra", "6"]),
    ],
)
def test_cells_of_a_row_as_the_page_shows_them(row: str, cells: list[str]) -> None:
    assert is_row(row)
    assert shown(row) == cells


def test_a_row_is_found_by_its_values_where_they_stand_together() -> None:
    text = "Horario do grupo 6\nCálculo\n9\nFísica e\nlaboratorio\n6 ECTS\nC-1\nXeometría 6\nB-2"
    spans = find_row("[Materia] Xeometría · [Créditos] 6 · [Aula] B-2", text)
    assert [text[span.start : span.end] for span in spans] == ["Xeometría 6\nB-2"]
    spans = find_row("[Materia] Física · [Créditos] 6 · [Aula] C-1", text)
    assert [text[span.start : span.end] for span in spans] == ["Física", "6", "C-1"]
    assert spans[1].start == text.index("6 ECTS")


def test_a_row_with_a_value_that_is_absent_is_not_found() -> None:
    assert find_row("[Materia] Física · [Créditos] 12", "Física 6") == []


def test_a_quote_that_the_page_interrupts_is_found_in_pieces() -> None:
    quote = "the fees are paid in two instalments before the end of the month of December"
    text = "the fees are paid in RUNNING TITLE · PAGE 3 OF 9 two instalments before the end of the month of December."
    pieces = [text[span.start : span.end] for span in find_scattered(quote, text)]
    assert pieces == ["the fees are paid in", "two instalments before the end of the month of December"]


def test_a_few_common_words_are_no_quote() -> None:
    assert (
        find_scattered("the fees are paid in two instalments every year in May", "the fees are high and rising") == []
    )
