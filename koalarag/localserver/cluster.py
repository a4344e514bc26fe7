"""One PostgreSQL cluster: made, started in the foreground, and cleaned of what a crash left behind."""

import subprocess
import sys
import tempfile
import time
from os import sysconf
from pathlib import Path
from signal import SIGINT

from koalarag.localserver import connection
from koalarag.localserver.errors import EmbeddedError
from koalarag.localserver.identity import Installation
from koalarag.localserver.processes import dies_with_parent, is_running

# An eighth of the memory, within bounds: a search walks through an index of vectors page by page at random.
SHARED_MB = min(max(256, sysconf("SC_PHYS_PAGES") * sysconf("SC_PAGE_SIZE") // 2**20 // 8), 2048)
SETTINGS = {
    "max_connections": "200",
    "shared_buffers": f"{SHARED_MB}MB",
    "maintenance_work_mem": "256MB",
    "unix_socket_directories": "",
    # A statement that fails, or the row it was about, may hold what somebody asked.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
if sys.platform == "linux":
    # After a crash the file system as a whole is asked to keep what was written, not each of two thousand files.
    SETTINGS["recovery_init_sync_method"] = "syncfs"
STATUS_LINE = 7  # of postmaster.pid: "starting", "ready", "stopping"


def initialise(here: Installation, password: str) -> None:
    """Makes the cluster beside its place and moves it there when it is whole: an interrupted start leaves no ruin."""
    if (here.cluster / "PG_VERSION").exists():
        return
    home = here.cluster.parent
    if not home.exists():
        home.mkdir(parents=True)
        home.chmod(0o755)  # whatever the umask: the account has to pass
    with tempfile.TemporaryDirectory(prefix="initdb-", dir=home) as folder:
        workshop = Path(folder)
        here.give(workshop)
        password_file = workshop / "password"
        password_file.touch(mode=0o600)
        password_file.write_text(password)
        here.give(password_file)
        draft = workshop / "postgres"
        command: list[str | Path] = [
            here.binaries / "initdb",
            "-D",
            draft,
            "-U",
            connection.USER,
            "--encoding=UTF8",
            "--locale=C",
        ]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--auth=scram-sha-256"]
        _run(here, [*command, "--pwfile", password_file, "--no-instructions"])
        single: list[str | Path] = [here.binaries / "postgres", "--single", "-D", draft, "postgres"]
        _run(here, single, f"CREATE DATABASE {connection.DATABASE}")
        draft.rename(here.cluster)


def _run(here: Installation, command: list[str | Path], statement: str = "") -> None:
    done = subprocess.run(
        command,
        check=False,
        cwd="/",
        input=statement,
        capture_output=True,
        text=True,
        env={"LC_ALL": "C"},
        **here.as_account(),
    )
    if done.returncode or "ERROR:" in done.stderr or "FATAL:" in done.stderr:
        raise EmbeddedError(f"PostgreSQL could not be set up in {here.cluster}: {done.stderr.strip()}")


def start(here: Installation, where: connection.Address, log: Path) -> subprocess.Popen[bytes]:
    command: list[str | Path] = [
        here.binaries / "postgres",
        "-D",
        here.cluster,
        "-h",
        where.host,
        "-p",
        str(where.port),
    ]
    command += [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            cwd="/",
            env={"LC_ALL": "C"},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            # SIGINT is PostgreSQL's fast shutdown.
            preexec_fn=dies_with_parent(SIGINT),  # noqa: PLW1509 (one thread here)
            **here.as_account(),
        )


def status(cluster: Path) -> str:
    """What the postmaster last said of itself; empty where there is none."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return ""
    return lines[STATUS_LINE].strip() if len(lines) > STATUS_LINE else ""


def clear_stale_pid(cluster: Path, seconds: float = 30) -> None:
    """PostgreSQL will not start over a pid file whose number some other process has by now: such a file goes.

    One that is a server of this very folder is waited for, since it may be shutting down.
    """
    file = cluster / "postmaster.pid"
    deadline = time.monotonic() + seconds
    while file.exists():
        pid = _pid_in(file)
        if pid is None or not _is_server_of(pid, cluster):
            file.unlink(missing_ok=True)
        elif time.monotonic() > deadline:
            raise EmbeddedError(
                f"PostgreSQL already runs on {cluster} as process {pid}, started by something else. "
                f"End it (kill -INT {pid}) and start again."
            )
        else:
            time.sleep(0.05)


def _pid_in(file: Path) -> int | None:
    try:
        return int(file.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _is_server_of(pid: int, cluster: Path) -> bool:
    """A postmaster's working folder is its cluster; where that may not be asked, any postgres counts."""
    if not is_running(pid):
        return False
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == cluster.resolve()
    except PermissionError:
        return Path(f"/proc/{pid}/comm").read_text().strip() == "postgres"
    except FileNotFoundError:
        return False
