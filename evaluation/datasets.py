"""Datasets into the database and out of it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml
from django.db import transaction

from evaluation.models import Case, Dataset
from evaluation.records import CaseRecord, DatasetRecord

CASE_FIELDS = ("kind", "question", "answer", "facts", "documents", "form", "history")


@dataclass(frozen=True)
class Imported:
    """What an import changed: numbers of cases."""

    dataset: Dataset
    created: int
    updated: int
    unchanged: int
    removed: int


@transaction.atomic
def save(record: DatasetRecord) -> Imported:
    """The dataset is afterwards what the file says. Cases are known by their id; those not in the file go."""
    dataset, _created = Dataset.objects.update_or_create(
        slug=record.slug, defaults={"name": record.name, "description": record.description}
    )
    known = {case.external_id: case for case in dataset.cases.all()}
    wanted = [(known.get(case.id), _fields(case), case.id) for case in record.cases]
    created = [Case(dataset=dataset, external_id=id, **fields) for case, fields, id in wanted if case is None]
    updated = [_set(case, fields) for case, fields, _id in wanted if case is not None and _differs(case, fields)]
    Case.objects.bulk_create(created)
    Case.objects.bulk_update(updated, CASE_FIELDS)
    gone = dataset.cases.exclude(external_id__in=[case.id for case in record.cases])
    removed = gone.count()
    gone.delete()
    return Imported(dataset, len(created), len(updated), len(wanted) - len(created) - len(updated), removed)


def export(dataset: Dataset) -> str:
    """The YAML that `records.read` reads back into the same dataset."""
    document: dict[str, Any] = {"slug": dataset.slug, "name": dataset.name}
    if dataset.description:
        document["description"] = dataset.description
    document["cases"] = [_entry(case) for case in dataset.cases.order_by("pk")]
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=120)


def _fields(record: CaseRecord) -> dict[str, Any]:
    """As the database gives them back, so that they can be compared."""
    return {
        "kind": record.kind,
        "question": record.question,
        "answer": record.answer,
        "facts": [list(group) for group in record.facts],
        "documents": list(record.documents),
        "form": dict(record.form),
        "history": [dict(turn) for turn in record.history],
    }


def _differs(case: Case, fields: dict[str, Any]) -> bool:
    return any(getattr(case, name) != value for name, value in fields.items())


def _set(case: Case, fields: dict[str, Any]) -> Case:
    for name, value in fields.items():
        setattr(case, name, value)
    return case


def _entry(case: Case) -> dict[str, Any]:
    """Keys without a value are left out."""
    values = {name: getattr(case, name) for name in CASE_FIELDS}
    return {"id": case.external_id} | {name: value for name, value in values.items() if value}
