"""`python -m koalarag.localserver`, as `make run` starts it: everything comes up, is repaired, and leaves nothing."""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from signal import SIGKILL, SIGTERM
from typing import Any

import pytest

from koalarag.localserver import connection, postgres

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    """A data folder whose database has an account already, so that no sample is loaded."""
    folder = Path(tempfile.mkdtemp(prefix="koalarag-supervisor-"))
    folder.chmod(0o755)
    port = str(connection.free_port())
    variables = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    variables |= {"KOALARAG_DATA_DIR": str(folder), "PORT": port, "DJANGO_SUPERUSER_PASSWORD": "only for this test"}
    create = ["createsuperuser", "--noinput", "--username", "somebody", "--email", "somebody@example.edu"]
    for command in (["prepare", "--no-demo"], create):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=variables, check=True)
    yield variables
    assert postgres.wait_until_stopped(folder)
    rmtree(folder)


@pytest.fixture
def supervisor(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "koalarag.localserver"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if "Ctrl-C" in line:
            break
    yield process
    process.kill()
    process.communicate()


def health(environment: dict[str, str]) -> Any:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{environment['PORT']}/health/", timeout=5) as response:
            return json.load(response)
    except OSError:
        return {"status": "gone"}


def until(condition: Callable[[], bool], seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


def children(pid: int) -> dict[int, str]:
    shown = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in shown.splitlines()[1:])
    return {int(child): args for child, parent, args in rows if parent == str(pid)}


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_it_serves_mends_and_stops(supervisor: subprocess.Popen[str], environment: dict[str, str]) -> None:
    assert health(environment)["status"] == "ok"
    until(lambda: health(environment)["worker"]["alive"] == 1)
    before = children(supervisor.pid)
    site = next(pid for pid, args in before.items() if "koalarag.webserver" in args)
    os.kill(site, SIGKILL)
    until(lambda: health(environment)["status"] == "gone" or site not in children(supervisor.pid))
    until(lambda: health(environment)["status"] == "ok")
    everything = children(supervisor.pid)
    supervisor.send_signal(SIGTERM)
    assert supervisor.wait(60) == 0
    until(lambda: not any(is_alive(pid) for pid in everything))


def test_nothing_survives_its_kill(supervisor: subprocess.Popen[str], environment: dict[str, str]) -> None:
    everything = children(supervisor.pid)
    assert len(everything) == 4  # the database's keeper, the worker, the scheduler, the site
    supervisor.kill()
    until(lambda: not any(is_alive(pid) for pid in everything))


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
    said = refusal(environment | {"KOALARAG_DATA_DIR": str(tmp_path), "DATABASE_URL": url})
    assert "DATABASE_URL" in said
    assert "hush" not in said


def refusal(environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "koalarag.localserver"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr
