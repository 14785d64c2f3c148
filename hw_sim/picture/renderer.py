"""Pictures of a scene as a camera above the table takes them.

Rules this file keeps:
* What did not change is not drawn again: things are compared with the state in which they were last drawn.
* Low things come before high ones, far ones before near ones, arms last: over a picture without arms that is kept.
* `render` reads the scene once at its start and never changes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Final, assert_never

import cv2
import numpy as np

from hw_sim.felt.scene import Arm, Furniture, Piece, Scene, Stick
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.arm_sprites import ArmArtist
from hw_sim.picture.furniture_sprites import CONSOLE_TOP_MM, DOME_TRAVEL_MM, FurnitureArtist
from hw_sim.picture.piece_sprites import Body, PieceArtist
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.sprites import Image, PixelRect, Shade
from mahjong_rules.seats import SEATS, Seat

Key = tuple[str, int]
_SLOTS, _FLOOR, _CONSOLE, _DICE, _ARMS = -1, 0, 20, 21, 30
"""Heights in the order of drawing; tiles of the wall's upper row come at 1."""
# Chosen, not measured: with more changed places the whole picture is drawn instead of each place.
_MANY_REGIONS: Final = 24
_SPREAD_PX: Final = 6
"""How far the lens smears a change, with room to spare."""
_STEPS: Final = 40
"""Positions in which moving furniture is drawn."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A wall's tray, `raised` 0..1."""

    seat: Seat
    raised: float


@dataclass(frozen=True, slots=True)
class Console:
    """The console with the dome, `raised` 0..1."""

    raised: float


@dataclass(frozen=True, slots=True)
class Die:
    """One of the two dice on the console."""

    place: int
    value: int
    raised: float


Thing = Piece | Stick | Arm | Slot | Console | Die


@dataclass(frozen=True)
class DrawnThing:
    """A thing in the picture with the state it was drawn in and its place in the order."""

    state: object
    order: tuple[int, float]
    body: Body

    @cached_property
    def rects(self) -> tuple[PixelRect, ...]:
        """Every part of the picture it touches."""
        shades = (self.body.on_felt, self.body.on_lower)
        return (self.body.sprite.rect, *(shade.rect for shade in shades if shade is not None))

    def touches(self, region: PixelRect) -> bool:
        """Whether any part of it lies in a region."""
        return any(rect.overlaps(region) for rect in self.rects)

    @property
    def is_arm(self) -> bool:
        """Whether it comes over everything else."""
        return self.order[0] == _ARMS


class Renderer:
    """Draws one table for one camera in one look.

    Not for use by several threads at once. `render` may be called with another scene each time.
    """

    def __init__(
        self, furniture: Furniture, pose: SimulatedCamera, look: Appearance | None = None, seed: int = 0
    ) -> None:
        self.furniture = furniture
        self.pose = pose
        self.look = look or Appearance()
        self._picture = PixelRect(0, 0, pose.width_px, pose.height_px)
        self._pieces = PieceArtist(furniture, pose, self.look)
        self._table = FurnitureArtist(furniture, pose, self.look)
        self._arms = ArmArtist(furniture, pose, self.look)
        self._background = self._table.background()
        self._without_arms = self._background.copy()
        self._raw = self._background.copy()
        self._gain = _gain_map(pose, self.look)
        self._clean = np.empty_like(self._raw)
        self._expose(self._picture)
        self._noise = NoiseBank(self._raw.shape, self.look.sensor.noise, seed)
        self.drawn: dict[Key, DrawnThing] = {}
        """Everything in the last picture by its key: ("piece", number), ("stick", i), ("arm", i) and the furniture."""

    def render(self, scene: Scene) -> Image:
        """The scene as a new BGR picture of the pose's size, with fresh noise."""
        return self._noise.over(self.clean(scene))

    def clean(self, scene: Scene) -> Image:
        """The scene without noise; the array is the renderer's own and valid until the next call."""
        resting, arms = self._update(self._wanted(scene))
        regions = merged(resting + arms, self._picture)
        if regions:
            items = sorted(self.drawn.values(), key=lambda item: item.order)
            for region in merged(resting, self._picture):
                self._compose(region, [item for item in items if not item.is_arm and item.touches(region)])
            for region in regions:
                self._reach_over(region, [item for item in items if item.is_arm and item.touches(region)])
            for region in regions:
                self._expose(region)
        return self._clean

    def _wanted(self, scene: Scene) -> dict[Key, Thing]:
        """Everything in the scene by its key."""
        dome, lifts = (round(part * _STEPS) / _STEPS for part in (scene.dome_raised, scene.lifts_raised))
        wanted: dict[Key, Thing] = {("slot", seat): Slot(seat, lifts) for seat in SEATS}
        wanted["console", 0] = Console(dome)
        for place, value in enumerate(scene.dice or ()):
            wanted["die", place] = Die(place, value, dome)
        wanted.update({("piece", piece.number): piece for piece in list(scene.pieces.values())})
        wanted.update({("stick", place): stick for place, stick in enumerate(scene.sticks)})
        wanted.update({("arm", place): arm for place, arm in enumerate(scene.arms)})
        return wanted

    def _update(self, wanted: dict[Key, Thing]) -> tuple[list[PixelRect], list[PixelRect]]:
        """Draw new and changed things; where the picture must be composed again: for what rests, and for arms."""
        changed: list[DrawnThing] = [self.drawn.pop(key) for key in [key for key in self.drawn if key not in wanted]]
        for key, thing in wanted.items():
            state = _state(thing)
            before = self.drawn.get(key)
            if before is not None and before.state == state:
                continue
            if before is not None:
                changed.append(self.drawn.pop(key))
            after = self._draw(state, thing)
            if after is not None:
                self.drawn[key] = after
                changed.append(after)
        return self._dirty(item for item in changed if not item.is_arm), self._dirty(i for i in changed if i.is_arm)

    def _dirty(self, changed: Iterable[DrawnThing]) -> list[PixelRect]:
        return [rect.grown(_SPREAD_PX).common(self._picture) for item in changed for rect in item.rects]

    def _draw(self, state: object, thing: Thing) -> DrawnThing | None:
        match thing:
            case Piece():
                level = _FLOOR if thing.z_mm < 1 else math.ceil(thing.z_mm / self.furniture.tile_thickness_mm - 0.1)
                return DrawnThing(state, (level, -self._from_nadir(thing.x_mm, thing.y_mm)), self._pieces.piece(thing))
            case Stick():
                order = (_FLOOR, -self._from_nadir(thing.x_mm, thing.y_mm))
                return DrawnThing(state, order, self._pieces.stick(thing))
            case Arm():
                body = self._arms.arm(thing)
                return None if body is None else DrawnThing(state, (_ARMS, float(thing.seat)), body)
            case Slot():
                return DrawnThing(state, (_SLOTS, 0.0), self._table.slot(thing.seat, thing.raised))
            case Console():
                return DrawnThing(
                    state, (_CONSOLE if thing.raised > 0 else _FLOOR, 0.0), self._table.console(thing.raised)
                )
            case Die():
                return DrawnThing(state, (_DICE, float(thing.place)), self._die(thing))
        assert_never(thing)

    def _die(self, die: Die) -> Body:
        """Two dice in the console's window, never quite straight."""
        z_mm = CONSOLE_TOP_MM + die.raised * DOME_TRAVEL_MM
        turn = 17.0 + 31.0 * die.place + 11.0 * die.value
        return self._pieces.die((-11.0, 12.0)[die.place], (5.0, -6.0)[die.place], z_mm, turn, die.value)

    def _from_nadir(self, x_mm: float, y_mm: float) -> float:
        return math.hypot(x_mm - self.pose.x_mm, y_mm - self.pose.y_mm)

    def _compose(self, region: PixelRect, near: list[DrawnThing]) -> None:
        """Lay everything that touches `region` over the background again, in order."""
        part = self._without_arms[region.within(self._picture)]
        np.copyto(part, self._background[region.within(self._picture)])
        level = _FLOOR - 2
        for item in near:
            if level < _FLOOR <= item.order[0]:
                _darken(part, region, [other.body.on_felt for other in near])
            if item.order[0] > max(level, _FLOOR):
                _darken(part, region, [other.body.on_lower for other in near if other.order[0] == item.order[0]])
            level = item.order[0]
            item.body.sprite.lay(part, region)

    def _reach_over(self, region: PixelRect, arms: list[DrawnThing]) -> None:
        """Lay the arms that touch `region` over everything else."""
        part = self._raw[region.within(self._picture)]
        np.copyto(part, self._without_arms[region.within(self._picture)])
        _darken(part, region, [arm.body.on_lower for arm in arms])
        for arm in arms:
            arm.body.sprite.lay(part, region)

    def _expose(self, region: PixelRect) -> None:
        """Lens and lamp: from composed colours to what the sensor gets."""
        wide = region.grown(_SPREAD_PX).common(self._picture)
        blurred = cv2.GaussianBlur(self._raw[wide.within(self._picture)], (0, 0), self.look.sensor.blur_px)
        inner = np.ascontiguousarray(blurred[region.within(wide)])
        target = self._clean[region.within(self._picture)]
        cv2.multiply(inner, self._gain[region.within(self._picture)], dst=target, scale=1 / 160)


def _state(thing: Thing) -> object:
    """What decides how a thing looks; things that may change are copied."""
    match thing:
        case Piece():
            place = (thing.x_mm, thing.y_mm, thing.z_mm, thing.rotation_deg)
            return (place, thing.tile, thing.pose, thing.tile_set, thing.number)
        case Stick() | Arm():
            return astuple(thing)
    return thing


class NoiseBank:
    """Sensor noise made once and laid over each picture from another place."""

    def __init__(self, shape: tuple[int, ...], deviation: float, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self._rng = rng
        count = math.prod(shape)
        self._slack = 1 << 16
        tile = rng.normal(0, deviation * 1.25, 1 << 20).astype(np.float32)
        tile = np.rint((tile + 0.5 * np.roll(tile, 3)) / 1.12)
        self._more = np.resize(np.clip(tile, 0, 255).astype(np.uint8), count + self._slack)
        self._less = np.resize(np.clip(-tile, 0, 255).astype(np.uint8), count + self._slack)

    def over(self, clean: Image) -> Image:
        """A new picture: `clean` with noise."""
        start = int(self._rng.integers(0, self._slack))
        window = slice(start, start + clean.size)
        noisy = cv2.add(clean, self._more[window].reshape(clean.shape))
        return np.asarray(cv2.subtract(noisy, self._less[window].reshape(clean.shape), dst=noisy), np.uint8)


def _darken(part: Image, region: PixelRect, shades: list[Shade | None]) -> None:
    """Lay shadows over what is drawn so far; where several overlap the darkest counts."""
    present = [shade for shade in shades if shade is not None and shade.rect.common(region).area_px]
    if not present:
        return
    light = np.full(part.shape[:2], 255, np.uint8)
    for shade in present:
        shade.darken(light, region)
    cv2.multiply(part, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), dst=part, scale=1 / 255)


def _gain_map(pose: SimulatedCamera, look: Appearance) -> Image:
    """Light and lens falloff as a factor of 1/160 a pixel: the lamp's side brighter, the corners darker."""
    rows, columns = np.mgrid[0 : pose.height_px : 16, 0 : pose.width_px : 16].astype(np.float32)
    x = (columns - pose.width_px / 2) / (pose.width_px / 2)
    y = (rows - pose.height_px / 2) / (pose.width_px / 2)
    angle = math.radians(look.light.from_deg)
    gradient = 1 + look.light.gradient * (x * math.cos(angle) - y * math.sin(angle))
    gain = look.light.exposure * gradient * (1 - 0.12 * (x**2 + y**2))
    for coin in look.centre.coins:
        away = np.hypot(columns - coin.x * pose.width_px, rows - coin.y * pose.height_px) / pose.width_px
        gain *= 1 + coin.strength * np.clip((1.2 * coin.radius - away) / (0.4 * coin.radius), 0, 1)
    warm = np.array([1 - 0.10 * look.light.warmth, 1.0, 1 + 0.07 * look.light.warmth])
    small = np.clip(gain[..., None] * warm * 160, 0, 255).astype(np.float32)
    full = cv2.resize(small, (pose.width_px, pose.height_px), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(full), np.uint8)


def merged(rects: list[PixelRect], picture: PixelRect) -> list[PixelRect]:
    """The same area in few rectangles that don't overlap; the whole picture when that is simpler."""
    regions: list[PixelRect] = []
    for rect in rects:
        if not rect.area_px:
            continue
        grown = rect
        while True:
            touching = [region for region in regions if region.common(grown).area_px]
            if not touching:
                break
            for region in touching:
                regions.remove(region)
                grown = grown.joined(region)
        regions.append(grown)
        if len(regions) > _MANY_REGIONS:
            return [picture]
    if sum(region.area_px for region in regions) > 0.6 * picture.area_px:
        return [picture]
    return regions
