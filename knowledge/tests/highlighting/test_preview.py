"""What was made of a page: each block at its place on the picture, and what was left out."""

import pytest

from knowledge.highlighting import page as pdf_page
from knowledge.highlighting.preview import Preview, preview
from knowledge.ingestion import intake, pipeline
from knowledge.models import Collection, Document, ScannedPage
from knowledge.tests.highlighting import pdfs

WEB_PAGE = b"""<html><head><title>Loans</title></head><body><nav><a href="/">Home</a> <a href="/map">Site map</a></nav>
<main><h1>Loans</h1><p>Students may borrow <b>ten</b> books for fifteen days, and renew them twice.</p>
<script>var ten = "hidden words of a script";</script>
<table><tr><th>Who</th><th>Books</th></tr><tr><td>Doctoral students</td><td>35</td></tr></table></main>
<footer>University of Somewhere, Main Street 1</footer></body></html>"""


def read(name: str, data: bytes) -> Document:
    collection, _ = Collection.objects.get_or_create(slug="rules", defaults={"name": "Rules", "language": "en"})
    receipt = intake.receive(collection, name, data)
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def said(found: Preview) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in found.blocks]


def test_texts_of_the_same_words_have_places_of_their_own_and_the_rest_is_told() -> None:
    data = pdfs.drawn(["Page header", "Sciences of the Sea", "Sciences", "Ten books.", "Ten books.", "7"])
    texts = ["Sciences", "Sciences of the Sea", "Ten books.", "Ten books.", "Not there"]
    found = pdf_page.places(data, 1, texts)
    (short,), (long,), (first,), (second,), nothing = found.places
    assert long.bottom <= short.top
    assert first.bottom <= second.top
    assert nothing == ()
    assert [text for text, _boxes in found.others] == ["Page header", "7"]
    assert all(len(boxes) == 1 for _text, boxes in found.others)


@pytest.mark.django_db
def test_the_blocks_of_a_page_stand_where_they_are() -> None:
    document = read("rules.pdf", pdfs.regulations())
    found = preview(document, 1)
    assert (found.page, found.page_count) == (1, 2)
    loans = next(block for block in found.blocks if pdfs.LOANS in block.text)
    assert loans.boxes
    assert pdfs.FINES not in " ".join(text for _kind, text in said(found))
    assert any(pdfs.FINES in text for _kind, text in said(preview(document, 2)))
    assert preview(document, 99).page == 2


@pytest.mark.django_db
def test_a_heading_that_has_headings_alone_under_it_is_there() -> None:
    found = preview(read("rules.md", b"# Rules\n## Loans\n### Students\nTen books.\n### Staff\nSixty books."), 1)
    assert [text for kind, text in said(found) if kind == "heading"] == ["Rules. Loans", "Loans", "Students", "Staff"]


@pytest.mark.django_db
def test_a_tables_headers_are_not_left_out() -> None:
    found = preview(read("timetable.pdf", pdfs.timetable()), 1)
    assert any(block.kind == "row" and block.boxes for block in found.blocks)
    assert not {"Materia", "Créditos", "Aula"} & {block.text for block in found.dropped}


@pytest.mark.django_db
def test_menus_of_a_web_page_are_shown_as_left_out() -> None:
    found = preview(read("loans.html", WEB_PAGE), 1)
    kept = dict(found.lines)
    assert kept["Students may borrow ten books for fifteen days, and renew them twice."]
    assert kept["Doctoral students"]
    assert not kept["Home Site map"]
    assert not kept["University of Somewhere, Main Street 1"]
    assert "hidden words" not in " ".join(kept)
    assert ("heading", "Loans") in said(found)
    assert (found.layout, found.page_count) == (None, 0)


@pytest.mark.django_db
def test_lines_of_a_scan_that_became_no_block_are_left_out() -> None:
    document = read("rules.pdf", pdfs.regulations())
    lines = [["Stamp of entry", 0.9, [[0.1, 0.1, 0.2, 0.12], [0.2, 0.1, 0.3, 0.12], [0.3, 0.1, 0.4, 0.12]]]]
    ScannedPage.objects.create(document=document, number=1, lines=lines, confidence=0.9)
    (stamp,) = preview(document, 1).dropped
    assert (stamp.text, len(stamp.boxes)) == ("Stamp of entry", 1)


@pytest.mark.django_db
def test_a_file_that_cannot_be_opened_has_blocks_and_no_picture() -> None:
    document = read("rules.pdf", pdfs.regulations())
    document.content.data = b"%PDF-1.4 broken"
    document.content.save()
    found = preview(document, 1)
    assert found.layout is None
    assert found.blocks
