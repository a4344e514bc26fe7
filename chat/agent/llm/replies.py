"""Helpers shared by the structured replies of models."""

import re
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from knowledge.text.terms import fold

MAX_LINE_CHARACTERS = 500
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"(?<=[^\W\d_,;:)] )[A-ZÁÉÍÓÚÑÜ][\w'’-]+|(?<![\w.+-])[\w.+-]++@[\w.-]+\w")


def _line(value: Any) -> Any:
    return " ".join(value.split())[:MAX_LINE_CHARACTERS] if isinstance(value, str) else value


Line = Annotated[str, BeforeValidator(_line)]
"""truncated where it is too long: the reply is still usable"""


class Decision(BaseModel):
    """Null as an empty value."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: Any) -> Any:
        return {key: one for key, one in value.items() if one is not None} if isinstance(value, dict) else value


def adds_nothing(text: str, sources: Iterable[str]) -> bool:
    """Whether every number, address and name of the text occurs in one of the sources."""
    known = {part for source in sources for part in _parts(source)}
    names = {fold(part) for name in _NAME.findall(text) for part in re.findall(r"\w+", name)}
    return names | set(_DIGITS.findall(text)) <= known


def _parts(text: str) -> set[str]:
    return set(_DIGITS.findall(text)) | {fold(word) for word in re.findall(r"\w+", text)}
