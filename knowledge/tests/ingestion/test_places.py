import pytest

from knowledge.ingestion import intake, pipeline
from knowledge.models import Chunk, Collection
from knowledge.places import Place, PlaceKind, place_of_quote
from knowledge.tests.ingestion import docx_files
from knowledge.tests.ingestion.sheet_files import Rows, xlsx
from knowledge.tests.ingestion.slide_files import paragraph as line
from knowledge.tests.ingestion.slide_files import presentation, shape

pytestmark = pytest.mark.django_db
LONG = "Las salas se reservan en la página de la biblioteca con un día de antelación y por dos horas como mucho."


def place(name: str, data: bytes, quote: str) -> Place | None:
    """Of the quote, in the chunk that begins with it or holds it."""
    collection = Collection.objects.create(slug="rules", name="Rules", section_tokens=200)
    receipt = intake.receive(collection, name, data)
    pipeline.index(receipt.document_id)
    chunks = Chunk.objects.filter(document=receipt.document_id, text__contains=quote)
    return place_of_quote(chunks[0].pk, quote)


def test_a_row_of_a_sheet_is_found_by_its_number() -> None:
    rows: Rows = [["Servizo", "Euros"], ["Título", 160], [], ["Carné", 5]]
    assert place(
        "tarifas.xlsx", xlsx({"Tarifas": rows, "Datas": [["a", "b"], ["c", "d"]]}), "[Servizo] Carné · [Euros] 5"
    ) == (PlaceKind.ROW, 4)


def test_a_slide_is_found_by_its_number() -> None:
    slides = [shape("title", line("Guía")), shape("title", line("Bolsas")) + shape("obj", line("Prazo: setembro"))]
    assert place("guia.pptx", presentation(*slides), "Prazo: setembro") == (PlaceKind.SLIDE, 2)


def test_a_paragraph_is_counted_from_its_heading_on_over_parts_of_a_long_section() -> None:
    notices = [docx_files.paragraph(f"{number}º aviso. {LONG}") for number in range(30)]
    data = docx_files.document([docx_files.paragraph("Salas", style="H1"), *notices])
    assert place("salas.docx", data, f"22º aviso. {LONG}") == (PlaceKind.PARAGRAPH, 23)


def test_a_page_of_the_web_has_no_place() -> None:
    assert place("a.html", b"<html><body><main><p>Horario de nueve a dos.</p></main></body></html>", "Horario") is None
