"""How exactly the markers' places are solved from the picture, over many worlds, and whether tables read the same.

python tools/marker_campaign.py --worlds 50 --tables 20 [--first 1] [--typed both|surface|marker|tiles] [--tile-size]

Each world has a room, a table, a camera's place and a lens by chance (`--world` of `jantaku simulate`); its markers
were glued by eye: up to centimetres beside their corners, turned in any way. Their places are solved from `--pictures`
pictures of the empty table. In the first `--tables` worlds a table is laid and read three times: with the places as
they are, with places measured by a ruler (half a millimetre off, standard deviation) and with the solved ones. A line
a world goes to stderr, one JSON document to stdout. With `--typed tiles` nobody knows any size of the table, whose side
is 690 to 750 mm by chance: two rows of nine tiles lie on it face down, pushed together by hand (gaps of 0.06 mm in the
mean), their size typed to a tenth of a millimetre. The line tells the same beside it with the side typed. With
`--tile-size` the tiles are measured by the solved places: six of them lie face up side by side, six end to end.
"""

from __future__ import annotations

import argparse
import cmath
import json
import math
import sys
from dataclasses import dataclass, field, replace
from random import Random

import cv2
import numpy as np

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.random_scene import TableArranger
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import Scenery, random_scenery
from hw_sim.picture.truth import piece_truths
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tile
from table_daemon.eyes.scale_by_tiles import solve_by_tiles
from table_daemon.eyes.tile_size_by_rows import measured_tile_size
from vision.calibrating.calibration import CalibrationError
from vision.calibrating.marker_places import SolvedPlaces, Typed, solve_marker_places
from vision.calibrating.markers import find_markers
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings, MarkerPlace
from vision.sightings import Face, Frame, Image, Sighting

_SIZE_PX = (2304, 1296)
_RULER_MM = 0.5
_CLEAR = 0.9
_SAME_MM = 10.0
_LAYINGS = 30
_IN_ROW = 9
_NUMBERED = [parse_tile(f"{rank}{suit}") for suit in "mps" for rank in range(1, 10)]


@dataclass(slots=True)
class Tally:
    """What came of all worlds."""

    worlds: int = 0
    errors_mm: list[float] = field(default_factory=list)
    estimates_mm: list[float] = field(default_factory=list)
    unsolved: list[int] = field(default_factory=list)
    tables: int = 0
    pieces: int = 0
    right: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("true", "measured", "solved"), 0))
    scale_off: list[float] = field(default_factory=list)
    typed_errors_mm: list[float] = field(default_factory=list)
    shift_mm: dict[str, list[float]] = field(default_factory=lambda: {"measured": [], "solved": []})
    tile_off_mm: dict[str, list[float]] = field(default_factory=lambda: {"width": [], "height": []})
    unmeasured: list[int] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """The figures."""
        errors = np.array(self.errors_mm or [math.nan])
        return {
            "worlds": self.worlds,
            "unsolved": self.unsolved,
            "centre_off_mm": {
                "mean": round(float(errors.mean()), 3),
                "95 of 100": round(float(np.quantile(errors, 0.95)), 3),
                "max": round(float(errors.max()), 3),
            },
            "standard_error_told_mm": round(float(np.mean(self.estimates_mm or [math.nan])), 3),
            **self._by_tiles(),
            **self._tile_sizes(),
            "tables": self.tables,
            "clear_face_up_pieces": self.pieces,
            "named_rightly": self.right,
            "piece_off_mm": {
                name: {"mean": round(float(np.mean(off)), 3), "max": round(float(np.max(off)), 3)}
                for name, off in self.shift_mm.items()
                if off
            },
        }

    def _tile_sizes(self) -> dict[str, object]:
        """How far the measured tiles are off."""
        if not self.tile_off_mm["width"]:
            return {}
        figures = {
            name: {"mean": round(float(np.mean(off)), 3), "max off": round(float(np.abs(off).max()), 3)}
            for name, off in self.tile_off_mm.items()
        }
        return {"tile_off_mm": figures, "tile_not_measured": self.unmeasured}

    def _by_tiles(self) -> dict[str, object]:
        """How far the scale by tiles is off, and the places beside it with the side typed."""
        if not self.scale_off:
            return {}
        off, typed = np.array(self.scale_off), np.array(self.typed_errors_mm)
        return {
            "scale_off_percent": {
                "mean": round(100 * float(off.mean()), 3),
                "root mean square": round(100 * float(np.sqrt(np.mean(off**2))), 3),
                "max": round(100 * float(np.abs(off).max()), 3),
            },
            "centre_off_mm_with_the_side_typed": {
                "mean": round(float(typed.mean()), 3),
                "max": round(float(typed.max()), 3),
            },
        }


def glued(scenery: Scenery, rng: Random) -> Scenery:
    """The same scenery with markers glued by eye: 4 mm beside their corners, standard deviation, and turned."""
    astray = tuple((rng.gauss(0, 4), rng.gauss(0, 4), rng.uniform(0, 360)) for _ in range(4))
    return replace(
        scenery, furniture=replace(scenery.furniture, marker_at_mm=rng.uniform(338, 350), markers_astray=astray)
    )


def with_rows(scenery: Scenery, rng: Random) -> tuple[Scenery, Scene]:
    """A table of another size, and two rows of tiles that somebody has pushed together on it."""
    side_mm = rng.uniform(690, 750)
    furniture = replace(scenery.furniture, surface_mm=side_mm, marker_at_mm=side_mm / 2 - rng.uniform(20, 32))
    scene = Scene()
    for v_mm in (-150, 150):
        lay_row(scene, furniture, rng, v_mm, _IN_ROW)
    return replace(scenery, furniture=furniture), scene


def lay_row(scene: Scene, furniture: Furniture, rng: Random, v_mm: float, count: int, *, on_end: bool = False) -> None:
    """Lay tiles face down side by side, or end to end, as a hand pushes them together: gaps of 0.06 mm in the mean."""
    turn_deg, middle = rng.gauss(0, 3), complex(rng.uniform(-60, 60), v_mm + rng.uniform(-40, 40))
    side_mm = furniture.tile_height_mm if on_end else furniture.tile_width_mm
    steps = [side_mm + abs(rng.gauss(0, 0.08)) for _ in range(count - 1)]
    for along_mm in (sum(steps[:place]) - sum(steps) / 2 for place in range(count)):
        at = middle + complex(along_mm, rng.gauss(0, 0.3)) * cmath.exp(1j * math.radians(turn_deg))
        number = len(scene.pieces)
        turn = turn_deg + (90 if on_end else 0) + rng.gauss(0, 0.4)
        scene.pieces[number] = Piece(number, SetName.A, parse_tile("5z"), at.real, at.imag, 0.0, turn, Pose.FACE_DOWN)


def photographed(renderer: Renderer, scene: Scene) -> Image:
    """What the camera sends: noise and JPEG."""
    quality = renderer.look.sensor.jpeg_quality
    data = cv2.imencode(".jpg", renderer.render(scene), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def geometry_of(furniture: Furniture) -> GeometrySettings:
    """What the owner types, the markers' places left out."""
    return GeometrySettings(
        surface_mm=furniture.surface_mm,
        marker_mm=furniture.marker_mm,
        tile_width_mm=round(furniture.tile_width_mm, 1),
        tile_height_mm=round(furniture.tile_height_mm, 1),
        tile_thickness_mm=round(furniture.tile_thickness_mm, 1),
    )


def places_of(furniture: Furniture, rng: Random, off_mm: float) -> tuple[MarkerPlace, ...]:
    """The true places, measured so badly."""
    centres = [furniture.marker_centre_mm(number) for number in range(4)]
    return tuple(
        MarkerPlace(number=number, x_mm=x_mm + rng.gauss(0, off_mm), y_mm=y_mm + rng.gauss(0, off_mm))
        for number, (x_mm, y_mm) in enumerate(centres)
    )


def off_mm(found: SolvedPlaces, furniture: Furniture) -> list[float]:
    """How far each place is from the truth."""
    return [math.dist((p.x_mm, p.y_mm), furniture.marker_centre_mm(p.number)) for p in found.places]


def laid(renderer: Renderer, rng: Random) -> tuple[Scene, Image] | None:
    """A table on which every marker shows; None where chance lays none."""
    for _ in range(_LAYINGS):
        scene = TableArranger(renderer.furniture, rng).arranged()
        image = photographed(renderer, scene)
        if len(find_markers(image)) == 4:
            return scene, image
    return None


def read(image: Image, geometry: GeometrySettings) -> list[Sighting]:
    """The face-up pieces of a picture."""
    reader = TableReader(geometry)
    view = reader.calibrated(image, CameraSettings())
    return [seen for seen in reader.read(Frame(image, 1, 0.0), view) if seen.face is Face.UP]


def compare(tally: Tally, renderer: Renderer, geometry: GeometrySettings, found: SolvedPlaces, rng: Random) -> None:
    """Lay a table and read it with true, measured and solved places."""
    table = laid(renderer, rng)
    if table is None:
        return
    scene, image = table
    truths = piece_truths(renderer, scene)
    pieces = [t.piece for t in truths if t.piece.pose is Pose.FACE_UP and t.visible_fraction >= _CLEAR]
    places = {
        "true": places_of(renderer.furniture, rng, 0.0),
        "measured": places_of(renderer.furniture, rng, _RULER_MM),
        "solved": found.places,
    }
    tally.tables += 1
    tally.pieces += len(pieces)
    for name, markers in places.items():
        seen = read(image, geometry.model_copy(update={"markers": markers}))
        for piece in pieces:
            near = _nearest(seen, piece)
            if near is None:
                continue
            off = math.dist((near.x_mm, near.y_mm), (piece.x_mm, piece.y_mm))
            tally.right[name] += near.tile == piece.tile and off < _SAME_MM
            if name in tally.shift_mm and off < _SAME_MM:
                tally.shift_mm[name].append(off)


def _nearest(seen: list[Sighting], piece: Piece) -> Sighting | None:
    return min(seen, key=lambda s: math.dist((s.x_mm, s.y_mm), (piece.x_mm, piece.y_mm)), default=None)


def size_rows(furniture: Furniture, seed: int) -> Scene:
    """What the set-up asks for to measure tiles: six face up side by side, and six end to end."""
    scene, rng = Scene(), Random(f"rows {seed}")
    lay_row(scene, furniture, rng, -130, 6)
    lay_row(scene, furniture, rng, 130, 6, on_end=True)
    for piece in list(scene.pieces.values()):
        scene.pieces[piece.number] = replace(piece, tile=rng.choice(_NUMBERED), pose=Pose.FACE_UP)
    return scene


def measure_tiles(tally: Tally, renderer: Renderer, geometry: GeometrySettings, number: int) -> None:
    """The tiles' size by the camera, from the usual size as a guess."""
    scene, furniture, usual = size_rows(renderer.furniture, number), renderer.furniture, GeometrySettings()
    guess = {name: getattr(usual, name) for name in ("tile_width_mm", "tile_height_mm", "tile_thickness_mm")}
    try:
        size = measured_tile_size([photographed(renderer, scene)], geometry.model_copy(update=guess), CameraSettings())
    except CalibrationError as error:
        print(f"{number}: tiles: {error}", file=sys.stderr, flush=True)
        tally.unmeasured.append(number)
        return
    tally.tile_off_mm["width"].append(size.width_mm - furniture.tile_width_mm)
    tally.tile_off_mm["height"].append(size.height_mm - furniture.tile_height_mm)
    off = " x ".join(f"{errors[-1]:+.2f}" for errors in tally.tile_off_mm.values())
    print(f"{number}: tiles {furniture.tile_width_mm:.1f} mm wide are {off} mm off", file=sys.stderr, flush=True)


def one_world(tally: Tally, number: int, typed: str, pictures: int, *, is_read: bool, is_tile_measured: bool) -> None:
    """Solve one world's markers, and read a table of it."""
    rng = Random(f"glued {number}")
    scenery = glued(random_scenery(number, TileStock(red_fives=True), _SIZE_PX), rng)
    scene = Scene()
    if typed == "tiles":
        scenery, scene = with_rows(scenery, rng)
    furniture = scenery.furniture
    renderer = Renderer(furniture, scenery.pose, scenery.look, seed=number)
    geometry = geometry_of(furniture)
    known = Typed(
        furniture.surface_mm if typed != "marker" else None, furniture.marker_mm if typed != "surface" else None
    )
    tally.worlds += 1
    try:
        images = [photographed(renderer, scene) for _ in range(pictures)]
        if typed == "tiles":
            found = by_tiles(tally, images, furniture, number)
        else:
            found = solve_marker_places(images, geometry, CameraSettings(), known)
    except CalibrationError as error:
        print(f"{number}: {error}", file=sys.stderr, flush=True)
        tally.unsolved.append(number)
        return
    errors = off_mm(found, furniture)
    tally.errors_mm += errors
    tally.estimates_mm.append(found.error_mm)
    told = "; ".join(found.warnings)
    print(f"{number}: {max(errors):.2f} mm, told {found.error_mm:.2f} {told}", file=sys.stderr, flush=True)
    if is_tile_measured:
        measure_tiles(tally, renderer, geometry.model_copy(update={"markers": found.places}), number)
    if is_read:
        compare(tally, renderer, geometry, found, rng)


def by_tiles(tally: Tally, images: list[Image], furniture: Furniture, number: int) -> SolvedPlaces:
    """Solved with the scale that the tiles say; beside it with the side typed to the millimetre."""
    geometry = geometry_of(furniture).model_copy(update={"surface_mm": GeometrySettings().surface_mm})
    scaled = solve_by_tiles(images, geometry, CameraSettings())
    beside = solve_marker_places(images, geometry, CameraSettings(), Typed(round(furniture.surface_mm), None))
    tally.scale_off.append(scaled.surface_mm / furniture.surface_mm - 1)
    tally.typed_errors_mm += off_mm(beside, furniture)
    print(
        f"{number}: scale {tally.scale_off[-1]:+.2%} off, {max(off_mm(beside, furniture)):.2f} mm with the side typed",
        file=sys.stderr,
        flush=True,
    )
    return scaled.places


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="number of the first world")
    parser.add_argument("--tables", type=int, default=20, help="worlds in which a table is read, too")
    parser.add_argument("--pictures", type=int, default=3, help="pictures of each empty table")
    parser.add_argument(
        "--typed", choices=("both", "surface", "marker", "tiles"), default="both", help="which sizes are typed"
    )
    parser.add_argument("--tile-size", action="store_true", help="measure the tiles by the camera, too")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    tally = Tally()
    for number in range(options.first, options.first + options.worlds):
        is_read = number < options.first + options.tables
        one_world(tally, number, options.typed, options.pictures, is_read=is_read, is_tile_measured=options.tile_size)
    print(json.dumps(tally.as_json(), indent=2))


if __name__ == "__main__":
    main()
