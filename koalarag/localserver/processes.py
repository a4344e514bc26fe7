"""Children that do not outlive their parent."""

import ctypes
import os
import signal
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def dies_with_parent(death: signal.Signals) -> Callable[[], None]:
    """A `preexec_fn`: the kernel sends `death` to the child when the thread that started it ends, even by kill -9."""
    parent = os.getpid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def arrange() -> None:
        prctl(PR_SET_PDEATHSIG, death)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return arrange


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
