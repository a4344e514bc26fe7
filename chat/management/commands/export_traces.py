"""`manage.py export_traces`: one file for each trace."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet

from chat.models import Assistant, Trace
from chat.tracing import export, selection
from chat.tracing.selection import moment
from koalarag.management.base import SiteCommand, find_named

CHUNK = 200


class Command(SiteCommand):
    help = "Writes traces to a folder, as JSON or as readable Markdown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", metavar="D", help="2026-01-31, or with a time: 2026-01-31T08:00")
        parser.add_argument("--until", metavar="D", help="the day is included; a time is not")
        parser.add_argument("--assistant", metavar="SLUG")
        parser.add_argument("--status", choices=Trace.Status.values)
        parser.add_argument("--format", choices=export.FORMATS, required=True)
        parser.add_argument("--out", type=Path, required=True, metavar="DIR")
        parser.add_argument("--json", action="store_true", help="a summary as JSON on standard output")

    def handle(self, **options: Any) -> None:
        traces = chosen(options)
        folder: Path = options["out"]
        written = size = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for trace in traces.iterator(chunk_size=CHUNK):
                size += export.write(trace, options["format"], folder).stat().st_size
                written += 1
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{written}")
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}; {written} traces had been written.") from error
        if options["json"]:
            summary = {"written": written, "bytes": size, "format": options["format"], "out": str(folder)}
            self.stdout.write(json.dumps(summary))
        else:
            self.stderr.write(f"{written} traces in {folder}")


def chosen(options: dict[str, Any]) -> QuerySet[Trace]:
    try:
        since = moment(options["since"]) if options["since"] else None
        until = moment(options["until"], the_day_included=True) if options["until"] else None
    except ValueError as error:
        raise CommandError(str(error), returncode=2) from error
    if since and until and since >= until:
        raise CommandError("--since is not before --until.", returncode=2)
    assistant = find_named(Assistant, options["assistant"]).slug if options["assistant"] else ""
    return selection.traces(since, until, assistant, options["status"] or "").order_by("created_at")
