"""`manage.py load_collections`: collections, from a YAML file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from knowledge import configuration
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Creates or updates collections from a YAML file (docs/desk.md); others are left as they are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)

    def handle(self, path: Path, **options: Any) -> None:
        try:
            collections = configuration.load(path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except configuration.ConfigurationError as error:
            lines = "\n".join(f"  {problem}" for problem in error.problems)
            raise CommandError(f"{path} was not loaded, nothing was changed:\n{lines}") from error
        self.stderr.write(f"Collections: {', '.join(collection.slug for collection in collections)}")
