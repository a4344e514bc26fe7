"""Secrets that a bare machine generates for itself, readable by their owner alone."""

import os
import secrets
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Replaces `path` at once; nobody but its owner can read it at any moment."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)


def read_or_create(path: Path) -> str:
    """The secret in `path`, created on first use; two processes that start together agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        candidate = path.with_name(f"{path.name}.candidate.{os.getpid()}")
        write(candidate, secrets.token_urlsafe(48))
        try:
            os.link(candidate, path)
        except FileExistsError:
            pass  # another process was first: its secret is the one
        finally:
            candidate.unlink()
    return path.read_text().strip()
