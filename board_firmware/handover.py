"""Who has the board after its next start: the firmware, or a person at MicroPython's prompt (docs/serial_link.md §10).

Rules this file keeps:
* The prompt is had by a restart: the watchdog cannot be stopped once it runs, and a restart lets go of every motor.
* The mark is gone before anything else happens: whoever pulls the plug finds the firmware again.
* A firmware on trial gets one start. When no host has greeted it before the next one, the prompt is had instead.
"""

import os

FILE = "handover.bin"
PROMPT = b"\x00"
"""The next start ends at the prompt."""
TRIAL = b"\x01"
"""The next start serves; the one after it ends at the prompt, unless `settle` was called."""


def may_serve() -> bool:
    """Whether the firmware runs in this start."""
    mark = _mark()
    if mark == TRIAL:
        ask(PROMPT)
    elif mark:
        settle()
    return mark in (b"", TRIAL)


def is_on_trial() -> bool:
    """Whether the firmware that runs has yet to be greeted."""
    return bool(_mark())


def ask(mark: bytes) -> None:
    """Leave a mark for the next start."""
    with open(FILE, "wb") as file:  # noqa: PTH123 - MicroPython has no pathlib
        file.write(mark)


def settle() -> None:
    """A host has greeted this firmware, or the prompt is had: the next start is an ordinary one."""
    if _mark():
        os.remove(FILE)  # noqa: PTH107 - MicroPython has no pathlib


def _mark() -> bytes:
    try:
        with open(FILE, "rb") as file:  # noqa: PTH123 - MicroPython has no pathlib
            return file.read()
    except OSError:
        return b""
