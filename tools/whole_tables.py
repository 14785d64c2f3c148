"""How many whole tables are read without one mistake, of styles and lights that no training saw.

python tools/whole_tables.py --count 100 --seed 1 [--mistakes FOLDER]

Three groups, each with rooms, cameras, arms and disorder by chance, seeds that no training used:
  known styles    the styles that training may see
  held out        styles of `hw_sim/picture/textures/held_out`, which no training saw
  odd light       those again in light beyond what any training had: darker or brighter, warmer or colder, lower and
                  more uneven, with harder shadows
With --taught each held-out style is first taught from four other tables of it, as `jantaku calibrate tiles` does.
A table is right when every face-up piece that shows nine tenths was found and named and nothing else was named.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2

from hw_sim.picture.appearance import Appearance, random_look
from hw_sim.picture.dataset import write_picture
from hw_sim.picture.textures import held_out_style_names
from vision.reading.adaptation import LogitCorrection
from vision.reading.inference import MODEL_FOLDER
from vision.training.evaluate import Score, evaluate, taught

_SIZES: Final = ((2304, 1296), (2304, 1296), (1920, 1080))
"""Two of three pictures have the size that docs/camera.md recommends, one the least."""

_LESSONS: Final = 4
_OTHER_SEEDS: Final = 1_000_000


def held_out_look(rng: Random) -> Appearance:
    """A room as in training with a tile set that none had."""
    return random_look(rng, rng.choice(held_out_style_names()))


def odd_light_look(rng: Random) -> Appearance:
    """A held-out tile set in light beyond the range of `hw_sim.picture.appearance.random_look`."""
    look = held_out_look(rng)
    light = replace(
        look.light,
        exposure=rng.choice((rng.uniform(0.6, 0.7), rng.uniform(1.06, 1.14))),
        warmth=rng.choice((rng.uniform(-0.95, -0.7), rng.uniform(0.9, 1.15))),
        gradient=rng.uniform(0.32, 0.42),
        lean=rng.uniform(0.7, 0.95),
        shadow=rng.uniform(0.75, 0.85),
    )
    return replace(look, light=light)


GROUPS: Final[dict[str, Callable[[Random], Appearance]]] = {
    "known styles": random_look,
    "held out": held_out_look,
    "odd light": odd_light_look,
}


def interval(right: int, count: int) -> tuple[float, float]:
    """Between which shares the true one lies, 95 of 100 times (Wilson)."""
    share, z = right / count, 1.96
    middle = (share + z**2 / 2 / count) / (1 + z**2 / count)
    half = z / (1 + z**2 / count) * math.sqrt(share * (1 - share) / count + z**2 / 4 / count**2)
    return (max(middle - half, 0.0), min(middle + half, 1.0))


@dataclass(slots=True)
class Result:
    """The counts of a group, and for each style how many tables there were and how many were right."""

    score: Score = field(default_factory=Score)
    styles: dict[str, list[int]] = field(default_factory=dict)


def taught_by_chance(style: str, seed: int, model: Path) -> LogitCorrection:
    """What the reader learns of a style from four tables by chance: their clear faces, named by the truth."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(_LESSONS):
            write_picture(Path(folder), number, seed + _OTHER_SEEDS, _SIZES[0], partial(random_look, style=style))
        return taught([Path(folder)], model)[style].correction


def measure(
    group: str,
    count: int,
    seed: int,
    model: Path,
    keep: Path | None = None,
    corrections: Mapping[str, LogitCorrection] | None = None,
) -> Result:
    """Render `count` tables of a group one by one, read them, and keep the pictures of mistakes in `keep`."""
    result = Result()
    total = result.score
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            picture = write_picture(Path(folder), number, seed, _SIZES[number % len(_SIZES)], GROUPS[group])
            before = len(total.mistakes)
            evaluate([Path(folder)], model, total, corrections)
            if total.pictures == number:
                total.pictures += 1
                total.mistakes.append(f"{picture.stem}: the markers were not found")
            counts = result.styles.setdefault(json.loads(picture.with_suffix(".json").read_text())["style"], [0, 0])
            counts[0] += 1
            counts[1] += len(total.mistakes) == before
            if keep is not None and len(total.mistakes) > before:
                for file in (picture, picture.with_suffix(".json")):
                    shutil.copy(file, keep / f"{group.replace(' ', '_')}_{seed}_{file.name}")
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{group}: {total.right_pictures} of {total.pictures} right ")
    return result


def report(result: Result) -> dict[str, Any]:
    """The figures of a group."""
    score = result.score
    low, high = interval(score.right_pictures, score.pictures)
    return {
        "tables": score.pictures,
        "right": score.right_pictures,
        "interval": [round(low, 4), round(high, 4)],
        "tables_and_right": result.styles,
        "mistakes": score.mistakes,
        "faces": score.as_json(),
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="tables of each group")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other tables")
    parser.add_argument("--group", choices=GROUPS, action="append", help="only this group (may be repeated)")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER)
    parser.add_argument("--mistakes", type=Path, metavar="FOLDER", help="keep the pictures that were misread")
    parser.add_argument("--rows", type=Path, help="write what was said of each tile (JSON lines), for the pictures")
    parser.add_argument("--taught", action="store_true", help="teach the held-out styles first")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.mistakes is not None:
        options.mistakes.mkdir(parents=True, exist_ok=True)
    names = held_out_style_names() if options.taught else ()
    learnt = {style: taught_by_chance(style, options.seed, options.model) for style in names}
    rows: list[str] = []
    for group in options.group or GROUPS:
        result = measure(group, options.count, options.seed, options.model, options.mistakes, learnt)
        rows += [json.dumps(row) + "\n" for row in result.score.rows]
        print(json.dumps({"group": group, "taught": bool(learnt), **report(result)}), flush=True)
    if options.rows is not None:
        options.rows.write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
