"""What the board refuses, in sentences for people, and how often a refused goal is asked for again.

Rules this file keeps:
* Pure: no I/O, no clock.
* What the page has a text for already (`refusal.…`, `fault.…`) is said by that text's key, not by a second text.
* One refusal may be a matter of moments; one that repeats is shown, and asked again slowly.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.board import BoardRefusedError, LinkLostError, MotionStoppedError
from firmware_bridge.messages import BoardStatus, CommandOutcome, Interlock, Verb
from mahjong_rules.told import Told, sentence, told
from wire.machine_status import MachineFault

_SHOWN_FROM = 3
"""Refusals in a row that separate a matter of moments (a lift that settles) from one that people must end. Chosen."""
_QUICKLY_S = 0.5
"""Five times the settling of a sensor (100 ms): what was a matter of moments is over by then."""
_SLOWLY_S = 5.0
"""Chosen: what people must end is not asked more often than they can act, and seen soon after they have."""
_WHAT = {
    Verb.HOME: sentence("move to its resting position"),
    Verb.BUILD: sentence("build the walls"),
    Verb.RAISE: sentence("raise the walls"),
    Verb.LOWER: sentence("lower its lifts"),
    Verb.DOME: sentence("move the dome"),
    Verb.DICE: sentence("throw the dice"),
    Verb.SELF_TEST: sentence("test itself"),
    Verb.COMPLETE: sentence("take the set as complete"),
}
_WHY = {
    CommandOutcome.BAD_ARGUMENT: "the board takes this set for one of another size: look at its status, then ask again",
    CommandOutcome.UNKNOWN_VERB: (
        "the board does not know this command: flash the firmware of this release (board_firmware/)"
    ),
    CommandOutcome.WRONG_BOOT: "the board has just restarted: look at its power supply",
    CommandOutcome.NOT_ARMED: "its motors are not armed: look at the cable of the board and the load of the computer",
    CommandOutcome.FAULTED: "the board has latched a fault: clear it first",
    CommandOutcome.NEEDS_HOMING: "a motion was cut short: let it move to its resting position first",
    CommandOutcome.BUSY: "it is still doing something else: wait until that has ended, or stop it",
    CommandOutcome.CONFIG_DIFFERS: "board and daemon are set up for different machines: give both the same limits",
    CommandOutcome.WRONG_FAULT: "the board has latched another fault meanwhile: look again",
    CommandOutcome.ESTOP_OPEN: "the emergency stop is pressed: release it first",
    CommandOutcome.NUMBER_TAKEN: "another program gives the board commands: stop the other one",
}
_LOCKS = {
    Interlock.DOME_NOT_DOWN: "the dome is not down: look for a tile under its rim",
    Interlock.LIFTS_NOT_UP: "the lifts are not up: look for a tile at their edges",
    Interlock.TILES_ON_TABLE: "tiles are still on the table: push them in",
    Interlock.SET_NOT_BUILT: "the walls are not complete: look at the stacks behind the lifts",
    Interlock.RAILS_HOLD_OTHER_SET: "the walls of the other set stand behind the lifts: play with those first",
    Interlock.SET_INCOMPLETE: (
        "not all tiles of that set are counted inside{counts}: look for the missing ones; if none is missing, say that "
        "all are in"
    ),
    Interlock.DOME_NOT_UP: "the dome is not up: let the table be cleared first",
    Interlock.SET_STACKED: "that set stands on the rails or lifts: let its walls come up first",
    Interlock.MORE_INSIDE: "more tiles of that set are inside{counts}: let its walls come up and take them out there",
    Interlock.COUNT_DIFFERS: "the number of counted tiles is another one now{counts}: look again",
}


FIRMWARE_CODES = ("firmware_older", "firmware_newer")
"""Of a board that answers in another version of the protocol, so that nothing is asked of it (`link.misfit`)."""
REASON_CODES = frozenset((*(reason.name.lower() for reason in (*_WHY, *_LOCKS)), *FIRMWARE_CODES))
"""Every code that has a sentence."""

RESTING_POSITION: Final = sentence("its resting position")
END_OF_MOTION: Final = sentence("the end of this motion")
"""Where a motion was to lead (`failure_text`)."""
NO_TILE_MISSING: Final = sentence("no tile is missing: say this only when the machine asks for tiles")


def too_many_missing_text(tiles: int, missing: int) -> Told:
    """More tiles than a set has are said to be missing."""
    return sentence("a set has {tiles} tiles, {missing} cannot be missing: look again", tiles=tiles, missing=missing)


def reason_text(
    outcome: CommandOutcome, interlock: Interlock = Interlock.NONE, board: BoardStatus | None = None
) -> str:
    """Why the board refuses and what to do about it, as a clause: "the emergency stop is pressed: release it first"."""
    counts = "" if board is None else f" (A {board.tiles_inside_a}, B {board.tiles_inside_b})"
    if interlock:
        return refusal_told(interlock.name.lower(), _LOCKS[interlock].format(counts=counts))
    if outcome in _WHY:
        return refusal_told(outcome.name.lower(), _WHY[outcome])
    return sentence("the board answers {outcome}: look at the log of the daemon", outcome=outcome.name)


def refusal_told(code: str, text: str) -> Told:
    """A sentence about what stands against a motion, which other languages say as the page's own text for its code."""
    return told(f"refusal.{code}", text)


def fault_told(fault: MachineFault, text: str) -> Told:
    """A sentence about a latched fault, which other languages say as the page's own text for its code."""
    return told(f"fault.{fault.code}", text)


def latched_text(fault: MachineFault) -> Told:
    """A latched fault stands against what is asked."""
    return refusal_told("faulted", f"the machine has latched fault {fault.id} ({fault.text}): clear it first")


def unconnected_text(error: Exception) -> Told:
    """The board is not there."""
    return sentence("the motor board is not connected ({why}): check its cable", why=str(error))


def refusal_text(error: BoardRefusedError, board: BoardStatus | None) -> str:
    """What is refused, why and what to do, as a sentence. `board` is what the board last said of itself."""
    what = _WHAT.get(error.verb) or sentence("carry out {verb}", verb=error.verb.name)
    why = reason_text(error.reply.outcome, error.reply.interlock, board)
    return sentence("The machine does not {what}, because {why}.", what=what, why=why)


def failure_text(
    error: BoardRefusedError | MotionStoppedError | LinkLostError,
    destination: str,
    board: BoardStatus | None,
    fault: MachineFault | None,
) -> str:
    """What kept a motion from its end, as a sentence for whoever asked for it.

    Args:
        error: what came.
        destination: where the motion was to lead.
        board: what the board last said of itself.
        fault: why the machine stands still, if it does.
    """
    if isinstance(error, BoardRefusedError):
        return refusal_text(error, board)
    why = _what_stopped(error) if fault is None else _fault_with_action(fault)
    return sentence("the machine did not reach {destination}: {why}", destination=destination, why=why)


def _fault_with_action(fault: MachineFault) -> Told:
    return fault_told(fault, f"{fault.text} (fault {fault.id}); {fault.action}")


def _what_stopped(error: MotionStoppedError | LinkLostError) -> Told:
    """For a motion that no fault explains, or not any more."""
    return unconnected_text(error) if isinstance(error, LinkLostError) else told("fault.title", str(error))


class Refusals:
    """Refusals in a row on the way to one goal.

    Attributes:
        text: the last one as a sentence for people; "" when there is none.
        code: why, as a key of the page's catalogues; "" when there is none.
    """

    def __init__(self) -> None:
        self._in_a_row = 0
        self.text = ""
        self.code = ""

    @property
    def must_be_shown(self) -> bool:
        """Whether the refusal has repeated so often that it will not end by itself."""
        return self._in_a_row >= _SHOWN_FROM

    @property
    def try_again_in_s(self) -> float:
        """How long to wait before the goal is asked for again."""
        return _SLOWLY_S if self.must_be_shown else _QUICKLY_S

    def add(self, error: BoardRefusedError, board: BoardStatus | None) -> None:
        """The board has refused once more."""
        self._in_a_row += 1
        self.text = refusal_text(error, board)
        self.code = (error.reply.interlock or error.reply.outcome).name.lower()

    def forget(self) -> None:
        """It goes on, or nobody wants it any more."""
        self._in_a_row = 0
        self.text = self.code = ""
