"""What makes one tile set differ from another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

_NOTO = "/usr/share/fonts/opentype/noto"
_TRUETYPE = "/usr/share/fonts/truetype"


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file of a package (`CREDITS.md`); `index` counts inside a collection."""

    path: str
    index: int = 0
    simplified: bool = False
    """True when the font has only the simplified forms of characters."""


LATIN: Final = FontFile(f"{_NOTO}/NotoSerifCJK-Bold.ttc")
"""Digits and letters of every style: not every CJK font has them."""


class Dots(Enum):
    """How a dot is drawn."""

    RINGS = auto()
    FILLED = auto()
    WHEELS = auto()
    COINS = auto()
    DISCS = auto()


class Sticks(Enum):
    """How a bamboo stick is drawn."""

    BONES = auto()
    CAPSULES = auto()
    JOINTED = auto()
    SLATS = auto()
    REEDS = auto()


class Bird(Enum):
    """The bird of the one of bamboo."""

    PEACOCK = auto()
    PHEASANT = auto()
    SPARROW = auto()
    CRANE = auto()


class White(Enum):
    """The face of the white dragon."""

    BLANK = auto()
    FRAME = auto()
    DOUBLE_FRAME = auto()
    CORNERED_FRAME = auto()


@dataclass(frozen=True, slots=True)
class Inks:
    """The paints of a set."""

    black: str
    red: str
    green: str
    blue: str


@dataclass(frozen=True, slots=True)
class Style:
    """One tile set's look; `number_ink` and `wind_ink` name a field of `inks`."""

    name: str
    font: FontFile
    inks: Inks
    dots: Dots
    sticks: Sticks
    bird: Bird
    white: White
    ten_thousand: str = "萬"
    five: str = "五"
    number_ink: str = "black"
    wind_ink: str = "black"
    boldness: float = 3.0
    """Width in units of the outline that thickens a character."""
    index: bool = False
    """True when an Arabic number or letter stands in the corner."""
    eight_opens_up: bool = True
    """The upper half of the eight of bamboo is a W when True, an M when False."""
    scale: float = 1.0
    """Size of the art on the face."""
    mirrored: bool = False
    """True when the bird and the plants of the flowers and seasons look the other way."""


STYLES: Final = (
    Style(
        name="parlour",
        font=FontFile(f"{_TRUETYPE}/cns11643/TW-Kai-98_1.ttf"),
        inks=Inks(black="#16181c", red="#b01e28", green="#0d6b45", blue="#1b3f78"),
        dots=Dots.RINGS,
        sticks=Sticks.BONES,
        bird=Bird.PEACOCK,
        white=White.BLANK,
        five="伍",
        boldness=7,
        eight_opens_up=False,
    ),
    Style(
        name="mincho",
        font=FontFile("/usr/share/fonts/opentype/ipaexfont-mincho/ipaexm.ttf"),
        inks=Inks(black="#101010", red="#c4161c", green="#05603a", blue="#10305c"),
        dots=Dots.WHEELS,
        sticks=Sticks.JOINTED,
        bird=Bird.SPARROW,
        white=White.BLANK,
        boldness=10,
        eight_opens_up=False,
        scale=0.95,
    ),
    Style(
        name="hongkong",
        font=FontFile(f"{_TRUETYPE}/arphic/ukai.ttc", 2),
        inks=Inks(black="#15151f", red="#c2202b", green="#118a4a", blue="#2240b8"),
        dots=Dots.FILLED,
        sticks=Sticks.BONES,
        bird=Bird.PHEASANT,
        white=White.DOUBLE_FRAME,
        five="伍",
        number_ink="blue",
        wind_ink="blue",
        boldness=8,
    ),
    Style(
        name="american",
        font=FontFile(f"{_TRUETYPE}/lxgw-wenkai/LXGWWenKai-Bold.ttf"),
        inks=Inks(black="#1a1a1a", red="#d42a20", green="#157a3c", blue="#2436a0"),
        dots=Dots.COINS,
        sticks=Sticks.CAPSULES,
        bird=Bird.CRANE,
        white=White.CORNERED_FRAME,
        number_ink="blue",
        index=True,
        boldness=4,
        scale=0.9,
    ),
    Style(
        name="mainland",
        font=FontFile(f"{_TRUETYPE}/arphic/uming.ttc"),
        inks=Inks(black="#0e1422", red="#d3152a", green="#0b7d3e", blue="#1733a0"),
        dots=Dots.RINGS,
        sticks=Sticks.SLATS,
        bird=Bird.PEACOCK,
        white=White.FRAME,
        ten_thousand="万",
        wind_ink="blue",
        boldness=11,
    ),
    Style(
        name="modern",
        font=FontFile(f"{_NOTO}/NotoSansCJK-Bold.ttc"),
        inks=Inks(black="#202428", red="#d8232f", green="#1b8f55", blue="#1f5fae"),
        dots=Dots.FILLED,
        sticks=Sticks.CAPSULES,
        bird=Bird.SPARROW,
        white=White.FRAME,
        boldness=3,
        scale=0.92,
    ),
    Style(
        name="old_hall",
        font=FontFile(f"{_TRUETYPE}/dejima-mincho/dejima-mincho-r227.ttf"),
        inks=Inks(black="#1c1a17", red="#98222a", green="#2b5b3a", blue="#2a3f66"),
        dots=Dots.WHEELS,
        sticks=Sticks.BONES,
        bird=Bird.PHEASANT,
        white=White.BLANK,
        boldness=10,
    ),
    Style(
        name="serif",
        font=FontFile(f"{_NOTO}/NotoSerifCJK-Black.ttc", 3),
        inks=Inks(black="#121a2e", red="#c81d3c", green="#0a7350", blue="#123c8c"),
        dots=Dots.COINS,
        sticks=Sticks.JOINTED,
        bird=Bird.CRANE,
        white=White.DOUBLE_FRAME,
        number_ink="blue",
        boldness=2,
        scale=0.94,
    ),
)
"""The first is the main one: the tablet page shows it."""

HELD_OUT: Final = (
    Style(
        name="brush",
        font=FontFile(f"{_TRUETYPE}/kouzan-mouhitsu/kouzan-mouhitsu.ttf"),
        inks=Inks(black="#141414", red="#bb2422", green="#1c6f3a", blue="#274a8c"),
        dots=Dots.COINS,
        sticks=Sticks.SLATS,
        bird=Bird.CRANE,
        white=White.BLANK,
        five="伍",
        boldness=5,
        scale=0.97,
    ),
    Style(
        name="running_hand",
        font=FontFile(f"{_TRUETYPE}/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf"),
        inks=Inks(black="#1b1f2a", red="#cc2a1e", green="#0e7f4e", blue="#2b3f9a"),
        dots=Dots.WHEELS,
        sticks=Sticks.CAPSULES,
        bird=Bird.PEACOCK,
        white=White.DOUBLE_FRAME,
        number_ink="blue",
        boldness=6,
        eight_opens_up=False,
        scale=0.93,
    ),
    Style(
        name="thin",
        font=FontFile(f"{_NOTO}/NotoSerifCJK-Light.ttc"),
        inks=Inks(black="#222018", red="#a8322e", green="#30704e", blue="#33508a"),
        dots=Dots.RINGS,
        sticks=Sticks.JOINTED,
        bird=Bird.PHEASANT,
        white=White.FRAME,
        ten_thousand="万",
        wind_ink="blue",
        boldness=4,
        index=True,
        scale=0.9,
    ),
)
"""Never trained on: what the recogniser makes of a set it does not know (`tools/whole_tables.py`).

Two fonts that no training style has, one in a weight that none has, and other combinations of ink, dots, sticks, bird
and white dragon; how each of these is drawn they share with the others.
"""
