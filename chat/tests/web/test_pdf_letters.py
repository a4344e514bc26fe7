"""What a PDF says in letters that its font has."""

import io

import pytest
from pypdfium2 import PdfDocument

from chat.exporting.content import Content, Exchange
from chat.exporting.letters import drawable
from chat.exporting.pdf import pdf


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Brisbane → Perth", "Brisbane – Perth"),
        ("✓ feito\nÁlxebra, ñ, «ç», 5 €", "√ feito\nÁlxebra, ñ, «ç», 5 €"),
        ("α < Σ", "alpha < sigma"),
        ("Erdős, 20\u202f000", "Erdos, 20 000"),
        ("Koalas 🐨, 5 ₹", "Koalas , 5 ?"),
    ],
)
def test_a_letter_that_the_font_lacks_is_said_otherwise(text: str, drawn: str) -> None:
    assert drawable(text) == drawn


def test_an_exported_answer_has_no_empty_boxes() -> None:
    content = Content("De A → B", "KoalaRoute", (Exchange("De A → B", "**A → B** [1]\n\n| α |\n| --- |\n| → |", ()),))
    document = PdfDocument(io.BytesIO(pdf(content)))
    text = document[0].get_textpage().get_text_bounded()
    assert "De A – B" in text
    assert "A – B [1]" in text
    assert "alpha" in text
    assert "koalarag · 1" in text
