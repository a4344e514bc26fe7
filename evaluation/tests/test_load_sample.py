"""A small sample, loaded by the real ingestion."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from chat.models import Assistant
from evaluation.models import Dataset
from knowledge.models import Chunk, Collection, Document, State

FILES = {
    "collections.yaml": "- {slug: rules, name: Rules, language: en, alpha: 0.9, folder: rules}\n",
    "assistants.yaml": "- {slug: rules, collections: [rules], texts: {en: {name: Rules}}}\n",
    "help.yaml": "- {kind: emergency, texts: {gl: Chama, es: Llama, en: Call}}\n",
    "datasets/loans.yaml": "slug: loans\nname: Loans\ncases:\n  - {id: a, question: How long, documents: [loans.md]}\n",
    "rules/loans.md": "# Loans\n\nA doctoral student may borrow a book for thirty days from the central library.\n",
    "rules/broken.pdf": "this is no PDF",
}


@pytest.fixture
def small(tmp_path: Path, settings: Settings) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "sample" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    settings.BASE_DIR = tmp_path
    return tmp_path / "sample"


def load() -> str:
    err = io.StringIO()
    call_command("load_sample", stdout=err, stderr=err)
    return err.getvalue()


@pytest.mark.django_db
def test_a_sample_is_loaded_and_a_broken_document_is_told_of(small: Path) -> None:
    said = load()
    assert "broken.pdf" in said
    assert Collection.objects.get().alpha == 0.9
    assert Document.objects.get(external_id="loans.md").state == State.INDEXED
    assert [assistant.slug for assistant in Assistant.objects.all()] == ["rules"]
    assert [dataset.slug for dataset in Dataset.objects.all()] == ["loans"]


@pytest.mark.django_db
def test_a_sample_is_loaded_twice_without_doing_the_work_twice(small: Path) -> None:
    load()
    chunks = set(Chunk.objects.values_list("pk", flat=True))
    load()
    assert set(Chunk.objects.values_list("pk", flat=True)) == chunks
    assert (Assistant.objects.count(), Dataset.objects.count()) == (1, 1)
