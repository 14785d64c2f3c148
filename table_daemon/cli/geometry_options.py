"""What a command line says of a table instead of its configuration: sizes of surface and tiles, places of the markers.

For `jantaku read` and `jantaku calibrate`.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from table_daemon.errors import UserError

if TYPE_CHECKING:
    from table_daemon.settings import Settings
    from vision.settings import GeometrySettings

_NUMBER: Final = r"[-+]?\d+(?:\.\d+)?"
_PLACE: Final = re.compile(rf"(\d+):({_NUMBER}),({_NUMBER})")
_SIZE: Final = re.compile(rf"({_NUMBER})[x×*]({_NUMBER})[x×*]({_NUMBER})")
_LIKE_MARKERS: Final = "0:-392,-392 1:392,-392 2:392,392 3:-392,392"


def add_geometry_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; `geometry_of` reads them."""
    group = parser.add_argument_group(
        "the table",
        "What these say goes before --config. Lengths are millimetres, x to the right and y up from seat 0.",
    )
    group.add_argument("--config", type=Path, metavar="FILE", help="the table's settings (TOML); the defaults without")
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SECTION.KEY=VALUE",
        help="change one setting of it; may be repeated",
    )
    group.add_argument("--surface-mm", type=float, metavar="MM", help="side of the square playing surface")
    group.add_argument(
        "--markers-mm",
        metavar="PLACES",
        help=f'number and centre of each marker from the middle of the surface, as "{_LIKE_MARKERS}"',
    )
    group.add_argument(
        "--marker-size",
        type=float,
        metavar="MM",
        help="side of a marker's black square; estimated from the picture when neither this nor the settings say it",
    )
    group.add_argument(
        "--marker-dictionary",
        metavar="NAME",
        help="family of the markers, OpenCV's name without DICT_ (4X4_50 when nothing says otherwise)",
    )
    group.add_argument("--tile-mm", metavar="HxWxT", help="height x width x thickness of a tile, as 28x20.5x16.5")


def geometry_of(args: argparse.Namespace, settings: Settings | None) -> tuple[GeometrySettings, float | None]:
    """The table's geometry and the markers' size, None when nothing says it.

    Raises:
        UserError: an option cannot be understood or is out of range.
    """
    from pydantic import ValidationError

    from vision.settings import GeometrySettings

    base = settings.geometry if settings is not None else GeometrySettings()
    said = _said(args)
    if said.get("surface_mm", base.surface_mm) != base.surface_mm and "zones" not in base.model_fields_set:
        # Where walls stand is known of the default table only; on another every piece is taken to lie on the surface.
        base = base.model_copy(update={"zones": base.zones.model_copy(update={"wall": ()})})
    try:
        geometry = GeometrySettings.model_validate({**dict(base), **said})
    except ValidationError as error:
        raise UserError(_explained(error, said)) from error
    is_size_known = "marker_mm" in said or (settings is not None and "marker_mm" in base.model_fields_set)
    return geometry, geometry.marker_mm if is_size_known else None


def _said(args: argparse.Namespace) -> dict[str, Any]:
    """The settings that the command line names."""
    said: dict[str, Any] = {
        "surface_mm": args.surface_mm,
        "marker_mm": args.marker_size,
        "marker_dictionary": args.marker_dictionary.upper().removeprefix("DICT_") if args.marker_dictionary else None,
    }
    if args.markers_mm is not None:
        places = said["markers"] = _places(args.markers_mm)
        said["marker_at_mm"] = max(100.0, min(max(abs(place["x_mm"]), abs(place["y_mm"])) for place in places))
    if args.tile_mm is not None:
        said.update(_tile(args.tile_mm))
    return {name: value for name, value in said.items() if value is not None}


def _places(text: str) -> list[dict[str, Any]]:
    words = text.replace("\N{MINUS SIGN}", "-").replace(";", " ").split()
    found = [_PLACE.fullmatch(word) for word in words]
    if not words or None in found:
        wrong = next((word for word, match in zip(words, found, strict=True) if match is None), text)
        raise UserError(f'--markers-mm: expected NUMBER:X,Y for each marker, as "{_LIKE_MARKERS}", not {wrong!r}')
    return [
        {"number": int(match[1]), "x_mm": float(match[2]), "y_mm": float(match[3])}
        for match in found
        if match is not None
    ]


def _tile(text: str) -> dict[str, float]:
    match = _SIZE.fullmatch(text.replace(" ", "").lower().removesuffix("mm"))
    if match is None:
        raise UserError(f"--tile-mm: expected height x width x thickness in mm, as 28x20.5x16.5, not {text!r}")
    height, width, thickness = map(float, match.groups())
    if height <= width:
        raise UserError(f"--tile-mm: expected the height first, which is more than the width, not {text!r}")
    return {"tile_height_mm": height, "tile_width_mm": width, "tile_thickness_mm": thickness}


_OPTIONS: Final = {
    "surface_mm": "--surface-mm",
    "marker_mm": "--marker-size",
    "markers": "--markers-mm",
    "marker_dictionary": "--marker-dictionary",
}


def _explained(error: Any, said: dict[str, Any]) -> str:
    """The first mistake as a sentence that names the option."""
    mistake = error.errors(include_url=False)[0]
    name = str(mistake["loc"][0])
    option = _OPTIONS.get(name, "--tile-mm" if name.startswith("tile") else "--markers-mm")
    text = mistake["msg"].removeprefix("Value error, ")
    given = f", not {said[name]!r}" if not isinstance(said.get(name, []), list) else ""
    return f"{option}: {text[0].lower()}{text[1:]}{given}"
