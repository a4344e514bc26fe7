"""Websites as a YAML file says them, in and out: checked whole, then saved together. The format: docs/crawling.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from knowledge.configuration import ConfigurationError, entries_of
from knowledge.crawling import addresses, keywords
from knowledge.crawling.scope import lines
from knowledge.models import Collection, WebSource

LISTS = ("seeds", "allowed_hosts", "allowed_paths", "excluded_paths", "keywords")
VALUES = (
    "max_depth", "max_pages", "max_alike", "keyword_list", "visibility", "publishing", "schedule",
    "min_revisit_days",
    "max_revisit_days", "delay_seconds", "allow_private",
)  # fmt: skip
KEYS = ("slug", "collection", *LISTS, *VALUES)


def problems(source: WebSource) -> dict[str, str]:
    """What is wrong with a website's settings, by field."""
    found = {}
    seeds = lines(source.seeds)
    if wrong := [seed for seed in seeds if not addresses.normal(seed)]:
        found["seeds"] = _("Not an address that begins with https:// or http://: {address}").format(address=wrong[0])
    elif not seeds:
        found["seeds"] = _("At least one address is needed.")
    for name in ("allowed_paths", "excluded_paths"):
        if wrong := [path for path in lines(getattr(source, name)) if not path.startswith(("/", "*"))]:
            found[name] = _("A path begins with / or *, not as {path}").format(path=wrong[0])
    if wrong := [host for host in lines(source.allowed_hosts) if "/" in host or "*" in host.removeprefix("*.")]:
        found["allowed_hosts"] = _("A host is a name such as www.example.edu or *.example.edu, not {host}").format(
            host=wrong[0]
        )
    if source.keyword_list and source.keyword_list not in keywords.list_names():
        found["keyword_list"] = _("There is no such list; existing: {names}").format(
            names=", ".join(keywords.list_names())
        )
    if (source.min_revisit_days or 0) > (source.max_revisit_days or 0):
        found["max_revisit_days"] = _("This must not be less than the time before.")
    return found


@transaction.atomic
def load(data: bytes) -> list[WebSource]:
    """Creates or updates the websites of a file; a setting that is not named keeps its value. ConfigurationError with
    all the problems of the file, and nothing changed."""
    sources, wrong = [], []
    for number, entry in enumerate(entries_of(data), 1):
        found = list(_shape_problems(entry))
        if not found:
            source = _filled(entry)
            found = list(_value_problems(source))
            sources.append(source)
        wrong += [f"{number}: {problem}" for problem in found]
    slugs = [source.slug for source in sources]
    wrong += [_("“slug: {slug}” is used more than once.").format(slug=slug) for slug in _repeated(slugs)]
    if wrong:
        raise ConfigurationError(wrong)
    for source in sources:
        source.save()
    return sources


def dump(sources: Iterable[WebSource]) -> str:
    return yaml.safe_dump([_record(source) for source in sources], allow_unicode=True, sort_keys=False)


def _record(source: WebSource) -> dict[str, Any]:
    record: dict[str, Any] = {"slug": source.slug, "collection": source.collection.slug}
    record |= {name: listed for name in LISTS if (listed := lines(getattr(source, name)))}
    # As plain values: a choice is a text of a class of its own.
    return record | {name: _plain(getattr(source, name)) for name in VALUES if getattr(source, name) != ""}


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


def _shape_problems(entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield _("a website must be a mapping with “slug”, “collection” and “seeds”.")
        return
    for key in entry:
        if key not in KEYS:
            yield _("“{key}” is not known here; use: {known}.").format(key=key, known=", ".join(KEYS))
    for name in LISTS:
        value = entry.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and "\n" not in item for item in value):
            yield _("“{key}” must be a list of texts.").format(key=name)
    slug = entry.get("collection")
    existing = list(Collection.objects.values_list("slug", flat=True))
    new = not WebSource.objects.filter(slug=entry.get("slug") or "").exists()
    if slug not in existing and (new or "collection" in entry):
        known = ", ".join(sorted(existing)) or "–"
        yield _("there is no collection “{slug}”; existing: {known}.").format(slug=slug, known=known)


def _filled(entry: Mapping[str, Any]) -> WebSource:
    """As it would be saved."""
    slug = str(entry.get("slug") or "")
    source = WebSource.objects.filter(slug=slug).first() or WebSource(slug=slug)
    if "collection" in entry:
        source.collection = Collection.objects.get(slug=entry["collection"])
    for name in LISTS:
        if name in entry:
            setattr(source, name, "\n".join(entry[name]))
    for name in VALUES:
        if name in entry:
            setattr(source, name, entry[name])
    return source


def _value_problems(source: WebSource) -> Iterator[str]:
    try:
        source.clean_fields()
    except ValidationError as error:
        for name, messages in error.message_dict.items():
            yield f"“{name}”: {' '.join(messages)}"
        return
    for name, problem in problems(source).items():
        yield f"“{name}”: {problem}"


def _repeated(slugs: list[str]) -> list[str]:
    return sorted({slug for slug in slugs if slugs.count(slug) > 1})
