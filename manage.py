#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL it starts the embedded PostgreSQL if it is not running."""

import os
import sys
from contextlib import nullcontext


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    from koalarag.embedded import postgres

    embedded = not os.environ.get("DATABASE_URL")
    with postgres.server(settings.DATA_DIR) if embedded else nullcontext():
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
