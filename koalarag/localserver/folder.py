"""The data folder: whether it can be used at all, said before anything is half written."""

import os
import shutil
from pathlib import Path

from koalarag.localserver.errors import EmbeddedError

WORKER_SIGN = "worker.alive"
"""the file that a worker renews while it lives"""
# A new cluster and its first log files take 60 MB; below this PostgreSQL soon stops for want of space.
MIN_FREE_MB = 200


def require_writable(data_dir: Path) -> None:
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        probe = data_dir / f".probe.{os.getpid()}"
        probe.write_bytes(b"koalarag")
        probe.unlink()
    except OSError as error:
        raise EmbeddedError(
            f"The data folder {data_dir} cannot be written ({error.strerror}). Repair that, run as its owner, "
            "or choose another folder with KOALARAG_DATA_DIR."
        ) from error
    free_mb = shutil.disk_usage(data_dir).free // 2**20
    if free_mb < MIN_FREE_MB:
        raise EmbeddedError(
            f"The disk of {data_dir} is nearly full: {free_mb} MB free, at least {MIN_FREE_MB} MB are needed. "
            "Make room, or choose another folder with KOALARAG_DATA_DIR."
        )
