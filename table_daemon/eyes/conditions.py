"""When eyes may be taught: no deal in play, nothing that moves, a camera that can be read. Pure."""

from __future__ import annotations

from typing import Final

from firmware_bridge.cycle import STANDING
from mahjong_rules.state import Game
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from vision.eyes_status import EyesStatus

_STANDING: Final = frozenset(state.value for state in STANDING)


def why_no_lesson(game: Game | None, *, is_moving: bool) -> str:
    """Why no lesson may be given now, as one sentence; "" when it may."""
    if is_moving:
        return sentence("the machine is at work for the next deal: wait until that deal has a result")
    deal = None if game is None or game.is_over else game.deal
    if deal is not None and deal.result is None:
        return sentence("a deal is being played: wait until it has a result")
    return ""


def refuse_in_play(game: Game | None, *, is_moving: bool) -> None:
    """For whatever teaches the eyes.

    Raises:
        UserError: no lesson may be given now.
    """
    if why := why_no_lesson(game, is_moving=is_moving):
        raise UserError(why)


def why_no_picture(machine_state: str, eyes: EyesStatus) -> str:
    """Why no picture can be taken now, as one sentence; "" when it can."""
    if machine_state not in _STANDING:
        return sentence("the machine is moving: wait until it rests, then take the picture")
    if eyes.problem:
        return sentence("the camera cannot read the table: {why}", why=eyes.problem)
    if not eyes.is_calibrated:
        return sentence("the camera's place is not known yet: wait until its markers are found, or look at its picture")
    return ""
