"""`manage.py evaluate`: a run in the foreground, that fails a build when a metric is below its floor."""

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import CommandError

from chat.models import Assistant
from evaluation import report, runner
from evaluation.metrics.registry import NAMES
from evaluation.models import Dataset, Run
from koalarag.management.base import SiteCommand, find_named


@dataclass(frozen=True)
class Floor:
    metric: str
    value: float


def floor(text: str) -> Floor:
    """METRIC=VALUE of --min."""
    metric, _equals, value = text.partition("=")
    if metric not in NAMES:
        raise ArgumentTypeError(f"“{metric}” is not a metric. Metrics: {', '.join(NAMES)}.")
    if not re.fullmatch(r"-?(?:\d++(?:\.\d++)?|\.\d++)", value):
        raise ArgumentTypeError(f"“{text}” is not METRIC=VALUE, such as recall@10=0.9.")
    return Floor(metric, float(value))


class Command(SiteCommand):
    help = "Runs an assistant over a dataset. Exit 1 where a metric is below its floor, 2 on wrong usage."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dataset", required=True, metavar="SLUG")
        parser.add_argument("--assistant", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")
        parser.add_argument("--min", action="append", default=[], type=floor, metavar="METRIC=VALUE", dest="floors")

    def handle(self, *, json: bool, floors: list[Floor], **options: Any) -> None:
        dataset = find_named(Dataset, options["dataset"], returncode=2)
        assistant = find_named(Assistant, options["assistant"], returncode=2)
        run = self._run(dataset, assistant)
        if run.state != Run.State.DONE:
            raise CommandError(run.error)
        missed = [message for one in floors if (message := _below(run, one))]
        if json:
            self.stdout.write(_json(run, floors, missed))
        else:
            self._print(run)
        if missed:
            raise CommandError("\n".join(missed))

    def _run(self, dataset: Dataset, assistant: Assistant) -> Run:
        run = runner.create(dataset, assistant)
        try:
            while async_to_sync(runner.advance)(run.pk, 1):
                run.refresh_from_db(fields=["progress"])
                self._progress(run)
        except KeyboardInterrupt:
            Run.objects.filter(pk=run.pk).update(state=Run.State.FAILED, error="Interrupted.")
            raise
        if sys.stderr.isatty():
            self.stderr.write("\r", ending="")
        return Run.objects.select_related("dataset", "assistant").get(pk=run.pk)

    def _progress(self, run: Run) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{run.progress:3} %", ending="")

    def _print(self, run: Run) -> None:
        self.stdout.write(f"{run.dataset.slug} with {run.assistant.slug}, run {run.pk}: {run.results.count()} cases")
        for row in report.metric_rows(run):
            self.stdout.write(f"  {row.name:22} {row.mean:6.3f}   {row.cases:3} cases   {row.label}")
        failing = [row for row in report.result_rows(run) if row.failings]
        if failing:
            self.stdout.write(f"\n{len(failing)} cases to look at:")
        for row in failing:
            self.stdout.write("\n".join(_failing_lines(row)))


def _failing_lines(row: report.ResultRow) -> list[str]:
    asked, outcome = row.asked, row.outcome
    scores = ", ".join(f"{name} {value:.2f}" for name, value in row.failings.items())
    expected = asked["answer"] or asked["kind"]
    came = outcome.get("error") or outcome.get("text", "")
    return [
        f"\n  {asked['id']} ({asked['kind']}): {asked['question']}",
        f"    {scores}",
        f"    expected: {expected}",
        *([f"    facts:    {asked['facts']}"] if "all_facts" in row.failings else []),
        *([f"    from:     {', '.join(asked['documents'])}"] if asked["documents"] else []),
        f"    came:     {outcome['status']}: {' '.join(came.split())[:400]}",
        f"    found:    {', '.join(dict.fromkeys(one['document'] for one in outcome.get('searched', ())))}",
    ]


def _below(run: Run, one: Floor) -> str:
    """Why the floor is not met, or nothing."""
    row = run.metrics.get(one.metric)
    if row is None:
        return f"{one.metric} cannot be checked against {one.value}: no case of “{run.dataset.slug}” measures it."
    if row["mean"] < one.value:
        return f"{one.metric} is {row['mean']:.4f}, below its floor of {one.value}."
    return ""


def _json(run: Run, floors: list[Floor], missed: list[str]) -> str:
    record = report.as_record(run) | {"floors": {one.metric: one.value for one in floors}, "below": missed}
    return json.dumps(record, ensure_ascii=False, indent=1)
