"""The long-lived processes of the supervisor: each with its log, started again when it dies or does not answer."""

import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL, SIGTERM

from koalarag.localserver.processes import dies_with_parent

FIRST_PAUSE_SECONDS = 0.2
MAX_PAUSE_SECONDS = 30.0
STABLE_AFTER_SECONDS = 10.0
"""one that dies sooner may never have worked: it waits longer each time"""
LARGEST_LOG = 10 * 2**20
SECONDS_BETWEEN_LOOKS = 10.0


@dataclass
class Child:
    name: str
    command: list[str]
    log: Path
    stop_seconds: float
    """how long it may take to end in order; what it had not finished is done again later"""
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    is_well: Callable[[], bool] | None = None
    """whether it gives a sign of life, asked every few seconds; None for one that gives none"""
    patience: float = 0.0
    """seconds without a sign of life, after which it is killed"""
    looked_at: float = 0.0
    well_at: float = 0.0
    pause: float = FIRST_PAUSE_SECONDS
    due_at: float | None = field(default=None)
    """when it starts again, while it is dead"""

    def start(self) -> None:
        _keep_small(self.log)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C reaches the supervisor alone, who stops things in order
                preexec_fn=dies_with_parent(SIGKILL),  # noqa: PLW1509 (one thread here)
            )
        self.started_at = self.looked_at = self.well_at = time.monotonic()
        self.due_at = None

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def look_after(self) -> str:
        """Returns what there is to tell."""
        if not self.is_running:
            return self._revive()
        now = time.monotonic()
        if now - self.looked_at < SECONDS_BETWEEN_LOOKS:
            return ""
        self.looked_at = now
        _keep_small(self.log)
        if self.is_well is None or self.is_well():
            self.well_at = now
        elif now - self.well_at > self.patience and self.process is not None:
            self.process.kill()
            self.process.wait()
            return f"{self.name} did not answer for {self.patience:.0f} s and was ended. See {self.log}."
        return ""

    def _revive(self) -> str:
        now = time.monotonic()
        if self.due_at is None:
            if now - self.started_at > STABLE_AFTER_SECONDS:
                self.pause = FIRST_PAUSE_SECONDS
            self.due_at, pause = now + self.pause, self.pause
            self.pause = min(2 * self.pause, MAX_PAUSE_SECONDS)
            return f"{self.name} ended ({self.ending}); it starts again in {pause:.1f} s. See {self.log}."
        if now >= self.due_at:
            self.start()
        return ""

    @property
    def ending(self) -> str:
        code = self.process.returncode if self.process else 0
        return f"killed by signal {-code}" if code < 0 else f"exit code {code}"

    def stop(self) -> None:
        if self.process is None or not self.is_running:
            return
        self.process.send_signal(SIGTERM)
        try:
            self.process.wait(self.stop_seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def last_words(self, lines: int = 15) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])


def _keep_small(log: Path) -> None:
    """Copied and emptied, not moved: a process that writes to its end goes on in the same file."""
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        shutil.copyfile(log, log.with_suffix(".log.1"))
        with log.open("r+b") as emptied:
            emptied.truncate()
