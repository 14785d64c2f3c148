"""Single motions that a person may order while the machine is in maintenance."""

from __future__ import annotations

from enum import StrEnum


class Motion(StrEnum):
    """What a person may ask the machine for; the values are the actions of the command `machine`."""

    BUILD = "build"
    RAISE = "raise"
    LOWER = "lower"
    DOME_UP = "dome_up"
    DOME_DOWN = "dome_down"
    SELF_TEST = "self_test"
