from typing import Any

import pytest
from PIL import Image

from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=2048)
LOANS = "Cada persoa pode levar en préstamo dez exemplares durante quince días, renovables unha soa vez."
FINES = "Quen devolva tarde un exemplar quedará sen préstamo tantos días como durase o atraso."
ROWS = [["Categoría", "Exemplares", "Días"], ["Estudantes", "10", "15"], ["Profesorado", "25", "90"]]


def read(data: bytes, file_name: str = "a.pdf") -> ExtractedDocument:
    return formats.extractor(formats.media_type(file_name, data))(data, LIMITS)


def texts(document: ExtractedDocument) -> list[str]:
    return [block.text for block in document.blocks]


def test_a_page_without_a_text_layer_is_read_and_the_others_are_left_alone() -> None:
    written, scanned = pdfs.document([pdfs.paragraph(LOANS)]), pdfs.scanned(pdfs.document([pdfs.paragraph(FINES)]))
    document = read(pdfs.joined(written, scanned))
    assert [(block.text, block.page_breaks) for block in document.blocks] == [(LOANS, ((0, 1),)), (FINES, ((0, 2),))]
    assert [page.number for page in document.ocr] == [2]


def test_every_word_has_its_place_on_the_page() -> None:
    (page,) = read(pdfs.scanned(pdfs.document([pdfs.paragraph(FINES)]))).ocr
    (line,) = page.lines
    assert line.text == FINES
    assert line.confidence > 0.9
    assert len(line.words) == len(FINES.split())
    left, top, _right, bottom = line.words[0]
    assert 0 < left - pdfs.MARGIN / pdfs.WIDTH + 0.01 < 0.02
    assert 70 / pdfs.SCAN_HEIGHT < (top + bottom) / 2 < 85 / pdfs.SCAN_HEIGHT
    assert all(before[2] <= after[0] + 0.005 for before, after in zip(line.words, line.words[1:], strict=False))


def test_a_table_is_read_by_its_rules_straight_or_crooked() -> None:
    story = [pdfs.paragraph(LOANS), pdfs.table(ROWS)]
    straight, crooked = (read(pdfs.scanned(pdfs.document(story), angle=angle)) for angle in (0, 2))
    assert texts(straight)[1:] == [
        "[Categoría] Estudantes · [Exemplares] 10 · [Días] 15",
        "[Categoría] Profesorado · [Exemplares] 25 · [Días] 90",
    ]
    assert texts(crooked) == texts(straight)


def test_a_page_that_was_scanned_sideways_or_upside_down_is_read_and_its_words_stand_where_they_are_shown() -> None:
    page = pdfs.document([pdfs.paragraph(f"{LOANS} {FINES}")])
    for angle in (90, 180, 270):
        document = read(pdfs.scanned(page, angle=angle, part=6))
        assert texts(document) == [f"{LOANS} {FINES}"]
        (x0, y0, x1, y1) = document.ocr[0].lines[0].words[0]
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        across, down = {90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[angle]
        assert pdfs.MARGIN / pdfs.WIDTH < across < 0.2
        assert 70 < down * pdfs.HEIGHT / 6 < 85


def test_text_that_nobody_sees_is_read_anew_from_the_picture_under_it() -> None:
    data = pdfs.with_hidden_text(pdfs.scanned(pdfs.document([pdfs.paragraph(LOANS)])), "Cada persoa p0de 1evar en")
    assert texts(read(data)) == [LOANS]


def test_a_text_layer_of_other_letters_than_the_page_shows_is_not_believed() -> None:
    document = read(pdfs.with_broken_encoding([LOANS, FINES]))
    assert texts(document) == [f"{LOANS} {FINES}"]
    assert document.ocr


def test_a_table_that_is_a_picture_is_read_beside_the_text() -> None:
    data = pdfs.document([pdfs.paragraph(LOANS), pdfs.picture(pdfs.table(ROWS, cell=(140, 45))), pdfs.paragraph(FINES)])
    document = read(data)
    assert texts(document) == [
        LOANS,
        "[Categoría] Estudantes · [Exemplares] 10 · [Días] 15",
        "[Categoría] Profesorado · [Exemplares] 25 · [Días] 90",
        FINES,
    ]
    assert LOANS not in " ".join(line.text for line in document.ocr[0].lines)


@pytest.mark.parametrize(("kind", "options"), [("PNG", {}), ("JPEG", {"dpi": (150, 150)})])
def test_a_picture_is_a_scan_whether_it_says_its_size_or_not(kind: str, options: dict[str, Any]) -> None:
    data = pdfs.saved(pdfs.upper_parts(pdfs.document([pdfs.paragraph(LOANS)])), kind, **options)
    document = read(data, f"scan.{kind.lower()}")
    assert (texts(document), document.page_count) == ([LOANS], 1)


def test_a_tiff_of_several_pages_is_read_whole() -> None:
    pages = [page for text in (LOANS, FINES) for page in pdfs.upper_parts(pdfs.document([pdfs.paragraph(text)]))]
    data = pdfs.saved(pages, "TIFF", compression="tiff_lzw", dpi=(150, 150))
    assert formats.media_type("scan.tiff", data) == formats.TIFF
    assert [(block.text, block.page_breaks) for block in read(data, "scan.tif").blocks] == [
        (LOANS, ((0, 1),)),
        (FINES, ((0, 2),)),
    ]


def test_a_damaged_picture_is_named_as_such() -> None:
    data = pdfs.saved([Image.new("L", (500, 500), 255)], "PNG")
    with pytest.raises(errors.Broken):
        read(data[:100], "scan.png")
    with pytest.raises(errors.Broken) as raised:
        read(data[:8] + bytes(50), "scan.png")
    assert raised.value.detail == ""
