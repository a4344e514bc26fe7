"""`python -m bench.attack.pictures`: forty anonymous clients on pictures of pages while ten visitors ask.

First nobody reads, then all read one page, then each any page of those that nobody has drawn yet. Told are how long
questions and `/health/` take, and which statuses the forty get. The first questions of a site load its models and are
not counted.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence

import httpx

from bench.attack.site import arguments, manage, percentile, running
from bench.attack.visitor import QUESTIONS, Visitor

READERS, ASKERS = 40, 10
PDF = """
from knowledge.models import Document
found = Document.objects.filter(media_type="application/pdf", visibility="public", page_count__gt=1)
print(*(f"{pk}:{pages}" for pk, pages in found.values_list("pk", "page_count")))
"""


async def attack(url: str, pages: Sequence[str], seconds: float, seed: int) -> None:
    for name, wanted in (("no pictures", ()), ("one page", pages[:1]), ("pages not drawn yet", pages)):
        end, statuses = time.monotonic() + seconds / 3, Counter[str]()
        answers, health = list[float](), list[float]()
        chance = random.Random(seed)
        async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=200)) as http:
            readers = range(READERS if wanted else 0)
            work = [_read(http, url, wanted, chance, end, statuses) for _reader in readers]
            work += [_ask(url, chance, end, answers) for _asker in range(ASKERS)]
            await asyncio.gather(*work, _be_well(http, url, end, health))
        print(f"{name}: pictures {dict(statuses)}")
        for what, times in (("questions", answers), ("health", health)):
            told = (
                f"median {percentile(times, 0.5):.2f} s, p95 {percentile(times, 0.95):.2f} s, most {max(times):.2f} s"
            )
            print(f"  {len(times)} {what}: {told}")


async def _read(
    http: httpx.AsyncClient, url: str, pages: Sequence[str], chance: random.Random, end: float, statuses: Counter[str]
) -> None:
    while time.monotonic() < end:
        try:
            answer = await http.get(url + chance.choice(pages))
            statuses[str(answer.status_code)] += 1
            await asyncio.sleep(min(5, float(answer.headers.get("Retry-After", 0.2))))
        except httpx.HTTPError as error:
            statuses[type(error).__name__] += 1


async def _ask(url: str, chance: random.Random, end: float, times: list[float]) -> None:
    visitor = Visitor(url)
    await visitor.arrive()
    while time.monotonic() < end:
        times.append((await visitor.ask(chance.choice(QUESTIONS))).seconds)
        await asyncio.sleep(chance.uniform(5, 15))


async def _be_well(http: httpx.AsyncClient, url: str, end: float, times: list[float]) -> None:
    while time.monotonic() < end:
        begun = time.monotonic()
        (await http.get(f"{url}health/")).raise_for_status()
        times.append(time.monotonic() - begun)
        await asyncio.sleep(0.5)


def main() -> None:
    options = arguments(__doc__, 90).parse_args()
    with running(options) as site:
        documents = [pair.split(":") for pair in manage(options, PDF).split()]
        pages = [f"source/{pk}/page/{page}.png?scale=3" for pk, count in documents for page in range(1, int(count) + 1)]
        asyncio.run(_warm(site.url))
        asyncio.run(attack(site.url, pages, options.seconds, options.seed))


async def _warm(url: str) -> None:
    visitor = Visitor(url)
    await visitor.arrive()
    for question in QUESTIONS:
        await visitor.ask(question)


if __name__ == "__main__":
    main()
