"""A daemon that another program has started ends with that program, even when it is killed.

One that stays behind looks for its board for ever, and takes that of the next simulated table: pseudo-terminals are
numbered anew. The daemon asks for it itself, once it runs: nothing may be done between fork and exec beside threads.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

_ASKED_BY: Final = "JANTAKU_ENDS_WITH"
"""In a daemon's environment: the process that it ends with."""
_DEATH_SIGNAL: Final = 1
"""PR_SET_PDEATHSIG of prctl(2)."""


def ending_with_this_process() -> dict[str, str]:
    """What a daemon has in its environment beside ours, so that it ends with this process."""
    return {_ASKED_BY: str(os.getpid())}


def end_with_parent() -> None:
    """Be told to end when whoever asked for that is gone. Linux has this; elsewhere nothing happens."""
    asked_by = os.environ.pop(_ASKED_BY, "")
    if not asked_by or sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != int(asked_by):  # gone before the kernel was asked
        os.kill(os.getpid(), signal.SIGTERM)
