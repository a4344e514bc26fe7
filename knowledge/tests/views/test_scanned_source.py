"""A scan, from its bytes to the marked page."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from PIL import Image

from knowledge.highlighting.scan import how_quote_was_read
from knowledge.highlighting.source_page import source_page
from knowledge.ingestion import intake, pipeline
from knowledge.models import Collection, Document, Recognition, ScannedPage, State
from knowledge.tests.ingestion import pdfs

pytestmark = pytest.mark.django_db
LOANS = "Cada persoa pode levar en préstamo dez exemplares durante quince días, renovables unha soa vez, mentres "
FINES = "ninguén os teña reservados. Quen devolva tarde un exemplar quedará sen préstamo tantos días como tardase."


def taken_in(name: str, data: bytes) -> Document:
    collection = Collection.objects.create(slug="scans", name="Scans")
    collection.assistants.create(slug="scans")  # type: ignore[attr-defined]  # of the chat, which reads it
    receipt = intake.receive(collection, name, data)
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


@pytest.fixture
def scan() -> Document:
    return taken_in("scan.pdf", pdfs.scanned(pdfs.document([pdfs.paragraph(LOANS + FINES)]), angle=1))


def test_a_quote_is_marked_where_it_stands_on_the_scan_with_its_ink_and_no_other_word(
    scan: Document, client: Client
) -> None:
    assert (scan.state, scan.error) == (State.INDEXED, "")
    quote = "renovables unha soa vez, mentres ninguén os teña reservados."
    page = source_page(scan, quote, None)
    assert page.layout is not None
    upper, lower = page.layout.boxes
    assert upper.left > 0.6 > lower.right > 0.3
    assert 0.32 < upper.top < upper.bottom < 0.44
    assert upper.top < lower.top < lower.bottom < 0.52
    html = client.get(page.url(1)).content.decode()
    assert html.count('class="quote-line"') == 2
    assert "read by text recognition" in html

    layout = source_page(scan, "Cada", 1).layout
    assert layout is not None
    (box,) = layout.boxes
    (picture,) = pdfs.pictures(scan.content.read(), 150)
    width, height = picture.size
    black = picture.convert("L").point(lambda level: 255 if level < 128 else 0)
    edges = (box.left * width, box.top * height, box.right * width, box.bottom * height)
    marked = black.crop(tuple(map(round, edges)))
    # The first word of the page: nothing else is further to the left, or above it.
    until = round(edges[2])
    assert black.crop((0, 0, until, round(edges[3]))).histogram()[255] == marked.histogram()[255] > 100


def test_what_is_quoted_is_said_to_be_read_by_ocr_and_staff_see_what_is_uncertain_and_what_was_not_read(
    scan: Document, admin_client: Client, admin_user: User
) -> None:
    assert how_quote_was_read(scan.pk, 1, LOANS.strip()) == Recognition.CERTAIN
    assert how_quote_was_read(scan.pk, 2, LOANS.strip()) is None
    page = ScannedPage.objects.get(document=scan)
    page.lines[0][1] = 0.6
    page.save()
    assert how_quote_was_read(scan.pk, 1, "Cada persoa pode levar en préstamo") == Recognition.UNCERTAIN
    assert how_quote_was_read(scan.pk, 1, "tantos días como tardase") == Recognition.CERTAIN

    error = "Reading the document takes too much memory. Split it, or raise EXTRACT_MEMORY_MB."
    ScannedPage.objects.create(document=scan, number=2, error=error)
    html = admin_client.get(reverse("admin:knowledge_document_change", args=[scan.pk])).content.decode()
    assert "1 uncertain line" in html
    assert page.lines[0][0] in html
    assert error in html
    listed = admin_client.get(reverse("admin:knowledge_document_changelist")).content.decode()
    assert "1 page could not be read." in re.sub(r"\s+", " ", listed)


def test_a_picture_is_shown_and_marked_like_a_page(client: Client) -> None:
    document = taken_in("notice.png", pdfs.saved(pdfs.upper_parts(pdfs.document([pdfs.paragraph(FINES)])), "PNG"))
    page = source_page(document, "ninguén os teña reservados.", 1)
    assert (page.page_count, len(page.highlights)) == (1, 1)
    drawn = client.get(reverse("source-page", args=[document.pk, 1]))
    assert Image.open(io.BytesIO(drawn.content)).width == pytest.approx(842, abs=2)
    assert client.get(reverse("source-file", args=[document.pk]))["Content-Type"] == "image/png"


def test_pages_read_before_go_when_the_document_is_indexed_again(scan: Document) -> None:
    intake.receive(scan.collection, "scan.pdf", pdfs.document([pdfs.paragraph(FINES)]))
    pipeline.index(scan.pk)
    assert not ScannedPage.objects.filter(document=scan).exists()
