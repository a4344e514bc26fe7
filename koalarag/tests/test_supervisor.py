"""`python -m koalarag.localserver`, as `make run` starts it: everything comes up, is repaired, and leaves nothing."""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from signal import SIGKILL, SIGSTOP, SIGTERM
from typing import Any

import pytest

from koalarag.localserver import connection, postgres

ROOT = Path(__file__).resolve().parent.parent.parent


PREPARED = """
import os, django
from django.core.management import call_command
from koalarag.localserver import connection, postgres
os.environ["DJANGO_SETTINGS_MODULE"] = "koalarag.settings"
with postgres.server(connection.data_dir()):
    django.setup()
    call_command("prepare", no_demo=True)
    call_command("createsuperuser", interactive=False, username="somebody", email="somebody@example.edu")
"""


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    """A data folder whose database has an account already, so that no sample is loaded."""
    folder = Path(tempfile.mkdtemp(prefix="koalarag-supervisor-"))
    folder.chmod(0o755)
    port = str(connection.free_port())
    variables = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    variables |= {"KOALARAG_DATA_DIR": str(folder), "PORT": port, "DJANGO_SUPERUSER_PASSWORD": "only for this test"}
    subprocess.run([sys.executable, "-c", PREPARED], cwd=ROOT, env=variables, check=True)
    yield variables
    assert postgres.wait_until_stopped(folder)
    rmtree(folder)


# The supervisor, but for its patience with one that does not answer.
IMPATIENT = """
from koalarag.localserver import children, supervisor
children.SECONDS_BETWEEN_LOOKS, supervisor.PATIENCE_SECONDS = 1, 15
supervisor.main()
"""


@contextmanager
def start(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", IMPATIENT]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if "Ctrl-C" in line:
            break
    yield process
    process.kill()
    process.communicate()


@pytest.fixture(scope="module")
def supervisor(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """One for the tests up to the one that stops it."""
    with start(environment) as started:
        yield started


def health(environment: dict[str, str]) -> Any:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{environment['PORT']}/health/", timeout=5) as response:
            return json.load(response)
    except OSError:
        return {"status": "gone"}


def until(condition: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.3)


def children(pid: int) -> dict[int, str]:
    shown = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in shown.splitlines()[1:])
    return {int(child): args for child, parent, args in rows if parent == str(pid)}


def descendants(pid: int) -> dict[int, str]:
    found = children(pid)
    return found | {below: args for child in found for below, args in descendants(child).items()}


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def site_of(supervisor: subprocess.Popen[str]) -> int:
    return next((pid for pid, args in children(supervisor.pid).items() if "koalarag.webserver" in args), 0)


def test_it_serves(supervisor: subprocess.Popen[str], environment: dict[str, str]) -> None:
    assert health(environment)["status"] == "ok"
    until(lambda: health(environment)["worker"]["alive"] == 1)
    assert len(children(supervisor.pid)) == 4  # the database's keeper, the worker, the scheduler, the site


def serving(supervisor: subprocess.Popen[str]) -> int:
    """The process that answers, which the site's own has forked."""
    return next(iter(children(site_of(supervisor))), 0)


def test_a_site_that_is_killed_comes_back(supervisor: subprocess.Popen[str], environment: dict[str, str]) -> None:
    before = serving(supervisor)
    os.kill(before, SIGKILL)
    until(lambda: serving(supervisor) not in (0, before))
    until(lambda: health(environment)["status"] == "ok")


def test_a_site_that_is_frozen_is_started_again(supervisor: subprocess.Popen[str], environment: dict[str, str]) -> None:
    """Its own process is killed, and the one that serves with it."""
    site, frozen = site_of(supervisor), serving(supervisor)
    os.kill(frozen, SIGSTOP)
    until(lambda: not is_alive(frozen))
    until(lambda: site_of(supervisor) not in (0, site))
    until(lambda: health(environment)["status"] == "ok")


def test_a_second_one_on_the_same_folder_says_why_not(
    supervisor: subprocess.Popen[str], environment: dict[str, str]
) -> None:
    assert f"http://127.0.0.1:{environment['PORT']}/" in refusal(environment | {"PORT": str(connection.free_port())})


def test_a_taken_port_is_named(supervisor: subprocess.Popen[str], environment: dict[str, str], tmp_path: Path) -> None:
    said = refusal(environment | {"KOALARAG_DATA_DIR": str(tmp_path)})
    assert f"PORT={int(environment['PORT']) + 1} make run" in said


def test_a_database_that_does_not_answer_is_named_without_its_password(
    environment: dict[str, str], tmp_path: Path
) -> None:
    url = f"postgres://who:hush@127.0.0.1:{connection.free_port()}/what"
    own = {"KOALARAG_DATA_DIR": str(tmp_path), "PORT": str(connection.free_port()), "DATABASE_URL": url}
    said = refusal(environment | own)
    assert "DATABASE_URL" in said
    assert "hush" not in said


def test_it_stops_in_order(supervisor: subprocess.Popen[str], environment: dict[str, str]) -> None:
    everything = descendants(supervisor.pid)
    supervisor.send_signal(SIGTERM)
    assert supervisor.wait(60) == 0
    until(lambda: not any(is_alive(pid) for pid in everything))


def test_nothing_survives_its_kill(environment: dict[str, str]) -> None:
    with start(environment) as supervisor:
        everything = descendants(supervisor.pid)
        assert len(everything) > 4
        supervisor.kill()
        until(lambda: not any(is_alive(pid) for pid in everything))


def refusal(environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "koalarag.localserver"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr
