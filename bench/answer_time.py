"""`python -m bench.answer_time`: how long answers take, node by node; with `--model` beside one that answers at once.

Every turn is a process of its own that asks each of the sample's questions once, so that no turn profits from what
another has remembered; of each figure the best turn counts. The processor's time is that of our process, without
PostgreSQL and the model's server: it is steady on a machine that others use, where the wall clock is not.

Needs the sample: DATABASE_URL, or KOALARAG_DATA_DIR of a site where `manage.py load_sample` has run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Any

from koalarag.localserver import connection, postgres

DATASETS = ("guides", "regulations", "koalaroute")
"""each asked of the assistant of its name"""
ROLES = {"classifier": "classify", "rewriter": "rewrite", "generator": "generate", "critic": "critique"}
"""of a model, with the node that asks it"""
WARMING = 10

Times = Mapping[str, tuple[float, float]]
"""milliseconds by the wall clock and of the processor, by node; of a node that asks the model `wall` is without it"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="store_true", help="all roles by a model that answers at once")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--questions", type=int, default=0, help="only so many of each dataset")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ["RESPONSE_CACHE_HOURS"] = "0"
    database = nullcontext() if connection.is_external() else postgres.server(connection.data_dir())
    # A process for each turn; a fork would inherit what this one has loaded.
    alone = ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1)
    with database, _model(options.model) as url, alone:
        turns = [alone.submit(turn, options.questions, url) for _ in range(options.turns)]
        _report([_best(same) for same in zip(*(one.result() for one in turns), strict=True)], options.model)


@contextmanager
def _model(wanted: bool) -> Iterator[str]:
    """The address of its server; empty without one."""
    if not wanted:
        yield ""
        return
    from chat.tests.agent.openai_server import Script, serving
    from chat.tests.agent.plausible_model import behave

    with serving(Script(behave)) as url:
        yield url


def turn(questions: int, url: str) -> list[Times]:
    """Of every question in its order, one after the other."""
    import django

    django.setup()
    from asgiref.sync import async_to_sync
    from django.conf import settings

    from chat.agent.llm.roles import ROLES as PLAYED

    if url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 1000}
        settings.LANGUAGE_MODELS = dict.fromkeys(PLAYED, one)
    found: list[Times] = async_to_sync(_ask_all)(questions)
    return found


async def _ask_all(questions: int) -> list[Times]:
    """The first ten of each dataset once more before: they warm everything up."""
    from chat.agent import context
    from evaluation.models import Case

    found = []
    for slug in DATASETS:
        loaded = await context.load(slug, origin="evaluation")
        cases = [case async for case in Case.objects.filter(dataset__slug=slug).order_by("pk")]
        asked = cases[:questions] if questions else cases
        for case in cases[-WARMING:]:
            await _ask(case, loaded)
        found += [await _ask(case, loaded) for case in asked]
    return found


async def _ask(case: Any, loaded: Any) -> Times:
    from chat.agent import run
    from chat.agent.events import AnswerReady, Question, StepStarted, Turn
    from chat.models import Trace

    history = tuple(Turn(one["role"], one["text"], one.get("status", "")) for one in case.history)
    question = Question(case.question, history=history, form=case.form)
    busy: dict[str, float] = defaultdict(float)
    begun, node, since, trace_id = perf_counter(), "between", process_time(), None
    first = since
    async for event in run.stream(question, loaded):
        if isinstance(event, StepStarted | AnswerReady):
            now = process_time()
            busy[node] += 1000 * (now - since)
            since = now
            node = event.name if isinstance(event, StepStarted) else node
            trace_id = event.answer.trace_id if isinstance(event, AnswerReady) else None
    whole = 1000 * (perf_counter() - begun), 1000 * (process_time() - first)
    spent = _spent(await Trace.objects.aget(pk=trace_id))
    busy["overhead"] = whole[1] - busy["retrieve"]  # the client of the model included: its work cannot be told apart
    return {**{name: (spent[name], busy.get(name, 0.0)) for name in spent}, "whole": whole}


def _spent(trace: Any) -> dict[str, float]:
    """Milliseconds by node without its model, `between` the nodes, and of all but model and search (`overhead`)."""
    spent: dict[str, float] = defaultdict(float)
    for span in trace.spans:
        spent[span["name"]] += span["ms"]
    for call in trace.model_calls:
        spent["model"] += call["milliseconds"]
        spent[ROLES.get(call["role"], call["role"])] -= call["milliseconds"]
    spent["between"] = trace.milliseconds - sum(spent.values())
    spent["overhead"] = trace.milliseconds - spent.get("model", 0.0) - spent.get("retrieve", 0.0)
    return spent


def _best(same: Sequence[Times]) -> Times:
    """Of each figure the least of all turns."""
    names = dict.fromkeys(name for one in same for name in one)
    cells = {name: [one[name] for one in same if name in one] for name in names}
    return {
        name: (min(wall for wall, _cpu in found), min(cpu for _wall, cpu in found)) for name, found in cells.items()
    }


def _report(answers: Sequence[Times], with_model: bool) -> None:
    """With a model, of the answers that it wrote: the others end sooner."""
    counted = [one for one in answers if "critique" in one] if with_model else answers
    sys.stdout.write("| ms | answers | wall p50 | wall p95 | processor p50 | processor p95 |\n|" + " --- |" * 6 + "\n")
    for name in dict.fromkeys(name for one in counted for name in one):
        found = [one[name] for one in counted if name in one]
        cells = [f"{_at(share, [one[which] for one in found]):.1f}" for which in (0, 1) for share in (0.5, 0.95)]
        sys.stdout.write(f"| {name} | {len(found)} | {' | '.join(cells)} |\n")


def _at(share: float, times: Sequence[float]) -> float:
    return sorted(times)[int(share * (len(times) - 1))]


if __name__ == "__main__":
    main()
