"""What one picture shows, by chance from one number: pieces, colours, wear, lamps, camera, hands."""

from __future__ import annotations

import colorsys
import string
from dataclasses import dataclass, replace
from random import Random

from hw_sim.felt.scene import Furniture, Scene
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import TableArranger, random_furniture, random_pose

Colour = tuple[float, float, float]
"""Red, green, blue, linear, 0..1."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A rectangular light; m, degrees and watts."""

    x: float
    y: float
    z: float
    side: float
    watts: float
    warmth: float
    """-1 bluish .. 1 yellowish."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """What a set is made of."""

    body: Colour
    backs: tuple[Colour, Colour]
    roughness: float
    """0.05 polished .. 0.5 dull."""
    wear: float
    """Share of the ink that is rubbed off."""
    engraving: float
    yellowing: float
    corner_mm: float


@dataclass(frozen=True, slots=True)
class Room:
    """Cloth, floor, lamps and what is printed in the middle."""

    felt: Colour
    felt_grain: float
    rim: Colour
    floor: Colour
    sky: float
    """Light from everywhere, W / m2."""
    lamps: tuple[Lamp, ...]
    display: str
    logo: str
    skin: Colour
    sleeve: Colour


@dataclass(frozen=True, slots=True)
class Optics:
    """What camera and sensor make of the light."""

    focus_off: float
    """Where the focus lies, as a share of the distance to the tiles, less one."""
    f_number: float
    exposure: float
    """Mean grey of the picture, 0..1."""
    noise: float
    sharpening: float
    jpeg_quality: int


@dataclass(frozen=True, slots=True)
class JudgedScene:
    """Everything in one picture."""

    furniture: Furniture
    camera: SimulatedCamera
    scene: Scene
    tiles: TileLook
    room: Room
    optics: Optics


def judged_scene(seed: int, number: int, size_px: tuple[int, int]) -> JudgedScene:
    """Picture `number` of the series `seed`."""
    rng = Random(f"photoreal {seed}/{number}")
    furniture = random_furniture(rng)
    camera = replace(random_pose(rng, *size_px), distortion=rng.choice((0.0, rng.uniform(-0.03, 0.03))))
    scene = TableArranger(furniture, rng).arranged()
    return JudgedScene(furniture, camera, scene, _tile_look(rng), _room(rng), _optics(rng))


def _colour(
    rng: Random, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
) -> Colour:
    return colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value))


def _tile_look(rng: Random) -> TileLook:
    backs = tuple(_colour(rng, (0, 1), (0.1, 0.95), (0.03, 0.8)) for _ in range(2))
    return TileLook(
        body=_colour(rng, (0.08, 0.16), (0.0, 0.14), (0.72, 0.92)),
        backs=(backs[0], backs[1]),
        roughness=rng.uniform(0.06, 0.4),
        wear=rng.choice((0.0, rng.uniform(0.05, 0.45))),
        engraving=rng.choice((0.0, rng.uniform(0.2, 1.0))),
        yellowing=rng.choice((0.0, rng.uniform(0.1, 0.6))),
        corner_mm=rng.uniform(0.8, 2.4),
    )


def _room(rng: Random) -> Room:
    lamps = [
        Lamp(
            rng.uniform(-0.8, 0.8),
            rng.uniform(-0.8, 0.8),
            rng.uniform(1.6, 2.4),
            rng.uniform(0.2, 1.2),
            rng.uniform(15, 45),
            rng.uniform(-0.4, 1.0),
        )
    ]
    if rng.random() < 0.5:
        # A pendant near the table: its reflection washes faces out.
        lamps.append(
            Lamp(
                rng.uniform(-0.5, 0.5),
                rng.uniform(-0.5, 0.5),
                rng.uniform(1.2, 1.5),
                rng.uniform(0.04, 0.2),
                rng.uniform(3, 12),
                rng.uniform(0, 1),
            )
        )
    if rng.random() < 0.5:
        side = rng.choice((-1, 1))
        lamps.append(Lamp(side * 2.5, rng.uniform(-1.5, 1.5), rng.uniform(1.0, 1.8), 1.6, rng.uniform(20, 120), -0.8))
    letters = string.digits * 2 + string.ascii_uppercase
    return Room(
        felt=_colour(rng, rng.choice(((0.3, 0.45), (0.45, 0.65), (0.95, 1.02), (0, 1))), (0.2, 0.85), (0.04, 0.3)),
        felt_grain=rng.uniform(0.1, 0.6),
        rim=_colour(rng, (0, 0.12), (0.1, 0.6), (0.03, 0.3)),
        floor=_colour(rng, (0, 1), (0.02, 0.3), (0.05, 0.5)),
        sky=rng.uniform(0.05, 0.5),
        lamps=tuple(lamps),
        display="".join(rng.choice(letters) for _ in range(rng.randint(1, 4))) if rng.random() < 0.75 else "",
        logo="".join(rng.choice(string.ascii_uppercase) for _ in range(rng.randint(2, 5)))
        if rng.random() < 0.5
        else "",
        skin=_colour(rng, (0.03, 0.08), (0.3, 0.65), (0.15, 0.8)),
        sleeve=_colour(rng, (0, 1), (0.05, 0.7), (0.02, 0.7)),
    )


def _optics(rng: Random) -> Optics:
    return Optics(
        focus_off=rng.choice((0.0, rng.uniform(-0.12, 0.12))),
        f_number=rng.uniform(1.8, 2.8),
        exposure=rng.uniform(0.26, 0.46),
        noise=rng.uniform(0.8, 4.0),
        sharpening=rng.choice((0.0, rng.uniform(0.2, 0.8))),
        jpeg_quality=rng.randint(70, 95),
    )
