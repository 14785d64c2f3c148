"""Train the detector: python -m vision.training.train_detector PREPARED --out vision/model/detector.onnx.

Continues from OUT's checkpoint (OUT with the suffix .pt, not shipped) when one is there and --fresh is not given.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from vision.detection import CHANNELS, FACES, STRIDE, to_batch
from vision.training.export import export
from vision.training.networks import DetectorNetwork

WINDOW = 192
_SPREAD = 0.8
_BY_QUARTERS = 0.5
"""Tiles on a table mostly lie along its sides, but not always."""
_HIDDEN = 0.15
"""Pieces seen less than this are no pieces."""
_CLEAR = 0.6
"""Pieces seen less than this are neither demanded nor punished."""

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


def window(views: npt.NDArray[np.uint8], pieces: list[npt.NDArray[np.float32]], rng: np.random.Generator) -> Arrays:
    """A random part of a random view, turned (half of them by quarters, half by anything) and scaled, with targets."""
    number = int(rng.integers(len(views)))
    size = views.shape[1]
    turn = float(rng.integers(4) * 90 if rng.random() < _BY_QUARTERS else rng.uniform(0, 360))
    # Anywhere, off the stride's grid too, so that every sub-cell offset occurs.
    column, row = rng.uniform(WINDOW * 0.4, size - WINDOW * 0.4, 2)
    place = cv2.getRotationMatrix2D((column, row), turn, float(rng.uniform(0.94, 1.06)))
    place[:, 2] += (WINDOW - 1) / 2 - np.array([column, row])
    part = cv2.warpAffine(views[number], place, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR)
    here = pieces[number][:, :5].copy()
    here[:, 1:3] = here[:, 1:3] @ place[:, :2].T + place[:, 2]
    here[:, 3] += turn
    near = (np.abs(here[:, 1:3] - WINDOW / 2) < WINDOW / 2 + 12).all(axis=1)
    return (np.asarray(part, np.uint8), *targets(here[near], WINDOW // STRIDE))


def altered(views: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Views with another light and camera: gain of each colour, gamma, blur and noise (values -0.5 .. 0.5)."""
    count = len(views)

    def chance(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=generator)

    light = (views + 0.5).clamp(1e-3, 1) ** (0.75 + 0.6 * chance(count, 1, 1, 1))
    light = light * (0.45 + 0.75 * chance(count, 1, 1, 1)) * (0.9 + 0.2 * chance(count, 3, 1, 1))
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


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Endless training batches."""
    with np.load(folder / "views.npz") as data:
        views, rows = data["views"], data["pieces"]
    pieces = [rows[rows[:, 5] == number] for number in range(len(views))]
    rng = np.random.default_rng(seed)
    generator = torch.Generator().manual_seed(seed)
    while True:
        pictures, wanted, weight = zip(*(window(views, pieces, rng) for _ in range(size)), strict=True)
        tensor = altered(torch.from_numpy(to_batch(np.stack(pictures))), generator)
        yield tensor, torch.from_numpy(np.stack(wanted)), torch.from_numpy(np.stack(weight))


def train(folder: Path, out: Path, steps: int, batch: int, seed: int, *, fresh: bool) -> None:
    """Train for a number of steps, one cycle of the learning rate, and export."""
    torch.manual_seed(seed)
    out.parent.mkdir(parents=True, exist_ok=True)
    network = DetectorNetwork()
    checkpoint = out.with_suffix(".pt")
    if checkpoint.exists() and not fresh:
        network.load_state_dict(torch.load(checkpoint))
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    mean, since = 0.0, time.monotonic()
    for step, (views, wanted, weight) in zip(range(1, steps + 1), batches(folder, batch, seed), strict=False):
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
    parser.add_argument("prepared", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--fresh", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train(arguments.prepared, arguments.out, arguments.steps, arguments.batch, arguments.seed, fresh=arguments.fresh)


if __name__ == "__main__":
    main()
