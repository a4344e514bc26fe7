"""Secrets that a bare machine generates for itself, readable by their owner alone."""

import os
import secrets
from pathlib import Path


def read_or_create(path: Path) -> str:
    """The secret in `path`, created on first use; two processes that start together agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its secret is the one
        finally:
            draft.unlink()
    return path.read_text().strip()
