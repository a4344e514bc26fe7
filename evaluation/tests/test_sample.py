"""The sample fits together: collections, assistants and datasets speak of things that are there."""

import json
from pathlib import Path

import pytest
from django.conf import settings

from chat import configuration
from evaluation import sample
from evaluation.metrics.folding import fold
from evaluation.records import read
from knowledge.models import Collection

SAMPLE: Path = settings.BASE_DIR / "sample"
DATASETS = sorted((SAMPLE / "datasets").glob("*.yaml"))


@pytest.mark.django_db
def test_collections_and_assistants_can_be_loaded() -> None:
    records = sample.collections(SAMPLE)
    assert all(any(record.folder.iterdir()) for record in records)
    for record in records:
        sample.ensure(record).full_clean()
    assistants = configuration.save(configuration.read((SAMPLE / "assistants.yaml").read_bytes()))
    assert [assistant.slug for assistant in assistants] == ["guides", "regulations", "koalaroute"]
    for assistant in assistants:
        assert {text.language for text in assistant.texts.all()} == {"gl", "es", "en"}


@pytest.mark.django_db
def test_a_collection_keeps_what_somebody_tuned() -> None:
    [record, *_others] = sample.collections(SAMPLE)
    Collection.objects.create(slug=record.slug, name="Tuned", alpha=0.8)
    assert (sample.ensure(record).name, Collection.objects.get().alpha) == ("Tuned", 0.8)


@pytest.mark.parametrize("path", DATASETS, ids=lambda path: path.stem)
def test_the_documents_a_dataset_expects_are_in_the_sample(path: Path) -> None:
    names = {name for file in SAMPLE.rglob("*") for name in (file.name, file.stem)}
    lines = [line for file in SAMPLE.rglob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    names |= {json.loads(line)["id"] for line in lines}
    headings = {
        fold(line.lstrip("# "))
        for file in SAMPLE.rglob("*.md")
        for line in file.read_text("utf-8").splitlines()
        if line.startswith("#")
    }
    expected = {name for case in read(path.read_bytes()).cases for name in case.documents}
    missing = {
        name
        for name in expected
        if name not in names and not ("#" in name and all(fold(part) in headings for part in name.split("#")))
    }
    assert not missing
