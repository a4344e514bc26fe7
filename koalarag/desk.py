"""The desk that administration opens with: what needs a person, each with the action that settles it.

An app registers a function from a request to panels of what its user may see and do; nobody else is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.http import HttpRequest

MAX_ROWS = 5
"""of a panel; the rest is behind its link"""

Tone = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Action:
    """A link, or with `fields` a button that posts them."""

    label: str
    address: str
    fields: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    text: str
    address: str = ""
    note: str = ""
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Panel:
    """One kind of trouble; with the number 0 it is only said that there is none."""

    name: str
    """what its element is called in the page"""
    title: str
    number: int
    tone: Tone = "info"
    note: str = ""
    rows: tuple[Row, ...] = ()
    actions: tuple[Action, ...] = ()


Build = Callable[[HttpRequest], Iterable[Panel]]
_builders: list[Build] = []


def register(build: Build) -> Build:
    """A decorator; the panels stand in the order in which they are registered, the empty ones last."""
    _builders.append(build)
    return build


def panels(request: HttpRequest) -> list[Panel]:
    return sorted(_built(request), key=lambda panel: not panel.number)


def _built(request: HttpRequest) -> Iterator[Panel]:
    for build in _builders:
        yield from build(request)
