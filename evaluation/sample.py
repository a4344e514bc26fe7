"""The sample knowledge base: collections, documents, assistants and datasets, from the folder sample/."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from knowledge.models import Collection

SETTINGS = ("name", "description", "language", "alpha", "section_categories")


@dataclass(frozen=True)
class CollectionRecord:
    slug: str
    folder: Path
    settings: dict[str, Any]


def collections(sample: Path) -> list[CollectionRecord]:
    """Those of sample/collections.yaml."""
    entries = yaml.safe_load((sample / "collections.yaml").read_text("utf-8"))
    return [_record(entry, sample) for entry in entries]


def _record(entry: dict[str, Any], sample: Path) -> CollectionRecord:
    return CollectionRecord(
        entry["slug"], sample / entry["folder"], {name: entry[name] for name in SETTINGS if name in entry}
    )


def ensure(record: CollectionRecord) -> Collection:
    """The collection; one that exists keeps its settings, for somebody may have tuned them."""
    collection, _created = Collection.objects.get_or_create(slug=record.slug, defaults=record.settings)
    return collection
