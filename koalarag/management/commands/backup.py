from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import connection

from koalarag import backup


class Command(BaseCommand):
    help = "Writes everything that the database holds to one file; the site may go on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="for example koalarag-2026-05-01.dump")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            backup.write(connection.settings_dict, file)
        except (backup.BackupError, OSError) as error:
            raise CommandError(f"There is no backup: {error}") from None
        self.stdout.write(f"{file}: {file.stat().st_size / 2**20:.1f} MB. It holds everything, so keep it private.")
