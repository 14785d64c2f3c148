"""What the self-test of the set-up tests: its parts, which test covers which, and which comes next. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from firmware_bridge.buttons import Button
from firmware_bridge.messages import BoardStatus
from mahjong_rules.set_names import SetName
from wire.machine_status import MachineFault, MachineNotice

Part = tuple[str, int | None]
"""A part as `MachineFault` names it, and its side."""
MECHANISM: Final[tuple[Part, ...]] = (("dice_box", None), ("dome", None), *(("lift", side) for side in range(4)))
"""What the board's self-test moves, in its order (docs/serial_link.md §5)."""
HEADS: Final[tuple[Part, ...]] = tuple(("head", side) for side in range(4))
"""What a build moves, all at once; it needs tiles."""
PUSHERS: Final[tuple[Part, ...]] = tuple(("pusher", side) for side in range(4))
"""What brings the built walls on to the lifts, all at once."""
COUNTERS: Final[tuple[Part, ...]] = (("drop_counter_a", None), ("drop_counter_b", None))
"""The light barriers under the drop ring, one for each set; they count what people push in."""
PARTS: Final = (*MECHANISM, *HEADS, *PUSHERS, *COUNTERS)
TESTED: Final[Mapping[str, tuple[Part, ...]]] = {
    "mechanism": MECHANISM,
    "heads": HEADS,
    "pushers": PUSHERS,
    "counters": COUNTERS,
}
"""Which parts each test may find."""
STOP_CONTACT: Final[Part] = ("stop_contact", None)
"""The emergency stop's second contact, which the computer watches by itself."""


def button_part(button: Button) -> Part:
    """A button at the computer's own pins."""
    return (f"button_{button.kind}", button.seat)


class Walls(StrEnum):
    """Where the tiles are that a test needs or leaves."""

    UNKNOWN = ""
    INSIDE = "inside"
    BUILT = "built"
    """On the rails: the pushers can bring them up."""
    OUT = "out"
    """On the table: they can be counted in."""

    @classmethod
    def of(cls, board: BoardStatus) -> Walls:
        """By the board's own word."""
        if board.on_table is not None:
            return cls.OUT
        return cls.BUILT if board.rails_complete else cls.INSIDE


NextTest = tuple[str, SetName]
"""A test, and the set that it takes out of the machine."""


def next_test(results: Mapping[Part, str], walls: Walls, pressed: Iterable[Part]) -> NextTest | None:
    """What a person would test next; None when nothing is left.

    Both sets go the same way: stacked, brought up, counted in. Tiles that are out of their place come first.

    Args:
        results: what is known.
        walls: where the tiles are.
        pressed: what people press at the computer's own pins.
    """

    def has(parts: Iterable[Part]) -> bool:
        return all(results.get(part) == "passed" for part in parts)

    tile_set = SetName.B if has(COUNTERS[:1]) else SetName.A
    if not has(MECHANISM) and walls in (Walls.UNKNOWN, Walls.INSIDE):
        return ("mechanism", tile_set)
    if walls is Walls.UNKNOWN and tile_set is SetName.A:  # since the set-up was left the board was not asked
        walls = Walls.OUT if has(PUSHERS) else Walls.BUILT if has(HEADS) else Walls.INSIDE
    if walls is Walls.OUT:
        return ("counters", tile_set)
    if not has(COUNTERS):
        return ("pushers" if walls is Walls.BUILT else "heads", tile_set)
    return None if has(pressed) else ("buttons", tile_set)


@dataclass(frozen=True, slots=True)
class TrialLook:
    """What is known of the test now; see `wire.set_up_documents.MachineStep`."""

    state: str = "none"
    results: Mapping[Part, str] = field(default_factory=dict)
    counted: int = 0
    count_of: int = 0
    fault: MachineFault | None = None
    sentence: str = ""
    refusal: str = ""
    notices: tuple[MachineNotice, ...] = ()
    walls: Walls = Walls.UNKNOWN


class MovingPart:
    """Which part moves, from how the board stands: its self-test moves one after the other in a known order."""

    def __init__(self) -> None:
        self._place = 0
        self._has_left = False

    def after(self, board: BoardStatus) -> int:
        """The place of the part in `MECHANISM` that moves now."""
        name, _side = MECHANISM[self._place]
        if name == "dice_box" and not board.dome_down:
            self._place, name = 1, "dome"
        at_rest = board.dome_down if name == "dome" else board.lifts_up
        if name == "dice_box":
            return self._place
        if not at_rest:
            self._has_left = True
        elif self._has_left and self._place < len(MECHANISM) - 1:
            self._place, self._has_left = self._place + 1, False
        return self._place
