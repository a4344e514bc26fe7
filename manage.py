#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL it starts the embedded PostgreSQL if it is not running."""

import os
import sys
from contextlib import nullcontext

from koalarag.localserver import connection, postgres
from koalarag.localserver.errors import EmbeddedError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    database = nullcontext() if connection.is_external() else postgres.server(connection.data_dir())
    # Entered before the settings are read: the server may have moved to another port.
    with database:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except EmbeddedError as error:
        sys.exit(str(error))
