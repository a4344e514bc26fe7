"""What an assistant's form and scope must look like: each check says what is wrong with one value, by its key."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _


def mapping(key: str, value: Any) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield _("“{key}” must be a mapping.").format(key=key)


def text(key: str, value: Any) -> Iterator[str]:
    if not _is_text(value):
        yield _("“{key}” must be a text.").format(key=key)


def texts(key: str, value: Any) -> Iterator[str]:
    if not isinstance(value, list) or not value or not all(map(_is_text, value)):
        yield _("“{key}” must be a list of at least one text.").format(key=key)


def truth(key: str, value: Any) -> Iterator[str]:
    if not isinstance(value, bool):
        yield _("“{key}” must be true or false.").format(key=key)


def mapping_of_texts(key: str, value: Any) -> Iterator[str]:
    yield from mapping(key, value)
    for name, one in items(value):
        yield from text(f"{key}.{name}", one)


def mapping_of_lists(key: str, value: Any) -> Iterator[str]:
    yield from mapping(key, value)
    for name, one in items(value):
        yield from texts(f"{key}.{name}", one)


def known(value: Any, keys: Collection[str]) -> Iterator[str]:
    """Of a mapping's keys those that nobody reads."""
    for key, _value in items(value):
        if key not in keys:
            yield _("“{key}” is not known here; use: {known}.").format(key=key, known=", ".join(keys))


def items(value: Any) -> Iterator[tuple[Any, Any]]:
    """None of what is no mapping."""
    yield from value.items() if isinstance(value, Mapping) else ()


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
