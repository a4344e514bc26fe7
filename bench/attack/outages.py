"""`python -m bench.attack.outages`: kill -9 of PostgreSQL, web and worker at random, under questions and uploads.

Checked in the end: every question ended in an answer or a sentence, no message is left unfinished or doubled, and every
document that was taken in is indexed, once. After each kill it is told how long the visitors heard nothing.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

from bench.attack.site import Site, arguments, manage, percentile, running
from bench.attack.visitor import QUESTIONS, Answered, Visitor

VISITORS = 4
KILLED = ("postgres", "web", "worker")
INDEXED_SECONDS = 240
PREPARE = """
from django.contrib.auth.models import User
from interfaces import tokens
from interfaces.models import Scope
from knowledge.models import Collection
Collection.objects.get_or_create(slug="bench-outages", defaults={"name": "Bench"})
user, _made = User.objects.get_or_create(username="bench-uploader", defaults={"is_staff": True, "is_superuser": True})
print(tokens.make(user, "bench", [Scope.INGEST, Scope.SEARCH], 30)[1])
"""
LEFT = """
import json
from chat.models import Message
from knowledge.models import Chunk, Document
asked = {asked!r}
answers = Message.objects.filter(pk__in=asked)
documents = Document.objects.filter(collection__slug="bench-outages")
print(json.dumps({{
    "answers": answers.count(),
    "running": answers.filter(state="running").count(),
    "questions": Message.objects.filter(role="user", conversation__messages__in=answers).distinct().count(),
    "documents": dict(documents.values_list("external_id", "state")),
    "passages": list(Chunk.objects.filter(document__in=documents).values_list("document__external_id", flat=True)),
}}))
"""
REMOVE = """
from django.contrib.auth.models import User
from knowledge.ingestion.removal import remove_collection
from knowledge.models import Collection
remove_collection(Collection.objects.get(slug="bench-outages"))
User.objects.filter(username="bench-uploader").delete()
"""


@dataclass
class Told:
    answers: list[Answered] = field(default_factory=list)
    unanswered: int = 0
    uploaded: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    kills: list[tuple[str, float]] = field(default_factory=list)


async def attack(site: Site, token: str, seconds: float, chance: random.Random) -> tuple[Told, list[Visitor]]:
    told, end = Told(), time.monotonic() + seconds
    visitors = [Visitor(site.url) for _visitor in range(VISITORS)]
    for visitor in visitors:
        await visitor.arrive()
        await visitor.ask(QUESTIONS[0])
    asking = [_ask(visitor, chance, end, told) for visitor in visitors]
    await asyncio.gather(*asking, _upload(site, token, chance, end, told), _kill(site, chance, end, told))
    return told, visitors


async def _ask(visitor: Visitor, chance: random.Random, end: float, told: Told) -> None:
    while time.monotonic() < end:
        try:
            told.answers.append(await visitor.ask(chance.choice(QUESTIONS)))
        except TimeoutError:
            told.unanswered += 1
        await asyncio.sleep(0.3)


async def _upload(site: Site, token: str, chance: random.Random, end: float, told: Told) -> None:
    """Each until it was taken, as a program would that wants it taken."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(timeout=30, headers=headers) as http:
        number = 0
        while time.monotonic() < end:
            number += 1
            name = f"note-{number}"
            sent = {
                "collection": "bench-outages",
                "id": name,
                "title": name,
                "text": f"The note {number} of the bench.",
            }
            while True:
                try:
                    status = (await http.post(f"{site.url}api/v1/documents", json=sent)).status_code
                except httpx.HTTPError as error:
                    told.refused[type(error).__name__] += 1
                else:
                    if status < 300:
                        told.uploaded.append(name)
                        break
                    told.refused[str(status)] += 1
                await asyncio.sleep(1)
            await asyncio.sleep(chance.uniform(1, 3))


async def _kill(site: Site, chance: random.Random, end: float, told: Told) -> None:
    while time.monotonic() < end - 20:
        await asyncio.sleep(chance.uniform(10, 25))
        name = chance.choice(KILLED)
        await asyncio.to_thread(site.kill, name)
        told.kills.append((name, time.monotonic()))


def silences(kill: float, visitors: list[Visitor]) -> float:
    """Until every visitor had heard something again."""
    return max((min((at for at in visitor.heard_at if at > kill + 0.1), default=kill) - kill) for visitor in visitors)


def left(options: Any, told: Told) -> dict[str, Any]:
    """What the database holds, once all documents have been indexed or the time for it is over."""
    deadline = time.monotonic() + INDEXED_SECONDS
    while True:
        found = json.loads(manage(options, LEFT.format(asked=[answer.message for answer in told.answers])))
        if set(found["documents"].values()) <= {"indexed"} or time.monotonic() > deadline:
            return dict(found)
        time.sleep(5)


def report(told: Told, visitors: list[Visitor], found: dict[str, Any]) -> None:
    for name in KILLED:
        waits = [silences(at, visitors) for killed, at in told.kills if killed == name]
        if waits:
            half, most = percentile(waits, 0.5), max(waits)
            print(f"{name} killed {len(waits)} times; heard again after {half:.1f} s, most {most:.1f} s")
    endings = Counter(answer.ending for answer in told.answers)
    times = [answer.seconds for answer in told.answers]
    print(f"{len(times)} questions: {dict(endings)}, without an ending {told.unanswered}; ", end="")
    print(f"median {percentile(times, 0.5):.1f} s, p95 {percentile(times, 0.95):.1f} s, most {max(times):.1f} s")
    print(f"  sentences: {dict(Counter(answer.text for answer in told.answers if answer.ending != 'answer'))}")
    print(
        f"  in the database {found['answers']} answers to {found['questions']} questions, {found['running']} unfinished"
    )
    states, passages = Counter(found["documents"].values()), Counter(found["passages"])
    print(f"{len(told.uploaded)} uploads taken, {len(found['documents'])} documents: {dict(states)}; ", end="")
    print(f"lost {len(set(told.uploaded) - set(found['documents']))}, ", end="")
    print(
        f"with passages twice {sum(count > 1 for count in passages.values())}; refused meanwhile {dict(told.refused)}"
    )


def main() -> None:
    options = arguments(__doc__, 240).parse_args()
    with running(options) as site:
        token = manage(options, PREPARE)
        told, visitors = asyncio.run(attack(site, token, options.seconds, random.Random(options.seed)))
        report(told, visitors, left(options, told))
        manage(options, REMOVE)


if __name__ == "__main__":
    main()
