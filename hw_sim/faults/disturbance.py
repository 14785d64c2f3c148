"""Tiles that are pushed or fall over on the simulated felt, and the hands that do it and put it right.

Rules this file keeps: no piece is pushed into another one; a piece that its player has moved meanwhile is left alone.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from random import Random
from typing import Final

from hw_sim.faults.room_plan import Sleeve, TilesKnocked
from hw_sim.felt.footprint import overlap_mm
from hw_sim.felt.scene import Arm, Piece, Pose, angle_of
from hw_sim.felt.table_world import TableWorld
from mahjong_rules.seats import SEATS, Seat

# Chosen: after so many steps a shift is below a tenth of the first try (0.8 to the 12th), not worth a thirteenth.
_TRIES: Final = 12
_SMALLER: Final = 0.8
"""What stands in the way lets a tile go only so much of the last try."""
# Separates tiles that touch (rounding) from tiles that lie in each other. Chosen: below the 0.8 mm between
# neighbours.
_MIN_OVERLAP_MM: Final = 0.3
# Chosen: a hand that knocks something over is drawn back about as fast as an arm reaches (people.gestures).
_HAND_S: Final = 0.4
# Chosen: twice the standard deviation with which hands put tiles back.
_SLOPPY_MM: Final = 0.8
_TOWARDS_OWNER_MM: Final = 2.0
"""No further: the next row of the river belongs there."""


class _Hand:
    """An arm over the felt that belongs to no gesture of a player."""

    def __init__(self, world: TableWorld) -> None:
        self._world = world
        self._arm: Arm | None = None

    def show(self, seat: Seat, x_mm: float, y_mm: float) -> None:
        self.hide()
        self._arm = Arm(seat, x_mm, y_mm)
        self._world.scene.arms.append(self._arm)
        self._world.touch()

    def hide(self) -> None:
        arm, self._arm = self._arm, None
        if arm is not None:
            self._world.scene.arms[:] = [other for other in self._world.scene.arms if other is not arm]
            self._world.touch()


class Push:
    """A sleeve that pushes the newest tiles of a river."""

    def __init__(self, world: TableWorld, fault: Sleeve, rng: Random) -> None:
        self._world = world
        self._fault = fault
        self._rng = rng
        self._hand = _Hand(world)

    def begin(self) -> bool:
        """Push; False while no river has enough tiles, or an arm is over the table."""
        fault, world, rng = self._fault, self._world, self._rng
        seat = _owner(world, fault.seat, fault.tiles, rng)
        if seat is None or world.scene.arms:
            return False
        pieces = world.places[seat].river[-fault.tiles :]
        self._hand.show(seat, pieces[-1].x_mm, pieces[-1].y_mm)
        right = fault.shift_mm * rng.uniform(0.6, 1.0)
        ahead = rng.uniform(-min(fault.shift_mm, _TOWARDS_OWNER_MM), fault.shift_mm / 2)
        for piece in reversed(pieces):
            turn_deg = rng.uniform(-fault.turn_deg, fault.turn_deg)
            _shift(world, seat, piece, (right + rng.gauss(0, 0.5), ahead), turn_deg)
        world.touch()
        return True

    def end(self) -> bool:
        """Draw the arm back."""
        self._hand.hide()
        return True


class Knock:
    """Tiles that fall over and are put back."""

    def __init__(self, world: TableWorld, fault: TilesKnocked, rng: Random) -> None:
        self._world = world
        self._fault = fault
        self._rng = rng
        self._hand = _Hand(world)
        self._fallen: list[tuple[Piece, Piece, tuple[object, ...]]] = []
        """Pieces, how they were, and how they have lain since."""
        self._began_s: float | None = None

    def begin(self) -> bool:
        """Knock them over; False while there are not enough, or an arm is over the table."""
        fault, world = self._fault, self._world
        seat = _owner(world, fault.seat, fault.tiles if fault.place == "river" else 0, self._rng)
        if seat is None or world.scene.arms:
            return False
        pieces = self._chosen(seat)
        if len(pieces) < fault.tiles:
            return False
        self._hand.show(seat, pieces[-1].x_mm, pieces[-1].y_mm)
        for piece in pieces:
            before = copy.copy(piece)
            piece.pose = Pose.FACE_DOWN if fault.place == "river" else Pose.FACE_UP
            if fault.place == "river":
                shift = (self._rng.uniform(0, fault.shift_mm), self._rng.uniform(0, fault.shift_mm / 2))
                _shift(world, seat, piece, shift, self._rng.uniform(-15, 15))
            self._fallen.append((piece, before, _state(piece)))
        world.touch()
        return True

    def go_on(self, now_s: float) -> None:
        """Take the hand away that knocked them over."""
        self._began_s = now_s if self._began_s is None else self._began_s
        if now_s - self._began_s > _HAND_S:
            self._hand.hide()

    def end(self) -> bool:
        """Put back what lies as it fell; False while an arm is in the way."""
        if self._world.scene.arms:
            return False
        for piece, before, fallen in self._fallen:
            if piece.number in self._world.scene.pieces and _state(piece) == fallen:
                piece.x_mm = before.x_mm + self._rng.gauss(0, _SLOPPY_MM / 2)
                piece.y_mm = before.y_mm + self._rng.gauss(0, _SLOPPY_MM / 2)
                piece.rotation_deg, piece.pose = before.rotation_deg, before.pose
        self._world.touch()
        return True

    def _chosen(self, seat: Seat) -> Sequence[Piece]:
        world, tiles = self._world, self._fault.tiles
        place = world.places[seat]
        match self._fault.place:
            case "river":
                return place.river[-tiles:]
            case "hand":
                return [piece for piece in place.hand if piece.number in world.scene.pieces and _stands(piece)][:tiles]
            case "wall":
                tops = [piece for piece in world.walls.values() if piece.z_mm > 0 and _lies(world, piece)]
                own = [piece for piece in tops if piece.rotation_deg % 360 == angle_of(seat)]
                return (own or tops)[len(own or tops) // 2 :][:tiles]


def _owner(world: TableWorld, wanted: int | None, tiles: int, rng: Random) -> Seat | None:
    """Whose tiles: the wanted player's, else anybody's whose river has so many; None when there is nobody yet."""
    able = [seat for seat in SEATS if len(world.places[seat].river) >= tiles and world.places[seat].hand]
    if wanted is not None:
        return SEATS[wanted] if SEATS[wanted] in able else None
    return rng.choice(able) if able else None


def _shift(world: TableWorld, seat: Seat, piece: Piece, by_mm: tuple[float, float], turn_deg: float) -> None:
    """Move a piece along its owner's u and v and turn it, as far as its neighbours let it."""
    by_x, by_y = world.furniture.to_table(seat, *by_mm)
    start = copy.copy(piece)
    share = 1.0
    for _ in range(_TRIES):
        piece.x_mm, piece.y_mm = start.x_mm + share * by_x, start.y_mm + share * by_y
        piece.rotation_deg = (start.rotation_deg + share * turn_deg) % 360
        if _is_free(world, piece):
            return
        share *= _SMALLER
    piece.x_mm, piece.y_mm, piece.rotation_deg = start.x_mm, start.y_mm, start.rotation_deg


def _is_free(world: TableWorld, piece: Piece) -> bool:
    others = (other for other in world.scene.pieces.values() if other is not piece)
    console_mm = world.furniture.console_mm / 2 + world.furniture.tile_height_mm / 2
    is_off_console = max(abs(piece.x_mm), abs(piece.y_mm)) > console_mm
    return is_off_console and all(overlap_mm(piece, other, world.furniture) < _MIN_OVERLAP_MM for other in others)


def _state(piece: Piece) -> tuple[object, ...]:
    return (piece.x_mm, piece.y_mm, piece.z_mm, piece.rotation_deg, piece.pose)


def _stands(piece: Piece) -> bool:
    return piece.pose is Pose.STANDING


def _lies(world: TableWorld, piece: Piece) -> bool:
    return piece.number in world.scene.pieces and piece.pose is Pose.FACE_DOWN
