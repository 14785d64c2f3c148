"""Tables by chance: every way in which tiles may lie, with the small disorder of real hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene, Stick, angle_of
from hw_sim.picture.projection import SimulatedCamera
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import BONUS_TILES, Tile, tile_set
from mahjong_rules.wall import StackPlace

# Chosen: tiles that lie side by side touch almost; less, and the disorder would lay them in each other.
_PITCH_SLACK_MM = 0.3
_BUNCHED = 0.35
"""Share of the tables on which alike tiles lie side by side."""


def random_pose(rng: Random, width_px: int, height_px: int) -> SimulatedCamera:
    """A camera 80 to 110 cm above the table, a little beside its middle, that sees all of it."""
    height_mm = rng.uniform(800, 1100)
    x_mm, y_mm = rng.uniform(-90, 90), rng.uniform(-90, 90)
    pose = SimulatedCamera(
        x_mm=x_mm,
        y_mm=y_mm,
        height_mm=height_mm,
        aim_x_mm=rng.uniform(-6, 6),
        aim_y_mm=rng.uniform(-6, 6),
        roll_deg=rng.gauss(0, 1.2),
        focal_px=height_mm * rng.uniform(1.57, 1.66),
        distortion=rng.choice((0.0, rng.uniform(-0.03, 0.03))),
    )
    while not _sees_all(pose):
        pose = replace(pose, focal_px=pose.focal_px * 0.985)
    return pose.resized(width_px, height_px)


def _sees_all(pose: SimulatedCamera) -> bool:
    """True when the whole playing surface, and so every marker, is in the picture."""
    half = Furniture().surface_mm / 2
    corners = pose.project([(x, y, 0.0) for x in (-half, half) for y in (-half, half)])
    return bool((corners > 2).all() and (corners < (pose.width_px - 3, pose.height_px - 3)).all())


class TableArranger:
    """Lays one table; every call of `arranged` another one."""

    def __init__(self, furniture: Furniture, rng: Random) -> None:
        self._furniture = furniture
        self._rng = rng
        self._scene = Scene()
        self._deck: list[Tile] = []
        self._set = SetName.A
        self._shift_mm = 1.0
        self._turn_deg = 1.5

    def arranged(self) -> Scene:
        """A table in the middle of a deal, at its end, or with tiles lying about."""
        rng = self._rng
        self._scene = Scene()
        self._set = rng.choice(tuple(SetName))
        self._shift_mm, self._turn_deg = rng.uniform(0.2, 1.6), rng.uniform(0.4, 3.5)
        self._deck = self._mixed_deck()
        if rng.random() < 0.12:
            self._loose_tiles(rng.randint(20, 60))
        else:
            self._deal()
        self._furnish()
        self._scene.touch()
        return self._scene

    def _mixed_deck(self) -> list[Tile]:
        """Every tile of a set in the order in which they are laid: shuffled, or alike ones after one another.

        Sorted hands, pungs and kongs put alike tiles side by side; two blank white dragons are hardest to tell apart.
        """
        rng = self._rng
        deck = list(tile_set(red_fives=True))
        if rng.random() < 0.35:
            deck += BONUS_TILES
        rng.shuffle(deck)
        if rng.random() < _BUNCHED:
            place = {tile: number for number, tile in enumerate(deck)}
            deck.sort(key=place.__getitem__)
        return deck

    def _deal(self) -> None:
        for seat in SEATS:
            self._river(seat)
            self._melds(seat)
            self._hand(seat)
        self._walls()
        if self._rng.random() < 0.3:
            self._loose_tiles(self._rng.randint(1, 5))

    def _furnish(self) -> None:
        rng, scene = self._rng, self._scene
        scene.dice = (rng.randint(1, 6), rng.randint(1, 6)) if rng.random() < 0.8 else None
        scene.dome_raised = rng.choice((0.0, 0.0, 0.0, 0.0, rng.random(), 1.0))
        scene.lifts_raised = rng.choice((1.0, 1.0, 1.0, rng.random(), 0.0))
        for seat in SEATS:
            if rng.random() < 0.3:
                x_mm, y_mm = self._furniture.to_table(seat, rng.gauss(0, 4), self._furniture.places.stick_v_mm)
                scene.sticks.append(Stick(x_mm, y_mm, angle_of(seat) + rng.gauss(0, 3)))
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            seat = rng.choice(SEATS)
            x_mm, y_mm = self._furniture.to_table(seat, rng.uniform(-220, 220), rng.uniform(-320, 60))
            scene.arms.append(Arm(seat, x_mm, y_mm))

    def _lay(self, seat: Seat, u_mm: float, v_mm: float, pose: Pose, turn_deg: float = 0.0, z_mm: float = 0.0) -> None:
        """One tile from the deck at a seat-local place, a little off and askew."""
        if not self._deck:
            return
        rng = self._rng
        loose = 0.4 if pose is Pose.STANDING or z_mm else 1.0
        x_mm, y_mm = self._furniture.to_table(
            seat, u_mm + rng.gauss(0, 0.35 * self._shift_mm * loose), v_mm + rng.gauss(0, self._shift_mm * loose)
        )
        number = len(self._scene.pieces)
        turn = angle_of(seat) + turn_deg + rng.gauss(0, self._turn_deg * loose * 0.6)
        self._scene.pieces[number] = Piece(number, self._set, self._deck.pop(), x_mm, y_mm, z_mm, turn, pose)

    def _river(self, seat: Seat) -> None:
        """Six a row, one perhaps sideways, some claimed."""
        rng, house = self._rng, self._furniture
        count = rng.randint(0, 21)
        sideways = rng.randrange(40)
        gap = rng.uniform(0, 1.2)
        u_mm = 0.0
        for place in range(count):
            row, column = min(place // 6, 2), place if place < 12 else place - 12
            column = column % 6 if place < 12 else column
            if column == 0:
                u_mm = -51.0
            turn = 90.0 if place == sideways else 0.0
            wide = (house.tile_height_mm if turn else house.tile_width_mm) + _PITCH_SLACK_MM + gap
            centre = u_mm + (wide - house.tile_width_mm - gap) / 2
            drop = (house.tile_height_mm - house.tile_width_mm) / 2 if turn else 0.0
            v_mm = house.places.river_v_mm - row * (house.tile_height_mm + _PITCH_SLACK_MM) - drop
            self._lay(seat, centre, v_mm, Pose.FACE_UP, turn)
            u_mm += wide

    def _melds(self, seat: Seat) -> None:
        """Up to three groups in the right-hand corner, the called tile sideways, concealed kongs with two backs."""
        rng, house = self._rng, self._furniture
        right = house.places.meld_right_u_mm
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            kong = rng.choice(("", "", "open", "added", "concealed"))
            count = 4 if kong in ("open", "concealed") else 3
            called = -1 if kong == "concealed" else rng.randrange(count)
            for place in reversed(range(count)):
                turn = rng.choice((90.0, -90.0)) if place == called else 0.0
                wide = (house.tile_height_mm if turn else house.tile_width_mm) + _PITCH_SLACK_MM
                drop = (house.tile_height_mm - house.tile_width_mm) / 2 if turn else 0.0
                pose = Pose.FACE_DOWN if kong == "concealed" and place in (0, 3) else Pose.FACE_UP
                self._lay(seat, right - wide / 2, house.places.meld_v_mm - drop, pose, turn)
                if turn and kong == "added":
                    self._lay(
                        seat, right - wide / 2, house.places.meld_v_mm - drop + house.tile_width_mm + 0.4, pose, turn
                    )
                right -= wide
            right -= rng.uniform(0, 6)

    def _hand(self, seat: Seat) -> None:
        """Standing, laid open with the winning tile apart, or face down; ura indicators beside an open hand."""
        rng, house = self._rng, self._furniture
        pose = rng.choice((Pose.STANDING, Pose.STANDING, Pose.FACE_UP, Pose.FACE_UP, Pose.FACE_DOWN))
        count = rng.choice((4, 7, 10, 13, 13, 13))
        pitch = house.tile_width_mm + _PITCH_SLACK_MM
        for place in range(count):
            self._lay(seat, house.places.hand_left_u_mm + pitch * place, house.places.hand_v_mm, pose)
        if rng.random() < 0.5:
            last = house.places.hand_left_u_mm + pitch * count + house.places.winning_tile_gap_mm
            self._lay(seat, last, house.places.hand_v_mm, pose)
        if pose is Pose.FACE_UP and rng.random() < 0.4:
            for _ in range(rng.randint(1, 3)):
                self._lay(
                    seat, house.stack_u_mm(StackPlace(seat, rng.randint(2, 16))), house.places.ura_v_mm, Pose.FACE_UP
                )

    def _walls(self) -> None:
        """Parts of the four walls, two high, some tops missing, indicators turned."""
        rng = self._rng
        for seat in SEATS:
            if rng.random() < 0.25:
                continue
            first, last = sorted(rng.sample(range(1, 18), 2))
            turned = rng.randint(first, last)
            for number in range(first, last + 1):
                self._stack(seat, number, shown=number == turned and rng.random() < 0.7)

    def _stack(self, seat: Seat, number: int, *, shown: bool) -> None:
        rng, house = self._rng, self._furniture
        u_mm = house.stack_u_mm(StackPlace(seat, number))
        self._lay(seat, u_mm, house.wall_v_mm, Pose.FACE_DOWN)
        if shown or rng.random() < 0.93:
            pose = Pose.FACE_UP if shown else Pose.FACE_DOWN
            self._lay(seat, u_mm, house.wall_v_mm, pose, 0.0, house.tile_thickness_mm)

    def _loose_tiles(self, count: int) -> None:
        """Tiles anywhere at any angle, not one on another."""
        rng = self._rng
        clear_mm = 36.0
        for _ in range(count):
            x_mm, y_mm = rng.uniform(-320, 320), rng.uniform(-320, 320)
            crowded = any(
                abs(piece.x_mm - x_mm) < clear_mm and abs(piece.y_mm - y_mm) < clear_mm
                for piece in self._scene.pieces.values()
            )
            if crowded or max(abs(x_mm), abs(y_mm)) < 85:
                continue
            pose = Pose.FACE_UP if rng.random() < 0.8 else Pose.FACE_DOWN
            self._lay(Seat(0), x_mm, y_mm, pose, rng.uniform(0, 360))


def random_furniture(rng: Random) -> Furniture:
    """The same table with tiles of another make."""
    width_mm = rng.uniform(19.0, 21.5)
    return replace(
        Furniture(),
        tile_width_mm=width_mm,
        tile_height_mm=width_mm * rng.uniform(1.32, 1.42),
        tile_thickness_mm=rng.uniform(15.0, 19.0),
    )
