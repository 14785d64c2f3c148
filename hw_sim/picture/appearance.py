"""What a room and a set give to a picture: colours, light, camera quality."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field
from random import Random
from typing import Final

from hw_sim.picture.centre import Centre
from hw_sim.picture.textures import style_names

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp above the table."""

    from_deg: float = 120.0
    """Direction of the lamp seen from the middle, counter-clockwise from the right."""
    lean: float = 0.35
    """Length of a shadow on the felt for a height of one."""
    gradient: float = 0.14
    """How much brighter the lamp's side is than the middle."""
    exposure: float = 0.96
    warmth: float = 0.0
    """-1 bluish .. 1 yellowish."""
    shadow: float = 0.5


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera makes of what it sees."""

    blur_px: float = 0.55
    noise: float = 2.0
    """Standard deviation of the sensor noise in grey levels."""
    jpeg_quality: int = 88


@dataclass(frozen=True, slots=True)
class Appearance:
    """One room, one tile set, one camera. The defaults are a clean parlour."""

    style: str = "parlour"
    felt: Colour = (96, 92, 30)
    back_a: Colour = (58, 160, 232)
    back_b: Colour = (178, 116, 38)
    ivory: Colour = (232, 243, 247)
    ink: float = 1.0
    """1 fresh paint .. 0.6 worn."""
    gloss: float = 0.1
    """Strength of the lamp's reflection in the tiles, 0..1."""
    light: Light = Light()
    sensor: Sensor = Sensor()
    skin: Colour = (130, 164, 214)
    sleeve: Colour = (92, 60, 44)
    rim: Colour = (38, 44, 56)
    floor: Colour = (60, 66, 74)
    centre: Centre = field(default_factory=Centre)
    seed: int = 0


_BACKS: Final[tuple[Colour, ...]] = (
    (58, 160, 232),
    (178, 116, 38),
    (80, 140, 60),
    (50, 60, 190),
    (150, 70, 120),
    (60, 60, 64),
    (190, 170, 90),
    (90, 190, 235),
)


def _colour(
    rng: Random, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value))
    return (round(blue * 255), round(green * 255), round(red * 255))


def _felt(rng: Random) -> Colour:
    """Green, teal, blue, wine or grey, as tables have."""
    hue = rng.choice(((0.30, 0.45), (0.42, 0.55), (0.55, 0.66), (0.95, 1.02), (0.0, 1.0)))
    saturation = (0.05, 0.2) if hue == (0.0, 1.0) else (0.45, 0.85)
    return _colour(rng, hue, saturation, (0.25, 0.6))


def _near(rng: Random, colour: Colour, spread: int) -> Colour:
    blue, green, red = (min(255, max(0, part + rng.randint(-spread, spread))) for part in colour)
    return (blue, green, red)


def random_look(rng: Random, style: str | None = None) -> Appearance:
    """A room by chance; `style` fixes the tile set."""
    back_a, back_b = rng.sample(_BACKS, 2)
    return Appearance(
        style=style or rng.choice(style_names()),
        felt=_felt(rng),
        back_a=_near(rng, back_a, 18),
        back_b=_near(rng, back_b, 18),
        ivory=_colour(rng, (0.07, 0.18), (0.0, 0.16), (0.88, 0.99)),
        ink=rng.uniform(0.68, 1.0),
        gloss=rng.choice((0.0, rng.uniform(0.05, 0.45))),
        light=Light(
            from_deg=rng.uniform(0, 360),
            lean=rng.uniform(0.1, 0.7),
            gradient=rng.uniform(0.03, 0.32),
            exposure=rng.uniform(0.7, 1.06),
            warmth=rng.uniform(-0.7, 0.9),
            shadow=rng.uniform(0.25, 0.75),
        ),
        sensor=Sensor(
            blur_px=rng.uniform(0.35, 1.1),
            noise=rng.uniform(0.8, 5.0),
            jpeg_quality=rng.randint(70, 95),
        ),
        skin=_colour(rng, (0.04, 0.09), (0.28, 0.6), (0.4, 0.95)),
        sleeve=_colour(rng, (0, 1), (0.05, 0.7), (0.1, 0.85)),
        rim=_colour(rng, (0, 0.12), (0.1, 0.6), (0.1, 0.45)),
        floor=_colour(rng, (0, 1), (0.02, 0.3), (0.15, 0.7)),
        seed=rng.getrandbits(31),
    )
