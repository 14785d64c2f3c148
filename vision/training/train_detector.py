"""Train the detector: python -m vision.training.train_detector PREPARED.. --out vision/model/detector.onnx.

Each PREPARED is a folder with `views.npz`; `--shares 5 4 1` says how often windows come from each.

Continues from OUT's checkpoint (OUT with the suffix .pt, not shipped) when one is there and --fresh is not given, else
from the exported network of `--start`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from vision.reading.detection import CHANNELS, FACES, STRIDE, to_batch
from vision.training.export import export
from vision.training.networks import DetectorNetwork
from vision.training.thaw import thawed_detector

WINDOW = 192
"""Side of the windows that a step learns from: several tiles and what touches them."""
_SPREAD = 0.8
"""Radius, in cells, of the spot that marks a centre. Chosen, not measured."""
_BY_QUARTERS = 0.5
"""Tiles on a table mostly lie along its sides, but not always."""
_HIDDEN = 0.15
"""Pieces seen less than this are no pieces."""
_CLEAR = 0.6
"""Pieces seen less than this are neither demanded nor punished."""
_KNOWN_CELLS = 2.4
"""Where only some pieces are labelled nothing is said further than this from their centres."""

Arrays = tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.float32]]


def targets(pieces: npt.NDArray[np.float32], cells: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """What the network should say for a window.

    Args:
        pieces: rows of face, column, row (window pixels), rotation in degrees, visible share.
        cells: side of the output.

    Returns:
        Target (CHANNELS x cells x cells) and weight (2 x cells x cells: of the heat, of offset and angle).
    """
    wanted = np.zeros((CHANNELS, cells, cells), np.float32)
    weight = np.stack([np.ones((cells, cells), np.float32), np.zeros((cells, cells), np.float32)])
    rows, columns = np.mgrid[:cells, :cells].astype(np.float32)
    for face, column, row, rotation, visible in pieces:
        if visible < _HIDDEN:
            continue
        across = (column - (STRIDE / 2 - 0.5)) / STRIDE - columns
        down = (row - (STRIDE / 2 - 0.5)) / STRIDE - rows
        square = across**2 + down**2
        if visible < _CLEAR:
            weight[0][square < 9] = 0
            continue
        heat = np.exp(-square / (2 * _SPREAD**2))
        if square.min() < 0.6:
            heat.flat[square.argmin()] = 1.0
        wanted[int(face)] = np.maximum(wanted[int(face)], heat)
        near = (square < 2.5) & (heat > weight[1])
        twice = math.radians(2 * rotation)
        for channel, value in zip(range(3, 7), (across, down, math.cos(twice), math.sin(twice)), strict=True):
            wanted[channel] = np.where(near, value, wanted[channel])
        weight[1][near] = heat[near]
    return wanted, weight


@dataclass(frozen=True, slots=True)
class Source:
    """Views (n x side x side x 3) with the pieces of each; `is_partial` when pieces may lie there unlabelled."""

    views: npt.NDArray[np.uint8]
    pieces: list[npt.NDArray[np.float32]]
    is_partial: bool

    @classmethod
    def load(cls, folder: Path) -> Source:
        """What a folder holds."""
        with np.load(folder / "views.npz") as data:
            views, rows = data["views"], data["pieces"]
            is_partial = bool(data["partial"]) if "partial" in data else False
        return cls(views, [rows[rows[:, 5] == number] for number in range(len(views))], is_partial)


def window(source: Source, rng: np.random.Generator) -> Arrays:
    """A random part of a random view, turned (half of them by quarters, half by anything) and scaled, with targets."""
    number = int(rng.integers(len(source.views)))
    size = source.views.shape[1]
    turn = float(rng.integers(4) * 90 if rng.random() < _BY_QUARTERS else rng.uniform(0, 360))
    # Anywhere, off the stride's grid too, so that every sub-cell offset occurs.
    column, row = rng.uniform(WINDOW * 0.4, size - WINDOW * 0.4, 2)
    if source.is_partial:
        column, row = rng.choice(source.pieces[number][:, 1:3]) + rng.uniform(-60, 60, 2)
    place = cv2.getRotationMatrix2D((column, row), turn, float(rng.uniform(0.9, 1.1)))
    place[:, 2] += (WINDOW - 1) / 2 - np.array([column, row])
    part = cv2.warpAffine(source.views[number], place, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR)
    here = source.pieces[number][:, :5].copy()
    here[:, 1:3] = here[:, 1:3] @ place[:, :2].T + place[:, 2]
    here[:, 3] += turn
    near = (np.abs(here[:, 1:3] - WINDOW / 2) < WINDOW / 2 + 12).all(axis=1)
    wanted, weight = targets(here[near], WINDOW // STRIDE)
    if source.is_partial:
        # Boxes along the picture's sides tell roughly where a tile lies, and not how it is turned.
        weight[0] *= _known(here[near], WINDOW // STRIDE)
        weight[1] = 0
    return np.asarray(part, np.uint8), wanted, weight


def _known(pieces: npt.NDArray[np.float32], cells: int) -> npt.NDArray[np.float32]:
    """1 where a labelled piece says what is there, else 0."""
    known = np.zeros((cells, cells), np.float32)
    rows, columns = np.mgrid[:cells, :cells].astype(np.float32)
    for _, column, row, _, _ in pieces:
        known[(column / STRIDE - columns) ** 2 + (row / STRIDE - rows) ** 2 < _KNOWN_CELLS**2] = 1
    return known


def altered(views: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Views with another light and camera: colours mixed, gain, gamma, blur and noise (values -0.5 .. 0.5)."""
    count = len(views)

    def chance(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=generator)

    mixing = torch.eye(3) + (chance(count, 3, 3) - 0.5) * 1.6 * (chance(count, 1, 1) - 0.6).clamp(0)
    mixing = mixing / mixing.sum(2, keepdim=True)
    mixed = torch.einsum("nij,njhw->nihw", mixing, views + 0.5)
    light = mixed.clamp(1e-3, 1) ** (0.7 + 0.7 * chance(count, 1, 1, 1))
    light = light * (0.35 + 0.9 * chance(count, 1, 1, 1)) * (0.85 + 0.3 * chance(count, 3, 1, 1))
    blurred = functional.avg_pool2d(functional.pad(light, (1, 1, 1, 1), mode="replicate"), 3, 1)
    share = (chance(count, 1, 1, 1) - 0.5).clamp(0) * 1.2
    light = light * (1 - share) + blurred * share
    noise = torch.randn(light.shape, generator=generator) * 0.025 * chance(count, 1, 1, 1)
    return (light + noise).clamp(0, 1) - 0.5


def loss(raw: torch.Tensor, wanted: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Penalty-reduced focal loss of the heat (as in "Objects as Points", 2019) and L1 of offset and angle."""
    heat, aim = torch.sigmoid(raw[:, : len(FACES)]).clamp(1e-4, 1 - 1e-4), wanted[:, : len(FACES)]
    is_centre = (aim >= 0.999).float()
    focal = is_centre * (1 - heat) ** 2 * heat.log() + (1 - is_centre) * (1 - aim) ** 4 * heat**2 * (1 - heat).log()
    centres = is_centre.sum().clamp(min=1)
    geometry = (raw[:, len(FACES) :] - wanted[:, len(FACES) :]).abs() * weight[:, 1:2]
    return -(focal * weight[:, :1]).sum() / centres + geometry.sum() / weight[:, 1].sum().clamp(min=1)


def batches(
    sources: list[Source], shares: list[float], size: int, seed: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Endless training batches."""
    chances = np.array(shares) / sum(shares)
    rng = np.random.default_rng(seed)
    generator = torch.Generator().manual_seed(seed)
    while True:
        pictures, wanted, weight = zip(
            *(window(sources[number], rng) for number in rng.choice(len(sources), size, p=chances)), strict=True
        )
        tensor = altered(torch.from_numpy(to_batch(np.stack(pictures))), generator)
        yield tensor, torch.from_numpy(np.stack(wanted)), torch.from_numpy(np.stack(weight))


def train(options: argparse.Namespace) -> None:
    """Train for a number of steps, one cycle of the learning rate, and export."""
    out, steps, seed = options.out, options.steps, options.seed
    sources = [Source.load(folder) for folder in options.prepared]
    shares = options.shares or [1.0] * len(sources)
    torch.manual_seed(seed)
    out.parent.mkdir(parents=True, exist_ok=True)
    stream = batches(sources, shares, options.batch, seed)
    network = DetectorNetwork()
    checkpoint = out.with_suffix(".pt")
    if checkpoint.exists() and not options.fresh:
        network.load_state_dict(torch.load(checkpoint))
    elif options.start is not None:
        network = thawed_detector(options.start, torch.cat([next(stream)[0] for _ in range(8)]))
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=steps)
    mean, since = 0.0, time.monotonic()
    for step, (views, wanted, weight) in zip(range(1, steps + 1), stream, strict=False):
        error = loss(network.raw(views), wanted, weight)
        optimiser.zero_grad()
        error.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        mean += (float(error.detach()) - mean) / min(step, 50)
        if step % 50 == 0 or step == steps:
            print(f"step {step} loss {mean:.4f} after {time.monotonic() - since:.0f} s", flush=True)
            torch.save(network.state_dict(), checkpoint)
    export(network, torch.zeros(1, 3, WINDOW, WINDOW), out, free_axes={0: "n", 2: "height", 3: "width"})


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="one number for each PREPARED; alike without")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="an exported detector (.onnx)")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate of the cycle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--fresh", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train(arguments)


if __name__ == "__main__":
    main()
