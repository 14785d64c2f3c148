"""A tile set's look by chance, so that training meets more makers than anybody can draw.

Every number is a share or a length in tile units (a face is 300 x 410, `svg`); what they may be was chosen by looking
at photographs of some forty sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from tools.tile_art.clip_art import Drawing
from tools.tile_art.styles import FontFile, Inks

_BLACKS: Final = ("#101014", "#1a1a24", "#242018", "#2c2c34")
_REDS: Final = ("#b01e28", "#d3152a", "#c23a20", "#98222a", "#e0482c", "#b8285a")
_GREENS: Final = ("#0d6b45", "#118a4a", "#2b5b3a", "#0b7d6e", "#3a8a2c", "#1f9a50")
_BLUES: Final = ("#1b3f78", "#2240b8", "#123c8c", "#2a3f66", "#1f5fae", "#2c2c34")


@dataclass(frozen=True, slots=True)
class RingDot:
    """How a dot is drawn, from the outside in; radii and widths as shares of the dot's radius."""

    is_disc: bool
    rim: float
    inner: float
    inner_width: float
    petals: int
    petal_size: float
    heart: float
    heart_is_hollow: bool
    mixed_inks: bool
    """The heart has another ink than the ring."""


@dataclass(frozen=True, slots=True)
class StickShape:
    """How a bamboo is drawn: widths as shares of its length."""

    width: float
    waist: float
    """Width in the middle as a share of that at the ends: below 1 a bone, above 1 a leaf."""
    knots: int
    knot_width: float
    parts: int
    is_hollow: bool
    has_line: bool


@dataclass(frozen=True, slots=True)
class Bonus:
    """How flowers and seasons are drawn."""

    drawings: tuple[Drawing, ...]
    """Eight, the flowers first."""
    number_corner: int
    """0 to 3 clockwise from the upper left; -1: none."""
    character_corner: int
    roman: bool
    """The number is one of the clock's instead of an Arabic one."""


@dataclass(frozen=True, slots=True)
class ChanceStyle:
    """One set."""

    name: str
    font: FontFile
    inks: Inks
    dot: RingDot
    great_dot: RingDot
    stick: StickShape
    bird: Drawing
    bird_ways: tuple[bool, bool]
    """Whether it looks the other way, and whether it is drawn in outlines only."""
    bonus: Bonus
    boldness: float
    slant: float
    """Degrees by which characters lean."""
    stretch: float
    """Height of characters relative to their width."""
    scale: float
    number_ink: str
    wind_ink: str
    ten_thousand: str
    five: str
    white: str
    """Kind of the white dragon's face: blank, frame, double, corners, character, p."""
    index: bool
    eight_opens_up: bool
    slant_of_seven: bool
    """Whether the seven's three dots fall to the right."""
    inked_figures: bool
    """Pictures of birds and plants in the set's inks instead of their own colours."""
    engraving: float
    """How deep the drawings are cut: 0 printed .. 1."""
    all_one_ink: bool


def random_style(
    name: str, rng: Random, fonts: list[FontFile], birds: list[Drawing], plants: list[Drawing]
) -> ChanceStyle:
    """A set by chance from these type faces and drawings."""
    drawn = rng.sample(plants, 8)
    roman = rng.random() < 0.12
    return ChanceStyle(
        name=name,
        font=rng.choice(fonts),
        inks=Inks(rng.choice(_BLACKS), rng.choice(_REDS), rng.choice(_GREENS), rng.choice(_BLUES)),
        dot=random_dot(rng),
        great_dot=random_dot(rng, great=True),
        stick=random_stick(rng),
        bird=rng.choice(birds),
        bird_ways=(rng.random() < 0.5, rng.random() < 0.3),
        bonus=Bonus(
            tuple(drawn),
            rng.choice((0, 0, 1, 1, 2, 3, -1)),
            rng.choice((0, 1, 1, 2, 3, -1)),
            roman,
        ),
        boldness=rng.choice((0.0, rng.uniform(0, 6), rng.uniform(4, 14))),
        slant=rng.choice((0.0, 0.0, rng.uniform(-6, 10))),
        stretch=rng.uniform(0.85, 1.15),
        scale=rng.uniform(0.82, 1.02),
        number_ink=rng.choice(("black", "black", "blue", "green")),
        wind_ink=rng.choice(("black", "black", "blue", "green")),
        ten_thousand=rng.choice(("萬", "萬", "万")),
        five=rng.choice(("五", "五", "伍")),
        white=rng.choice(("blank", "frame", "double", "corners", "character", "p")),
        index=rng.random() < 0.15,
        eight_opens_up=rng.random() < 0.5,
        slant_of_seven=rng.random() < 0.8,
        inked_figures=rng.random() < 0.6,
        engraving=rng.choice((0.0, rng.random())),
        all_one_ink=rng.random() < 0.05,
    )


def random_dot(rng: Random, *, great: bool = False) -> RingDot:
    """One of rings, discs, wheels and flowers; the one of dots is richer."""
    petals = rng.choice((0, 0, 4, 5, 6, 8)) if not great else rng.choice((0, 6, 8, 10, 12, 16))
    return RingDot(
        is_disc=rng.random() < 0.3,
        rim=rng.uniform(0.06, 0.3),
        inner=rng.uniform(0.4, 0.75),
        inner_width=rng.choice((0.0, rng.uniform(0.05, 0.18))),
        petals=petals,
        petal_size=rng.uniform(0.08, 0.22),
        heart=rng.uniform(0.1, 0.4),
        heart_is_hollow=rng.random() < 0.35,
        mixed_inks=rng.random() < 0.6,
    )


def random_stick(rng: Random) -> StickShape:
    """One of bones, capsules, jointed canes, slats and leaves."""
    return StickShape(
        width=rng.uniform(0.1, 0.28),
        waist=rng.choice((1.0, rng.uniform(0.45, 0.9), rng.uniform(1.1, 1.8))),
        knots=rng.choice((0, 1, 1, 2, 3)),
        knot_width=rng.uniform(1.05, 1.6),
        parts=rng.choice((1, 1, 2, 3)),
        is_hollow=rng.random() < 0.2,
        has_line=rng.random() < 0.3,
    )
