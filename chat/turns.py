"""Who asks several questions at once has them answered one after the other, where an answer is all computing.

Without a language model it is: three at once of one visitor would take the processors from everybody else. With one it
is mostly waiting for that model, and nobody has to wait for a turn.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

_held: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
"""by visitor, in this process; one that nobody holds or waits for is forgotten"""


@asynccontextmanager
async def turn_of(visitor: str) -> AsyncIterator[None]:
    async with _held.setdefault(visitor, asyncio.Lock()):
        yield
