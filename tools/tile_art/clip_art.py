"""Free drawings of birds and plants: what makers draw on the one of bamboo, the flowers and the seasons is as varied.

None of them is in the repository; `CREDITS.md` says whose they are and how to install them.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

Pixels = npt.NDArray[np.uint8]

_OPENCLIPART: Final = Path("/usr/share/openclipart/svg")
ICONIFY: Final = Path(__file__).resolve().parents[2] / "build" / "clip_art" / "node_modules" / "@iconify-json"
_COLLECTIONS: Final = ("game-icons", "twemoji", "noto", "fluent-emoji-flat", "emojione", "fxemoji")
_BIRDS: Final = re.compile(
    r"(^|-)(bird|eagle|duck|owl|swan|parrot|peacock|rooster|chicken|hen|dove|penguin|turkey|flamingo|crow|raven|hawk"
    r"|hummingbird|sparrow|stork|pelican|ostrich|goose|finch|phoenix|dodo|toucan|vulture|heron|egret|seagull|falcon)$"
)
_PLANTS: Final = re.compile(
    r"flower|blossom|rose|tulip|lotus|hibiscus|leaf|leaves|tree|bamboo|cactus|herb|bouquet|plant|vine|mushroom|maple"
    r"|clover|vase|snow|sheaf|hyacinth|pine|oak"
)
_NAMESPACES: Final = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_JUDGES_SHARE: Final = 5
"""One drawing in so many is left to sets that judge (`tools/photoreal`); no training set shows it."""
_BLANK: Final = 12
"""A drawing of which fewer pixels in a hundred are painted is a frame or a dot, not a bird. Looked at."""


@dataclass(frozen=True)
class Drawing:
    """One drawing: its name and its SVG."""

    name: str
    svg: str

    @property
    def judges(self) -> bool:
        """Whether it belongs to the sets that judge."""
        return zlib.crc32(self.name.encode()) % _JUDGES_SHARE == 0

    @cached_property
    def picture(self) -> Pixels:
        """The drawing without its margin: BGRA, 240 pixels wide before that."""
        data = resvg_py.svg_to_bytes(svg_string=self.svg, width=240, skip_system_fonts=True)
        picture = cv2.imdecode(np.frombuffer(bytes(data), np.uint8), cv2.IMREAD_UNCHANGED)
        if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
            return np.zeros((1, 1, 4), np.uint8)
        rows, columns = np.nonzero(picture[..., 3] > 40)
        if not len(rows):
            return np.zeros((1, 1, 4), np.uint8)
        return np.ascontiguousarray(picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1])

    @property
    def is_drawn(self) -> bool:
        """Whether enough of it is painted to be told from others."""
        alpha = self.picture[..., 3]
        return min(alpha.shape) > 20 and 100 * (alpha > 128).mean() >= _BLANK


def birds(*, judges: bool) -> list[Drawing]:
    """All birds for sets that learn, or those for sets that judge."""
    files = sorted((_OPENCLIPART / "animals" / "birds").glob("*.svg"))
    return _chosen([*_of_files(files), *_of_collections(_BIRDS)], judges=judges)


def plants(*, judges: bool) -> list[Drawing]:
    """All plants for sets that learn, or those for sets that judge."""
    files = sorted((_OPENCLIPART / "plants").rglob("*.svg")) if (_OPENCLIPART / "plants").is_dir() else []
    return _chosen([*_of_files(files), *_of_collections(_PLANTS)], judges=judges)


def _chosen(drawings: list[Drawing], *, judges: bool) -> list[Drawing]:
    found = [drawing for drawing in drawings if drawing.judges == judges and drawing.is_drawn]
    if not found:
        raise FileNotFoundError("no drawings are installed: tools/tile_art/CREDITS.md says how to install them")
    return found


def _of_files(files: list[Path]) -> list[Drawing]:
    drawings = []
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        try:
            resvg_py.svg_to_bytes(svg_string=text, width=16, skip_system_fonts=True)
        except ValueError:
            continue  # old files that no renderer of today reads
        drawings.append(Drawing(file.name, text))
    return drawings


def _of_collections(names: re.Pattern[str]) -> list[Drawing]:
    drawings = []
    for collection in _COLLECTIONS:
        file = ICONIFY / collection / "icons.json"
        if not file.is_file():
            continue
        data = json.loads(file.read_text(encoding="utf-8"))
        width, height = data.get("width", 16), data.get("height", data.get("width", 16))
        for name, icon in sorted(data["icons"].items()):
            if names.search(name):
                box = f"0 0 {icon.get('width', width)} {icon.get('height', height)}"
                svg = f'<svg {_NAMESPACES} viewBox="{box}">{icon["body"]}</svg>'
                drawings.append(Drawing(f"{collection}/{name}", svg))
    return drawings
