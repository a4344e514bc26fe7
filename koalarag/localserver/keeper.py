"""The process that owns the embedded PostgreSQL, for as long as anybody holds the lock of its users.

Commands, the supervisor and tests only take that lock: whoever ends first, the server stays for the others; and when
the last one ends, even by kill -9, the kernel lets go of the lock and the keeper stops the server.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from koalarag.localserver import cluster, connection, locks
from koalarag.localserver.errors import EmbeddedError
from koalarag.localserver.identity import Installation, installation

READY = "ready"
START_SECONDS = 60


def users_lock(data_dir: Path) -> Path:
    return data_dir / "postgres.users"


def life_lock(data_dir: Path) -> Path:
    return data_dir / "postgres.keeper"


def keep(data_dir: Path) -> None:
    with locks.exclusive(life_lock(data_dir)):
        here = installation(data_dir)
        cluster.initialise(here, connection.password(data_dir))
        cluster.clear_stale_pid(here.cluster)
        process = start(here, data_dir)
        try:
            _say(READY)
            signal.signal(signal.SIGCHLD, _server_ended)
            if process.poll() is None:
                _wait_for_the_last_user(data_dir, process)
        finally:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            stop(process)


def _wait_for_the_last_user(data_dir: Path, process: subprocess.Popen[bytes]) -> None:
    with locks.exclusive(users_lock(data_dir)):
        # Held until the server is gone: who comes now waits, and starts a new one.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        stop(process)


def start(here: Installation, data_dir: Path) -> subprocess.Popen[bytes]:
    where = connection.address(data_dir)
    if not connection.can_listen(where.host, where.port):
        where = connection.choose(data_dir)
    process = cluster.start(here, where, data_dir / "postgres.log")
    deadline = time.monotonic() + START_SECONDS
    while cluster.status(here.cluster) != READY:
        if process.poll() is not None:
            raise EmbeddedError(f"PostgreSQL stopped at once. {_last_words(data_dir / 'postgres.log')}")
        if time.monotonic() > deadline:
            stop(process)
            raise EmbeddedError(f"PostgreSQL was not ready within {START_SECONDS} s; see {data_dir / 'postgres.log'}.")
        time.sleep(0.01)
    return process


def stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        process.wait()


def _last_words(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()[-20:]
    return next((line for line in lines if "FATAL" in line or "PANIC" in line), " ".join(lines[-1:]))


def _server_ended(_signal: int, _frame: object) -> None:
    sys.exit("PostgreSQL ended by itself; its log says why.")


def _say(word: str) -> None:
    """Answers who started us, then leaves their terminal alone."""
    print(word, flush=True)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


def main() -> None:
    try:
        keep(Path(sys.argv[1]))
    except (EmbeddedError, OSError) as error:
        _say(" ".join(str(error).split()))
        sys.exit(1)


if __name__ == "__main__":
    main()
