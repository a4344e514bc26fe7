import pytest

from evaluation import datasets
from evaluation.models import Case, Dataset
from evaluation.records import read
from evaluation.tests.test_records import FILE

pytestmark = pytest.mark.django_db


def counts(done: datasets.Imported) -> tuple[int, int, int, int]:
    return done.created, done.updated, done.unchanged, done.removed


def test_an_import_can_be_repeated() -> None:
    assert counts(datasets.save(read(FILE.encode()))) == (2, 0, 0, 0)
    keys = set(Case.objects.values_list("pk", flat=True))
    assert counts(datasets.save(read(FILE.encode()))) == (0, 0, 2, 0)
    assert set(Case.objects.values_list("pk", flat=True)) == keys


def test_the_dataset_becomes_what_the_file_says() -> None:
    datasets.save(read(FILE.encode()))
    changed = FILE.replace("id: 2", "id: 3").replace("¿Cuántos libros?", "¿Cuántos libros en préstamo?")
    assert counts(datasets.save(read(changed.encode()))) == (1, 1, 0, 1)
    assert list(Case.objects.values_list("external_id", flat=True)) == ["r01", "3"]
    assert Case.objects.get(external_id="r01").question == "¿Cuántos libros en préstamo?"


def test_an_export_reads_back_the_same() -> None:
    dataset = datasets.save(read(FILE.encode())).dataset
    assert read(datasets.export(dataset).encode()) == read(FILE.encode())


def test_an_export_keeps_texts_that_look_like_numbers() -> None:
    dataset = Dataset.objects.create(slug="d", name="1:30")
    Case.objects.create(dataset=dataset, external_id="1", question="yes", answer="null", facts=[["25.570", "08"]])
    [case] = read(datasets.export(dataset).encode()).cases
    assert (case.id, case.question, case.answer, case.facts) == ("1", "yes", "null", (("25.570", "08"),))
