"""Short columns between paragraphs that are as wide as the page."""

from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from knowledge.ingestion.extract.base import Limits
from knowledge.ingestion.extract.pdf import extract
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=1024)
WIDE = [
    "O arquivo abre en dúas quendas, e cada unha ten o seu horario, os seus prazos e a súa persoa responsable,",
    "que atende a quen chegue sen cita se hai sitio na sala e non pasa da hora de pechar. Quen precise levar as",
    "copias á casa pídeas por escrito, e recíbeas nun prazo de dez días, contados desde que pagou o que custan,",
    "coa factura que lle corresponde e mais a relación de todo o que se copiou para ela.",
]
MORNING = [
    (100, "Quenda da mañá"), (116, "De outubro a maio ábrese ás nove e"), (128, "péchase ás dúas da tarde, agás o"),
    (140, "luns."), (160, "Responde dela a xefa do arquivo, que"), (172, "se pode chamar ao 881 814 574."),
]  # fmt: skip
EVENING = [
    (94, "Quenda da tarde"), (116, "Só se abre os mércores, de catro a"), (128, "sete, e hai que pedir cita antes do"),
    (140, "martes ao mediodía."), (152, "En agosto non hai quenda da tarde,"), (164, "nin tampouco en Nadal."),
]  # fmt: skip


WEST = ["O arquivo do oeste garda o papel das", "parroquias da costa ata o ano 1900."]
EAST = ["O arquivo do leste garda o papel das", "parroquias do val, e as súas fotos."]


def texts(lines: list[tuple[float, float, str]]) -> list[str]:
    return [block.text for block in extract(pdfs.drawn(lines), LIMITS).blocks]


def between(left: list[tuple[int, str]], right: list[tuple[int, str]], below: int) -> list[tuple[float, float, str]]:
    """Two columns below a wide paragraph, and above another one that begins so far down."""
    columns = [(x, y, text) for x, side in ((66, left), (300, right)) for y, text in side]
    wide = [(60, y + 13 * row, text) for y in (40, below) for row, text in enumerate(WIDE)]
    return [*sorted(columns, key=lambda line: line[1]), *wide]


def test_short_columns_between_paragraphs_are_read_one_after_the_other() -> None:
    assert texts(between(MORNING, EVENING, 220)) == [
        " ".join(WIDE), "Quenda da mañá", "De outubro a maio ábrese ás nove e péchase ás dúas da tarde, agás o luns.",
        "Responde dela a xefa do arquivo, que se pode chamar ao 881 814 574.", "Quenda da tarde",
        "Só se abre os mércores, de catro a sete, e hai que pedir cita antes do martes ao mediodía.",
        "En agosto non hai quenda da tarde, nin tampouco en Nadal.", " ".join(WIDE),
    ]  # fmt: skip


def test_columns_with_headings_at_the_same_heights_are_no_rows() -> None:
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    for font, lines in (
        ("Helvetica", between([], [], 230)),
        ("Helvetica-Bold", [(x, y, f"Sala {x}{y}") for y in (110, 160) for x in (66, 300)]),
        ("Helvetica", [(x, y + 14 * (row + 1), text) for y in (110, 160)
                       for x, side in ((66, WEST), (300, EAST)) for row, text in enumerate(side)]),
    ):  # fmt: skip
        canvas.setFont(font, 10)
        for x, y, text in lines:
            canvas.drawString(x, A4[1] - y, text)
    canvas.save()
    found = [block.text for block in extract(target.getvalue(), LIMITS).blocks][1:-1]
    assert found == [
        "Sala 66110", " ".join(WEST), "Sala 66160", " ".join(WEST), "Sala 300110", " ".join(EAST), "Sala 300160",
        " ".join(EAST),
    ]  # fmt: skip


def test_what_stands_close_to_the_paragraph_below_the_columns_is_read_with_it() -> None:
    lines = [*between(MORNING, EVENING, 226), (60, 212, "Outras normas:")]
    assert texts(lines)[-2:] == ["Outras normas:", " ".join(WIDE)]


def test_rows_of_wrapped_cells_between_paragraphs_are_no_columns() -> None:
    left = [(100, "Para ver os fondos do fondo antigo e"), (112, "os planos da cidade"),
            (132, "Para levar fotos dos documentos da"), (144, "sala de lectura"),
            (164, "Para pedir que se dixitalice o que se"), (176, "conserva en papel")]  # fmt: skip
    right = [(100, "Hai que traer o carné da biblioteca e"), (112, "deixar a bolsa fóra"),
             (132, "Non se pode usar o flash nin trípode e"), (144, "é gratis"),
             (164, "Cóbrase por cada folla o que di o cadro"), (176, "de prezos")]  # fmt: skip
    found = " ".join(texts(between(left, right, 210)))
    assert found.index("deixar a bolsa") < found.index("Para levar fotos")


def test_labels_beside_what_they_name_between_paragraphs_are_no_columns() -> None:
    left = [(100, "Persoa que o pide"), (114, "Centro no que estuda"), (128, "Ano de ingreso"), (142, "Titoría")]
    right = [(100, "Nome e apelidos, como no carné"), (114, "Facultade ou escola adscrita"),
             (128, "O da primeira matrícula"), (142, "Quen dirixe o traballo")]  # fmt: skip
    found = " ".join(texts(between(left, right, 170)))
    assert found.index("Nome e apelidos") < found.index("Centro no que")
