"""What the middle of a table has besides the plain console: a display, a printed logo, coins of light.

None of it is a tile, and all of it has strokes, digits or bright patches that a reader may take for one.
"""

from __future__ import annotations

import math
import string
from dataclasses import dataclass
from random import Random
from typing import Final

import cv2
import numpy as np

from hw_sim.picture.textures import Image

Ink = tuple[int, int, int]
"""Blue, green, red, 0..255."""
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
# Chosen: an LED, an LCD, a vacuum display.
_DISPLAYS: Final[tuple[Ink, ...]] = ((40, 40, 235), (70, 220, 90), (225, 190, 60), (235, 235, 235))
# Chosen: enough to print a logo of 120 mm with sharp edges at 2 px a millimetre.
_LOGO_PX: Final = 480


@dataclass(frozen=True, slots=True)
class Display:
    """Digits and letters on the console's plate, readable from the side `turn` x 90 degrees."""

    text: str
    colour: Ink
    turn: int


@dataclass(frozen=True, slots=True)
class Logo:
    """Letters in a ring, printed on the felt; mm and degrees."""

    letters: str
    x_mm: float
    y_mm: float
    side_mm: float
    turn_deg: float
    brightness: float
    """Of the print relative to the felt: below 1 darker, above 1 brighter."""
    font: int


@dataclass(frozen=True, slots=True)
class LightCoin:
    """A round patch of light, as a spot lamp or the sun through a blind throws; as shares of the picture's width."""

    x: float
    y: float
    radius: float
    strength: float
    """How much brighter its middle is."""


@dataclass(frozen=True, slots=True)
class Centre:
    """The default is the plain console."""

    display: Display | None = None
    logos: tuple[Logo, ...] = ()
    coins: tuple[LightCoin, ...] = ()


def random_centre(rng: Random) -> Centre:
    """A table's middle by chance: most have a display, every second one a logo, some a coin of light."""
    display = None
    if rng.random() < 0.75:
        letters = string.digits * 3 + string.ascii_uppercase
        text = "".join(rng.choice(letters) for _ in range(rng.randint(1, 4)))
        display = Display(text, rng.choice(_DISPLAYS), rng.randrange(4))
    logos = tuple(_random_logo(rng) for _ in range(rng.choice((0, 0, 1, 1, 2))))
    coins = tuple(_random_coin(rng) for _ in range(rng.choice((0, 0, 0, 1, 2))))
    return Centre(display, logos, coins)


def _random_logo(rng: Random) -> Logo:
    """Beside the console, inside the rivers' first rows or in a corner, where makers print."""
    angle = rng.choice((45, 135, 225, 315)) if rng.random() < 0.7 else rng.choice((0, 90, 180, 270))
    away_mm = rng.uniform(235, 300) if angle % 90 else rng.uniform(66, 72)
    side_mm = rng.uniform(40, 90) if angle % 90 else rng.uniform(10, 16)
    return Logo(
        letters="".join(rng.choice(string.ascii_uppercase) for _ in range(rng.randint(1, 4))),
        x_mm=away_mm * math.cos(math.radians(angle)),
        y_mm=away_mm * math.sin(math.radians(angle)),
        side_mm=side_mm,
        turn_deg=rng.uniform(0, 360),
        brightness=rng.choice((rng.uniform(0.35, 0.7), rng.uniform(1.3, 2.2))),
        font=rng.choice(_FONTS),
    )


def _random_coin(rng: Random) -> LightCoin:
    return LightCoin(rng.uniform(0.25, 0.75), rng.uniform(0.2, 0.8), rng.uniform(0.03, 0.12), rng.uniform(0.15, 0.5))


def draw_display(plate: Image, display: Display) -> None:
    """Write on the console's plate, 256 x 256, below its round window."""
    upright = np.ascontiguousarray(np.rot90(plate, -display.turn))
    size, _ = cv2.getTextSize(display.text, cv2.FONT_HERSHEY_DUPLEX, 0.9, 2)
    left, foot = 128 - size[0] // 2, 249
    cv2.rectangle(upright, (left - 6, foot - 30), (left + size[0] + 6, foot + 5), (18, 18, 18), -1, cv2.LINE_AA)
    cv2.putText(upright, display.text, (left, foot - 3), cv2.FONT_HERSHEY_DUPLEX, 0.9, display.colour, 2, cv2.LINE_AA)
    plate[:] = np.rot90(upright, display.turn)


def logo_picture(logo: Logo) -> Image:
    """The print as a mask, `_LOGO_PX` x `_LOGO_PX`: 255 where there is ink."""
    mask = np.zeros((_LOGO_PX, _LOGO_PX), np.uint8)
    middle = _LOGO_PX // 2
    cv2.circle(mask, (middle, middle), middle - 18, 255, 16, cv2.LINE_AA)
    scale = 9.0 / max(2, len(logo.letters))
    size, _ = cv2.getTextSize(logo.letters, logo.font, scale, 14)
    place = (middle - size[0] // 2, middle + size[1] // 2)
    cv2.putText(mask, logo.letters, place, logo.font, scale, 255, 14, cv2.LINE_AA)
    return mask
