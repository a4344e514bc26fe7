import pytest

from knowledge.ingestion import margins
from knowledge.ingestion.cutting import Plan, cut
from knowledge.ingestion.extract.base import Block, Limits
from knowledge.ingestion.extract.pdf import extract
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.models import page_at
from knowledge.tests.ingestion import pdfs

LIMITS = Limits(max_pages=100, seconds=60, memory_mb=1024)
TITLE = "Regulamento do arquivo"


def lines(*texts: str, group: int = 0) -> list[Block]:
    return [Block(text, group=group) for text in texts]


def stated(*texts: str, group: int = 0, text: str = "O arquivo abre pola mañá.") -> list[str]:
    return [block.text for block in margins.stated(lines(*texts, group=group), [Block(text)], TITLE)][1:]


def test_lines_that_state_something_are_kept() -> None:
    facts = [
        "Aprobado por Res. 128/2025 do 2 de setembro de 2025", "Tel. 881 814 574", "arquivo@example.org",
        "Responsable: Secretaría Xeral", "www.example.org/arquivo", "Versión 3.1", "15782 Monteverde",
    ]  # fmt: skip
    assert stated(*facts) == facts


def test_names_and_counts_of_pages_are_dropped() -> None:
    assert stated("Universidade de Monteverde", "Páxina 112 de 340", "12", "Pág. 98217", "2014", TITLE) == []


def test_what_the_text_says_is_not_said_again() -> None:
    text = "Chámase ao 881 81 45 74, segundo a Res. 128/2025."
    assert stated("Tel. 881 814 574", "Res. 128/2025", "Fax 881 814 575", "Fax: 881.814.575", text=text) == [
        "Fax 881 814 575"
    ]


def test_a_letterhead_is_kept_whole() -> None:
    head = ["Servizo de Arquivo", "Pavillón Norte", "15782 Monteverde", "Tel. 881 814 574"]
    assert stated(*head, group=1) == head
    assert stated(*head) == head[2:]


def test_running_lines_are_cited_once_on_the_page_where_they_first_stand() -> None:
    body = " ".join(f"A frase número {number} trata dos fondos do arquivo con detalle." for number in range(220))
    extracted = extract(
        pdfs.document([pdfs.heading(TITLE), pdfs.paragraph(body)], edges=True, foot="Tel. 881 814 574"), LIMITS
    )
    plan = Plan("arquivo", "gl", DocumentMetadata(), (), 400, {}, 200, 20, 256, "")
    sections = cut(
        extracted, plan, LIMITS, lambda text: [(start, start + 1) for start in range(0, len(text), 4)]
    ).sections
    (last,) = [section for section in sections if "881 814 574" in section.text]
    assert (last.title, last.text) == (TITLE, "Tel. 881 814 574")
    assert page_at([list(pair) for pair in last.page_breaks], 0) == 1


PAGE = [(60.0, 120.0 + 14 * row, f"Na liña {row} dise como se consultan os fondos do arquivo.") for row in range(6)]
TEXT = " ".join(line for _x, _y, line in PAGE)
PRINTED = "Consultas · Arquivo de Monteverde"


def printed(when: str, address: str, count: str = "1/1") -> tuple[list[str], list[str]]:
    """The text and the margins of a page with such lines at its edges, as a browser writes them."""
    edges = [(24.0, 22.0, when), (220.0, 22.0, PRINTED), (24.0, 832.0, address), (560.0, 832.0, count)]
    read = extract(pdfs.drawn([*PAGE, *edges]), LIMITS)
    return [block.text for block in read.blocks], [block.text for block in read.margins]


@pytest.mark.parametrize(
    "when",
    [
        "3/26/26, 9:17 AM",
        "26/3/26, 9:17",
        "26/03/2026, 09:17",
        "26/3/26 9:17",
        "26.03.26, 09:17",
        "26/3/26, 9:17 p. m.",
    ],
)
def test_what_a_browser_writes_around_a_single_page_is_no_text_of_it(when: str) -> None:
    text, margin = printed(when, "https://arquivo.example.org/consultas?lang=gl")
    assert text == [TEXT]
    assert margin == [PRINTED, "https://arquivo.example.org/consultas?lang=gl"]


def test_a_page_printed_from_a_file_states_only_its_title() -> None:
    assert printed("26/3/26, 9:17", "file:///home/ana/consultas.html")[1] == [PRINTED]


def test_what_firefox_writes_around_a_single_page_is_no_text_of_it() -> None:
    edges = [(24.0, 22.0, PRINTED), (420.0, 22.0, "https://arquivo.example.org"), (24.0, 832.0, "1 de 1"),
             (500.0, 832.0, "26/3/26, 9:17")]  # fmt: skip
    blocks = extract(pdfs.drawn([*PAGE, *edges]), LIMITS).blocks
    assert [block.text for block in blocks] == [TEXT]


def test_a_first_line_with_a_day_and_an_hour_is_text_where_no_browser_wrote_the_last_one() -> None:
    text, _margin = printed("26/3/26, 9:17", "Asinado: a dirección do arquivo", "")
    assert text[0] == f"26/3/26, 9:17 {PRINTED}"
    assert text[-1] == "Asinado: a dirección do arquivo"
