"""What a provider's failure means: whether asking again may help, and what to tell whoever looks for the cause.

The providers' clients share no exceptions; what they do share is looked at: a status code, headers, the cause.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

PASSING = {408, 409, 425, 429}
REFUSED = {400, 404, 415, 422}
"""statuses of a server that does not take something in the request"""
CONNECTION = {"OSError", "TransportError", "APIConnectionError", "ClientConnectionError"}
"""names of exceptions for a connection that was refused, reset, cut off or slow, of all HTTP libraries in use"""
# What keys look like: messages of providers repeat them.
_KEY = re.compile(r"\b((sk|pk|gsk|key)-|AIza)[-_A-Za-z0-9*]{6,}|(?i:bearer)\s+\S+")


class ModelUnavailable(Exception):
    """The model of a role did not do its part: the rules take over."""

    def __init__(self, role: str, reason: str) -> None:
        super().__init__(f"{role}: {reason}")
        self.role = role
        self.reason = reason


class CallFailed(Exception):
    """One request failed."""

    def __init__(
        self, reason: str, *, again: bool, blames_server: bool = True, silent: bool = False, status: int = 0
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        """whether the same request may succeed a little later"""
        self.blames_server = blames_server
        """whether it counts against the server: not where the request or our limits were at fault"""
        self.silent = silent
        self.status = status
        """of HTTP; 0 where there was none"""
        self.retry_after = 0.0
        """seconds the server asks to wait"""


def understood(error: Exception) -> CallFailed:
    if isinstance(error, CallFailed):
        return error
    status, said = _status(error), without_keys(" ".join(f"{type(error).__name__}: {error}".split()))[:300]
    if not status:
        at_fault = any(kind.__name__ in CONNECTION for one in _chain(error) for kind in type(one).__mro__)
        return CallFailed(said, again=at_fault, blames_server=at_fault)
    again = status in PASSING or status >= 500
    failure = CallFailed(f"HTTP {status}: {said}", again=again, blames_server=again, status=status)
    failure.retry_after = _retry_after(error)
    return failure


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
        return 0.0  # a date: our own pause will do
