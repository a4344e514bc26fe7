"""What `/v1/chat/completions` is asked, read from OpenAI's form: the question is the last message of the user."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError, field_validator

from chat.agent.events import Turn
from interfaces import problems
from interfaces.asking import said_before

# No text of PostgreSQL holds a null character or half of a surrogate pair.
_CANNOT_BE_STORED = re.compile("[\\x00\\ud800-\\udfff]")


class Part(BaseModel):
    type: str
    text: str = ""


class Said(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @field_validator("content")
    @classmethod
    def text_alone(cls, content: str | list[Part] | None) -> str:
        parts = [Part(type="text", text=content)] if isinstance(content, str) else content or []
        if any(part.type != "text" for part in parts):
            raise ValueError("only text can be asked, no images, sounds or files")
        text = "\n".join(part.text for part in parts)
        if _CANNOT_BE_STORED.search(text):
            raise ValueError("the text contains characters that cannot be stored")
        return text


class StreamOptions(BaseModel):
    include_usage: bool = False


class ChatRequest(BaseModel):
    """What is not named here, such as temperature or tools, has no effect: an assistant is configured on the site. The
    last four are ours, for whoever knows them."""

    model: str
    messages: list[Said] = Field(min_length=1, max_length=1000)
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: Literal[1] | None = 1
    course: str = ""
    academic_year: str = ""
    language: str = ""
    form: dict[str, Any] = Field(default_factory=dict)

    @property
    def question(self) -> str:
        return str(self._talk[-1].content)

    @property
    def history(self) -> tuple[Turn, ...]:
        return tuple(said_before(said.role, str(said.content)) for said in self._talk[:-1] if said.content)

    @property
    def texts(self) -> list[str]:
        """All of it, for counting."""
        return [str(said.content) for said in self.messages]

    @property
    def options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("course", "academic_year", "language", "form")}

    @property
    def wants_usage(self) -> bool:
        return bool(self.stream_options and self.stream_options.include_usage)

    @property
    def _talk(self) -> list[Said]:
        return [said for said in self.messages if said.role in ("user", "assistant")]


def read(content: dict[str, Any]) -> ChatRequest:
    try:
        asked = ChatRequest.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise problems.invalid(f"{where}: {first['msg'].removeprefix('Value error, ')}.") from error
    if not asked._talk or asked._talk[-1].role != "user":
        raise problems.invalid("The last message must be the user's: it is the question.")
    return asked
