"""Train the classifier: python -m vision.training.train_classifier PREPARED --out vision/model/classifier.onnx.

`--photos FOLDER` mixes in photographs of real tiles (FOLDER/photos_*/images + labels, FOLDER/classes.txt).
Continues from OUT's checkpoint (OUT with the suffix .pt, not shipped) when one is there and --fresh is not given.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from vision.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN, REJECT
from vision.training.export import export
from vision.training.networks import ClassifierNetwork
from vision.training.photos import photo_crops
from vision.training.scenes import CANVAS_SHAPE

_LEAST_CONTRAST = 0.08
_SPOILT = 0.1
"""Share of the tiles that are moved or turned so far that they are none any more."""
_HELD_OUT = 0.06
_PHOTO_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Crops:
    """Canvases (n x h x w x 3) and kinds (n; -1: no whole tile)."""

    canvases: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.int64]

    def some(self, numbers: npt.NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        """Chosen canvases (n x 3 x h x w, 0-1) and their kinds."""
        pictures = torch.from_numpy(self.canvases[numbers].astype(np.float32) / 255).permute(0, 3, 1, 2)
        return pictures, torch.from_numpy(self.kinds[numbers])


def shaken(
    canvases: torch.Tensor, kinds: torch.Tensor, generator: torch.Generator, strength: float = 1.0
) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops with every small error that detection makes, half of them upside down, some spoilt.

    Args:
        canvases: n x 3 x h x w, 0-1.
        kinds: n; -1 for no whole tile.
        generator: chance.
        strength: of the small errors; 0 gives clean crops, none spoilt.

    Returns:
        Crops (n x 3 x 56 x 40) and the output (0 .. REJECT) that is right for each.
    """
    count = len(canvases)

    def spread(size: float) -> torch.Tensor:
        return (torch.rand(count, generator=generator) * 2 - 1) * size * strength

    is_upside_down = torch.rand(count, generator=generator) < 0.5
    is_spoilt = (torch.rand(count, generator=generator) < _SPOILT * min(strength, 1.0)) & (kinds >= 0)
    turn, across, down = spread(0.09), spread(2.6), spread(2.6)
    way = torch.rand(count, generator=generator) * 2 * torch.pi
    far = 11 + torch.rand(count, generator=generator) * 3
    is_turned = is_spoilt & (torch.rand(count, generator=generator) < 0.3)
    is_shifted = is_spoilt & ~is_turned
    across = torch.where(is_shifted, torch.cos(way) * far, across)
    down = torch.where(is_shifted, torch.sin(way) * far, down)
    turn = torch.where(is_turned, torch.pi / 2 + spread(0.5), turn) + torch.pi * is_upside_down
    grid = _grid(turn, across, down, 1 + spread(0.05), 1 + spread(0.04))
    crops = functional.grid_sample(canvases, grid, mode="bilinear", padding_mode="border", align_corners=False)
    right = torch.where((kinds < 0) | is_spoilt, REJECT, 2 * kinds + is_upside_down.long())
    return crops, right


def _grid(
    turn: torch.Tensor, across: torch.Tensor, down: torch.Tensor, wide: torch.Tensor, high: torch.Tensor
) -> torch.Tensor:
    """Where in the canvas each pixel of each crop is taken from (n x 56 x 40 x 2, -1 .. 1)."""
    rows = torch.arange(CROP_HEIGHT_PX) - (CROP_HEIGHT_PX - 1) / 2
    columns = torch.arange(CROP_WIDTH_PX) - (CROP_WIDTH_PX - 1) / 2
    v, u = torch.meshgrid(rows, columns, indexing="ij")
    cosine, sine = torch.cos(turn)[:, None, None], torch.sin(turn)[:, None, None]
    x = cosine * u * wide[:, None, None] - sine * v * high[:, None, None] + across[:, None, None]
    y = sine * u * wide[:, None, None] + cosine * v * high[:, None, None] + down[:, None, None]
    return torch.stack([x * 2 / CANVAS_SHAPE[1], y * 2 / CANVAS_SHAPE[0]], dim=-1)


def altered(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Crops under another light and camera: gamma, colour cast, gradient, glare, blur, coarser pixels, noise."""
    count = len(crops)

    def chance(*shape: int) -> torch.Tensor:
        return torch.rand(count, *shape, generator=generator)

    light = crops.clamp(1e-3, 1) ** (0.7 + 0.8 * chance(1, 1, 1))
    light = light * (0.6 + 0.5 * chance(1, 1, 1)) * (0.9 + 0.2 * chance(3, 1, 1))
    slope = torch.linspace(-0.5, 0.5, CROP_WIDTH_PX) * (chance(1, 1, 1) - 0.5) * 0.5
    slope = slope + torch.linspace(-0.5, 0.5, CROP_HEIGHT_PX)[:, None] * (chance(1, 1, 1) - 0.5) * 0.5
    light = light * (1 + slope)
    coarse = functional.interpolate(light, scale_factor=0.6, mode="bilinear", antialias=True)
    coarse = functional.interpolate(coarse, size=(CROP_HEIGHT_PX, CROP_WIDTH_PX), mode="bilinear")
    share = ((chance(1, 1, 1) - 0.55) * 2.2).clamp(0, 1)
    light = light * (1 - share) + coarse * share
    light = light + torch.randn(light.shape, generator=generator) * 0.04 * chance(1, 1, 1)
    return light.clamp(0, 1)


def normal(crops: torch.Tensor) -> torch.Tensor:
    """As `vision.classification.to_batch` does for the product."""
    mean = crops.mean(dim=(1, 2, 3), keepdim=True)
    contrast = crops.std(dim=(1, 2, 3), keepdim=True, correction=0).clamp(min=_LEAST_CONTRAST)
    return (crops - mean) / contrast


def loss(logits: torch.Tensor, right: torch.Tensor, is_photo: torch.Tensor) -> torch.Tensor:
    """Cross entropy; a photograph's tile may be either way up, as its label doesn't say."""
    chances = functional.log_softmax(logits, dim=1)
    exact = chances.gather(1, right[:, None])[:, 0]
    other = chances.gather(1, torch.where(right < REJECT, right ^ 1, right)[:, None])[:, 0]
    either = torch.logaddexp(exact, other)
    return -torch.where(is_photo & (right < REJECT), either, exact).mean()


def batches(
    rendered: Crops, photos: Crops | None, size: int, seed: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Endless batches: crops, right outputs, and which are photographs. Every kind is as likely as any other."""
    rng = np.random.default_rng(seed)
    generator = torch.Generator().manual_seed(seed)
    from_photos = round(size * _PHOTO_SHARE) if photos is not None else 0
    while True:
        canvases, kinds = rendered.some(_balanced(rendered.kinds, size - from_photos, rng))
        if photos is not None:
            more, their_kinds = photos.some(_balanced(photos.kinds, from_photos, rng))
            canvases, kinds = torch.cat([canvases, more]), torch.cat([kinds, their_kinds])
        crops, right = shaken(canvases, kinds, generator)
        yield normal(altered(crops, generator)), right, torch.arange(size) >= size - from_photos


def _balanced(kinds: npt.NDArray[np.int64], count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    by_kind = [np.flatnonzero(kinds == kind) for kind in range(-1, len(FACES_KNOWN))]
    there = [numbers for numbers in by_kind if len(numbers)]
    weights = np.array([4.0 if kinds[numbers[0]] < 0 else 1.0 for numbers in there])
    chosen = rng.choice(len(there), count, p=weights / weights.sum())
    return np.array([there[number][rng.integers(len(there[number]))] for number in chosen], np.int64)


def calibrate_temperature(network: ClassifierNetwork, held_out: Crops, seed: int) -> None:
    """Set the temperature so that the held-out crops' answers are as likely as possible; print how good they are."""
    network.eval()
    generator = torch.Generator().manual_seed(seed)
    logits, rights = [], []
    with torch.no_grad():
        for start in range(0, len(held_out.kinds), 256):
            canvases, kinds = held_out.some(np.arange(start, min(start + 256, len(held_out.kinds))))
            crops, right = shaken(canvases, kinds, generator, strength=0.5)
            logits.append(network(normal(altered(crops, generator))))
            rights.append(right)
    answers, right = torch.cat(logits), torch.cat(rights)
    is_photo = torch.zeros(len(right), dtype=torch.bool)
    temperatures = torch.linspace(0.5, 3.0, 51)
    best = temperatures[torch.stack([loss(answers / t, right, is_photo) for t in temperatures]).argmin()]
    network.temperature.copy_(best.reshape(1))
    is_tile = right < REJECT
    share = (answers.argmax(1) // 2 == right // 2)[is_tile].float().mean()
    print(f"held out: {share:.5f} of {int(is_tile.sum())} tiles named rightly, temperature {best:.2f}", flush=True)


def train(arguments: argparse.Namespace) -> None:
    """Train for a number of steps, one cycle of the learning rate, calibrate and export."""
    torch.manual_seed(arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    rendered, held_out = _split(_load(arguments.prepared), arguments.seed)
    photos = photo_crops(arguments.photos) if arguments.photos else None
    network = ClassifierNetwork()
    checkpoint = arguments.out.with_suffix(".pt")
    if checkpoint.exists() and not arguments.fresh:
        network.load_state_dict(torch.load(checkpoint))
    network.temperature.fill_(1.0)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=arguments.steps)
    source = batches(rendered, Crops(*photos) if photos else None, arguments.batch, arguments.seed)
    mean, since = 0.0, time.monotonic()
    for step, (crops, right, is_photo) in zip(range(1, arguments.steps + 1), source, strict=False):
        error = loss(network(crops), right, is_photo)
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        schedule.step()
        mean += (float(error.detach()) - mean) / min(step, 50)
        if step % 100 == 0 or step == arguments.steps:
            print(f"step {step} loss {mean:.4f} after {time.monotonic() - since:.0f} s", flush=True)
            torch.save(network.state_dict(), checkpoint)
    calibrate_temperature(network, held_out, arguments.seed)
    export(network, torch.zeros(1, 3, CROP_HEIGHT_PX, CROP_WIDTH_PX), arguments.out, free_axes={0: "n"})


def _load(folder: Path) -> Crops:
    with np.load(folder / "crops.npz") as data:
        return Crops(data["crops"], data["kinds"])


def _split(crops: Crops, seed: int) -> tuple[Crops, Crops]:
    order = np.random.default_rng(seed).permutation(len(crops.kinds))
    held = int(len(order) * _HELD_OUT)
    parts = (order[held:], order[:held])
    first, second = (Crops(crops.canvases[part], crops.kinds[part]) for part in parts)
    return first, second


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--fresh", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train(arguments)


if __name__ == "__main__":
    main()
