from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import connection

from koalarag import backup
from koalarag.models import WorkerHeartbeat


class Command(BaseCommand):
    help = "Replaces everything in the database with what a backup holds. Stop the site and its workers first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, file: Path, yes: bool, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        self._require_no_worker()
        if not yes and input("Everything in the database will be replaced. Go on? [y/N] ").strip().lower() != "y":
            raise CommandError("Nothing was changed.")
        connection.close()
        try:
            backup.restore(connection.settings_dict, file)
        except backup.BackupError as error:
            raise CommandError(f"Nothing was changed: {error}") from None
        self.stdout.write("Restored. If the backup is of an older version, `manage.py migrate` brings it up to date.")

    def _require_no_worker(self) -> None:
        """A new database has no table of workers, and no worker either."""
        if WorkerHeartbeat._meta.db_table not in connection.introspection.table_names():
            return
        if alive := WorkerHeartbeat.objects.alive().values_list("name", flat=True):
            raise CommandError(
                f"A worker is running or ended less than a minute ago ({', '.join(alive)}). Stop the site first."
            )
