"""What a provider's failure means: whether asking again may help, and what to tell whoever looks for the cause.

The providers' clients share no exceptions; what they do share is looked at: a status code, headers, the cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PASSING = {408, 409, 425, 429}
# Whatever is called a key, and what keys look like: messages of providers repeat them.
_SECRET = re.compile(r"\b(sk|pk|gsk|key|AIza)[-_A-Za-z0-9]{6,}\S*|(?i:bearer)\s+\S+")


class ModelUnavailable(Exception):
    """The model of a role did not do its part: the embedded implementation takes over."""

    def __init__(self, role: str, reason: str) -> None:
        super().__init__(f"{role}: {reason}")
        self.role = role
        self.reason = reason


@dataclass(frozen=True)
class CallFailed(Exception):
    """One request failed."""

    reason: str
    again: bool
    """whether the same request may succeed a little later"""
    blames_server: bool = True
    """whether it counts against the server: not where the request or our limits were at fault"""
    retry_after: float = 0.0
    """seconds the server asks to wait"""
    status: int = 0


def understood(error: Exception) -> CallFailed:
    if isinstance(error, CallFailed):
        return error
    status = _status(error)
    if status:
        again = status in PASSING or status >= 500
        return CallFailed(f"HTTP {status}: {_said(error)}", again, again, _retry_after(error), status)
    return CallFailed(_said(error), again=_is_connection(error))


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


def _is_connection(error: Exception) -> bool:
    """Refused, reset, cut off, or slow to be made: whichever HTTP library said so."""
    names = {kind.__name__ for one in _chain(error) for kind in type(one).__mro__}
    return bool(names & {"OSError", "TransportError", "APIConnectionError", "ClientConnectionError"})


def _retry_after(error: Exception) -> float:
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except ValueError:
        return 0.0  # a date: our own pause will do


def _said(error: Exception) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return _SECRET.sub("…", text)[:300]
