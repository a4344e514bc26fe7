"""`manage.py reindex`: stored documents are read anew, as after an update of koalarag that reads them better."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from knowledge.ingestion import intake, pipeline
from knowledge.management.commands.ingest import Progress, find_collection
from knowledge.models import Document, State
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Reads stored documents anew (with --wait: here and now). Passages that stay the same keep their vectors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--collection", metavar="SLUG", help="only those of this collection")
        parser.add_argument("--wait", action="store_true", help="index here and now, not in a worker")

    def handle(self, **options: Any) -> None:
        documents = Document.objects.all()
        if options["collection"]:
            documents = find_collection(options["collection"], create=False, language=None).documents.all()
        ids = list(documents.values_list("pk", flat=True))
        if not options["wait"]:
            intake.again(documents)
            self.stdout.write(f"{len(ids)} documents are read anew by a worker.")
            return
        documents.update(state=State.WAITING)
        progress = Progress(sys.stderr, "indexing", len(ids))
        for group in pipeline.groups(Document.objects.filter(pk__in=ids)):
            pipeline.index_group(group)
            progress.step(len(group))
        progress.done()
        failed = [f"{one.external_id}: {one.error}" for one in documents.filter(state=State.FAILED)]
        self.stdout.write(f"{len(ids) - len(failed)} documents were read anew.")
        if failed:
            raise CommandError("These could not be read:\n  " + "\n  ".join(failed), returncode=1)
