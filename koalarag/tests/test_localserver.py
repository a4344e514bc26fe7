"""The embedded PostgreSQL under what happens to it: several users, killed ones, taken ports, what a crash leaves."""

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import rmtree
from signal import SIGKILL

import psycopg
import pytest

from koalarag.localserver import cluster, connection, folder, identity, keeper, locks, postgres, secret
from koalarag.localserver.errors import EmbeddedError
from koalarag.localserver.identity import installation

ROOT = Path(__file__).resolve().parent.parent.parent
HOLD = """
import sys, time
from pathlib import Path
from koalarag.localserver import postgres
with postgres.server(Path(sys.argv[1])):
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.fixture(scope="module")
def data_dir() -> Iterator[Path]:
    """Not pytest's own temporary folder: its rights keep the service user out, and that is another test."""
    path = Path(tempfile.mkdtemp(prefix="koalarag-embedded-"))
    path.chmod(0o755)
    yield path
    rmtree(path)


def answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def another_user(data_dir: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLD, str(data_dir)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_it_serves_until_its_last_user_ends(data_dir: Path) -> None:
    with postgres.server(data_dir) as url, postgres.server(data_dir) as same:
        assert url == same
        other = another_user(data_dir)
    time.sleep(0.5)
    assert answers(url)
    os.kill(other.pid, SIGKILL)
    other.communicate()
    assert postgres.wait_until_stopped(data_dir)
    assert not answers(url)


def test_who_comes_while_the_last_ones_server_ends_gets_another(data_dir: Path) -> None:
    """The keeper lets go of its users first, and of its own lock a moment later."""
    with ExitStack() as leaving:
        leaving.enter_context(locks.exclusive(keeper.life_lock(data_dir)))
        gone = threading.Timer(0.5, leaving.close)
        gone.start()
        with postgres.server(data_dir, wait_for_end=True) as url:
            assert answers(url)
        gone.join()


def test_only_the_password_opens_it(data_dir: Path) -> None:
    with postgres.server(data_dir, wait_for_end=True) as url:
        assert not answers(url.replace(connection.password(data_dir), "guess"))
        shown = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        assert str(data_dir) in shown
        assert connection.password(data_dir) not in shown


def test_a_taken_port_is_left_to_its_owner(data_dir: Path) -> None:
    before = connection.address(data_dir)
    with socket.create_server((before.host, before.port)), postgres.server(data_dir, wait_for_end=True) as url:
        assert connection.address(data_dir).port != before.port
        assert answers(url)


def test_it_starts_over_the_pid_file_of_a_crash(data_dir: Path) -> None:
    """Its number belongs to some other process by now: this one."""
    here = installation(data_dir)
    pid_file = here.cluster / "postmaster.pid"
    pid_file.write_text(f"{os.getpid()}\n{here.cluster}\n1\n5432\n\n127.0.0.1\n1 1\nready\n")
    here.give(pid_file)
    with postgres.server(data_dir, wait_for_end=True) as url:
        assert answers(url)


def test_the_pid_file_of_a_live_server_stays(data_dir: Path) -> None:
    with postgres.server(data_dir, wait_for_end=True):
        here = installation(data_dir)
        with pytest.raises(EmbeddedError, match="kill -INT"):
            cluster.clear_stale_pid(here.cluster, seconds=0)
        assert cluster.status(here.cluster) == "ready"


def test_an_interrupted_setup_leaves_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "DATABASE", 'no such "name')
    here = installation(tmp_path)
    with pytest.raises(EmbeddedError, match="could not be set up"):
        cluster.initialise(here, "secret")
    assert not here.cluster.exists()


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match="KOALARAG_DATA_DIR"):
        folder.require_writable(tmp_path / "file" / "var")


def test_a_full_disk_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MIN_FREE_MB", 2**40)
    with pytest.raises(EmbeddedError, match="nearly full"):
        folder.require_writable(tmp_path)


def test_secrets_are_kept_and_private(tmp_path: Path) -> None:
    first = secret.read_or_create(tmp_path / "new" / "key")
    assert secret.read_or_create(tmp_path / "new" / "key") == first
    assert len(first) >= 64
    assert (tmp_path / "new" / "key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["key"]


@pytest.fixture
def strict_umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to lend PostgreSQL a user")
@pytest.mark.usefixtures("strict_umask")
def test_behind_a_closed_folder_root_moves_it_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a strict umask, which must not close the new place too."""
    with tempfile.TemporaryDirectory(prefix="koalarag-service-") as service:
        Path(service).chmod(0o755)
        monkeypatch.setattr(identity, "SERVICE_FOLDER", Path(service))
        closed = tmp_path / "closed"
        closed.mkdir()
        here = installation(closed / "var")
        cluster.initialise(here, "secret")
        assert here.cluster.is_relative_to(service)
        assert (here.cluster / "PG_VERSION").exists()
        assert closed.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to lend PostgreSQL a user")
def test_programs_behind_a_closed_folder_are_copied(
    tmp_path: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = identity.wheel().parent
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    for name in (package.name, f"{package.name}.libs"):
        (closed / name).symlink_to(package.with_name(name))
    monkeypatch.setattr(identity, "wheel", lambda: closed / package.name / "pginstall18")
    monkeypatch.setattr(identity, "_can_reach", lambda account, path: not path.is_relative_to(closed))
    with tempfile.TemporaryDirectory(prefix="koalarag-service-") as service:
        Path(service).chmod(0o755)
        monkeypatch.setattr(identity, "SERVICE_FOLDER", Path(service))
        here = installation(data_dir)
        version = subprocess.run(
            [here.binaries / "postgres", "--version"], capture_output=True, text=True, check=True, **here.as_account()
        )
        assert here.binaries.is_relative_to(service)
        assert version.stdout.startswith("postgres (PostgreSQL) 18")
