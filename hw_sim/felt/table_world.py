"""The physical truth on the felt: every piece of both sets, and the quick changes that people and machine make.

Rules this file keeps:
* A piece is in exactly one place: in the machine, on the table, or in somebody's hand on its way (`held`).
* Every piece keeps its face for life; the walls get pieces whose faces make the wanted deck. Which pieces those can be
  the boxes decide: each set has the largest set's pieces and five of every suit red and plain.
* People are sloppy by chance (about 0.7 mm and 1 degree), but no piece ever lies in another.
* The loop owns the scene; `shown` is a copy that never changes, so a camera thread may draw it at any time.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hw_sim.felt.deck import Deck
from hw_sim.felt.footprint import reach_mm
from hw_sim.felt.layout import Spot, hand_spots, river_spot, starts_row
from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene, Stick, angle_of
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, TileStock, sort_key
from mahjong_rules.wall import TilePlace

# Chosen, not measured: hands that lay tiles beside each other with care.
_POSITION_SIGMA_MM: Final = 0.7
_ANGLE_SIGMA_DEG: Final = 1.0
_FIRST_NUMBER: Final = {SetName.A: 1, SetName.B: 201}


@dataclass(slots=True)
class LaidMeld:
    """A meld on the table, left to right; `sideways` is the index of the claimed tile's spot, None without one."""

    pieces: list[Piece]
    spots: list[Spot]
    sideways: int | None


@dataclass(slots=True)
class PlayerPlace:
    """What belongs to one player."""

    next_meld_right_mm: float
    hand: list[Piece] = field(default_factory=list)
    drawn: Piece | None = None
    river: list[Piece] = field(default_factory=list)
    melds: list[LaidMeld] = field(default_factory=list)
    riichi: bool = False
    flowers: list[Piece] = field(default_factory=list)
    discards: int = 0
    """All tiles ever laid in the river in this deal, claimed ones too."""


class TableWorld:
    """The table with everything on it.

    Args:
        furniture: sizes and habits.
        stock: the pieces that each of the two sets has at first; the others lie in its box.
        rng: the players' sloppiness.
    """

    def __init__(self, furniture: Furniture, *, stock: TileStock, rng: random.Random) -> None:
        self.furniture = furniture
        self.scene = Scene()
        self.walls: dict[TilePlace, Piece] = {}
        self.places: list[PlayerPlace] = [PlayerPlace(furniture.places.meld_right_u_mm) for _ in SEATS]
        self.indicators: list[Piece] = []
        self.held: dict[int, Piece] = {}
        self.offered: Piece | None = None
        """The newest tile that others may claim or win."""
        self._rng = rng
        faces = (*stock.pieces(), *_in_the_box(stock))
        self._faces = {
            tiles: {first + index: face for index, face in enumerate(faces)} for tiles, first in _FIRST_NUMBER.items()
        }
        self.shown = Scene()
        self.touch()

    def touch(self) -> None:
        """Something moved: let the camera see it from now on."""
        before = self.shown.pieces
        self._show({number: _kept(before.get(number), piece) for number, piece in self.scene.pieces.items()})

    def _show(self, pieces: dict[int, Piece]) -> None:
        """Show these copies of the pieces, and everything else as it is now."""
        self.scene.touch()
        self.shown = Scene(
            pieces=pieces,
            sticks=list(self.scene.sticks),
            arms=[copy.copy(arm) for arm in self.scene.arms],
            dice=self.scene.dice,
            dome_raised=self.scene.dome_raised,
            lifts_raised=self.scene.lifts_raised,
            version=self.scene.version,
        )

    def follow_machine(self, *, dome_raised: float, lifts_raised: float, dice: tuple[int, int] | None) -> None:
        """Show the moving parts and the dice box as they are now."""
        scene = self.scene
        if (scene.dome_raised, scene.lifts_raised, scene.dice) != (dome_raised, lifts_raised, dice):
            scene.dome_raised, scene.lifts_raised, scene.dice = dome_raised, lifts_raised, dice
            self._show(self.shown.pieces)

    # The machine's part

    def raise_walls(self, tiles: SetName, deck: Deck) -> None:
        """The lifts bring up four walls of this set, stacked as the deck says."""
        self.places = [PlayerPlace(self.furniture.places.meld_right_u_mm) for _ in SEATS]
        self.indicators.clear()
        self.offered = None
        lengths = deck.wall.shape.lengths
        if lengths != self.furniture.wall_lengths:
            self.furniture = replace(self.furniture, wall_lengths=lengths)
        numbers: dict[Tile, list[int]] = {}
        for number, face in self._faces[tiles].items():
            numbers.setdefault(face, []).append(number)
        for place, face in deck.faces.items():
            x_mm, y_mm, z_mm = self.furniture.wall_place(place)
            piece = Piece(numbers[face].pop(), tiles, face, x_mm, y_mm, z_mm, angle_of(place.stack.seat))
            self.walls[place] = piece
            self.scene.pieces[piece.number] = piece
        self.touch()

    # People's hands

    def show_arm(self, seat: Seat, x_mm: float, y_mm: float) -> None:
        """A player's arm reaches to this point."""
        self.hide_arm(seat)
        self.scene.arms.append(Arm(seat, x_mm, y_mm))
        self._show(self.shown.pieces)

    def hide_arm(self, seat: Seat) -> None:
        """The player draws back."""
        self.scene.arms[:] = [arm for arm in self.scene.arms if arm.seat != seat]
        self._show(self.shown.pieces)

    def pick_up(self, pieces: Iterable[Piece]) -> None:
        """Take pieces off the felt into a hand: nobody sees them there."""
        shown = dict(self.shown.pieces)
        for piece in pieces:
            self.held[piece.number] = self.scene.pieces.pop(piece.number)
            shown.pop(piece.number, None)
        self._show(shown)

    def put(self, pieces: Sequence[Piece], spots: Sequence[Spot]) -> None:
        """Lay held pieces down near their tidy places, as far off as people are and the room allows."""
        shown = dict(self.shown.pieces)
        for piece, spot in zip(pieces, spots, strict=True):
            self._pose(piece, spot)
            self.scene.pieces[piece.number] = self.held.pop(piece.number)
            shown[piece.number] = copy.copy(piece)
        self._show(shown)

    def next_river_spot(self, seat: Seat, sideways_deg: float) -> Spot:
        """Where this player's next discard belongs."""
        river = self.places[seat].river
        right = None
        if not starts_row(len(river)):
            last = river[-1]
            along, _ = reach_mm(last.rotation_deg - angle_of(seat), last.pose, self.furniture)
            right = self.local_u(seat, last) + along
        return river_spot(seat, len(river), right, self.furniture, sideways_deg=sideways_deg)

    def local_u(self, seat: Seat, piece: Piece) -> float:
        """The seat's own u of a piece."""
        axis_x, axis_y = self.furniture.to_table(seat, 1.0, 0.0)
        return piece.x_mm * axis_x + piece.y_mm * axis_y

    def tidy_hand(self, seat: Seat, *, sort: bool = True) -> None:
        """Close up the standing hand, the drawn tile apart at the right end."""
        place = self.places[seat]
        if sort:
            drawn = [place.drawn] if place.drawn is not None else []
            rest = [piece for piece in place.hand if piece is not place.drawn]
            place.hand = sorted(rest, key=lambda piece: sort_key(piece.tile)) + drawn
        spots = hand_spots(seat, len(place.hand), self.furniture, pose=Pose.STANDING, drawn=place.drawn is not None)
        moving = [(p, s) for p, s in zip(place.hand, spots, strict=True) if not self._stands_at(p, s)]
        self.pick_up([piece for piece, _ in moving])
        self.put([piece for piece, _ in moving], [spot for _, spot in moving])

    def find_in_hand(self, seat: Seat, tile: Tile, *, drawn: bool | None = None) -> Piece:
        """A piece of this face in a hand: the drawn one, not the drawn one, or the first that fits.

        Raises:
            LookupError: the player has no such tile.
        """
        place = self.places[seat]
        pieces = [piece for piece in place.hand if piece.tile == tile]
        if drawn is not None:
            pieces.sort(key=lambda piece: (piece is place.drawn) != drawn)
        if not pieces:
            raise LookupError(f"the player at seat {seat} has no {tile}")
        return pieces[0]

    def lay_stick(self, seat: Seat) -> None:
        """A riichi stick before the own river."""
        x_mm, y_mm = self.furniture.to_table(seat, self._rng.gauss(0, 2), self.furniture.places.stick_v_mm)
        self.scene.sticks.append(Stick(x_mm, y_mm, angle_of(seat) + self._rng.gauss(0, 1)))
        self._show(self.shown.pieces)

    def clear(self, pieces: Iterable[Piece]) -> None:
        """Pieces fall into the machine: they leave the table."""
        for piece in pieces:
            self.scene.pieces.pop(piece.number, None)
            self.held.pop(piece.number, None)
        self.walls = {place: piece for place, piece in self.walls.items() if piece.number in self.scene.pieces}
        self.touch()

    def _pose(self, piece: Piece, spot: Spot) -> None:
        turn = self._deviation(_ANGLE_SIGMA_DEG)
        tidy = reach_mm(spot.turn_deg, spot.pose, self.furniture)
        turned = reach_mm(spot.turn_deg + turn, spot.pose, self.furniture)
        excess = [max(now - before, 0.0) for now, before in zip(turned, tidy, strict=True)]
        fit = min(1.0, *(room / more if more > room else 1.0 for room, more in zip(spot.room_mm, excess, strict=True)))
        off_u, off_v = (
            _clip(self._deviation(_POSITION_SIGMA_MM), max(room - more * fit, 0.0))
            for room, more in zip(spot.room_mm, excess, strict=True)
        )
        piece.x_mm, piece.y_mm = self.furniture.to_table(spot.seat, spot.u_mm + off_u, spot.v_mm + off_v)
        piece.z_mm, piece.pose = spot.z_mm, spot.pose
        piece.rotation_deg = (angle_of(spot.seat) + spot.turn_deg + turn * fit) % 360

    def _deviation(self, sigma: float) -> float:
        return _clip(self._rng.gauss(0, sigma), 2.5 * sigma)

    def _stands_at(self, piece: Piece, spot: Spot) -> bool:
        if piece.number not in self.scene.pieces or piece.pose is not spot.pose:
            return False
        x_mm, y_mm = self.furniture.to_table(spot.seat, spot.u_mm, spot.v_mm)
        return abs(piece.x_mm - x_mm) + abs(piece.y_mm - y_mm) < 3.0


def _kept(shown: Piece | None, piece: Piece) -> Piece:
    """The copy that was shown, or a new one of a piece that changed: most pieces rest most of the time."""
    return shown if shown == piece else copy.copy(piece)


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


def _in_the_box(stock: TileStock) -> tuple[Tile, ...]:
    """What a set does not play with: whatever any other game needs."""
    every = Counter(TileStock(red_fives=True, bonus=True, flower_copies=2).pieces()) | Counter(TileStock().pieces())
    return tuple(sorted((every - Counter(stock.pieces())).elements()))
