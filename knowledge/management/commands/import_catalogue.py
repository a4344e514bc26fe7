"""`manage.py import_catalogue`: programmes, courses or people of the catalogue from a CSV file."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from knowledge.catalogue import importing
from knowledge.catalogue.kinds import KINDS
from knowledge.catalogue.tables import TableError
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Imports the catalogue from a CSV file (docs/catalogue.md); a file with a wrong row changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="FILE.csv")
        parser.add_argument("--kind", choices=list(KINDS), required=True)
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
        parser.add_argument("--good-rows", action="store_true", help="import the rows that are right, leave the others")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")

    def handle(self, path: Path, **options: Any) -> None:
        try:
            done, saved = self._run(path, options), not options["dry_run"]
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except TableError as error:
            raise CommandError(f"{path}: {error}") from error
        except importing.Refused as error:
            done, saved = error.plan, False
        if options["json"]:
            self.stdout.write(json.dumps({"saved": saved, **asdict(done)}, ensure_ascii=False, indent=1))
        self._tell(path, done)
        if done.problems and not options["good_rows"]:
            raise CommandError(f"{path}: nothing was saved. Correct these rows, or import the others with --good-rows.")

    def _run(self, path: Path, options: dict[str, Any]) -> importing.Plan:
        kind, data = KINDS[options["kind"]], path.read_bytes()
        if options["dry_run"]:
            return importing.plan(kind, data)
        return importing.run(kind, data, good_rows_only=options["good_rows"])

    def _tell(self, path: Path, done: importing.Plan) -> None:
        for problem in done.problems:
            self.stderr.write(str(problem))
        self.stderr.write(f"{path.name}: " + ", ".join(f"{number} {name}" for name, number in done.counts.items()))
