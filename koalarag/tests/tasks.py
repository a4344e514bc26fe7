"""Tasks for the tests of the queue; a worker gets them with `--include koalarag.tests.tasks`."""

import os
import time
from pathlib import Path

from celery import shared_task


@shared_task
def note(file: str) -> None:
    with Path(file).open("a") as output:
        output.write(f"done by {os.getpid()}\n")


@shared_task
def note_slowly(file: str, seconds: float) -> None:
    """Says that it began; the first time it takes `seconds` before it says that it is done."""
    first = not Path(file).exists()
    with Path(file).open("a") as output:
        output.write(f"begun by {os.getpid()}\n")
        output.flush()
        if first:
            time.sleep(seconds)
        output.write(f"done by {os.getpid()}\n")
