"""The embedded PostgreSQL, for whoever needs it: started by the first, stopped after the last."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from koalarag.localserver import cluster, connection, folder, locks
from koalarag.localserver.errors import EmbeddedError
from koalarag.localserver.identity import installation
from koalarag.localserver.keeper import READY, START_SECONDS, life_lock, users_lock

CODE = Path(__file__).resolve().parent.parent.parent


@contextmanager
def server(data_dir: Path, wait_for_end: bool = False) -> Iterator[str]:
    """A running server of this data folder, shared with everybody else who uses it; yields its URL.

    Afterwards it stops if nobody else uses it. With `wait_for_end` that has happened on return.
    """
    folder.require_writable(data_dir)
    with ExitStack() as held:
        try:
            held.enter_context(locks.shared(users_lock(data_dir)))
            ensure_running(data_dir)
        except PermissionError as error:
            raise EmbeddedError(
                f"{error.filename} belongs to another user, who ran koalarag here before. Run as that user, "
                "give the files back (chown -R), or choose another folder with KOALARAG_DATA_DIR."
            ) from error
        yield connection.url(data_dir)
    if wait_for_end:
        wait_until_stopped(data_dir)


def is_running(data_dir: Path) -> bool:
    return locks.is_held(life_lock(data_dir))


def ensure_running(data_dir: Path) -> None:
    """For holders of the users' lock: without one the server would stop again at once."""
    with locks.exclusive(data_dir / "postgres.start"):
        # One that is on its last steps has let go of its users before it lets go of its life.
        if not (is_running(data_dir) and _becomes_ready(data_dir)):
            _start_keeper(data_dir)


def wait_until_stopped(data_dir: Path, seconds: float = 30) -> bool:
    """False if others still use it after that time."""
    deadline = time.monotonic() + seconds
    while is_running(data_dir):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _start_keeper(data_dir: Path) -> None:
    reading, writing = os.pipe()
    with (data_dir / "postgres.log").open("ab") as log, os.fdopen(reading) as reply:
        subprocess.Popen(
            [sys.executable, "-m", "koalarag.localserver.keeper", str(data_dir)],
            cwd=CODE,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=log,
        )
        os.close(writing)
        word = reply.readline().strip()
    if word != READY:
        raise EmbeddedError(word or f"The keeper of PostgreSQL ended at once; see {data_dir / 'postgres.log'}.")


def _becomes_ready(data_dir: Path) -> bool:
    """What somebody else started: nearly always it is, unless its starter was killed a moment ago. False if it ends."""
    here = installation(data_dir)
    deadline = time.monotonic() + START_SECONDS
    while cluster.status(here.cluster) != READY:
        if not is_running(data_dir):
            return False
        if time.monotonic() > deadline:
            raise EmbeddedError(f"PostgreSQL is not ready; see {data_dir / 'postgres.log'}, or try again.")
        time.sleep(0.02)
    return True
