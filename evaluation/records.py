"""A dataset as a YAML file says it, checked: bytes in, frozen dataclasses out, nothing of the database."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from evaluation.models import Case
from koalarag import safe_yaml

# More than anybody corrects at once.
MAX_PROBLEMS = 200
SLUG = re.compile(r"[-\w]+", re.ASCII)
DATASET_KEYS = ("slug", "name", "description", "cases")
CASE_KEYS = ("id", "kind", "question", "answer", "facts", "documents", "form", "history")
TURN_KEYS = ("role", "text", "status")


@dataclass(frozen=True)
class CaseRecord:
    id: str
    question: str
    kind: str = "answerable"
    answer: str = ""
    facts: tuple[tuple[str, ...], ...] = ()
    documents: tuple[str, ...] = ()
    form: Mapping[str, Any] = field(default_factory=dict)
    history: tuple[Mapping[str, str], ...] = ()
    """earlier messages, oldest first: role (user or assistant), text and, of an answer, its status"""


@dataclass(frozen=True)
class DatasetRecord:
    slug: str
    name: str
    description: str
    cases: tuple[CaseRecord, ...]


class DatasetError(ValueError):
    """Everything that is wrong with a file, one message for each place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read(data: bytes) -> DatasetRecord:
    """DatasetError with all the problems of the file."""
    document = _document(data)
    cases = document.get("cases")
    entries = cases if isinstance(cases, list) else []
    problems = [*_dataset_problems(document), *_duplicates(entries)]
    for number, entry in enumerate(entries, 1):
        problems += [f"{_place(number, entry)}: {problem}" for problem in _case_problems(entry)]
    if problems:
        raise DatasetError(problems[:MAX_PROBLEMS])
    return DatasetRecord(
        document["slug"], document["name"].strip(), document.get("description", ""), tuple(map(_case, entries))
    )


def _document(data: bytes) -> dict[str, Any]:
    try:
        document = safe_yaml.load_apart(data, typed=False)
    except safe_yaml.YamlError as error:
        raise DatasetError([_("The file is not valid YAML in UTF-8: {error}").format(error=error)]) from error
    if not isinstance(document, dict):
        raise DatasetError([_("The file must be a mapping with “slug”, “name” and “cases”.")])
    return document


def _dataset_problems(document: Mapping[str, Any]) -> Iterator[str]:
    yield from _unknown(document, DATASET_KEYS)
    slug = document.get("slug")
    if not isinstance(slug, str) or not SLUG.fullmatch(slug) or len(slug) > 50:
        yield _("“slug” must be a short name of letters, digits, hyphens and underscores.")
    name = document.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > 200:
        yield _("“name” is missing or longer than 200 characters.")
    if not isinstance(document.get("description", ""), str):
        yield _("“description” must be text.")
    if not isinstance(document.get("cases"), list) or not document["cases"]:
        yield _("“cases” must be a list with at least one case.")


def _duplicates(entries: list[Any]) -> Iterator[str]:
    counts = Counter(str(entry["id"]) for entry in entries if isinstance(entry, dict) and "id" in entry)
    for identifier, count in counts.items():
        if count > 1:
            yield _("“id: {id}” is used by {count} cases; each needs its own.").format(id=identifier, count=count)


def _case_problems(entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield _("a case must be a mapping with “id” and “question”.")
        return
    yield from _unknown(entry, CASE_KEYS)
    for key, longest in (("id", 100), ("question", 10_000)):
        value = entry.get(key)
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            yield _("“{key}” is missing or longer than {longest} characters.").format(key=key, longest=longest)
    if entry.get("kind", "answerable") not in Case.Kind.values:
        known = ", ".join(Case.Kind.values)
        yield _("“kind: {kind}” is not one of: {known}.").format(kind=entry.get("kind"), known=known)
    if not isinstance(entry.get("answer", ""), str):
        yield _("“answer” must be text.")
    yield from _list_problems(entry)


def _list_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    facts = entry.get("facts") or []
    if not isinstance(facts, list) or not all(_is_texts(group) and group for group in facts):
        yield _("“facts” must be a list of groups, each a list of alternatives: [[30 days, thirty days], [doctoral]].")
    if not _is_texts(entry.get("documents") or []):
        yield _("“documents” must be a list of identifiers, file names or Title#Section.")
    elif any(len(name) > 500 for name in entry.get("documents") or []):
        yield _("“documents” holds a name longer than 500 characters.")
    if not isinstance(entry.get("form") or {}, dict):
        yield _("“form” must be a mapping of the form's values.")
    history = entry.get("history") or []
    if not isinstance(history, list) or not all(map(is_turn, history)):
        yield _("“history” must be a list of messages: [{role: user, text: …}, {role: assistant, text: …, status: …}].")


def is_turn(value: Any) -> bool:
    """Whether it is an earlier message as a case says it."""
    if not isinstance(value, dict) or not set(value) <= set(TURN_KEYS):
        return False
    said = isinstance(value.get("text"), str) and isinstance(value.get("status", ""), str)
    return said and value.get("role") in ("user", "assistant")


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value)


def _unknown(mapping: Mapping[str, Any], known: tuple[str, ...]) -> Iterator[str]:
    for key in mapping:
        if key not in known:
            yield _("“{key}” is not known here; use: {known}.").format(key=key, known=", ".join(known))


def _place(number: int, entry: Any) -> str:
    identifier = entry.get("id") if isinstance(entry, dict) else None
    return _("case {number} ({id})").format(number=number, id=identifier or "?")


def _case(entry: Mapping[str, Any]) -> CaseRecord:
    return CaseRecord(
        id=entry["id"].strip(),
        question=entry["question"].strip(),
        kind=entry.get("kind", "answerable"),
        answer=entry.get("answer", "").strip(),
        facts=tuple(tuple(group) for group in entry.get("facts") or []),
        documents=tuple(entry.get("documents") or []),
        form={key: _number(value) for key, value in (entry.get("form") or {}).items()},
        history=tuple(entry.get("history") or []),
    )


def _number(value: Any) -> Any:
    """Whole numbers of a form are numbers; all else in it is text or lists of text."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value) else value
