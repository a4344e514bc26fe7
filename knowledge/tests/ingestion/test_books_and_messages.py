from datetime import date
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.tests.ingestion import packages

CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
BOOK = """<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Guía de acollida</dc:title>
<dc:language>gl</dc:language><dc:date>2025-09-01</dc:date></metadata><manifest>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="b" href="text/b%20dous.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>"""


def read(name: str, data: bytes) -> ExtractedDocument:
    return sandbox.extract(formats.media_type(name, data), data)


def page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="x"><body>{body}</body></html>'


def book(**others: str) -> bytes:
    note = '<aside epub:type="footnote"><p>Agás en agosto.</p></aside>'
    return packages.packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            "OEBPS/book.opf": BOOK,
            "OEBPS/nav.xhtml": page("<nav><ol><li>Índice</li></ol></nav>"),
            "OEBPS/text/a.xhtml": page(f"<h1>Residencias</h1><ul><li>Dúas</li><li>Con cociña</li></ul>{note}"),
            "OEBPS/text/b dous.xhtml": page("<h1>Bolsas</h1><ul><li>Comedor</li><li>Transporte</li></ul>"),
            **others,
        }
    )


def test_a_books_chapters_are_read_in_the_order_of_its_spine() -> None:
    found = read("guia.epub", book())
    assert [(block.kind, block.group, block.text) for block in found.blocks] == [
        ("heading", 0, "Residencias"), ("item", 1, "- Dúas"), ("item", 1, "- Con cociña"),
        ("paragraph", 0, "Agás en agosto."), ("heading", 0, "Bolsas"), ("item", 2, "- Comedor"),
        ("item", 2, "- Transporte"),
    ]  # fmt: skip
    assert (found.metadata.title, found.metadata.language, found.metadata.published_on) == (
        "Guía de acollida", "gl", date(2025, 9, 1),
    )  # fmt: skip


def test_a_book_whose_chapters_are_locked_says_so() -> None:
    reference = '<encryption><CipherReference URI="OEBPS/text/a.xhtml"/></encryption>'
    with pytest.raises(errors.Encrypted):
        read("guia.epub", book(**{"META-INF/encryption.xml": reference}))
    assert read("guia.epub", book(**{"META-INF/encryption.xml": reference.replace("text/a.xhtml", "font.otf")})).blocks


def message(html: str = "") -> bytes:
    made = EmailMessage(policy=SMTP)
    made["Subject"], made["From"] = "Prazos de matrícula: ampliación", "Secretaría <sec@example.org>"
    made["To"], made["Date"] = "alumnado@example.org", "Mon, 08 Sep 2025 10:00:00 +0200"
    made.set_content("Amplíase o prazo ata o 20 de setembro.\n\nSaúdos.", charset="iso-8859-1")
    if html:
        made.add_alternative(html, subtype="html")
    made.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="calendario.pdf")
    return made.as_bytes()


def test_a_message_is_its_subject_its_text_and_the_names_of_what_was_attached() -> None:
    found = read("aviso.eml", message())
    assert [(block.level, block.text) for block in found.blocks] == [
        (1, "Prazos de matrícula: ampliación"), (0, "From: Secretaría <sec@example.org>"),
        (0, "Date: Mon, 08 Sep 2025 10:00:00 +0200"), (0, "Amplíase o prazo ata o 20 de setembro."), (0, "Saúdos."),
        (0, "Attachments: calendario.pdf"),
    ]  # fmt: skip
    assert (found.metadata.title, found.metadata.published_on) == ("Prazos de matrícula: ampliación", date(2025, 9, 8))


def test_a_messages_tables_are_read_from_its_page() -> None:
    rows = "<tr><th>Fase</th><th>Prazo</th></tr><tr><td>Primeira</td><td>20 de setembro</td></tr>"
    texts = [block.text for block in read("x", message(f"<html><body><table>{rows}</table></body></html>")).blocks]
    assert "[Fase] Primeira · [Prazo] 20 de setembro" in texts
    assert "Amplíase o prazo ata o 20 de setembro." not in texts
