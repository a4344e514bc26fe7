"""`python -m bench.attack.neighbours`: what one visitor's doings cost another, who asks one question after another.

The first asks as often, and as many at once, as he may; sends messages over one socket as fast as it takes them; over
forty sockets; opens and closes sockets without a pause. Told is how long the other's questions take, and the ratio to
those on the quiet site before. The limits are the site's own; each has an address of his own, as a proxy on this
machine tells it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from uuid import uuid4

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from bench.attack.site import arguments, percentile, running
from bench.attack.visitor import QUESTIONS, Visitor

SOCKETS = 40
AT_ONCE = 3
Doing = Callable[[str, float, Counter[str]], Awaitable[None]]
STEPS: dict[str, str] = {
    "quiet": "nothing",
    "asks": "three questions at a time, until he is told to wait",
    "one socket": "messages without a pause over one socket",
    "forty sockets": "the same over forty",
    "comes and goes": "sockets that are opened and closed",
}


async def other(url: str, end: float, chance: random.Random) -> list[float]:
    """Each question is another visitor's, so that none is told to wait."""
    times: list[float] = []
    while time.monotonic() < end:
        visitor = Visitor(url, address=f"198.51.100.{len(times) % 200 + 1}")
        await visitor.arrive()
        times.append((await visitor.ask(chance.choice(QUESTIONS))).seconds)
        await asyncio.sleep(0.5)
    return times


async def nothing(url: str, end: float, done: Counter[str]) -> None:
    pass


async def asks(url: str, end: float, done: Counter[str]) -> None:
    visitor = Visitor(url, address="203.0.113.1")
    await visitor.arrive()

    async def one() -> None:
        while time.monotonic() < end:
            done[(await visitor.ask(QUESTIONS[done.total() % len(QUESTIONS)])).ending] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _asked in range(AT_ONCE)))


async def floods(url: str, end: float, done: Counter[str], sockets: int) -> None:
    visitor = Visitor(url, address="203.0.113.1")
    await visitor.arrive()
    sent = json.dumps({"type": "resume", "message": str(uuid4()), "after": 0})

    async def one() -> None:
        while time.monotonic() < end:
            try:
                async with visitor.socket() as socket, asyncio.timeout(max(0.1, end - time.monotonic())):
                    await asyncio.gather(_say(socket, sent, done), _hear(socket, done))
            except (OSError, WebSocketException, TimeoutError) as error:
                done[type(error).__name__] += 1
                await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _socket in range(sockets)))


async def _say(socket: ClientConnection, text: str, done: Counter[str]) -> None:
    while True:
        await socket.send(text)
        done["messages"] += 1


async def _hear(socket: ClientConnection, done: Counter[str]) -> None:
    async for _said in socket:
        done["answers"] += 1


async def comes_and_goes(url: str, end: float, done: Counter[str]) -> None:
    visitor = Visitor(url, address="203.0.113.1")
    await visitor.arrive()

    async def one() -> None:
        while time.monotonic() < end:
            try:
                async with visitor.socket():
                    done["sockets"] += 1
            except (OSError, WebSocketException, TimeoutError) as error:
                done[type(error).__name__] += 1
                await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _socket in range(10)))


DOINGS: dict[str, Doing] = {
    "quiet": nothing,
    "asks": asks,
    "one socket": lambda url, end, done: floods(url, end, done, 1),
    "forty sockets": lambda url, end, done: floods(url, end, done, SOCKETS),
    "comes and goes": comes_and_goes,
}


def do(name: str, url: str, end: float) -> Counter[str]:
    """In a process of its own, which would be another machine's, and gives way to those of the site."""
    os.nice(19)
    done = Counter[str]()
    asyncio.run(DOINGS[name](url, end, done))
    return done


async def compare(url: str, options: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    for question in QUESTIONS:
        visitor = Visitor(url, address="198.51.100.250")
        await visitor.arrive()
        await visitor.ask(question)
    quiet: list[float] = []
    for name in [each for doing in DOINGS for each in ("quiet", doing)][2:]:
        end = time.monotonic() + options.seconds / (2 * len(DOINGS) - 2)
        doing = asyncio.get_running_loop().run_in_executor(pool, do, name, url, end)
        times, done = await asyncio.gather(other(url, end, random.Random(options.seed)), doing)
        quiet = times if name == "quiet" else quiet
        ratios = [percentile(times, share) / percentile(quiet, share) for share in (0.5, 0.95)]
        print(
            f"{name} ({STEPS[name]}): {len(times)} questions, median {percentile(times, 0.5):.2f} s"
            f" (× {ratios[0]:.1f}), p95 {percentile(times, 0.95):.2f} s (× {ratios[1]:.1f}); {dict(done)}"
        )


def main() -> None:
    options = arguments(__doc__, 200).parse_args()
    limits = ("PAGES_PER_MINUTE", "QUESTIONS_PER_MINUTE", "QUESTIONS_PER_DAY", "REQUESTS_PER_MINUTE")
    with running(options, limits) as site, ProcessPoolExecutor(1, max_tasks_per_child=1) as pool:
        asyncio.run(compare(site.url, options, pool))


if __name__ == "__main__":
    main()
