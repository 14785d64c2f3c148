"""Train the classifier: python -m vision.training.train_classifier PREPARED.. --out vision/model/classifier.onnx.

`--photos PHOTOS.npz` mixes in tiles of real photographs, half of each batch (`python -m vision.training.photos` makes
it); `--without NAME..` leaves folders of photographs and styles of rendered tiles out, and tells how surely the styles
among them are read; `--start CHECKPOINT` begins from another training, or from an exported network; `--episodes N`
shows N pairs of faces of one set in each batch, which must be known again (`episodes`); `--temperature T` is taken
instead of the one that suits tiles of known sets best, when another training without some styles has shown that unknown
ones need more. `--shares` says how much of the rendered half comes from each PREPARED, whose styles all count alike.
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

from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, REJECT
from vision.training.alignment import LOST
from vision.training.episode_draw import EpisodeDraw
from vision.training.episodes import Pairs, likeness_loss
from vision.training.export import export
from vision.training.networks import ClassifierNetwork
from vision.training.photos import load_photos
from vision.training.thaw import thawed
from vision.training.variation import altered, normal, shaken

LEFT_OUT = "styles left out"
_NONE = np.zeros(0, np.int64)
_HELD_OUT = 0.05
"""One picture in twenty of each folder sets the temperature (vision/model/CLASSIFIER.md)."""
_PHOTO_SHARE = 0.5
"""Share of photographs in a step; the others are rendered. Chosen, not measured."""
_REJECT_WEIGHT = 4.0
"""How much oftener a crop without a whole tile is drawn than one of each face. Chosen, not measured."""
_PHOTO_FOLDERS = {"photos_a": 0.3, "photos_b": 0.2, "photos_c": 0.2, "photos_d": 0.1, "crops": 0.2}
"""How often each folder is drawn from: more often the more different sets it holds, not the more pictures."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Canvases (n x h x w x 3), kinds (n; -1: no whole tile) and the groups that are drawn from equally (n)."""

    canvases: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.int64]
    groups: npt.NDArray[np.str_]

    def some(self, numbers: npt.NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        """Chosen canvases (n x 3 x h x w, 0-1) and their kinds."""
        pictures = torch.from_numpy(self.canvases[numbers].astype(np.float32) / 255).permute(0, 3, 1, 2)
        return pictures, torch.from_numpy(self.kinds[numbers])

    def part(self, chosen: npt.NDArray[np.bool_]) -> Crops:
        """Those that are chosen."""
        return Crops(self.canvases[chosen], self.kinds[chosen], self.groups[chosen])


class Draw:
    """Draws crops: first a group by its weight, then a kind of it, then a crop of that kind."""

    def __init__(self, crops: Crops, weights: dict[str, float]) -> None:
        self._groups: list[list[npt.NDArray[np.int64]]] = []
        self._kinds: list[npt.NDArray[np.float64]] = []
        there = [name for name in weights if (crops.groups == name).any()]
        for name in there:
            numbers = np.flatnonzero(crops.groups == name)
            present = np.unique(crops.kinds[numbers])
            self._groups.append([numbers[crops.kinds[numbers] == kind] for kind in present])
            chances = np.where(present < 0, _REJECT_WEIGHT, 1.0)
            self._kinds.append(chances / chances.sum())
        self._weights = np.array([weights[name] for name in there])
        self._weights /= self._weights.sum()

    def __call__(self, count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """The numbers of `count` crops."""
        chosen = []
        for group in rng.choice(len(self._groups), count, p=self._weights):
            kind = rng.choice(len(self._groups[group]), p=self._kinds[group])
            chosen.append(rng.choice(self._groups[group][kind]))
        return np.array(chosen, np.int64)


def loss(logits: torch.Tensor, right: torch.Tensor, is_photo: torch.Tensor) -> torch.Tensor:
    """Cross entropy; a photograph's tile may be either way up, as its label doesn't say."""
    chances = functional.log_softmax(logits, dim=1)
    exact = chances.gather(1, right[:, None])[:, 0]
    other = chances.gather(1, torch.where(right < REJECT, right ^ 1, right)[:, None])[:, 0]
    either = torch.logaddexp(exact, other)
    return -torch.where(is_photo & (right < REJECT), either, exact).mean()


@dataclass(frozen=True, slots=True)
class Batch:
    """Crops (n x 3 x 56 x 40), right outputs (n), which are photographs (n), and the pairs of an episode among them."""

    crops: torch.Tensor
    right: torch.Tensor
    is_photo: torch.Tensor
    pairs: Pairs | None


def batches(
    rendered: Crops, photos: Crops | None, size: int, episode: int, seed: int, weights: dict[str, float] | None = None
) -> Iterator[Batch]:
    """Endless batches in which every kind is as likely as any other; `episode` pairs of crops are of one set.

    `weights`: how often each style of the rendered crops is drawn from; None: all alike.
    """
    rng = np.random.default_rng(seed)
    generator = torch.Generator().manual_seed(seed)
    from_photos = round(size * _PHOTO_SHARE) if photos is not None else 0
    draw_episode = EpisodeDraw(rendered.kinds, rendered.groups) if episode else None
    draw_rendered = Draw(rendered, weights or dict.fromkeys(np.unique(rendered.groups).tolist(), 1.0))
    draw_photos = Draw(photos, _PHOTO_FOLDERS) if photos is not None else None
    while True:
        shown, asked = draw_episode(episode, rng) if draw_episode is not None else (_NONE, _NONE)
        others = draw_rendered(max(size - from_photos - 2 * len(shown), 0), rng)
        canvases, kinds = rendered.some(np.concatenate([shown, asked, others]))
        if photos is not None and draw_photos is not None:
            more, their_kinds = photos.some(draw_photos(from_photos, rng))
            canvases, kinds = torch.cat([canvases, more]), torch.cat([kinds, their_kinds])
        crops, right = shaken(canvases, kinds, generator, alike=len(shown))
        count = len(crops)
        order = torch.randperm(count, generator=generator)
        places = torch.argsort(order)
        pairs = Pairs(places[: len(shown)], places[len(shown) : 2 * len(shown)]) if len(shown) else None
        is_photo = (torch.arange(count) >= count - from_photos)[order]
        yield Batch(normal(altered(crops[order], right[order], generator)), right[order], is_photo, pairs)


def calibrated_temperature(network: ClassifierNetwork, held_out: dict[str, Crops], seed: int) -> float:
    """The temperature with which the answers on held-out crops are as likely as possible; prints how good they are.

    `held_out`: "photographs", "rendered" and, when there are any, "styles left out", which are printed only.
    """
    network.eval()
    network.temperature.fill_(1.0)
    generator = torch.Generator().manual_seed(seed)
    temperatures = torch.linspace(0.5, 3.0, 51)
    errors = torch.zeros(len(temperatures))
    for name, crops in held_out.items():
        answers, right = _answers(network, crops, generator)
        is_photo = torch.full((len(right),), name == "photographs")
        error = torch.stack([loss(answers / temperature, right, is_photo) for temperature in temperatures])
        if name != LEFT_OUT:
            errors += error
        is_tile = right < REJECT
        share = (answers.argmax(1) // 2 == right // 2)[is_tile].float().mean()
        best = f"best temperature {temperatures[error.argmin()]:.2f}"
        print(f"held out, {name}: {share:.5f} of {int(is_tile.sum())} tiles named rightly, {best}", flush=True)
    return float(temperatures[errors.argmin()])


def _answers(network: ClassifierNetwork, crops: Crops, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """What the network says of crops that are shaken and altered a little, and what is right."""
    logits, rights = [], []
    with torch.no_grad():
        for start in range(0, len(crops.kinds), 256):
            canvases, kinds = crops.some(np.arange(start, min(start + 256, len(crops.kinds))))
            shifted, right = shaken(canvases, kinds, generator, strength=0.5)
            logits.append(network(normal(altered(shifted, right, generator)))[0])
            rights.append(right)
    return torch.cat(logits), torch.cat(rights)


def train(arguments: argparse.Namespace) -> None:
    """Train for a number of steps, one cycle of the learning rate, calibrate and export."""
    torch.manual_seed(arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    known, left_out = _rendered(arguments.prepared, arguments.without)
    held_out: dict[str, Crops] = {}
    rendered, held_out["rendered"] = _split(known, arguments.seed)
    photos = None
    if arguments.photos:
        photos, held_out["photographs"] = _photos(arguments.photos, arguments.without)
    if len(left_out.kinds):
        held_out[LEFT_OUT] = left_out
    weights = _weights(arguments.prepared, arguments.shares) if arguments.shares else None
    source = batches(rendered, photos, arguments.batch, arguments.episodes, arguments.seed, weights)
    network = _begun(arguments.start, source)
    network.temperature.fill_(1.0)
    # The order of memory and the short numbers halve the time of a step on a processor with bfloat16; one without it
    # takes ten times as long with them as with long ones.
    can = torch.cpu.get_capabilities()
    has_short_numbers = bool(can.get("avx512_bf16") or can.get("amx_bf16"))
    network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=arguments.steps)
    mean, since = 0.0, time.monotonic()
    for step, batch in zip(range(1, (arguments.stop or arguments.steps) + 1), source, strict=False):
        with torch.autocast("cpu", torch.bfloat16, enabled=has_short_numbers):
            logits, features = network(batch.crops.contiguous(memory_format=torch.channels_last))
        error = loss(logits.float(), batch.right, batch.is_photo)
        if batch.pairs is not None:
            error = error + arguments.likeness * likeness_loss(features.float(), batch.pairs)
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        schedule.step()
        mean += (float(error.detach()) - mean) / min(step, 50)
        if step % 100 == 0 or step == arguments.steps:
            print(f"step {step} loss {mean:.4f} after {time.monotonic() - since:.0f} s", flush=True)
            torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    best = calibrated_temperature(network, held_out, arguments.seed)
    network.temperature.fill_(arguments.temperature or best)
    print(f"temperature {float(network.temperature):.2f}", flush=True)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    example = torch.zeros(1, 3, CROP_HEIGHT_PX, CROP_WIDTH_PX)
    export(network, example, arguments.out, free_axes={0: "n"}, outputs=("logits", "features"))


def _begun(start: Path | None, source: Iterator[Batch]) -> ClassifierNetwork:
    """A new network, or one that was trained or exported before."""
    if start is not None and start.suffix == ".onnx":
        return thawed(start, torch.cat([next(source).crops for _ in range(4)]))
    network = ClassifierNetwork()
    if start is not None:
        network.load_state_dict(torch.load(start))
    return network


def _rendered(folders: list[Path], without: list[str]) -> tuple[Crops, Crops]:
    """The crops of all folders, grouped by style: those to learn from, and those of the styles that are left out."""
    parts = []
    for folder in folders:
        with np.load(folder / "crops.npz") as data:
            parts.append((data["crops"], data["kinds"], data["styles"].astype(str)))
    canvases, kinds, styles = (np.concatenate(column) for column in zip(*parts, strict=True))
    is_left_out = np.isin(styles, without)
    crops = Crops(canvases, kinds, styles)
    return crops.part(~is_left_out), crops.part(is_left_out)


def _weights(folders: list[Path], shares: list[float]) -> dict[str, float]:
    """How often each style is drawn from, so that each folder has its share; a style belongs to one folder."""
    weights: dict[str, float] = {}
    for folder, share in zip(folders, shares, strict=True):
        with np.load(folder / "crops.npz") as data:
            styles = np.unique(data["styles"].astype(str)).tolist()
        weights |= dict.fromkeys(styles, share / len(styles))
    return weights


def _photos(path: Path, without: list[str]) -> tuple[Crops, Crops]:
    """The tiles to learn from, and those of one picture in twenty, kept to calibrate with."""
    photos = load_photos(path)
    crops = Crops(photos.canvases, photos.kinds, photos.folders)
    is_wanted = ~np.isin(photos.folders, without) & np.isin(photos.folders, list(_PHOTO_FOLDERS))
    # Boxes of single tiles are tight: they serve as they are.
    is_wanted &= (photos.chances >= LOST) | (photos.folders == "crops")
    is_held = photos.pictures % round(1 / _HELD_OUT) == 0
    return crops.part(is_wanted & ~is_held), crops.part(is_wanted & is_held)


def _split(crops: Crops, seed: int) -> tuple[Crops, Crops]:
    is_held = np.random.default_rng(seed).random(len(crops.kinds)) < _HELD_OUT
    return crops.part(~is_held), crops.part(is_held)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--start", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--stop", type=int, default=0, help="stop after so many of the steps")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--episodes", type=int, default=0, help="so many pairs of faces of one set in each batch")
    parser.add_argument("--likeness", type=float, default=0.5, help="how much knowing faces again counts")
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--temperature", type=float, default=0.0, help="take this one; 0: the best for known sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--shares", type=float, nargs="*", help="of each PREPARED; every style counts alike without")
    arguments = parser.parse_args()
    if arguments.shares and len(arguments.shares) != len(arguments.prepared):
        parser.error(f"{len(arguments.prepared)} folders need as many shares, not {len(arguments.shares)}")
    torch.set_num_threads(arguments.threads)
    train(arguments)


if __name__ == "__main__":
    main()
