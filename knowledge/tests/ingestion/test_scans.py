from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.ingestion.extract.pdf import extract
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=2048)
LOANS = "Cada persoa pode levar en préstamo dez exemplares durante quince días, renovables unha soa vez."
FINES = "Quen devolva tarde un exemplar quedará sen préstamo tantos días como durase o atraso."
ROWS = [["Categoría", "Exemplares", "Días"], ["Estudantes", "10", "15"], ["Profesorado", "25", "90"]]


def read(data: bytes) -> ExtractedDocument:
    return extract(data, LIMITS)


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
    assert 70 / pdfs.HEIGHT < (top + bottom) / 2 < 85 / pdfs.HEIGHT
    assert all(before[2] <= after[0] + 0.005 for before, after in zip(line.words, line.words[1:], strict=False))


def test_a_table_is_read_by_its_rules() -> None:
    document = read(pdfs.scanned(pdfs.document([pdfs.paragraph(LOANS), pdfs.table(ROWS)])))
    assert texts(document)[1:] == [
        "[Categoría] Estudantes · [Exemplares] 10 · [Días] 15",
        "[Categoría] Profesorado · [Exemplares] 25 · [Días] 90",
    ]


def test_a_page_that_was_scanned_crooked_is_read_straight() -> None:
    story = [pdfs.paragraph(LOANS), pdfs.table(ROWS)]
    straight, crooked = (read(pdfs.scanned(pdfs.document(story), angle=angle)) for angle in (0, 2))
    assert texts(crooked) == texts(straight)
