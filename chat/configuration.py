"""Assistants as a YAML file says them: checked whole, then saved together. The format: docs/assistants.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from chat.language_models import all_problems
from chat.models import Assistant, AssistantText
from knowledge.models import Collection, Language
from koalarag import safe_yaml

SETTINGS = (
    "top_k",
    "min_relevance",
    "history_length",
    "prompt_budget",
    "is_active",
    "form",
    "scope",
    "language_models",
    "embed_origins",
)
KEYS = ("slug", "collections", "texts", *SETTINGS)
# More than anybody corrects at once.
MAX_PROBLEMS = 200
TEXTS = ("name", "description", "channel", "suggestions")


@dataclass(frozen=True)
class AssistantRecord:
    slug: str
    collections: tuple[str, ...]
    settings: Mapping[str, Any]
    """those of SETTINGS that the file names"""
    texts: Mapping[str, Mapping[str, str]]
    """language -> fields of AssistantText"""


class ConfigurationError(ValueError):
    """Everything that is wrong with a file, one message for each place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read(data: bytes) -> tuple[AssistantRecord, ...]:
    """ConfigurationError with all the problems of the file."""
    try:
        entries = safe_yaml.load_apart(data)
    except safe_yaml.YamlError as error:
        raise ConfigurationError([_("The file is not valid YAML in UTF-8: {error}").format(error=error)]) from error
    if not isinstance(entries, list) or not entries:
        raise ConfigurationError([_("The file must be a list of assistants.")])
    problems = list(_repeated(entries))
    for number, entry in enumerate(entries, 1):
        problems += [f"{_place(number, entry)}: {problem}" for problem in _problems(entry)]
    if problems:
        raise ConfigurationError(problems[:MAX_PROBLEMS])
    return tuple(map(_record, entries))


@transaction.atomic
def save(records: tuple[AssistantRecord, ...]) -> list[Assistant]:
    """In the order of the file. Assistants are known by their slug; a setting that is not named keeps its value."""
    return [_save(record, position) for position, record in enumerate(records)]


def _save(record: AssistantRecord, position: int) -> Assistant:
    assistant, _created = Assistant.objects.update_or_create(
        slug=record.slug, defaults={"position": position, **record.settings}
    )
    assistant.collections.set(Collection.objects.filter(slug__in=record.collections))
    for language, fields in record.texts.items():
        AssistantText.objects.update_or_create(assistant=assistant, language=language, defaults=dict(fields))
    assistant.texts.exclude(language__in=list(record.texts)).delete()
    return assistant


def _problems(entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield _("an assistant must be a mapping with “slug”, “collections” and “texts”.")
        return
    yield from _unknown(entry, KEYS)
    yield from _setting_problems(entry)
    yield from _collection_problems(entry.get("collections"))
    texts = entry.get("texts")
    if not isinstance(texts, dict) or not texts:
        yield _("“texts” must hold at least one language: gl, es or en.")
        return
    for language, text in texts.items():
        yield from _text_problems(language, text)


def _setting_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    """What the model's own fields say of the values."""
    for name in ("form", "scope"):
        if entry.get(name, {}) is None:
            yield _("“{key}” must be a mapping.").format(key=name)
    origins = entry.get("embed_origins", [])
    if not isinstance(origins, list) or not all(isinstance(origin, str) for origin in origins):
        yield _("“embed_origins” must be a list of origins, such as https://dept.example.edu.")
        return
    for problem in all_problems(entry.get("language_models", {})):
        yield f"“language_models”: {problem}"
    for name in ("slug", *SETTINGS):
        if name in entry or name == "slug":
            try:
                Assistant._meta.get_field(name).clean(entry.get(name), None)
            except ValidationError as error:
                yield from (f"“{name}”: {message}" for message in error.messages)


def _collection_problems(slugs: Any) -> Iterator[str]:
    if not isinstance(slugs, list) or not slugs or not all(isinstance(slug, str) for slug in slugs):
        yield _("“collections” must be a list with at least one collection.")
        return
    existing = set(Collection.objects.values_list("slug", flat=True))
    for slug in slugs:
        if slug not in existing:
            known = ", ".join(sorted(existing)) or "–"
            yield _("there is no collection “{slug}”; existing: {known}.").format(slug=slug, known=known)


def _text_problems(language: Any, text: Any) -> Iterator[str]:
    if language not in Language.values:
        yield _("“{language}” is not a language of the site: gl, es or en.").format(language=language)
    if not isinstance(text, dict):
        yield _("the text in “{language}” must be a mapping with “name”.").format(language=language)
        return
    yield from _unknown(text, TEXTS)
    name = text.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 100:
        yield _("“name” in “{language}” is missing or longer than 100 characters.").format(language=language)
    channel = text.get("channel", "")
    if not isinstance(channel, str) or len(channel) > 300:
        yield _("“channel” in “{language}” is not text, or longer than 300 characters.").format(language=language)
    suggestions = text.get("suggestions", [])
    if not isinstance(suggestions, list) or not all(isinstance(one, str) for one in suggestions):
        yield _("“suggestions” in “{language}” must be a list of questions.").format(language=language)


def _unknown(mapping: Mapping[Any, Any], known: tuple[str, ...]) -> Iterator[str]:
    for key in mapping:
        if key not in known:
            yield _("“{key}” is not known here; use: {known}.").format(key=key, known=", ".join(known))


def _repeated(entries: list[Any]) -> Iterator[str]:
    counts = Counter(str(entry.get("slug")) for entry in entries if isinstance(entry, dict))
    for slug in (slug for slug, count in counts.items() if count > 1):
        yield _("“slug: {slug}” is used more than once.").format(slug=slug)


def _place(number: int, entry: Any) -> str:
    slug = entry.get("slug") if isinstance(entry, dict) else None
    return _("assistant {number} ({slug})").format(number=number, slug=slug or "?")


def _record(entry: Mapping[str, Any]) -> AssistantRecord:
    settings = {name: entry[name] for name in SETTINGS if name in entry}
    texts = {language: _text(text) for language, text in entry["texts"].items()}
    return AssistantRecord(entry["slug"], tuple(entry["collections"]), settings, texts)


def _text(text: Mapping[str, Any]) -> dict[str, str]:
    fields = {name: str(text.get(name, "")).strip() for name in ("name", "description", "channel")}
    return fields | {"suggestions": "\n".join(text.get("suggestions", []))}
