"""Classifies a provider's failure: whether a retry may help, and the reason to log.

The providers' clients share no exception types, so status code, headers and cause are inspected instead.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PASSING = {408, 409, 425, 429}
REFUSED = {400, 404, 415, 422}
"""HTTP statuses of a server that does not support something in the request"""
CONNECTION = {"OSError", "TransportError", "APIConnectionError", "ClientConnectionError"}
"""exception names for a connection that was refused, reset, cut off or slow, in all HTTP libraries in use"""
# How providers say that a prompt, alone or with the answer's maximum of tokens, exceeds the model's context.
_TOO_LONG = re.compile(
    r"context[ _](?:length|size|window|limit)|(?:prompt|input)[^.]{0,40}(?:is|are) too (?:long|large)"
    r"|(?:input token count|inputs\W{0,2}tokens)[^.]{0,60}(?:exceeds|must be)"
    r"|reduce the length of the (?:messages|prompt)",
    re.I,
)
# What API keys look like: providers repeat them in error messages.
_KEY = re.compile(r"\b((sk|pk|gsk|key)-|AIza)[-_A-Za-z0-9*]{6,}|(?i:bearer)\s+\S+")


class ModelUnavailable(Exception):
    """A role's model gave no usable result; the caller falls back to the rules."""

    def __init__(self, role: str, reason: str) -> None:
        super().__init__(f"{role}: {reason}")
        self.role = role
        self.reason = reason

    @property
    def is_too_long(self) -> bool:
        """Whether a shorter prompt may help."""
        return isinstance(self.__cause__, CallFailed) and self.__cause__.is_too_long


@dataclass(eq=False)
class CallFailed(Exception):
    """One request failed."""

    reason: str
    again: bool
    """whether a retry of the same request may succeed"""
    blames_server: bool = True
    """whether it counts against the server; not where the request or our limits caused it"""
    silent: bool = False
    is_too_long: bool = False
    """the server says that the prompt does not fit the model's context"""
    text: str = ""
    """of a reply that was cut: it may hold all that was asked for"""
    status: int = 0
    """HTTP status; 0 where there was none"""
    retry_after: float = 0.0
    """seconds that the server asks to wait"""
    input_tokens: int = 0
    output_tokens: int = 0
    """of a reply that came and cannot be used: it costs what a good one costs"""


def understood(error: Exception) -> CallFailed:
    if isinstance(error, CallFailed):
        return error
    status, said = _status(error), without_keys(" ".join(f"{type(error).__name__}: {error}".split()))[:300]
    if not status:
        at_fault = any(kind.__name__ in CONNECTION for one in _chain(error) for kind in type(one).__mro__)
        return CallFailed(said, again=at_fault, blames_server=at_fault)
    is_too_long = bool(_TOO_LONG.search(said))
    again = (status in PASSING or status >= 500) and not is_too_long
    reason, wait = f"HTTP {status}: {said}", _retry_after(error)
    return CallFailed(
        reason, again=again, blames_server=again, is_too_long=is_too_long, status=status, retry_after=wait
    )


def without_keys(text: str) -> str:
    for name, value in os.environ.items():
        if name.endswith(("_KEY", "_TOKEN")) and len(value) > 5:
            text = text.replace(value, "…")
    return _KEY.sub("…", text)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _status(error: Exception) -> int:
    for one in (error, getattr(error, "response", None)):
        for name in ("status_code", "code", "status"):
            if isinstance(value := getattr(one, name, None), int) and 400 <= value < 600:
                return value
    return 0


def _retry_after(error: Exception) -> float:
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except ValueError:
        return 0.0  # a date: our own pause is used
