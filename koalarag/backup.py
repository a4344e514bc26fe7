"""A copy of everything: one file of pg_dump, since everything is in the database."""

import os
import subprocess
from pathlib import Path
from typing import Any

from koalarag.localserver import identity


class BackupError(Exception):
    """The programs of PostgreSQL refused; the message is theirs."""


def write(database: dict[str, Any], file: Path) -> None:
    """`database` as in Django's DATABASES. The file appears only when it is whole, for its owner's eyes alone."""
    draft = file.with_name(f"{file.name}.partial")
    draft.touch(mode=0o600)
    try:
        _run("pg_dump", database, "--format=custom", f"--file={draft}", "--dbname", str(database["NAME"]))
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def restore(database: dict[str, Any], file: Path) -> None:
    """Replaces what the database holds, all or nothing."""
    options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--dbname", str(database["NAME"])]
    _run("pg_restore", database, *options, str(file))


def _run(program: str, database: dict[str, Any], *arguments: str) -> None:
    """The password goes through the environment: arguments can be read by everybody on the machine."""
    server = {"PGHOST": database["HOST"], "PGPORT": database["PORT"], "PGUSER": database["USER"]}
    server |= {"PGPASSWORD": database["PASSWORD"], "PGCONNECT_TIMEOUT": "10"}
    environment = os.environ | {name: str(value) for name, value in server.items() if value}
    command = [str(identity.wheel() / "bin" / program), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(done.stderr.strip())
