"""Who asks several questions at once has them answered one after the other, where an answer is all computing, and each
that had to wait for his own lets those of others be finished first.

Without a language model it is: three at once of one visitor would take the processors from everybody else. With one it
is mostly waiting for that model, and nobody has to wait for a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakValueDictionary

if TYPE_CHECKING:
    from chat.agent.context import AgentContext

MAX_COURTESY_SECONDS = 2.0
"""for which a further question lets others go first, however many come"""


@dataclass
class _Work:
    """What is computed in an event loop, without those who wait for a turn."""

    answers: int = 0
    nothing: asyncio.Event = field(default_factory=asyncio.Event)

    def change(self, by: int) -> None:
        self.answers += by
        self.nothing.clear() if self.answers else self.nothing.set()


_work: WeakKeyDictionary[asyncio.AbstractEventLoop, _Work] = WeakKeyDictionary()
_held: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
"""by visitor, in this process; one that nobody holds or waits for is forgotten"""


@asynccontextmanager
async def turn(known: AgentContext) -> AsyncIterator[None]:
    if known.models or known.payer is None:
        yield
        return
    work = _work.setdefault(asyncio.get_running_loop(), _Work())
    his = _held.setdefault(known.payer.key, asyncio.Lock())
    is_further = his.locked()
    async with his:
        if is_further and work.answers:
            with suppress(TimeoutError):
                await asyncio.wait_for(work.nothing.wait(), MAX_COURTESY_SECONDS)
        work.change(1)
        try:
            yield
        finally:
            work.change(-1)
