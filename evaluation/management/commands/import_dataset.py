"""`manage.py import_dataset`: datasets from YAML files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from evaluation import datasets
from evaluation.records import DatasetError, read
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Creates or updates datasets from YAML files (docs/evaluation.md); a file with an error changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, paths: list[Path], **options: Any) -> None:
        failures = [failure for path in paths if (failure := self._import(path))]
        if failures:
            raise CommandError("\n".join(failures))

    def _import(self, path: Path) -> str:
        """What went wrong, if anything: the other files are imported all the same."""
        try:
            done = datasets.save(read(path.read_bytes()))
        except OSError as error:
            return f"{path} cannot be read: {error.strerror}."
        except DatasetError as error:
            return "\n".join([f"{path} was not imported:", *(f"  {problem}" for problem in error.problems)])
        self.stderr.write(
            f"{done.dataset.slug}: {done.created} cases created, {done.updated} updated, "
            f"{done.unchanged} unchanged, {done.removed} removed"
        )
        return ""
