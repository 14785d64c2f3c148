"""Small SVG fragments. Lengths are tile units: a face is 300 wide and 410 high, y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

WIDTH: Final = 300
HEIGHT: Final = 410

Point = tuple[float, float]


def number(value: float) -> str:
    """`value` with at most one decimal, without trailing zeros."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    paint = f' fill="{fill or "none"}"'
    if stroke:
        paint += f' stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return paint


def circle(centre: Point, radius: float, fill: str | None = None, stroke: str | None = None, width: float = 0) -> str:
    """A disc or ring."""
    x, y = centre
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{_paint(fill, stroke, width)}/>'


def ellipse(
    centre: Point, radii: Point, angle_deg: float, fill: str | None, stroke: str | None = None, width: float = 0
) -> str:
    """An ellipse turned clockwise by `angle_deg`."""
    x, y = centre
    turn = f' transform="rotate({number(angle_deg)} {number(x)} {number(y)})"' if angle_deg else ""
    size = f'cx="{number(x)}" cy="{number(y)}" rx="{number(radii[0])}" ry="{number(radii[1])}"'
    return f"<ellipse {size}{_paint(fill, stroke, width)}{turn}/>"


def rectangle(
    corner: Point, size: Point, radius: float, fill: str | None, stroke: str | None = None, width: float = 0
) -> str:
    """A rectangle with rounded corners."""
    place = f'x="{number(corner[0])}" y="{number(corner[1])}"'
    extent = f'width="{number(size[0])}" height="{number(size[1])}" rx="{number(radius)}"'
    return f"<rect {place} {extent}{_paint(fill, stroke, width)}/>"


def path(data: str, fill: str | None = None, stroke: str | None = None, width: float = 0) -> str:
    """A path from ready path data."""
    return f'<path d="{data}"{_paint(fill, stroke, width)}/>'


def polygon(
    points: Iterable[Point],
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0,
    *,
    closed: bool = True,
) -> str:
    """Straight lines through `points`."""
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")
    return path(data, fill, stroke, width)


def curve(points: Sequence[Point], stroke: str, width: float, fill: str | None = None) -> str:
    """A smooth line through `points` (Catmull-Rom)."""
    data = f"M{number(points[0][0])} {number(points[0][1])}"
    padded = [points[0], *points, points[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        data += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (first, second, end))
    return path(data, fill, stroke, width)


def polar(centre: Point, radius: float, angle_deg: float) -> Point:
    """The point at `radius` and `angle_deg` (clockwise from the right) around `centre`."""
    angle = math.radians(angle_deg)
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def turned(fragment: str, angle_deg: float, centre: Point) -> str:
    """`fragment` turned clockwise around `centre`."""
    return f'<g transform="rotate({number(angle_deg)} {number(centre[0])} {number(centre[1])})">{fragment}</g>'


def mirrored(fragments: Iterable[str]) -> str:
    """`fragments` with left and right exchanged."""
    return f'<g transform="translate({WIDTH} 0) scale(-1 1)">{"".join(fragments)}</g>'


def document(fragments: Iterable[str], background: str | None) -> str:
    """A whole picture; `background` is the colour of the tile's body, None for bare art."""
    body = "".join(fragments)
    plate = "" if background is None else rectangle((0, 0), (WIDTH, HEIGHT), 26, background)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{plate}{body}</svg>\n'
