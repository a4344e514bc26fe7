import time

import pytest

from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import Limits

LIMITS = Limits(max_pages=10, seconds=10, memory_mb=512)


def blocks(footer: str, body: str = "<p>Abre de 9 a 14 h.</p>") -> list[str]:
    page = f"<html><head><title>Secretaría</title></head><body><main>{body}</main>{footer}</body></html>"
    return [block.text for block in formats.extractor(formats.HTML)(page.encode(), LIMITS).blocks]


def test_an_office_its_street_and_its_telephone_are_read_together() -> None:
    footer = """<footer><div class="logo"><a href="/">Inicio</a></div>
    <ul><li><a href="/mapa">Mapa del sitio</a></li><li><a href="/legal">Aviso legal</a></li></ul>
    <div><h4>Campus Norte</h4><p>Calle del Molino, 4</p>
    <p>Teléfono: <a href="tel:+34988111222">988 111 222</a></p></div>
    <div><h4>Campus Sur</h4><p>Plaza Mayor, 1</p></div>
    <h3>Síguenos</h3><p>© 2026 Universidad · 988 111 222</p></footer>"""
    assert blocks(footer)[1:] == [
        "Campus Norte\nCalle del Molino, 4\nTeléfono: 988 111 222",
        "Campus Sur\nPlaza Mayor, 1",
    ]


def test_a_copyright_or_a_menu_in_a_line_of_its_own_hides_no_contact_beside_it() -> None:
    footer = """<footer><div>email:<a href="mailto:club@example.org">club@example.org</a><br>© Club de remo<br>
    <a href="aviso.html">Aviso legal</a><br><a href="https://maps.example.org">Rúa do Peirao, 3</a></div></footer>"""
    assert blocks(footer)[1:] == ["email:club@example.org\nRúa do Peirao, 3"]


@pytest.mark.parametrize(
    "footer",
    [
        "<footer><p>Universidad pública desde 1985</p><p>Campus Norte, edificio 4</p></footer>",
        "<footer><p><a href='mailto:a@example.org'></a> Curso 2025-2026</p></footer>",
        "<footer><script>var mail = 'a@example.org';</script><p>Aviso 12</p></footer>",
    ],
)
def test_a_footer_that_gives_neither_telephone_nor_mail_is_dropped(footer: str) -> None:
    assert blocks(footer) == ["Abre de 9 a 14 h."]


def test_what_the_page_says_itself_is_not_said_again() -> None:
    contact = "<p>Escribe a ayuda@example.org</p>"
    assert blocks(f"<footer>{contact}</footer>", contact) == ["Escribe a ayuda@example.org"]


def test_a_long_footer_is_kept_up_to_a_limit() -> None:
    offices = "".join(f"<div><p>Sede {number}</p><p>sede{number}@example.org</p></div>" for number in range(100))
    assert sum(map(len, blocks(f"<footer>{offices}</footer>")[1:])) <= 1000


def test_footers_within_footers_are_read_once() -> None:
    lines = "".join(f"<p>Aula {number}</p>" for number in range(20_000))
    nested = "<footer>" * 200 + f"<p>988 111 222</p>{lines}" + "</footer>" * 200
    began = time.process_time()
    assert len(blocks(nested)) == 1
    assert time.process_time() - began < 10
