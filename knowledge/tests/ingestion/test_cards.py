import pytest

from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import Limits

LIMITS = Limits(max_pages=10, seconds=10, memory_mb=512)
PEOPLE = (
    ("Uxía Rei", "Despacho 2.1", "981 000 001"),
    ("Breo Seoane", "981 000 002"),
    ("Noa Lema", "Despacho 3", "<b>luns</b>"),
)


def read(body: str) -> list[tuple[str, str]]:
    page = f"<html><body><main><h1>Profesorado</h1>{body}</main></body></html>"
    return [(block.kind, block.text) for block in formats.extractor(formats.HTML)(page.encode(), LIMITS).blocks[1:]]


def cards(people: tuple[tuple[str, ...], ...], tag: str = "div") -> str:
    return "".join(f"<{tag} class='card'>{''.join(f'<p>{line}</p>' for line in person)}</{tag}>" for person in people)


def test_elements_that_are_alike_are_rows() -> None:
    assert read(f"<div>{cards(PEOPLE)}</div><p>Despois.</p>") == [
        ("row", "Uxía Rei · Despacho 2.1 · 981 000 001"), ("row", "Breo Seoane · 981 000 002"),
        ("row", "Noa Lema · Despacho 3 · luns"), ("paragraph", "Despois."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        cards(PEOPLE[:2]),
        cards(PEOPLE) + "<div class='other'><p>Uxía</p><p>2</p></div>",
        cards((*PEOPLE, ("Unha nova longa " * 8, "2 de maio"))),
        cards((*PEOPLE, ("Un", "dous"))),
        "Xente" + cards(PEOPLE),
        cards(PEOPLE).replace("<p>", "<h3>").replace("</p>", "</h3>"),
    ],
)
def test_other_elements_are_read_as_they_stand(body: str) -> None:
    assert "row" not in [kind for kind, _text in read(f"<div>{body}</div>")]
