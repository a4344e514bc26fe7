"""Who asks several questions at once has them answered one after the other, where an answer is all computing.

Without a language model it is: three at once of one visitor would take the processors from everybody else. With one it
is mostly waiting for that model, and nobody has to wait for a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from chat.agent.context import AgentContext

_held: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
"""by visitor, in this process; one that nobody holds or waits for is forgotten"""


@asynccontextmanager
async def turn(known: AgentContext) -> AsyncIterator[None]:
    if known.models or known.payer is None:
        yield
        return
    async with _held.setdefault(known.payer.key, asyncio.Lock()):
        yield
