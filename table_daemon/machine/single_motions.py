"""Single motions that a person asks for: which goal they mean where the machine stands.

Pure: no I/O, no clock. Whether a motion is possible the board decides; whether it is wanted now, the daemon.
"""

from __future__ import annotations

from typing import Final, assert_never

from firmware_bridge.goals import BuildWalls, Goal, LowerLifts, MoveDome, RaiseWalls, SelfTest
from firmware_bridge.messages import BoardStatus, CommandOutcome, Interlock
from mahjong_rules.set_names import SetName
from mahjong_rules.told import sentence
from table_daemon.machine.link import MachineError
from table_daemon.machine.refusals import reason_text
from wire.commands.motions import Motion

AT_WORK: Final = sentence("the machine is at work for the next deal: wait until its walls stand, or stop it")
"""Why no single motion may begin."""


def goal_of(motion: Motion, board: BoardStatus, tile_set: SetName | None = None, next_set: SetName = SetName.A) -> Goal:
    """The goal that a motion means now.

    Args:
        motion: what is asked for.
        board: how the board stands.
        tile_set: the set to build or raise; None leaves the choice to the machine.
        next_set: the set to build where the machine may choose.

    Raises:
        MachineError: no walls are there to raise, or those of the other set.
    """
    match motion:
        case Motion.LOWER:
            return LowerLifts()
        case Motion.SELF_TEST:
            return SelfTest()
        case Motion.DOME_UP | Motion.DOME_DOWN:
            return MoveDome(up=motion is Motion.DOME_UP)
        case Motion.BUILD:
            chosen = tile_set or board.rails_set or (board.on_table.other if board.on_table else next_set)
            return BuildWalls(_unless_rails_hold_another(chosen, board), board.size(chosen))
        case Motion.RAISE:
            standing = board.rails_set or (board.on_table if tile_set in (None, board.on_table) else None)
            if standing is None:
                raise MachineError(sentence("no walls are built that could be raised: build them first"))
            return RaiseWalls(_unless_rails_hold_another(tile_set or standing, board))
        case _:
            assert_never(motion)


def _unless_rails_hold_another(tile_set: SetName, board: BoardStatus) -> SetName:
    if board.rails_set not in (None, tile_set):
        raise MachineError(reason_text(CommandOutcome.INTERLOCK, Interlock.RAILS_HOLD_OTHER_SET))
    return tile_set
