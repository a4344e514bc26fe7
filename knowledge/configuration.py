"""Collections as a YAML file says them, in and out: checked whole, then saved together. The format: docs/desk.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import yaml
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from knowledge.models import Collection
from koalarag import safe_yaml

VALUES = (
    "name", "description", "language", "visibility", "alpha", "chunk_tokens", "chunk_overlap", "section_tokens",
    "section_categories",
)  # fmt: skip
KEYS = ("slug", *VALUES)


class ConfigurationError(ValueError):
    """Everything that is wrong with a file, one message for each place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def entries_of(data: bytes) -> list[Any]:
    """The entries of a YAML file that is a list; ConfigurationError."""
    try:
        entries = safe_yaml.load_apart(data)
    except safe_yaml.YamlError as error:
        raise ConfigurationError([_("The file is not valid YAML in UTF-8: {error}").format(error=error)]) from error
    if not isinstance(entries, list) or not entries:
        raise ConfigurationError([_("The file must be a list with at least one entry.")])
    return entries


@transaction.atomic
def load(data: bytes) -> list[Collection]:
    """Creates or updates the collections of a file; a setting that is not named keeps its value, and documents keep
    their cutting until they are indexed again. ConfigurationError with all the problems, and nothing changed."""
    collections, wrong = [], []
    slugs: set[str] = set()
    for number, entry in enumerate(entries_of(data), 1):
        found = list(_shape_problems(entry))
        if not found:
            collection = _filled(entry)
            found = list(_value_problems(collection))
            if collection.slug in slugs:
                found.append(_("“slug: {slug}” is used more than once.").format(slug=collection.slug))
            slugs.add(collection.slug)
            collections.append(collection)
        wrong += [f"{number}: {problem}" for problem in found]
    if wrong:
        raise ConfigurationError(wrong)
    for collection in collections:
        collection.save()
    return collections


def dump(collections: Iterable[Collection]) -> str:
    return yaml.safe_dump([_record(one) for one in collections], allow_unicode=True, sort_keys=False)


def _record(collection: Collection) -> dict[str, Any]:
    values = {name: getattr(collection, name) for name in KEYS}
    # As plain values: a choice is a text of a class of its own.
    return {name: str(value) if isinstance(value, str) else value for name, value in values.items() if value != ""}


def _shape_problems(entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict) or not isinstance(entry.get("slug"), str):
        yield _("a collection must be a mapping with “slug” and “name”.")
        return
    for key in entry:
        if key not in KEYS:
            yield _("“{key}” is not known here; use: {known}.").format(key=key, known=", ".join(KEYS))
    if not isinstance(entry.get("section_categories", {}), dict):
        yield _("“{key}” must be a mapping.").format(key="section_categories")


def _filled(entry: dict[str, Any]) -> Collection:
    """As it would be saved."""
    collection = Collection.objects.filter(slug=entry["slug"]).first() or Collection(slug=entry["slug"])
    for name in VALUES:
        if name in entry:
            setattr(collection, name, entry[name])
    return collection


def _value_problems(collection: Collection) -> Iterator[str]:
    try:
        collection.clean_fields()
    except ValidationError as error:
        for name, messages in error.message_dict.items():
            yield f"“{name}”: {' '.join(messages)}"
