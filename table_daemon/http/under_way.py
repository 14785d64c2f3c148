"""What must not be cut short by a daemon that ends and begins anew: a deal, a motion."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from firmware_bridge.cycle import STANDING, State
from table_daemon.service import TableService

_GOES_ON_BY_ITSELF: Final = {State.IDLE, State.READY, State.IN_PLAY, State.COUNTING}
"""What it rests in for a moment on the way to the next deal; in any other it waits for a person, as a broken one."""


class UnderWay(Enum):
    """What would be cut short now."""

    START = auto()
    """The table has not said its state yet."""
    DEAL = auto()
    MOTION = auto()


def under_way(service: TableService) -> UnderWay | None:
    """None where nothing is; a machine that does not get to the next deal without a person may be set up."""
    state = next((said.payload["data"] for said in service.retained() if said.topic == "state"), None)
    if state is None:
        return UnderWay.START
    if state["phase"] == "play":
        return UnderWay.DEAL
    at_rest = STANDING - _GOES_ON_BY_ITSELF if state["phase"] == "machine" else STANDING
    return None if state["machine"]["state"] in at_rest else UnderWay.MOTION
