"""`manage.py load_sample`: the sample knowledge base, its assistants and its datasets."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import transaction

from evaluation import sample
from knowledge.catalogue.kinds import KINDS
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Loads the folder sample/; loaded again, only what changed is worked on."

    def handle(self, **options: Any) -> None:
        began = time.monotonic()
        folder = settings.BASE_DIR / "sample"
        for record in sample.collections(folder):
            self._load(record)
        for kind in KINDS:
            path = folder / "catalogue" / f"{kind}.csv"
            if path.exists():
                self._call("import_catalogue", path, kind=kind)
        with transaction.atomic():
            self._call("load_assistants", folder / "assistants.yaml")
            self._call("load_help_cards", folder / "help.yaml")
            self._call("import_dataset", *sorted((folder / "datasets").glob("*.yaml")))
        self.stderr.write(f"Sample loaded in {time.monotonic() - began:.0f} s")

    def _load(self, record: sample.CollectionRecord) -> None:
        """A document that fails is told of, and the rest goes on."""
        sample.ensure(record)
        self.stderr.write(f"{record.slug}:")
        try:
            self._call("ingest", record.folder, collection=record.slug, wait=True)
        except CommandError as error:
            self.stderr.write(f"{record.slug}: {error}")

    def _call(self, command: str, *paths: Path, **options: Any) -> None:
        call_command(command, *map(str, paths), stdout=self.stdout, stderr=self.stderr, **options)
