"""Quotes found on the pages of real PDFs, in the child process that opens them."""

import io

import pytest
from PIL import Image

from knowledge.highlighting import page as pdf_page
from knowledge.highlighting.geometry import Box
from knowledge.tests.highlighting import pdfs


def rough(box: Box) -> tuple[float, ...]:
    return tuple(round(side, 1) for side in (box.left, box.top, box.right, box.bottom))


def test_a_quote_over_two_lines_gets_a_box_for_each() -> None:
    found = pdf_page.layout(pdfs.regulations(), 1, pdfs.LOANS)
    assert (found.page_count, round(found.width), round(found.height)) == (2, 595, 842)
    assert len(found.boxes) == 2
    tops = [box.top for box in found.boxes]
    assert tops == sorted(tops)
    assert all(0.1 < box.left < box.right < 0.9 and 0.1 < box.top < box.bottom < 0.25 for box in found.boxes)


def test_a_quote_stays_in_its_column() -> None:
    (*left,) = pdf_page.layout(pdfs.two_columns(), 1, pdfs.LEFT).boxes
    (*right,) = pdf_page.layout(pdfs.two_columns(), 1, pdfs.RIGHT).boxes
    assert len(left) >= 2
    assert all(box.right < 0.5 for box in left)
    assert all(box.left > 0.5 for box in right)


def test_a_table_row_is_one_band() -> None:
    (band,) = pdf_page.layout(pdfs.timetable(), 1, pdfs.ROW).boxes
    (cell,) = pdf_page.layout(pdfs.timetable(), 1, "Álxebra lineal").boxes
    (room,) = pdf_page.layout(pdfs.timetable(), 1, "A-12").boxes
    assert (band.left, band.right) == (cell.left, room.right)
    assert band.top == pytest.approx(cell.top, abs=0.002)


def test_several_rows_are_several_bands() -> None:
    rows = "[Materia] Cálculo · [Créditos] 9 · [Aula] B-3\n[Materia] Física · [Créditos] 6 · [Aula] C-1"
    assert len(pdf_page.layout(pdfs.timetable(), 1, rows).boxes) == 2


def test_hyphens_at_the_end_of_lines_are_no_obstacle() -> None:
    data = pdfs.drawn(["The final exami-", "nation is in June."])
    assert len(pdf_page.layout(data, 1, "The final examination is in June.").boxes) == 2


def test_boxes_turn_with_the_page() -> None:
    """A landscape page as printers make them: drawn sideways, and shown turned."""
    landscape = pdf_page.layout(pdfs.landscape("Exames de xullo"), 1, "Exames de xullo")
    assert (round(landscape.width), round(landscape.height)) == (842, 595)
    (box,) = landscape.boxes
    assert rough(box) == (0.1, 0.1, 0.2, 0.1)
    assert box.right - box.left > 3 * box.height


def test_a_missing_quote_has_no_box() -> None:
    assert pdf_page.layout(pdfs.regulations(), 1, pdfs.FINES).boxes == ()
    assert pdf_page.layout(pdfs.regulations(), 2, pdfs.FINES).boxes != ()


def test_the_picture_is_drawn_at_its_scale() -> None:
    image = Image.open(io.BytesIO(pdf_page.picture(pdfs.regulations(), 1, scale=2)))
    assert image.size == (1191, 1684)
    assert image.convert("L").getextrema()[0] < 100


def test_a_huge_page_is_drawn_small() -> None:
    image = Image.open(io.BytesIO(pdf_page.picture(pdfs.huge(), 1, scale=3)))
    assert 10_000_000 < image.width * image.height <= 12_100_000


@pytest.mark.parametrize("number", [0, 3])
def test_a_page_that_is_not_there(number: int) -> None:
    with pytest.raises(pdf_page.NoSuchPage):
        pdf_page.layout(pdfs.regulations(), number)


@pytest.mark.parametrize("data", [b"", b"no PDF at all", pdfs.regulations()[:300], pdfs.locked()])
def test_a_file_that_cannot_be_opened_fails_alone(data: bytes) -> None:
    with pytest.raises(pdf_page.PageError, match="could not be opened"):
        pdf_page.layout(data, 1, "quote")
