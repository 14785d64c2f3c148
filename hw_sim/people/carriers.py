"""What people carry for the machine: tiles into the raised dome, and tiles between a set and its box.

Rules this file keeps:
* What the machine wants they read on the tablet; which tiles they take they know by their faces.
* The machine's count follows their hands: a tile is in the box or in the set, on the felt as in `machine.mechanics`.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Final

from hw_sim.felt.scene import Piece
from hw_sim.people.deal_endings import Endings
from hw_sim.people.gestures import Pace
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile

# Chosen: people look at dome and tablet again more often than either changes.
_LOOK_S: Final = 0.05
# Chosen: what a person takes to read one sentence on the tablet.
_READ_S: Final = 1.5
# Chosen: whoever sits at the page gets so long to press the button first.
_WATCHED_S: Final = 30.0
# Chosen: one tile after the other out of a box, a little faster than reaching over the table.
_PUT_IN_S: Final = 0.3
# mahjong_rules.tiles: 144 tiles with one flower and season of each name, 152 with two.
_LEAST_TILES_WITH_COPIES: Final = (144, 152)
_NAMED_SET: Final = re.compile(r"\bset ([AB])\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ExchangeOrder:
    """What the tablet says about an exchange: both sets are to have `needed` tiles; `agreed` once somebody said so."""

    needed: int
    agreed: bool

    @classmethod
    def on(cls, tablet: Tablet) -> ExchangeOrder | None:
        """The exchange that the tablet shows, None without one."""
        exchange = tablet.machine.get("exchange")
        return None if exchange is None else cls(int(exchange["needed"]), bool(exchange["agreed"]))


def for_the_box(pieces: Iterable[Piece], needed: int, left_out: Container[str]) -> list[Piece]:
    """The pieces that a game of so many tiles is played without: flowers and seasons, or kinds that it leaves out."""
    copies = sum(needed >= least for least in _LEAST_TILES_WITH_COPIES)
    seen: Counter[Tile] = Counter()
    found: list[Piece] = []
    for piece in pieces:
        seen[piece.tile] += 1
        if seen[piece.tile] > copies if piece.tile.is_bonus else str(piece.tile.plain) in left_out:
            found.append(piece)
    return found


def counted_set(tablet: Tablet) -> SetName | None:
    """The set whose tiles the machine is counting in, as its sentence names it; None while it counts none."""
    named = _NAMED_SET.search(str(tablet.machine.get("text", "")))
    return SetName(named[1].upper()) if named and tablet.machine.get("state") == "counting" else None


class Carriers:
    """Four people who serve the machine until walls stand.

    Args:
        table: dome, felt and boxes.
        endings: their arms.
        watcher: their eyes on the tablet.
        pace: table time.
        say: told one line about whatever only the room knows.
        is_watched: somebody sits at the page: leave the button to that person for a while.
    """

    def __init__(
        self,
        table: SimulatedTable,
        endings: Endings,
        watcher: TabletWatcher,
        pace: Pace,
        say: Callable[[str], None],
        *,
        is_watched: bool,
    ) -> None:
        self._table = table
        self._endings = endings
        self._watcher = watcher
        self._pace = pace
        self._say = say
        self._read_s = _WATCHED_S if is_watched else _READ_S

    async def until_walls(self) -> None:
        """Push in what lies there, agree to an exchange and carry its tiles, until the walls of the deal are up."""
        while not self._table.walls_up.is_set():
            order = ExchangeOrder.on(self._watcher.tablet)
            if order is not None and not order.agreed:
                await self._agree()
            elif self._table.dome_up.is_set():
                await self._serve_dome(order)
            await asyncio.sleep(_LOOK_S)

    async def _agree(self) -> None:
        """Read what is to be carried, then press the button."""
        await self._watcher.until(_is_settled, self._read_s)
        order = ExchangeOrder.on(self._watcher.tablet)
        if order is None or order.agreed:
            return
        refusal = await self._watcher.press("machine", action="exchange_sets", tiles=order.needed)
        if not refusal:
            self._say(f"A player begins the exchange: sets of {order.needed} tiles.")

    async def _serve_dome(self, order: ExchangeOrder | None) -> None:
        """Under a raised dome: what the next game does not need into its box, the rest in, then out of the box."""
        world, mechanics = self._table.world, self._table.mechanics
        if order is not None:
            self._take_out(order.needed)
        world.clear([piece for piece in tuple(world.held.values()) if mechanics.accept_tile(piece.tile_set)])
        if world.scene.pieces:
            await self._endings.push_in(mechanics.accept_tile)
        elif order is not None:
            await self._put_in(order.needed)

    def _take_out(self, needed: int) -> None:
        """All at once, and only when the whole set lies there: what has fallen in already cannot be got at."""
        world, mechanics, left_out = self._table.world, self._table.mechanics, self._watcher.tablet.left_out
        for tile_set in SetName:
            surplus = mechanics.tiles_of(tile_set) - needed
            parts = for_the_box(self._at_hand(tile_set), needed, left_out)
            if surplus > 0 and len(parts) == surplus and mechanics.take_out(tile_set, surplus):
                world.clear(parts)
                self._say(f"The players put {surplus} tiles of set {tile_set} into its box.")

    def _at_hand(self, tile_set: SetName) -> list[Piece]:
        world = self._table.world
        pieces = (*world.scene.pieces.values(), *world.held.values())
        return [piece for piece in pieces if piece.tile_set is tile_set]

    async def _put_in(self, needed: int) -> None:
        """One after the other over the drop ring, for the set that the tablet names."""
        mechanics, tile_set = self._table.mechanics, counted_set(self._watcher.tablet)
        if tile_set is None or mechanics.tiles_of(tile_set) >= needed:
            return
        self._say(f"The players put {needed - mechanics.tiles_of(tile_set)} tiles of set {tile_set} in from its box.")
        while mechanics.tiles_of(tile_set) < needed and mechanics.add_tile(tile_set):
            await self._pace.spend(_PUT_IN_S)


def _is_settled(tablet: Tablet) -> bool:
    """Whether nobody has to agree any more: somebody else did, or another game was chosen."""
    order = ExchangeOrder.on(tablet)
    return order is None or order.agreed
