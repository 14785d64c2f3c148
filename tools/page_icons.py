"""Draws the PNG icons of the installed page from its SVG icon.

usage: python tools/page_icons.py  (needs the packages of the extra `art`)
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[1] / "tablet_page" / "static"
ROUND_CORNERS = ' rx="14"'
SAFE_SHARE = 0.85
"""Systems cut their own shape out of a maskable icon; the tile keeps inside the circle that all of them leave."""


def full_bleed(icon: str) -> str:
    """The icon with its ground up to the edges and the tile a little smaller."""
    ground, rest = icon.replace(ROUND_CORNERS, "", 1).split("/>", 1)
    margin = 32 * (1 - SAFE_SHARE)
    body = rest.strip().removesuffix("</svg>")
    return f'{ground}/><g transform="translate({margin} {margin}) scale({SAFE_SHARE})">{body}</g></svg>'


def main() -> None:
    """Write every size."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for name, svg, size_px in (
        ("icon-192.png", icon, 192),
        ("icon-512.png", icon, 512),
        ("maskable-512.png", full_bleed(icon), 512),
        ("touch-180.png", full_bleed(icon), 180),
    ):
        picture = resvg_py.svg_to_bytes(svg_string=svg, width=size_px, height=size_px)
        (STATIC / "icons" / name).write_bytes(bytes(picture))
        print(f"{name}: {len(picture)} bytes")


if __name__ == "__main__":
    main()
