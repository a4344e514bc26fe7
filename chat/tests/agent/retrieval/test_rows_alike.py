"""Rows of one named thing in several tables of a document are shown together."""

import pytest

from chat.agent.answers.passages import Quote, quotes_of
from chat.agent.retrieval.rows_alike import rows_alike
from chat.tests.agent.sections import further_ones
from knowledge.models import Chunk, Document
from knowledge.retrieval.passages import read
from knowledge.tests.corpus import Text, add, collection

FIRST = "[Prueba] Natación · [Fecha] 12 de mayo de 2026 · [Hora] 9:30"
JUNE = "[Prueba] Natación · [Fecha] 9 de junio de 2026 · [Hora] 9:30"
RESULTS = "[Prueba] Natación · [Tiempo] 58 segundos"
OTHER = "[Prueba] Remo · [Fecha] 13 de mayo de 2026 · [Hora] 11:00"


@pytest.fixture
def calendar() -> Document:
    document = add(collection(), Text("Calendario de pruebas", "Clasificación", f"{FIRST}\n{OTHER}"))
    further_ones(document, 1, {"Final": JUNE, "Marcas": RESULTS})
    add(collection(), Text("Calendario de otro club", "Final", JUNE.replace("9 de", "20 de")))
    return document


def ranked(document: Document, *scores: tuple[str, float]) -> list[Quote]:
    chunks = Chunk.objects.filter(document=document).values_list("pk", flat=True)
    quotes = {quote.text: quote for one in read(chunks).values() for quote in quotes_of(one)}
    return [Quote(quotes[text].passage, quotes[text].start, quotes[text].end, score, "row") for text, score in scores]


@pytest.mark.django_db
def test_both_dates_of_what_is_asked_for_in_the_order_of_the_document(calendar: Document) -> None:
    found = rows_alike("¿Cuándo es la natación?", ranked(calendar, (JUNE, 0.8), (OTHER, 0.2)))
    assert [(one.text, one.score) for one in found] == [(FIRST, 0.8), (JUNE, 0.8)]


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["¿Cuándo es la natación de junio?", "¿Cuándo es la final de natación?"])
def test_only_that_which_the_question_tells_from_the_others(calendar: Document, question: str) -> None:
    assert rows_alike(question, ranked(calendar, (JUNE, 0.8))) == ()


@pytest.mark.django_db
def test_none_that_was_read_and_is_far_less_likely(calendar: Document) -> None:
    assert rows_alike("¿Cuándo es la natación?", ranked(calendar, (JUNE, 0.8), (FIRST, 0.03))) == ()
    assert len(rows_alike("¿Cuándo es la natación?", ranked(calendar, (JUNE, 0.8), (FIRST, 0.3)))) == 2


@pytest.mark.django_db
def test_a_row_that_is_alone_has_none(calendar: Document) -> None:
    assert rows_alike("¿Cuándo es el remo?", ranked(calendar, (OTHER, 0.8))) == ()
    assert rows_alike("¿Cuándo es el remo?", []) == ()
