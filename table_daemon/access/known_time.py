"""Whether this computer's clock was set by somebody who knows the time: the kernel says so for every time service."""

from __future__ import annotations

import ctypes
from typing import Final

_TIME_ERROR: Final = 5
"""From adjtimex(2): the clock is not synchronised."""
_TIMEX_BYTES: Final = 512
"""Chosen: more than `struct timex` has on any computer (208 bytes). Its first word 0 asks and changes nothing."""


def is_clock_set() -> bool:
    """Whether a time service (timesyncd, chrony, ntpd) has set the clock; False where nobody can tell."""
    try:
        ask = ctypes.CDLL(None, use_errno=True).adjtimex
    except (AttributeError, OSError):
        return False
    state = int(ask(ctypes.create_string_buffer(_TIMEX_BYTES)))
    return 0 <= state < _TIME_ERROR
