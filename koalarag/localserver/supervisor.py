"""What `make run` is: the processes of one machine, started in order, watched, and stopped in order."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from koalarag.localserver import connection, external, folder, locks, postgres
from koalarag.localserver.children import Child
from koalarag.localserver.errors import EmbeddedError

ROOT = Path(__file__).resolve().parent.parent.parent
ACCOUNTS = "demo_accounts.txt"
ANSWER_SECONDS = 90
ENDING_SECONDS = 4
FRESH_SECONDS = 40
WATCH_SECONDS = 0.2
PATIENCE_SECONDS = 90.0
"""without a sign of life, after which a child is killed; it may need as long to start"""


@dataclass(frozen=True)
class Place:
    data_dir: Path
    host: str
    port: int

    @property
    def url(self) -> str:
        return connection.local_url(self.host, self.port)


def place() -> Place:
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise EmbeddedError(f"PORT is “{port}”: it must be a number from 1 to 65535.")
    return Place(connection.data_dir(), os.environ.get("HOST") or "127.0.0.1", int(port))


def run(here: Place) -> None:
    folder.require_writable(here.data_dir)
    with _alone(here):
        _require_free_port(here)
        with _database(here):
            _prepare()
            _serve(here)


def _serve(here: Place) -> None:
    children = [_worker(here), _scheduler(here), _web(here)]
    try:
        for child in children:
            child.start()
        _wait_for_answer(here, children)
        _greet(here)
        _watch(here, children)
    finally:
        _ignore_signals()
        for child in reversed(children):
            tell(f"Stopping the {child.name}…")
            child.stop()


@contextmanager
def _alone(here: Place) -> Iterator[None]:
    """One supervisor per data folder."""
    lock, note = here.data_dir / "supervisor.lock", here.data_dir / "supervisor.txt"
    try:
        with locks.exclusive(lock, wait=False):
            note.write_text(f"{here.url}, process {os.getpid()}")
            try:
                yield
            finally:
                note.unlink(missing_ok=True)
    except BlockingIOError:
        with suppress(OSError):
            raise EmbeddedError(
                f"koalarag already runs on the folder {here.data_dir}: {note.read_text()}. Use that one, stop it, "
                "or start another with a folder and a port of its own: KOALARAG_DATA_DIR=… PORT=8001 make run"
            ) from None
        raise EmbeddedError(f"koalarag already runs on the folder {here.data_dir}.") from None


@contextmanager
def _database(here: Place) -> Iterator[None]:
    external.require_redis()
    if connection.is_external():
        external.require_database()
        yield
        return
    tell("Starting the database…")
    try:
        with postgres.server(here.data_dir):
            yield
    finally:
        tell("Stopping the database…")
        if not postgres.wait_until_stopped(here.data_dir, seconds=10):
            tell("It goes on for another command that uses it, and stops after that.")


def _require_free_port(here: Place) -> None:
    """The site of a supervisor that was killed a moment ago may still be ending."""
    deadline = time.monotonic() + ENDING_SECONDS
    while not connection.can_listen(here.host, here.port):
        if time.monotonic() < deadline:
            time.sleep(0.1)
            continue
        raise EmbeddedError(
            f"Port {here.port} of {here.host} is taken by another program. Choose another: "
            f"PORT={here.port + 1} make run"
        )


def _prepare() -> None:
    """Tables, and on a new database the sample and the accounts of the demonstration."""
    done = subprocess.Popen([sys.executable, "-u", "manage.py", "prepare"], cwd=ROOT, start_new_session=True)
    try:
        code = done.wait()
    except BaseException:
        done.terminate()
        done.wait()
        raise
    if code:
        raise EmbeddedError("The database could not be prepared; the reason stands above.")


def _worker(here: Place) -> Child:
    command = [sys.executable, "-m", "celery", "--app", "koalarag", "worker", "--hostname", "worker@%h"]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    sign = here.data_dir / folder.WORKER_SIGN
    is_well = partial(_is_fresh, sign)
    return Child(
        "worker", command, here.data_dir / "worker.log", stop_seconds=15, is_well=is_well, patience=PATIENCE_SECONDS
    )


def _is_fresh(sign: Path) -> bool:
    """Whether a worker that renews it every 15 seconds did so lately."""
    return sign.exists() and time.time() - sign.stat().st_mtime < FRESH_SECONDS


def _scheduler(here: Place) -> Child:
    """A process of its own: the worker's --beat forks one that would outlive it."""
    command = [sys.executable, "-m", "celery", "--app", "koalarag", "beat"]
    command += ["--schedule", str(here.data_dir / "schedule")]
    return Child("scheduler", command, here.data_dir / "scheduler.log", stop_seconds=5)


def _web(here: Place) -> Child:
    command = [sys.executable, "-m", "koalarag.webserver", "--host", here.host, "--port", str(here.port)]
    log = here.data_dir / "web.log"
    return Child("site", command, log, 10, is_well=lambda: _answers(here), patience=PATIENCE_SECONDS)


def _wait_for_answer(here: Place, children: list[Child]) -> None:
    tell("Starting the worker and the site…")
    deadline = time.monotonic() + ANSWER_SECONDS
    while not _answers(here):
        for child in children:
            if not child.is_running:
                raise EmbeddedError(f"The {child.name} ended at once ({child.ending}):\n{child.last_words()}")
        if time.monotonic() > deadline:
            raise EmbeddedError(f"The site did not answer within {ANSWER_SECONDS} s; see {here.data_dir}/*.log.")
        time.sleep(0.1)


def _answers(here: Place) -> bool:
    try:
        urllib.request.urlopen(f"{here.url}health/", timeout=5).close()
    except urllib.error.HTTPError:
        return True  # it may not be allowed to serve this name, but it serves
    except OSError:
        return False
    return True


def _greet(here: Place) -> None:
    accounts = here.data_dir / ACCOUNTS
    tell(f"\nkoalarag is at {here.url}\n")
    if accounts.exists():
        tell(accounts.read_text())
    tell(f"Logs are in {here.data_dir}. Ctrl-C stops everything.")


def _watch(here: Place, children: list[Child]) -> None:
    while True:
        time.sleep(WATCH_SECONDS)
        if not connection.is_external() and not postgres.is_running(here.data_dir):
            tell(f"The database ended; starting it again. See {here.data_dir / 'postgres.log'}.")
            before = connection.address(here.data_dir)
            postgres.ensure_running(here.data_dir)
            if connection.address(here.data_dir) != before:
                for child in reversed(children):
                    child.stop()
        for child in children:
            if news := child.look_after():
                tell(news)


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def tell(text: str) -> None:
    with suppress(OSError):  # the terminal may be gone by now
        print(text, flush=True)


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    os.chdir(ROOT)
    try:
        run(place())
    except EmbeddedError as error:
        sys.exit(f"koalarag: {error}")
    except KeyboardInterrupt:
        tell("Stopped.")
