"""`python -m bench.failing_provider`: sample questions while the server of the models fails in each of its ways.

Needs the sample: DATABASE_URL, or KOALARAG_DATA_DIR of a site where `manage.py load_sample` has run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from koalarag.localserver import connection, postgres

SUBJECTS = {"answers": ("regulations", ["guides", "regulations"]), "regulations": ("regulations", [])}
"""dataset -> assistant and collections; half of the questions each, in turn"""
BY_CHANCE = "any of these, by chance"
NO_MODELS = "no models at all"
STUCK_SECONDS = 180
AT_ONCE = 8


@dataclass
class Row:
    """What became of the questions under one failure."""

    failure: str
    share: float
    """of the requests that failed"""
    seen: Counter[str] = field(default_factory=Counter)
    """model, partly, quotations, no text of a model needed, lost -> questions"""
    milliseconds: list[float] = field(default_factory=list)
    requests: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    """ok, repaired, failed -> calls of models in the traces"""
    first_error: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--only", help="one of the failures, by its name")
    parser.add_argument("--silence", type=float, default=5, help="MODEL_SILENCE_SECONDS")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ |= {"MODEL_SILENCE_SECONDS": f"{options.silence:.0f}", "RESPONSE_CACHE_HOURS": "0"}
    database = nullcontext() if connection.is_external() else postgres.server(connection.data_dir())
    with database:
        import django

        django.setup()
        questions = _questions(options.questions)
        rows = list(_measured(questions, options.only))
    if options.json:
        options.json.write_text(json.dumps([vars(row) for row in rows], ensure_ascii=False, indent=1))


def _questions(number: int) -> list[tuple[str, Sequence[str], Any]]:
    """(assistant, collections, question)"""
    from chat.agent.events import Question
    from evaluation.models import Case

    asked = [
        (*SUBJECTS[case.dataset.slug], Question(case.question, form=case.form or {}))
        for case in Case.objects.filter(dataset__slug__in=SUBJECTS).select_related("dataset").order_by("pk")
    ]
    return [asked[place % len(asked)] for place in range(number)]


def _measured(questions: Sequence[tuple[str, Sequence[str], Any]], only: str | None) -> Iterator[Row]:
    from chat.tests.agent.plausible_model import FAILURES

    planned = [(NO_MODELS, 0.0), ("nothing", 0.0), *((name, 1.0) for name in FAILURES), (BY_CHANCE, 0.33)]
    _print(("failing", "requests that fail", "by the model", "partly", "quotations", "no text", "lost"), header=True)
    for name, share in planned:
        if only not in (None, name):
            continue
        row = Row(name, share)
        _run(row, questions)
        seen = [row.seen[what] for what in ("model", "partly", "quotations", "none", "lost")]
        _print((name, f"{share:.0%}", *seen), row)
        yield row


def _print(cells: Sequence[object], row: Row | None = None, *, header: bool = False) -> None:
    times = sorted(row.milliseconds) if row else []
    measured: list[object] = ["p50 ms", "p95 ms", "longest ms", "requests"]
    if row:
        at = [times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 1.0)]
        measured = [*(f"{one:.0f}" for one in at), row.requests]
    sys.stdout.write("| " + " | ".join(map(str, [*cells, *measured])) + " |\n")
    if header:
        sys.stdout.write("|" + " --- |" * (len(cells) + len(measured)) + "\n")
    sys.stdout.flush()


def _run(row: Row, questions: Sequence[tuple[str, Sequence[str], Any]]) -> None:
    from asgiref.sync import async_to_sync
    from django.conf import settings

    from chat.agent.llm import breaker
    from chat.agent.llm.roles import ROLES
    from chat.tests.agent.openai_server import Body, Say, Script, serving
    from chat.tests.agent.plausible_model import FAILURES, behave

    chance = random.Random(1)

    def behaviour(body: Body) -> Say:
        said = behave(body)
        if chance.random() >= row.share:
            return said
        name = chance.choice(list(FAILURES)) if row.failure == BY_CHANCE else row.failure
        return FAILURES[name](said)

    script = Script(behaviour)
    breaker.forget()
    with serving(script) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 1000}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one | ({"model": ""} if row.failure == NO_MODELS else {}))
        async_to_sync(_ask_all)(row, questions)
    row.requests = len(script.requests)


async def _ask_all(row: Row, questions: Sequence[tuple[str, Sequence[str], Any]]) -> None:
    """As one web process does: a loop, several at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def ask(assistant: str, collections: Sequence[str], question: Any) -> None:
        async with turn:
            begun = perf_counter()
            try:
                async with asyncio.timeout(STUCK_SECONDS):
                    row.seen[await _ask(row, assistant, collections, question)] += 1
            except Exception as error:
                row.seen["lost"] += 1
                row.first_error = row.first_error or repr(error.__cause__ or error)
            row.milliseconds.append(1000 * (perf_counter() - begun))

    await asyncio.gather(*(ask(*one) for one in questions))


async def _ask(row: Row, assistant: str, collections: Sequence[str], question: Any) -> str:
    """model, partly, quotations or none: who the text that the user sees is by."""
    from chat.agent import context, run
    from chat.models import Trace

    loaded = await context.load(assistant, collections=collections, origin="evaluation")
    answer = await run.answer(question, loaded)
    trace = await Trace.objects.aget(pk=answer.trace_id)
    row.calls.update(call["outcome"] for call in trace.model_calls)
    if not answer.text or trace.status != answer.status:
        return "lost"
    if answer.status != "answered":
        return "none"
    if "generator" in trace.degraded or not loaded.models:
        return "quotations"
    return "partly" if answer.degraded else "model"


if __name__ == "__main__":
    main()
