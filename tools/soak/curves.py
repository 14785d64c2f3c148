"""Small curves beside each other, as SVG: each begins at zero, so that what is flat looks flat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

_WIDTH, _HEIGHT = 300, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 14, 34, 34
_COLUMNS: Final = 3
_INK, _PALE, _LINE = "#1d2b33", "#8a979e", "#0b6e99"


@dataclass(frozen=True, slots=True)
class Panel:
    """One curve: what it shows with its unit, what is counted to the right, and its points."""

    title: str
    counted: str
    points: Sequence[tuple[float, float]]


def picture(panels: Sequence[Panel]) -> str:
    """The SVG of all panels, three in a row."""
    rows = math.ceil(len(panels) / _COLUMNS)
    drawn = [_panel(panel, n % _COLUMNS * _WIDTH, n // _COLUMNS * _HEIGHT) for n, panel in enumerate(panels)]
    size = f'width="{_COLUMNS * _WIDTH}" height="{rows * _HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" fill="{_INK}">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *drawn, "</svg>", ""])


def _panel(panel: Panel, left: int, top: int) -> str:
    most_x = max(x for x, _ in panel.points)
    most_y = _rounded_up(max(y for _, y in panel.points))
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    bottom = _TOP + high
    line = " ".join(f"{_LEFT + x / most_x * wide:.1f},{bottom - y / most_y * high:.1f}" for x, y in panel.points)
    parts = [
        f'<g transform="translate({left} {top})">',
        f'<text x="{_LEFT}" y="20" font-size="12" font-weight="bold">{escape(panel.title)}</text>',
        f'<path d="M{_LEFT} {_TOP}V{bottom}H{_WIDTH - _RIGHT}" fill="none" stroke="{_PALE}"/>',
        f'<text x="{_LEFT - 6}" y="{_TOP + 4}" text-anchor="end">{most_y:g}</text>',
        f'<text x="{_LEFT - 6}" y="{bottom + 4}" text-anchor="end">0</text>',
        f'<text x="{_WIDTH - _RIGHT}" y="{bottom + 16}" text-anchor="end">{most_x:g} {escape(panel.counted)}</text>',
        f'<polyline points="{line}" fill="none" stroke="{_LINE}" stroke-width="1.8"/>',
        "</g>",
    ]
    return "\n".join(parts)


def _rounded_up(value: float) -> float:
    """The next of 1, 2 and 5 times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)
