"""`manage.py purge_traces`: what the scheduled task does, now."""

import json
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from chat.models import Trace
from chat.tracing import retention
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Deletes the traces that are older than TRACE_RETENTION_DAYS, or than --days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, help="keep the last DAYS days; the setting by default")
        parser.add_argument("--dry-run", action="store_true", help="only count them")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")

    def handle(self, *, days: int | None, dry_run: bool, json: bool, **options: Any) -> None:
        if days is not None and days < 1:
            raise CommandError("--days is how many days of traces to keep: 1 or more.", returncode=2)
        before = timezone.now() - timedelta(days=days) if days else retention.oldest_kept()
        if before is None:
            raise CommandError("TRACE_RETENTION_DAYS is 0, so traces are kept for ever. Say --days to delete some.")
        count = Trace.objects.filter(created_at__lt=before).count() if dry_run else retention.purge(before)
        self._tell({"before": before.isoformat(timespec="seconds"), "traces": count, "deleted": not dry_run}, json)

    def _tell(self, done: dict[str, Any], as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(done))
        else:
            verb = "deleted" if done["deleted"] else "would be deleted"
            self.stdout.write(f"{done['traces']} traces from before {done['before']} {verb}.")
