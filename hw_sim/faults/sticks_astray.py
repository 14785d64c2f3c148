"""Riichi sticks that are not where they should be on the simulated felt, until somebody notices.

Rule this file keeps: a stick belongs to its deal; once the tiles are swept away nobody puts one back.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from hw_sim.faults.room_plan import StickLeft
from hw_sim.felt.scene import Stick
from hw_sim.felt.table_world import TableWorld
from mahjong_rules.seats import SEATS, Seat

_FLUSH: Final = 0.01
"""The dome's height up to which the table is played on."""


class TakenBack:
    """A player in riichi takes the own stick back and lays it again when reminded."""

    def __init__(self, world: TableWorld) -> None:
        self._world = world
        self._stick: Stick | None = None
        self._deal: object = None

    def begin(self) -> bool:
        """Take the newest stick of a riichi; False while none lies."""
        world = self._world
        sticks = world.scene.sticks
        owed = [stick for stick in sticks if world.places[_owner(world, stick)].riichi]
        if not owed or not _is_played_on(world):
            return False
        self._stick, self._deal = owed[-1], world.places
        sticks.remove(owed[-1])
        world.touch()
        return True

    def end(self) -> bool:
        """Lay it where it lay, in the same deal."""
        stick, world = self._stick, self._world
        if stick is not None and self._deal is world.places and _is_played_on(world):
            world.scene.sticks.append(stick)
            world.touch()
        self._stick = None
        return True


class LeftOver:
    """A stick lies before a river whose player is in no riichi, until somebody puts it away."""

    def __init__(self, world: TableWorld, fault: StickLeft, rng: Random) -> None:
        self._world = world
        self._fault = fault
        self._rng = rng
        self._stick: Stick | None = None

    def begin(self) -> bool:
        """Lay it; False while the table is not played on, or its player is in riichi."""
        world, seat = self._world, self._fault.seat
        free = [at for at in SEATS if not world.places[at].riichi and seat in (None, at)]
        if not free or not _is_played_on(world):
            return False
        world.lay_stick(Seat(self._rng.choice(free)))
        self._stick = world.scene.sticks[-1]
        return True

    def end(self) -> bool:
        """Put it away."""
        self._world.scene.sticks[:] = [stick for stick in self._world.scene.sticks if stick is not self._stick]
        self._world.touch()
        return True


def _owner(world: TableWorld, stick: Stick) -> Seat:
    """Before whose river it lies."""

    def away_mm(seat: Seat) -> float:
        return math.dist(
            world.furniture.to_table(seat, 0.0, world.furniture.places.stick_v_mm), (stick.x_mm, stick.y_mm)
        )

    return min(SEATS, key=away_mm)


def _is_played_on(world: TableWorld) -> bool:
    return bool(world.scene.pieces) and world.scene.dome_raised < _FLUSH
