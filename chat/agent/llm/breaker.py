"""A circuit breaker: a server that keeps failing is not called for a while, so that nobody waits for it in vain.

There is one breaker for each model and address, shared by all runs of the process.
"""

import time
from dataclasses import dataclass, field
from threading import Lock

OPENS_AT = 5
"""consecutive failed requests"""
WEIGHT_OF_SILENCE = 3
"""a timeout counts as more than an immediate failure: two of them open the breaker"""
PAUSE_SECONDS = 30
MAX_PAUSE_SECONDS = 300


@dataclass
class Breaker:
    failures: int = 0
    closed_again_at: float = 0.0
    """time.monotonic() from which one request may test the server; the others wait for its result"""
    trying: bool = False
    _lock: Lock = field(default_factory=Lock)

    def admits(self) -> bool:
        """Whether a request may be sent; the caller must then report `succeeded`, `failed` or `ended`."""
        with self._lock:
            if self.failures < OPENS_AT:
                return True
            if self.trying or time.monotonic() < self.closed_again_at:
                return False
            self.trying = True
            return True

    def succeeded(self) -> None:
        with self._lock:
            self.failures, self.trying = 0, False

    def failed(self, *, silent: bool = False, retry_after: float = 0.0) -> None:
        with self._lock:
            self.failures += WEIGHT_OF_SILENCE if silent else 1
            self.trying = False
            pause = min(max(PAUSE_SECONDS, retry_after), MAX_PAUSE_SECONDS)
            self.closed_again_at = time.monotonic() + pause

    def ended(self) -> None:
        """Neither success nor failure: stopped by the user, or refused because of the request itself."""
        with self._lock:
            self.trying = False


_breakers: dict[tuple[str, str], Breaker] = {}


def breaker_of(model: str, base_url: str) -> Breaker:
    return _breakers.setdefault((model, base_url), Breaker())


def forget() -> None:
    """Closes all breakers, as in a new process."""
    _breakers.clear()
