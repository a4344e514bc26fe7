"""A process that has everything loaded and forks the one that serves: where that is killed, the next is there at once.

It looks, too, whether the one that serves still answers, and kills it where it does not.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from signal import SIGINT, SIGKILL, SIGTERM
from typing import NoReturn

from koalarag.localserver.processes import dies_with_parent

TOO_YOUNG_SECONDS = 10.0
"""one that is killed sooner may never have served: after so many in a row somebody else has to look after it"""
MAX_YOUNG = 3
SECONDS_BETWEEN_LOOKS = 10.0
PATIENCE_SECONDS = 60.0
"""without an answer, after which it is killed; it may need as long to start"""


class Keeper:
    def __init__(self, serve: Callable[[], None], is_well: Callable[[], bool]) -> None:
        self._serve, self._is_well = serve, is_well
        self._child = 0
        self._started_at = self._well_at = self._looked_at = 0.0
        self._is_ending = False

    def run(self) -> int:
        """Until the one that serves ends of its own accord, or is asked to through us; returns its exit code."""
        gc.freeze()  # what is loaded stays in pages that all of them share
        for number in (SIGTERM, SIGINT):
            signal.signal(number, self._end)
        young = 0
        while young < MAX_YOUNG:
            self._fork()
            code = self._wait()
            if code >= 0 or self._is_ending:
                return max(code, 0)
            young = young + 1 if time.monotonic() - self._started_at < TOO_YOUNG_SECONDS else 0
            print(f"The process that serves was killed by signal {-code}; the next one starts.", file=sys.stderr)
        return 1

    def _fork(self) -> None:
        dying = dies_with_parent(SIGKILL)
        self._started_at = self._well_at = self._looked_at = time.monotonic()
        self._child = os.fork()
        if not self._child:
            _serve_and_exit(self._serve, dying)

    def _wait(self) -> int:
        while True:
            pid, status = os.waitpid(self._child, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
            self._look()

    def _look(self) -> None:
        now = time.monotonic()
        if self._is_ending or now - self._looked_at < SECONDS_BETWEEN_LOOKS:
            return
        if self._is_well():
            self._well_at = time.monotonic()
        elif now - self._well_at > PATIENCE_SECONDS:
            print(f"No answer for {PATIENCE_SECONDS:.0f} s: the process that serves is killed.", file=sys.stderr)
            os.kill(self._child, SIGKILL)
        self._looked_at = time.monotonic()

    def _end(self, number: int, _frame: object) -> None:
        self._is_ending = True
        os.kill(self._child, number)


def _serve_and_exit(serve: Callable[[], None], dying: Callable[[], None]) -> NoReturn:
    dying()
    for number in (SIGTERM, SIGINT):
        signal.signal(number, signal.SIG_DFL)
    code = 1
    try:
        serve()
        code = 0
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
