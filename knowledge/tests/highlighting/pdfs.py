"""Small real PDFs with what makes quotes hard to find."""

import io

import pypdfium2
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    PageBreak,
    PageTemplate,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=11, leading=15)
HEADING = ParagraphStyle("heading", parent=BODY, fontName="Times-Bold", fontSize=14, leading=20)

LOANS = (
    "A persoa usuaria con carné de doutoramento poderá levar en préstamo ata vinte exemplares durante trinta días, "
    "renovables tres veces mentres ninguén os teña reservados."
)
FINES = "Quen devolva un exemplar con atraso quedará sen préstamo tantos días como durase o atraso."
LEFT = "The left column speaks of enrolment, which opens on the first Monday of September and closes ten days later. "
RIGHT = "The right column speaks of fees, which are paid in two instalments, the second of them before Christmas. "
ROW = "[Materia] Álxebra lineal · [Créditos] 6 · [Aula] A-12"
CELLS = [
    ["Materia", "Créditos", "Aula"],
    ["Cálculo", "9", "B-3"],
    ["Álxebra lineal", "6", "A-12"],
    ["Física", "6", "C-1"],
]


def _simple(story: list[Flowable]) -> bytes:
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, title="Regulamento de préstamo", invariant=1).build(story)
    return buffer.getvalue()


def regulations() -> bytes:
    """Two pages: the loans on the first, over more than one line, the fines on the second."""
    first = [Paragraph("Artigo 3. Préstamo", HEADING), Paragraph(LOANS, BODY), Spacer(1, 12)]
    return _simple([*first, PageBreak(), Paragraph("Artigo 4. Sancións", HEADING), Paragraph(FINES, BODY)])


def timetable() -> bytes:
    table = Table(CELLS, colWidths=[160, 80, 80])
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.grey)]))
    return _simple([Paragraph("Horario do grupo 6", HEADING), table])


def two_columns() -> bytes:
    buffer = io.BytesIO()
    frames = [Frame(50, 60, 235, 720), Frame(310, 60, 235, 720)]
    document = BaseDocTemplate(buffer, pagesize=A4, invariant=1, pageTemplates=[PageTemplate(frames=frames)])
    document.build([Paragraph(LEFT * 2, BODY), FrameBreak(), Paragraph(RIGHT * 2, BODY)])
    return buffer.getvalue()


def drawn(lines: list[str]) -> bytes:
    """`lines` as they are, one below the other."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for number, line in enumerate(lines):
        canvas.drawString(72, 760 - 16 * number, line)
    canvas.save()
    return buffer.getvalue()


def landscape(line: str) -> bytes:
    """Drawn sideways on an upright page that is shown turned by 90°."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.rotate(90)
    canvas.drawString(72, -72, line)
    canvas.save()
    with pypdfium2.PdfDocument(buffer.getvalue()) as document:
        document[0].set_rotation(90)
        turned = io.BytesIO()
        document.save(turned)
    return turned.getvalue()


def huge() -> bytes:
    """As large as the format allows, five metres a side."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(14_400, 14_400), invariant=1)
    canvas.drawString(72, 760, "far away")
    canvas.save()
    return buffer.getvalue()


def locked() -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, encrypt="a password")
    canvas.drawString(72, 760, "secret")
    canvas.save()
    return buffer.getvalue()
