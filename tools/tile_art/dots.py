"""The suit of dots."""

from __future__ import annotations

from typing import Final

from tools.tile_art.styles import Dots, Inks, Style
from tools.tile_art.svg import Point, circle, ellipse, polar

_PLACES: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((150, 107, "green"), (150, 303, "blue")),
    3: ((77, 85, "blue"), (150, 205, "red"), (223, 325, "green")),
    4: ((88, 107, "blue"), (212, 107, "green"), (88, 303, "green"), (212, 303, "blue")),
    5: ((78, 90, "blue"), (222, 90, "green"), (150, 205, "red"), (78, 320, "green"), (222, 320, "blue")),
    6: (
        *((x, 82, "green") for x in (92, 208)),
        *((x, y, "red") for y in (214, 328) for x in (92, 208)),
    ),
    7: (
        *((x, y, "green") for x, y in ((66, 60), (150, 100), (234, 140))),
        *((x, y, "red") for y in (240, 346) for x in (96, 204)),
    ),
    8: tuple((x, y, "blue") for y in (62, 157, 253, 348) for x in (96, 204)),
    9: tuple((x, y, ink) for y, ink in ((78, "green"), (205, "red"), (332, "blue")) for x in (63, 150, 237)),
}
_RADII: Final = {2: 78, 3: 56, 4: 56, 5: 52, 6: 51, 7: 45, 8: 45, 9: 40}


def _rings(centre: Point, radius: float, ink: str, inks: Inks) -> list[str]:
    return [
        circle(centre, radius * 0.9, None, ink, radius * 0.2),
        circle(centre, radius * 0.56, None, ink, radius * 0.13),
        circle(centre, radius * 0.24, ink if ink != inks.blue else inks.red),
    ]


def _filled(centre: Point, radius: float, ink: str, _inks: Inks) -> list[str]:
    white = "#f4f2ea"
    return [
        circle(centre, radius, ink),
        circle(centre, radius * 0.66, None, white, radius * 0.09),
        *(circle(polar(centre, radius * 0.34, 90 * quarter + 45), radius * 0.13, white) for quarter in range(4)),
    ]


def _wheels(centre: Point, radius: float, ink: str, inks: Inks) -> list[str]:
    heart = inks.red if ink != inks.red else inks.black
    petals = [
        ellipse(polar(centre, radius * 0.62, turn), (radius * 0.26, radius * 0.14), turn, ink)
        for turn in range(0, 360, 36)
    ]
    return [circle(centre, radius * 0.94, None, ink, radius * 0.12), *petals, circle(centre, radius * 0.22, heart)]


def _coins(centre: Point, radius: float, ink: str, _inks: Inks) -> list[str]:
    cuts = [
        ellipse(polar(centre, radius * 0.5, turn), (radius * 0.2, radius * 0.1), turn, ink)
        for turn in (0, 90, 180, 270)
    ]
    return [
        circle(centre, radius * 0.92, None, ink, radius * 0.16),
        circle(centre, radius * 0.72, None, ink, radius * 0.06),
        *cuts,
        circle(centre, radius * 0.2, ink),
    ]


def _discs(centre: Point, radius: float, ink: str, _inks: Inks) -> list[str]:
    """A plain disc with a small ring in its middle."""
    return [circle(centre, radius * 0.92, ink), circle(centre, radius * 0.36, None, "#f4f2ea", radius * 0.14)]


_SHAPES: Final = {
    Dots.RINGS: _rings,
    Dots.FILLED: _filled,
    Dots.WHEELS: _wheels,
    Dots.COINS: _coins,
    Dots.DISCS: _discs,
}


def _great_dot(style: Style, inks: Inks) -> list[str]:
    """The one: a large ornament, different in every style."""
    centre = (150.0, 205.0)
    parts = [
        circle(centre, 122, None, inks.green if style.dots is not Dots.WHEELS else inks.blue, 14),
        circle(centre, 100, None, inks.blue if style.dots is Dots.FILLED else inks.green, 5),
    ]
    count, outer = (12, 76) if style.dots in (Dots.RINGS, Dots.WHEELS) else (8, 72)
    for place in range(count):
        turn = 360 / count * place
        parts.append(ellipse(polar(centre, outer, turn), (20, 11), turn, inks.green if place % 2 else inks.blue))
    parts.append(circle(centre, 46, inks.red if style.dots is not Dots.COINS else None, inks.red, 10))
    parts.append(circle(centre, 24, "#f4f2ea" if style.dots is not Dots.COINS else inks.red))
    if style.dots in (Dots.RINGS, Dots.WHEELS):
        parts.append(circle(centre, 11, inks.red))
    return parts


def places_of(count: int) -> tuple[tuple[tuple[float, float, str], ...], int]:
    """Where `count` dots, 2 to 9, lie with the names of their inks, and their radius."""
    return _PLACES[count], _RADII[count]


def dots(style: Style, count: int, *, red: bool = False) -> list[str]:
    """The art of `count` dots; every dot red for the red five."""
    inks = Inks(style.inks.red, style.inks.red, style.inks.red, style.inks.red) if red else style.inks
    if count == 1:
        return _great_dot(style, inks)
    draw = _SHAPES[style.dots]
    places, radius = places_of(count)
    return [part for x, y, ink in places for part in draw((x, y), radius, getattr(inks, ink), inks)]
