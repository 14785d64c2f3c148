"""How fast the eyes read, on one core, beside a detector of YOLO's class on the same pictures.

Every reader runs in a process of its own, so that its peak of memory is its own; times are of the process, which a busy
machine does not falsify. The pictures are those of a simulated table, handed over as JPEG.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hw_sim.felt.scene import Furniture, Scene
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from mahjong_rules.events import Discarded
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock
from table_daemon.rules.presets import load_rules
from vision.geometry.rectify import TableView
from vision.reading.incremental import IncrementalReader
from vision.reading.inference import Engine, Network
from vision.reading.reader import TableReader
from vision.settings import VisionSettings
from vision.sightings import Face, Frame, Image, Sighting

SIZE_PX = (1920, 1080)
_DISCARDS = 25
_SETTLED_AFTER = 5
"""Looks at an unchanged table after which nothing is read any more."""
_REPEATS = 12


def bench_reading() -> None:
    """Print the figures of our reader and of its peers."""
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as name:
        folder = Path(name)
        _write_pictures(folder)
        ours = _in_own_process("ours", folder)
        print(f"reading {SIZE_PX[0]}x{SIZE_PX[1]} on one core, decoding the JPEG apart: {ours['decode']:.1f} ms")
        print(f"  a whole table ({ours['tiles']} pieces): {ours['whole']:.1f} ms; peak memory {ours['peak_mb']:.0f} MB")
        print(f"  incremental, one tile changed: {ours['one']:.1f} ms a look; nothing changed: {ours['still']:.1f} ms")
        print("  a detector of YOLOv8n's published layout (weights by chance, no decoding of boxes), same engine:")
        for side in ("640x384", "1920x1088"):
            peer = _in_own_process(side, folder)
            print(
                f"    at {side}, where a tile is {peer['tile_px']:.0f} px wide: {peer['whole']:.1f} ms a picture, "
                f"peak memory {peer['peak_mb']:.0f} MB, {peer['parameters'] / 1e6:.2f} M parameters"
            )
        print("  (published for YOLO26n at 640 x 640 on a Raspberry Pi 5, ONNX Runtime: 127 ms)")


def _in_own_process(what: str, folder: Path) -> dict[str, float]:
    command = [sys.executable, str(Path(__file__)), what, str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _write_pictures(folder: Path) -> None:
    renderer = Renderer(Furniture(), SimulatedCamera().resized(*SIZE_PX), Appearance(), 1)
    for number, scene in enumerate(asyncio.run(_scenes())):
        (folder / f"{number:02d}.jpg").write_bytes(cv2.imencode(".jpg", renderer.render(scene))[1].tobytes())


async def _scenes() -> list[Scene]:
    """A deal in play, one discard after the other."""
    world = TableWorld(Furniture(), stock=TileStock(), rng=random.Random(1))
    people = Choreography(Gestures(world, Pace(float("inf"), min_gesture_s=0)), random.Random(2))
    deal = BotPlan(load_rules("ema"), random.Random(3)).next_deal()
    if deal is None:
        raise RuntimeError("the bots play no deal")
    world.raise_walls(SetName.A, deal.deck)
    await people.deal(deal.deck)
    scenes = [world.shown]
    for event in deal.moves:
        await people.perform(event)
        if isinstance(event, Discarded):
            scenes.append(world.shown)
        if len(scenes) == _DISCARDS:
            break
    return scenes


def measure_ours(folder: Path) -> dict[str, float]:
    """Milliseconds of our reader: the whole table, one tile changed, nothing changed."""
    paths = sorted(folder.glob("*.jpg"))[-_REPEATS:]
    data = np.frombuffer(paths[-1].read_bytes(), np.uint8)
    decode = _median_ms([partial(cv2.imdecode, data, cv2.IMREAD_COLOR)] * _REPEATS)
    settings = VisionSettings()
    reader = TableReader(settings.geometry)
    last = _frame(paths[-1])
    view = reader.calibrated(last.image, settings.camera)
    whole = _median_ms(partial(reader.read, frame, view) for frame in map(_frame, paths))
    sightings = reader.read(last, view)
    watching = IncrementalReader(reader, view, settings.reading)
    for _ in range(_SETTLED_AFTER):
        watching.read(last)
    still = _median_ms([partial(watching.read, last)] * _REPEATS)
    up = [sighting for sighting in sightings if sighting.face is Face.UP][:_REPEATS]
    one = statistics.median(_one_tile_ms(watching, view, last, sighting) for sighting in up)
    return {"decode": decode, "whole": whole, "one": one, "still": still, "tiles": len(sightings)}


def _frame(path: Path) -> Frame:
    return Frame(np.asarray(cv2.imread(str(path)), np.uint8), 1, 0.0)


def _one_tile_ms(watching: IncrementalReader, view: TableView, frame: Frame, sighting: Sighting) -> float:
    """The dearest of the looks that follow when a tile is taken away; it is laid back afterwards."""
    gone = Frame(_without(frame.image, view, sighting), 1, 0.0)
    times = []
    for _ in range(_SETTLED_AFTER):
        started = time.process_time()
        watching.read(gone)
        times.append(1000 * (time.process_time() - started))
    for _ in range(_SETTLED_AFTER):
        watching.read(frame)
    return max(times)


def _without(image: Image, view: TableView, sighting: Sighting) -> Image:
    """The picture with plain felt in the place of a piece."""
    around = [(sighting.x_mm + x, sighting.y_mm + y) for x, y in ((-14, -16), (14, -16), (14, 16), (-14, 16))]
    corners = view.pose.plane_pixels(np.array(around), view.z_mm)
    felt = np.median(image[::9, ::9].reshape(-1, 3), axis=0)
    painted = image.copy()
    cv2.fillConvexPoly(painted, corners.round().astype(np.int32), felt.tolist())
    return painted


def measure_peer(folder: Path, size_px: tuple[int, int]) -> dict[str, float]:
    """Milliseconds of a detector of YOLO's class: the picture made smaller, its numbers scaled, the network run."""
    from yolo_class import write_yolo_class

    path = folder / "yolo_class.onnx"
    parameters = write_yolo_class(path)
    network = Network(path, Engine.ONNX_RUNTIME)
    frames = map(_frame, sorted(folder.glob("*.jpg"))[-_REPEATS:])

    def read(image: Image) -> None:
        network.run(cv2.dnn.blobFromImage(image, 1 / 255, size_px, swapRB=True))

    whole = _median_ms(partial(read, frame.image) for frame in frames)
    tile_px = (
        SimulatedCamera().resized(*SIZE_PX).focal_px / SimulatedCamera().height_mm * 20.5 * size_px[0] / SIZE_PX[0]
    )
    return {"whole": whole, "parameters": parameters, "tile_px": tile_px}


def _median_ms(works: Iterable[Callable[[], Any]]) -> float:
    times = []
    for work in works:
        started = time.process_time()
        work()
        times.append(1000 * (time.process_time() - started))
    return statistics.median(times)


def main() -> None:
    """Measure one reader and print its figures as JSON; what `bench_reading` starts as a process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", help='"ours" or the peer\'s picture size, WIDTHxHEIGHT')
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.what == "ours":
        figures = measure_ours(arguments.folder)
    else:
        width, _, height = arguments.what.partition("x")
        figures = measure_peer(arguments.folder, (int(width), int(height)))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**figures, "peak_mb": peak_mb}))


if __name__ == "__main__":
    main()
