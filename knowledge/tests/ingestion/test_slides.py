from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import Block, ExtractedDocument
from knowledge.tests.ingestion import packages
from knowledge.tests.ingestion.slide_files import cells, paragraph, presentation, shape, table


def read(name: str, data: bytes) -> ExtractedDocument:
    return sandbox.extract(formats.media_type(name, data), data)


def seen(document: ExtractedDocument) -> list[tuple[int, str, str]]:
    """The slide, kind and text of each block."""
    return [(block.page_breaks[0][1], block.kind, block.text) for block in document.blocks]


def test_slides_are_read_in_order_each_under_its_title() -> None:
    data = presentation(
        shape("ctrTitle", paragraph("Guía do grao")) + shape("subTitle", paragraph("Curso 2025-2026")),
        shape("title", paragraph("Prácticas"))
        + shape("obj", paragraph("Pídense en outubro"), paragraph("Duran 150 horas"))
        + shape("ftr", paragraph("Aprobado o 3 de maio de 2021"))
        + shape("sldNum", paragraph("2")),
        shape("title", paragraph("Agochada")),
        shape("title", paragraph("Titorías"))
        + table(cells("Docente", "Día", "Hora"), cells("Ana Rei", "luns", "9:00"), cells("|", "xoves", "12:30")),
        hidden=3,
    )
    found = read("guia.pptx", data)
    assert seen(found) == [
        (1, "heading", "Guía do grao"), (1, "paragraph", "Curso 2025-2026"), (2, "heading", "Prácticas"),
        (2, "item", "- Pídense en outubro"), (2, "item", "- Duran 150 horas"), (4, "heading", "Titorías"),
        (4, "row", "[Docente] Ana Rei · [Día] luns · [Hora] 9:00"),
        (4, "row", "[Docente] Ana Rei · [Día] xoves · [Hora] 12:30"),
    ]  # fmt: skip
    assert (found.metadata.title, found.margins) == ("Guía do grao", (Block("Aprobado o 3 de maio de 2021"),))


def test_numbered_paragraphs_keep_their_numbers() -> None:
    numbered = '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>'
    data = presentation(shape("body", paragraph("Pasos:", "<a:pPr><a:buNone/></a:pPr>"),
                              paragraph("Solicitude", numbered), paragraph("Proba", numbered)))  # fmt: skip
    assert seen(read("a.pptx", data)) == [
        (1, "lead_in", "Pasos:"), (1, "item", "1. Solicitude"), (1, "item", "2. Proba"),
    ]  # fmt: skip


def test_open_document_slides_leave_out_the_speakers_notes() -> None:
    text = "<draw:text-box><text:p>{}</text:p></draw:text-box>"
    items = "<draw:text-box><text:list><text:list-item><text:p>{}</text:p></text:list-item></text:list></draw:text-box>"
    page = (
        f'<draw:page><draw:frame presentation:class="title">{text.format("Bolsas")}</draw:frame>'
        f'<draw:frame presentation:class="outline">{items.format("Prazo: ata o 30 de setembro")}</draw:frame>'
        f"<presentation:notes><draw:frame>{text.format('non dicir')}</draw:frame></presentation:notes></draw:page>"
    )
    assert seen(read("a.odp", packages.odf("presentation", page))) == [
        (1, "heading", "Bolsas"), (1, "item", "- Prazo: ata o 30 de setembro"),
    ]  # fmt: skip
