"""What a PDF or Word document looks like, whatever it holds."""

import io

import pypdfium2
import pytest
from django.utils import timezone, translation
from docx import Document
from docx.oxml.ns import qn

from chat.exporting.content import Content, Exchange, Source
from chat.exporting.docx import docx
from chat.exporting.pdf import pdf

SOURCE = Source(1, "Normas", "Préstamo", "Quince días.", "")


def content(fillers: int) -> Content:
    answer = "x\n\n" * fillers + "## Prazo\n\nQuince días.\n\n**Renovación**\n\nUnha vez. [1]"
    return Content("Canto dura?", "Biblioteca", (Exchange("E despois?", answer, (SOURCE,)),))


@pytest.mark.parametrize("fillers", range(22, 32))
def test_no_heading_stands_alone_at_the_end_of_a_page(fillers: int) -> None:
    pages = list(pypdfium2.PdfDocument(pdf(content(fillers))))
    for page in pages[:-1]:
        lines = [line for line in page.get_textpage().get_text_range().split("\r\n") if not line.startswith("koalarag")]
        assert lines[-1].strip() not in ("Prazo", "Renovación", "Sources", "[1] Normas · Préstamo")


def test_a_word_document_is_in_its_language_and_of_today() -> None:
    with translation.override("gl"):
        document = Document(io.BytesIO(docx(content(1))))
    assert {each.get(qn("w:val")) for each in document.styles.element.iter(qn("w:lang"))} == {"gl"}
    known = document.core_properties
    assert (known.created.date(), known.comments) == (timezone.now().date(), "")


def test_the_header_of_a_long_table_is_repeated_in_word() -> None:
    table = "| Prazo | Importe |\n| - | - |\n| maio | 6 |"
    made = Content("Canto?", "Biblioteca", (Exchange("Canto?", table, ()),))
    (found,) = Document(io.BytesIO(docx(made))).tables
    assert [row._tr.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None for row in found.rows] == [True, False]


def test_words_of_a_table_stay_whole_where_there_is_room() -> None:
    row = "| Álxebra lineal e xeometría analítica do curso | 6 | 1º | Obrigatoria | antia.nunez@bretema.example |"
    table = f"| Materia | Créditos | Curso | Carácter | Correo |\n| - | - | - | - | - |\n{row}"
    (page,) = pypdfium2.PdfDocument(pdf(Content("Cales?", "Guías", (Exchange("Cales?", table, ()),))))
    said = page.get_textpage().get_text_range().split()
    assert {"Créditos", "Obrigatoria", "antia.nunez@bretema.example"} <= set(said)
