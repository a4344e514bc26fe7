"""`python -m bench.model_overhead`: what an answer takes beside search and model, with a model that answers at once.

Needs the sample: DATABASE_URL, or KOALARAG_DATA_DIR of a site where `manage.py load_sample` has run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from koalarag.embedded import connection, postgres

NODES_OF_ROLES = {"classifier": "classify", "rewriter": "rewrite", "generator": "generate", "critic": "critique"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=60)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    database = nullcontext() if connection.is_external() else postgres.server(connection.data_dir())
    with database:
        import django

        django.setup()
        _report([_spent(trace) for trace in _traces(options.questions)])


def _traces(number: int) -> Sequence[Any]:
    """Of answers that a model wrote, one question after the other; the first ten only warm everything up."""
    from asgiref.sync import async_to_sync
    from django.conf import settings

    from chat.agent import context, run
    from chat.agent.events import Question
    from chat.agent.llm.roles import ROLES
    from chat.models import Trace
    from chat.tests.agent.openai_server import Script, serving
    from chat.tests.agent.plausible_model import behave
    from evaluation.models import Case

    texts = list(Case.objects.filter(dataset__slug="answers").values_list("question", flat=True))

    async def ask_all() -> list[Any]:
        loaded = await context.load("regulations", collections=["guides", "regulations"], origin="evaluation")
        asked = [texts[place % len(texts)] for place in range(number + 10)]
        return [(await run.answer(Question(text), loaded)).trace_id for text in asked]

    with serving(Script(behave)) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 1000}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        ids = async_to_sync(ask_all)()[10:]
    return list(Trace.objects.filter(pk__in=ids, status="answered", degraded=[]))


def _spent(trace: Any) -> Mapping[str, float]:
    """Milliseconds by node without its model; `model`, `retrieve`, and `overhead`: all that is neither."""
    spent: dict[str, float] = defaultdict(float)
    for span in trace.spans:
        spent[span["name"]] += span["ms"]
    for call in trace.model_calls:
        spent["model"] += call["milliseconds"]
        spent[NODES_OF_ROLES[call["role"]]] -= call["milliseconds"]
    spent["total"] = trace.milliseconds
    spent["overhead"] = trace.milliseconds - spent["model"] - spent["retrieve"]
    return spent


def _report(answers: Sequence[Mapping[str, float]]) -> None:
    names = dict.fromkeys(name for answer in answers for name in answer)
    sys.stdout.write(f"{len(answers)} answers\n\n| ms | least | p50 | p95 |\n| --- | --- | --- | --- |\n")
    for name in names:
        times = sorted(answer.get(name, 0.0) for answer in answers)
        cells = [times[int(share * (len(times) - 1))] for share in (0, 0.5, 0.95)]
        sys.stdout.write(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |\n")


if __name__ == "__main__":
    main()
