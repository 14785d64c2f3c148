"""The bird of the one of bamboo, in four drawings."""

from __future__ import annotations

from typing import Final

from tools.tile_art.styles import Bird, Inks, Style
from tools.tile_art.svg import circle, curve, ellipse, mirrored, path, polar, polygon

_PAPER: Final = "#f4f2ea"


def _peacock(inks: Inks) -> list[str]:
    """A fan of eyed feathers over a small body, head to the left."""
    root = (150.0, 270.0)
    parts: list[str] = []
    for radius, turns in ((172, range(-136, -43, 15)), (112, range(-128, -51, 19))):
        for turn in turns:
            eye = polar(root, radius, turn)
            parts.append(curve((polar(root, 40, turn), eye), inks.green, 7))
            parts.append(circle(eye, 22 if radius > 150 else 19, inks.green))
            parts.append(circle(eye, 13 if radius > 150 else 10, inks.red if radius > 150 else inks.blue))
    parts.append(ellipse((165, 285), (70, 48), -14, inks.blue))
    parts.append(curve(((115, 285), (80, 262), (82, 226), (70, 204)), inks.blue, 26))
    parts.append(circle((66, 196), 21, inks.blue))
    parts.append(polygon(((50, 186), (22, 206), (54, 208)), inks.red))
    parts.append(circle((64, 192), 6, _PAPER))
    parts.extend(curve(((70, 180), (62 + lean, 146)), inks.red, 6) for lean in (-16, 2, 20))
    parts.append(path("M150 285Q200 250 226 296Q190 318 150 285Z", inks.red))
    parts.append(curve(((142, 328), (132, 376), (104, 384)), inks.black, 9))
    parts.append(curve(((186, 328), (192, 376), (168, 386)), inks.black, 9))
    return parts


def _pheasant(inks: Inks) -> list[str]:
    """Upright, head high on the right, a long striped tail falling to the left."""
    parts = [
        curve(((160, 220), (128, 300), (84, 392)), inks.red, 22),
        curve(((176, 224), (158, 310), (128, 394)), inks.green, 20),
        curve(((150, 214), (98, 280), (44, 366)), inks.blue, 18),
        path("M204 84C250 130 238 218 172 250C116 232 112 160 150 132C176 118 182 100 204 84Z", inks.green),
        path("M150 150C96 136 62 158 44 196C78 190 96 206 150 226Z", inks.blue),
        path("M172 160C214 170 240 196 268 236C230 232 196 236 168 226Z", inks.blue),
        circle((208, 76), 32, inks.red),
        polygon(((230, 60), (280, 80), (232, 92)), inks.black),
        circle((214, 70), 8, _PAPER),
    ]
    parts.extend(curve(((198, 50), (180 + 20 * feather, 14)), inks.red, 8) for feather in range(3))
    parts.extend(ellipse((178, 140 + 30 * row), (26, 8), 0, None, _PAPER, 6) for row in range(3))
    parts.append(curve(((182, 248), (204, 296), (232, 300)), inks.black, 9))
    parts.append(curve(((166, 248), (196, 330), (226, 334)), inks.black, 9))
    return parts


def _sparrow(inks: Inks) -> list[str]:
    """A plump bird on a bamboo branch, looking to the right."""
    parts = [
        curve(((20, 352), (150, 330), (284, 346)), inks.green, 16),
        path("M60 350Q40 388 14 396Q26 360 60 350Z", inks.green),
        path("M232 340Q262 372 286 392Q244 384 232 340Z", inks.green),
        path("M96 210C40 250 24 292 12 336L78 300C92 290 110 280 128 262Z", inks.black),
        ellipse((158, 216), (84, 96), 24, inks.blue),
        ellipse((176, 240), (50, 66), 24, _PAPER),
        circle((190, 112), 58, inks.red),
        polygon(((236, 92), (292, 116), (238, 134)), inks.black),
        circle((204, 102), 15, _PAPER),
        circle((206, 102), 8, inks.black),
        path("M96 176C52 214 66 286 130 300C150 262 138 206 96 176Z", inks.green),
    ]
    parts.extend(curve(((96 + 8 * row, 214 + 26 * row), (128, 226 + 26 * row)), _PAPER, 6) for row in range(3))
    parts.extend(curve(((x, 300), (x, 338)), inks.black, 10) for x in (150, 190))
    parts.extend(curve(((170 - 26 * side, 62), (168 - 36 * side, 30)), inks.red, 8) for side in (0, 1))
    return parts


def _crane(inks: Inks) -> list[str]:
    """Wings spread upward, neck curved, legs trailing."""
    parts = [
        path("M150 240C84 206 44 140 26 44C74 84 128 130 164 214Z", inks.green),
        path("M160 236C176 160 214 96 276 40C276 128 246 200 190 252Z", inks.green),
        ellipse((164, 260), (74, 44), -24, inks.blue),
        curve(((222, 232), (252, 214), (226, 182), (246, 150)), inks.blue, 22),
        circle((244, 142), 21, inks.red),
        polygon(((256, 128), (294, 132), (260, 152)), inks.black),
        circle((248, 138), 6, _PAPER),
        path("M112 270C70 282 42 314 26 352C78 348 116 326 138 300Z", inks.red),
    ]
    parts.extend(
        curve(((150 - 14 * row, 214 - 34 * row), (112 - 20 * row, 170 - 32 * row)), _PAPER, 7) for row in range(3)
    )
    parts.extend(
        curve(((188 + 18 * row, 214 - 36 * row), (214 + 14 * row, 184 - 36 * row)), _PAPER, 7) for row in range(3)
    )
    parts.append(curve(((150, 298), (128, 346), (84, 386)), inks.black, 10))
    parts.append(curve(((172, 298), (160, 350), (128, 396)), inks.black, 10))
    return parts


_DRAWINGS: Final = {
    Bird.PEACOCK: _peacock,
    Bird.PHEASANT: _pheasant,
    Bird.SPARROW: _sparrow,
    Bird.CRANE: _crane,
}


def bird(style: Style) -> list[str]:
    """The art of the one of bamboo."""
    drawn = _DRAWINGS[style.bird](style.inks)
    return [mirrored(drawn)] if style.mirrored else drawn
