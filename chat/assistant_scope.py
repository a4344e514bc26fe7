"""What an assistant's scope may say. The format: docs/assistants.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError

from chat import shapes
from chat.agent import extensions

CHECKS = {"only": shapes.text, "general_knowledge": shapes.truth, "outside_terms": shapes.texts}


def problems(scope: Any) -> Iterator[str]:
    checks = CHECKS | extensions.settings()
    yield from shapes.mapping("scope", scope)
    yield from shapes.known(scope, checks)
    for name, value in shapes.items(scope):
        if name in checks:
            yield from checks[name](name, value)


def is_scope(scope: Any) -> None:
    """For a field of a model: ValidationError with everything that is wrong."""
    if found := list(problems(scope)):
        raise ValidationError(found)
