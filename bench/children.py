"""Each system in a process of its own, with limits: what it cannot do is told, and the others go on."""

import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from bench.measure import Options


@dataclass(frozen=True)
class Limits:
    minutes: float
    memory_share: float


def measure(name: str, work: Path, options: Options, limits: Limits) -> dict[str, Any]:
    """What bench.measure says, or {"skipped": reason}."""
    _say(f"{name} …")
    result = work / f"{name}.json"
    result.unlink(missing_ok=True)
    command = [sys.executable, "-m", "bench.measure", name, str(work), json.dumps(asdict(options))]
    allowed = int(psutil.virtual_memory().available * limits.memory_share)
    with (work / f"{name}.log").open("w") as log:
        try:
            done = subprocess.run(
                command,
                check=False,
                stdout=log,
                stderr=log,
                timeout=60 * limits.minutes,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (allowed, allowed)),
            )
        except subprocess.TimeoutExpired:
            return _skipped(name, f"not done within {limits.minutes:g} minutes")
    if not done.returncode:
        return dict(json.loads(result.read_text()))
    words = (work / f"{name}.log").read_text(errors="replace").strip().splitlines()
    if any(word in line for line in words[-30:] for word in ("MemoryError", "bad_alloc", "memory allocation")):
        return _skipped(name, f"more memory needed than {allowed / 2**30:.1f} GiB")
    if done.returncode < 0:
        return _skipped(name, f"ended by signal {-done.returncode}, with at most {allowed / 2**30:.1f} GiB of memory")
    return _skipped(name, f"failed: {words[-1] if words else f'exit code {done.returncode}'}")


def _skipped(name: str, reason: str) -> dict[str, Any]:
    _say(f"{name} skipped: {reason}")
    return {"skipped": reason}


def _say(text: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")
