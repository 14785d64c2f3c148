"""People who serve a lesson on a tile set: they lay out before seat 0 what the tablet asks for, row by row.

Rules this file keeps:
* What is wanted they read on the tablet; which tile is which they know by its face.
* They lay out what lies on the table. What is not wanted they keep in their hands until the dome takes it (`carriers`).
* A layout that the tablet could not use they lay anew; another one they lay elsewhere.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from hw_sim.felt.layout import Spot
from hw_sim.felt.scene import Piece, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.gestures import Gestures
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, parse_tile

# Chosen: clear of the console, which ends at 60 mm; the first row reaches 14 mm further in.
_FAR_ROW_V_MM: Final = -92.0
_ROW_PITCH_MM: Final = (40.0, 43.0)
_TILE_PITCH_MM: Final = (23.0, 26.0)
_MIDDLE_MM: Final = 70.0
"""So far to either side may the middle of a layout be."""
_ROOM_MM: Final = (1.0, 1.5)
# Chosen: sweeping one side of the table takes about as long as two reaches.
_SWEEP_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Request:
    """A layout that the tablet asks for: of which set, in which rows; the other numbers tell two requests apart."""

    tile_set: SetName
    rows: tuple[tuple[Tile, ...], ...]
    layouts: int
    refused_picture: int | None

    @classmethod
    def on(cls, tablet: Tablet) -> Request | None:
        """What the tablet asks for now, None while it asks for nothing."""
        lesson = tablet.lesson
        if lesson is None or lesson["step"] != "layout":
            return None
        rows = tuple(tuple(map(parse_tile, row)) for row in lesson["rows"])
        refused = lesson["picture"] if lesson["trouble"] is not None else None
        return cls(SetName(lesson["set"]), rows, int(lesson["layouts"]), refused)


class LessonHelpers:
    """Four people at a simulated table.

    Args:
        gestures: their arms.
        watcher: their eyes on the tablet.
        rng: where they lay a layout, and how far apart.
        say: told one line about whatever only the room knows.

    Attributes:
        laid: how many layouts they have laid; `news` is set with each.
    """

    def __init__(
        self,
        gestures: Gestures,
        watcher: TabletWatcher,
        rng: random.Random,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._gestures = gestures
        self._world: TableWorld = gestures.world
        self._watcher = watcher
        self._rng = rng
        self._say = say
        self.laid = 0
        self.news = asyncio.Event()

    async def run(self) -> None:
        """Serve every lesson, for ever."""
        done: Request | None = None
        while True:
            await self._watcher.until(partial(_asks_otherwise, done))
            done = Request.on(self._watcher.tablet)
            if done is not None:
                await self.lay_out(done.tile_set, done.rows)

    async def lay_out(self, tile_set: SetName, rows: Sequence[Sequence[Tile]]) -> None:
        """Clear the table and lay these tiles out; those that are not at hand are left out."""
        await self._sweep()
        found = [self._pieces(tile_set, row) for row in rows]
        wanted, there = sum(map(len, rows)), sum(map(len, found))
        if not there:
            self._say(f"The players have no tile of set {tile_set} at hand: it is inside the machine.")
            return
        missing = "" if wanted == there else f", {wanted - there} are not at hand"
        self._say(f"The players lay {there} tiles of set {tile_set} out before seat 0{missing}.")
        for pieces, spots in zip(found, self._spots([len(row) for row in found]), strict=True):
            if pieces:
                await self._gestures.give(Seat(0), pieces, spots)
        self.laid += 1
        self.news.set()

    async def _sweep(self) -> None:
        """Take everything off the felt, each player the own side."""
        furniture = self._world.furniture
        for seat in SEATS:
            await self._gestures.reach(seat, furniture.to_table(seat, 0.0, furniture.wall_v_mm), _SWEEP_S)
            self._world.pick_up(
                [piece for piece in tuple(self._world.scene.pieces.values()) if self._is_before(seat, piece)]
            )
            await self._gestures.withdraw(seat)
        self._world.pick_up(tuple(self._world.scene.pieces.values()))

    def _is_before(self, seat: Seat, piece: Piece) -> bool:
        u_mm, v_mm = self._world.furniture.to_table(Seat(-seat % 4), piece.x_mm, piece.y_mm)
        return v_mm <= -abs(u_mm)

    def _pieces(self, tile_set: SetName, row: Sequence[Tile]) -> list[Piece]:
        """A held piece of each face, in order."""
        at_hand = {piece.tile: piece for piece in self._world.held.values() if piece.tile_set is tile_set}
        return [at_hand[tile] for tile in row if tile in at_hand]

    def _spots(self, lengths: Sequence[int]) -> list[list[Spot]]:
        """Tidy places, another time elsewhere."""
        row_mm, tile_mm = self._rng.uniform(*_ROW_PITCH_MM), self._rng.uniform(*_TILE_PITCH_MM)
        left_mm = self._rng.uniform(-_MIDDLE_MM, _MIDDLE_MM) - (max(lengths) - 1) / 2 * tile_mm
        return [
            [
                Spot(
                    Seat(0),
                    left_mm + place * tile_mm,
                    _FAR_ROW_V_MM - row * row_mm,
                    0.0,
                    Pose.FACE_UP,
                    room_mm=_ROOM_MM,
                )
                for place in range(length)
            ]
            for row, length in enumerate(lengths)
        ]


def _asks_otherwise(done: Request | None, tablet: Tablet) -> bool:
    return Request.on(tablet) != done
