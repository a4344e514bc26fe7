"""`manage.py export_sources`: websites that are crawled, as YAML."""

from argparse import ArgumentParser
from typing import Any

from knowledge.crawling import configuration
from knowledge.models import WebSource
from koalarag.management.base import SiteCommand, find_named


class Command(SiteCommand):
    help = "Writes websites as YAML, all of them or those that are named; load_sources reads it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sources", nargs="*", metavar="SOURCE")

    def handle(self, sources: list[str], **options: Any) -> None:
        named = [find_named(WebSource, slug) for slug in sources]
        self.stdout.write(configuration.dump(named or WebSource.objects.select_related("collection")))
