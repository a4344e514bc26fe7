"""`manage.py export_collections`: collections and their settings, as YAML."""

from argparse import ArgumentParser
from typing import Any

from knowledge import configuration
from knowledge.models import Collection
from koalarag.management.base import SiteCommand, find_named


class Command(SiteCommand):
    help = "Writes collections as YAML, all of them or those that are named; load_collections reads it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("collections", nargs="*", metavar="COLLECTION")

    def handle(self, collections: list[str], **options: Any) -> None:
        named = [find_named(Collection, slug) for slug in collections]
        self.stdout.write(configuration.dump(named or Collection.objects.all()))
