"""The corpus report: counted right, kept, drawn and taken along."""

import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pypdfium2
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from knowledge import tasks
from knowledge.corpus import charts, report, words
from knowledge.models import Collection, CorpusReport, Document, Section

pytestmark = pytest.mark.django_db
ASK = reverse("admin:knowledge_corpusreport_add")


def document(collection: Collection, name: str, *texts: str, **values: Any) -> Document:
    row = {"media_type": "text/markdown", "state": "indexed", "indexed_at": "2026-01-02T00:00Z", **values}
    made = Document.objects.create(collection=collection, external_id=name, title=name, file_name=name, **row)
    for position, text in enumerate(texts):
        Section.objects.create(document=made, position=position, text=text)
    return made


@pytest.fixture
def rules() -> Collection:
    collection = Collection.objects.create(slug="rules", name="Rules")
    document(collection, "loans", "O préstamo dura. O préstamo 15", "e a matrícula", published_on="2025-09-01")
    document(collection, "empty", " 15 \n", language="gl")
    other = Collection.objects.create(slug="other", name="Other")
    document(other, "elsewhere", "Bolsas bolsas")
    return collection


def test_words_lengths_dates_and_empty_documents_are_counted(rules: Collection) -> None:
    data = report.computed(rules)
    assert data["text"] | {"characters": 0} == {
        "words": 8, "vocabulary": 6, "hapaxes": 4, "characters": 0, "sections": 3, "passages": 0, "pages": 0
    }  # fmt: skip
    assert data["words"]["most"][:2] == [["o", 2], ["préstamo", 2]]
    assert data["words"]["most_content"][0] == ["préstamo", 2]
    assert data["lengths"]["most"] == 8
    assert [title for _pk, title in data["documents"]["empty"]] == ["empty"]
    assert data["dates"]["by_year"] == [[2025, 1]]
    assert data["dates"]["without"] == 1
    assert ["matrícula", 1] in data["keywords"] or any("matr" in word for word, _number in data["keywords"])
    assert report.computed(None)["documents"]["number"] == 3


def test_counting_in_parts_gives_what_counting_at_once_gives(rules: Collection) -> None:
    text = " ".join(f"palabra{chr(97 + number % 23)}{chr(97 + number % 7)}" for number in range(2000))
    document(rules, "long", text)
    whole = report.computed(rules)
    with patch.object(words, "MAX_HELD", 10):
        parts = report.computed(rules)
    assert {**parts, "made_at": ""} == {**whole, "made_at": ""}
    stored = Section.objects.filter(document__collection=rules).values_list("text", flat=True)
    counted = Counter(word for found in stored for word in words.words_of(found))
    assert whole["text"]["vocabulary"] == len(counted)
    assert whole["zipf"]["points"][0] == [1, counted.most_common(1)[0][1]]


def test_an_empty_corpus_has_a_report(admin_client: Client) -> None:
    made = CorpusReport.objects.create()
    data = report.make(made)
    assert data["text"]["words"] == 0
    assert charts.zipf(data["zipf"]["points"]) is None
    assert admin_client.get(reverse("admin:knowledge_corpusreport_change", args=[made.pk])).status_code == 200


def test_a_worker_makes_it_and_the_page_shows_what_is_kept(
    admin_client: Client, rules: Collection, django_capture_on_commit_callbacks: Any, django_assert_max_num_queries: Any
) -> None:
    with patch.object(tasks.make_corpus_report, "delay") as delay, django_capture_on_commit_callbacks(execute=True):
        page = admin_client.post(ASK, {"collection": rules.pk}, follow=True).content.decode()
    assert "It is being made" in page
    kept = CorpusReport.objects.get()
    delay.assert_called_once_with(kept.pk)
    tasks.make_corpus_report(kept.pk)
    address = reverse("admin:knowledge_corpusreport_change", args=[kept.pk])
    with django_assert_max_num_queries(8):
        page = admin_client.get(address).content.decode()
    assert "Markdown" in page
    assert "<polyline points=" in page
    assert "It is being made" not in page
    assert reverse("admin:knowledge_document_change", args=[Document.objects.get(title="empty").pk]) in page
    listing = admin_client.get(reverse("admin:knowledge_corpusreport_changelist")).content.decode()
    assert "Rules" in listing


def test_it_is_taken_along_as_pdf_and_json(admin_client: Client, rules: Collection) -> None:
    kept = CorpusReport.objects.create(collection=rules)
    address = [reverse("admin:knowledge_corpusreport_file", args=[kept.pk, form]) for form in ("json", "pdf", "exe")]
    assert [admin_client.get(one).status_code for one in address] == [404, 404, 404]
    report.make(kept)
    assert json.loads(admin_client.get(address[0]).content)["collection"] == "rules"
    text = text_of(admin_client.get(address[1]).content)
    assert "Rules" in text
    assert "préstamo" in text
    assert admin_client.get(address[2]).status_code == 404


def text_of(data: bytes) -> str:
    return " ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data))


def test_what_goes_wrong_is_kept_and_shown(admin_client: Client, rules: Collection) -> None:
    kept = CorpusReport.objects.create(collection=rules)
    with (
        patch.object(report, "computed", side_effect=ValueError("no room")),
        pytest.raises(ValueError, match="no room"),
    ):
        report.make(kept)
    page = admin_client.get(reverse("admin:knowledge_corpusreport_change", args=[kept.pk])).content.decode()
    assert "It could not be made:" in page
    assert "no room" in page


def test_the_command_prints_and_writes(rules: Collection, tmp_path: Path) -> None:
    out = StringIO()
    call_command("corpus_report", "--collection", "rules", "--json", "--pdf", str(tmp_path / "r.pdf"), stdout=out)
    assert json.loads(out.getvalue())["documents"]["number"] == 2
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    assert CorpusReport.objects.get(collection=rules).made_at
