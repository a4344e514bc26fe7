from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandParser, call_command, get_commands

from koalarag import demo, roles
from koalarag.checks import SETTINGS
from koalarag.localserver.supervisor import ACCOUNTS


class Command(BaseCommand):
    help = "Brings the database up to date; fills a new one with the sample and the accounts of the demonstration."

    requires_system_checks = (SETTINGS,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="leave a new database without sample and accounts")

    def handle(self, *, no_demo: bool = False, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        roles.create()
        self._make_missing_vectors()
        # The accounts come last, so that a database with accounts is one whose first start was completed.
        if not no_demo and not User.objects.exists():
            self._load_sample()
            demo.create_accounts(Path(settings.DATA_DIR) / ACCOUNTS)

    def _make_missing_vectors(self) -> None:
        """An update that brings another embedding model leaves the passages without vectors."""
        if "embeddings" in get_commands():
            call_command("embeddings", "build", stdout=self.stdout, stderr=self.stderr)

    def _load_sample(self) -> None:
        if "load_sample" not in get_commands():
            self.stdout.write("There is no sample to load in this version.")
            return
        self.stdout.write("First start: loading the sample knowledge base…")
        call_command("load_sample", stdout=self.stdout, stderr=self.stderr)
