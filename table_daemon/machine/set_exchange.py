"""How many tiles both sets are to have, and a person's word that tiles may be put in or taken out for that.

Rules this file keeps:
* Pure: no I/O, no clock.
* A game says how many tiles it needs; nothing is exchanged before somebody has said so for that very number.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.messages import BoardStatus
from firmware_bridge.planner import needs_exchange
from mahjong_rules.set_names import SetName
from mahjong_rules.told import sentence
from table_daemon.machine.link import MachineError
from wire.machine_status import ExchangeStatus

_PARTS: Final = (
    (136, "the 28 tiles that sets of 108 are without"),
    (144, "the flowers and seasons (8 tiles)"),
    (152, "a second piece of each flower and season (8 tiles)"),
)
"""What a set has from so many tiles on; which 28 a game of 108 is without, the tablet says."""


class SetExchange:
    """The tiles of both sets, as they are wanted.

    Args:
        wanted: tiles of a set while no game has said otherwise.

    Attributes:
        wanted: tiles that both sets are to have.
    """

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self._is_agreed = False
        self._had: dict[SetName, int] = {}

    def want(self, tiles: int) -> None:
        """A game needs sets of so many tiles."""
        if tiles != self.wanted:
            self.wanted = tiles
            self._is_agreed = False

    def agree(self, tiles: int, board: BoardStatus | None) -> None:
        """A person has read what is to be put in or taken out, and lets it begin.

        Raises:
            MachineError: no exchange is asked for, or one to another number of tiles.
        """
        if board is None or not needs_exchange(board, self.wanted):
            raise MachineError(sentence("no exchange of tiles is asked for: look again"))
        if tiles != self.wanted:
            raise MachineError(
                sentence(
                    "the sets are to have {wanted} tiles, not {tiles}: look again", wanted=self.wanted, tiles=tiles
                )
            )
        self._is_agreed = True

    def must_ask(self, board: BoardStatus) -> bool:
        """Whether a person's word is missing before the machine may go on."""
        if not needs_exchange(board, self.wanted):
            self._is_agreed = False
            return False
        return not self._is_agreed

    def changes(self, tile_set: SetName, had: int) -> None:
        """The board takes another number of tiles for this set from now on; it had so many."""
        self._had[tile_set] = had

    def forget(self) -> None:
        """Walls stand: no set is under work any more."""
        self._had.clear()

    def status(self, board: BoardStatus | None) -> ExchangeStatus | None:
        """What people are to be told; None where both sets are as they should be, or only have to be filled in."""
        if board is None:
            return None
        had = [tiles for tiles in self._had.values() if tiles]
        if needs_exchange(board, self.wanted):
            had = [board.size(each) for each in SetName if board.size(each) not in (0, self.wanted)]
        return ExchangeStatus(had[0], self.wanted, self._is_agreed or bool(self._had)) if had else None

    def text(self, board: BoardStatus, tile_set: SetName) -> str:
        """The sentence for people while tiles are carried; "" where there is none."""
        had, needed, inside = self._had.get(tile_set), self.wanted, board.tiles_inside(tile_set)
        if had is None or had == needed or board.size(tile_set) != needed:
            return ""
        if had == 0:
            return f"Please put all {needed} tiles of set {tile_set.value} in: {inside} are in."
        if needed > had:
            what = f"put {parts_text(had, needed)} in and push in all its other tiles"
        else:
            what = f"take {parts_text(had, needed)} out and push in all its other tiles"
        return f"Set {tile_set.value}: please {what}: {inside} of {needed} are in."

    def question(self, board: BoardStatus | None) -> str:
        """The sentence that asks for a person's word."""
        status = self.status(board)
        if status is None:
            return ""
        return (
            f"This game is played with {status.needed} tiles and the sets have {status.present}: "
            f"{exchange_text(status.present, status.needed)}, one after the other. "
            "Say that the exchange may begin, or choose another game."
        )


def parts_text(present: int, needed: int) -> str:
    """The tiles by which sets of these numbers differ: "the flowers and seasons (8 tiles)"; "" for none."""
    low, high = sorted((present, needed))
    return " and ".join(part for count, part in _PARTS if low < count <= high)


def exchange_text(present: int, needed: int) -> str:
    """What people put into both sets, or take out of them, to get from one number of tiles to another: a clause."""
    parts = parts_text(present, needed)
    if not parts:
        return "leave the sets as they are"
    return f"put {parts} into both sets" if needed > present else f"take {parts} out of both sets"
