from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.tests.ingestion import packages

_BASE = "http://schemas.openxmlformats.org"
_NAMES = (
    f'xmlns:p="{_BASE}/presentationml/2006/main" xmlns:a="{_BASE}/drawingml/2006/main" '
    f'xmlns:r="{_BASE}/officeDocument/2006/relationships"'
)


def paragraph(text: str, properties: str = "") -> str:
    return f"<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>"


def shape(role: str, *paragraphs: str) -> str:
    placeholder = f'<p:ph type="{role}"/>' if role != "obj" else "<p:ph/>"
    return f"<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody>{''.join(paragraphs)}</p:txBody></p:sp>"


def table(*rows: str) -> str:
    return f"<p:graphicFrame><a:tbl>{''.join(f'<a:tr>{row}</a:tr>' for row in rows)}</a:tbl></p:graphicFrame>"


def cells(*texts: str) -> str:
    """A cell "|" goes on with the one above."""
    return "".join(
        f'<a:tc vMerge="{int(text == "|")}"><a:txBody>{paragraph(text.strip("|"))}</a:txBody></a:tc>' for text in texts
    )


def presentation(*slides: str, hidden: int = 0) -> bytes:
    parts = {
        f"ppt/slides/slide{number}.xml": f'<p:sld {_NAMES} show="{int(number != hidden)}">{slide}</p:sld>'
        for number, slide in enumerate(slides, 1)
    }
    listed = "".join(f'<p:sldId r:id="r{number}"/>' for number in range(1, len(slides) + 1))
    kinds = dict.fromkeys(parts, "slide")
    main = f"<p:presentation {_NAMES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    return packages.ooxml("ppt/presentation.xml", {"ppt/presentation.xml": main, **parts}, kinds)


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
    assert (found.metadata.title, found.margins) == ("Guía do grao", ("Aprobado o 3 de maio de 2021",))


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
