"""`manage.py corpus_report`: what the documents are like, counted here and now."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from knowledge.corpus import report, tables
from knowledge.models import Collection, CorpusReport
from koalarag.management.base import SiteCommand, find_named


class Command(SiteCommand):
    help = "Counts documents, words, lengths, dates and keywords of a collection or of all, and keeps the report."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--collection", metavar="SLUG", help="only this collection")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")
        parser.add_argument("--pdf", type=Path, metavar="FILE", help="write it as PDF, too")

    def handle(self, **options: Any) -> None:
        slug = options["collection"]
        collection = find_named(Collection, slug) if slug else None
        kept, _created = CorpusReport.objects.get_or_create(collection=collection)
        data = report.make(kept)
        if options["pdf"]:
            from knowledge.corpus import pdf  # takes a moment to import

            try:
                options["pdf"].write_bytes(pdf.pdf(f"Corpus report: {kept}", data))
            except OSError as error:
                raise CommandError(f"{options['pdf']} cannot be written: {error.strerror}.") from error
        if options["json"]:
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
            return
        for name, value in tables.figures(data):
            self.stdout.write(f"{value:>12} {name}")
