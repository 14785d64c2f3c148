"""Train the second look: python -m vision.training.train_fine_print PIECES.npz.. --out vision/model/fine_print.onnx.

PIECES.npz are plants, birds and marks that `python -m tools.tile_art.fine_faces` draws; each batch prints other faces
of them, lays these on tiles and changes them as `variation` does. Some plants are kept to set the temperature.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from mahjong_rules.tiles import BONUS_TILES
from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN, REJECT
from vision.reading.fine_print import FLOWERS_AND_BIRD
from vision.training.alignment import LOST
from vision.training.export import export
from vision.training.face_canvases import canvases
from vision.training.networks import FinePrintNetwork
from vision.training.photos import PhotoTiles, load_photos
from vision.training.printed_faces import FacePrinter, Pieces
from vision.training.variation import altered, normal, shaken

_HELD_OUT: Final = 19
"""One plant or bird in so many sets the temperature. About as `train_classifier`."""
_PHOTOS: Final = 0.2
"""So many of 1 crops are flowers and birds of photographs. Chosen: they show few sets, each often."""
_STRENGTH: Final = 0.7
"""Of the errors of detection and framing: a camera's boxes are better than a person's. Chosen."""
_WORSE: Final = 0.5
"""So many of 1 crops are in light and through cameras of every kind: where no mark can be read nothing is learnt.

With all of them the loss had come from 2.20 to 1.97 after 500 steps.
"""
_SOFT: Final = 0.75
"""A camera of 1080 lines gives some three quarters of the crop's pixels. Reckoned."""
_KINDS: Final = np.array([FACES_KNOWN.index(tile) for tile in FLOWERS_AND_BIRD], np.int64)


class Material:
    """Gives batches of crops: faces printed anew each time, and flowers and birds of photographs.

    Args:
        pieces: what `tools.tile_art.fine_faces` wrote.
        photos: what `vision.training.photos` wrote; None: no photographs.
        seed: of chance.
    """

    def __init__(self, pieces: Pieces, photos: PhotoTiles | None, seed: int) -> None:
        self._photos = photos
        there = photos.kinds if photos is not None else np.zeros(0, np.int64)
        self._of_kind = [np.flatnonzero(there == kind) for kind in range(len(FLOWERS_AND_BIRD))]
        self._rng = np.random.default_rng(seed)
        self._generator = torch.Generator().manual_seed(seed)
        self._printer = FacePrinter(pieces, self._rng)

    def batch(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Crops (at most `count` x 3 x 56 x 40) as the network wants them, and which of `FLOWERS_AND_BIRD` each is."""
        of_photos = round(count * _PHOTOS) if self._photos is not None else 0
        kinds = self._rng.choice(len(FLOWERS_AND_BIRD), count - of_photos)
        faces = np.stack([self._face(int(kind)) for kind in kinds])
        pictures = canvases(faces, np.roll(faces, 1, axis=0), self._rng)
        if self._photos is not None:
            asked = self._rng.choice(len(self._of_kind), of_photos)
            chosen = np.array([self._rng.choice(self._of_kind[kind]) for kind in asked])
            pictures = np.concatenate([pictures, self._photos.canvases[chosen]])
            kinds = np.concatenate([kinds, self._photos.kinds[chosen]])
        order = self._rng.permutation(count)
        return self._seen(pictures[order], kinds[order])

    def _face(self, kind: int) -> npt.NDArray[np.uint8]:
        return self._printer.flower(kind) if kind < len(BONUS_TILES) else self._printer.bird()

    def _seen(self, pictures: npt.NDArray[np.uint8], kinds: npt.NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        laid = torch.from_numpy(pictures.astype(np.float32) / 255).permute(0, 3, 1, 2)
        crops, right = shaken(laid, torch.from_numpy(_KINDS[kinds]), self._generator, strength=_STRENGTH)
        worse = round(len(kinds) * _WORSE)
        seen = torch.cat([altered(crops[:worse], right[:worse], self._generator), self._as_mostly(crops[worse:])])
        is_whole = right < REJECT
        return normal(seen[is_whole]), torch.from_numpy(kinds)[is_whole]

    def _as_mostly(self, crops: torch.Tensor) -> torch.Tensor:
        """Crops as a table's camera mostly sees them: a little soft, a little noise."""
        small = functional.interpolate(crops, scale_factor=_SOFT, mode="bilinear", antialias=True)
        soft = functional.interpolate(small, size=crops.shape[2:], mode="bicubic")
        is_soft = torch.rand(len(crops), 1, 1, 1, generator=self._generator) < 0.5
        noise = torch.randn(crops.shape, generator=self._generator) * 0.02
        return (torch.where(is_soft, soft, crops) + noise).clamp(0, 1)


def train(arguments: argparse.Namespace) -> None:
    """Train for a number of steps, one cycle of the learning rate, calibrate and export."""
    torch.manual_seed(arguments.seed)
    learn, judge = _material(arguments.pieces, arguments.photos, arguments.seed)
    network = FinePrintNetwork().to(memory_format=torch.channels_last)
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start))
        network.temperature.fill_(1.0)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=arguments.steps)
    mean, since = 0.0, time.monotonic()
    for step, (crops, right) in zip(range(1, arguments.steps + 1), _ahead(learn, arguments.batch), strict=False):
        error = functional.cross_entropy(network(crops.contiguous(memory_format=torch.channels_last)), right)
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        schedule.step()
        mean += (float(error.detach()) - mean) / min(step, 50)
        if step % 100 == 0:
            print(f"step {step} loss {mean:.4f} after {time.monotonic() - since:.0f} s", flush=True)
            torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    network.temperature.fill_(_temperature(network.eval(), judge))
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    export(network, torch.zeros(1, 3, CROP_HEIGHT_PX, CROP_WIDTH_PX), arguments.out, free_axes={0: "n"})


def _ahead(material: Material, count: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Endless batches; while one is learnt from, the next one is made."""
    with ThreadPoolExecutor(1) as maker:
        following = maker.submit(material.batch, count)
        while True:
            batch, following = following.result(), maker.submit(material.batch, count)
            yield batch


def _material(files: list[Path], photos: Path | None, seed: int) -> tuple[Material, Material]:
    """What is to be learnt from, and with plants that are kept."""
    parts = [np.load(file) for file in files]
    faces, is_bird, marks, says = (
        np.concatenate([part[name] for part in parts]) for name in ("faces", "is_bird", "marks", "says")
    )
    is_kept = np.arange(len(is_bird)) % _HELD_OUT == 0  # 19 and 9 share no factor: birds are among them
    tiles = None if photos is None else _flowers_and_birds(load_photos(photos))
    learn, judge = (Pieces(faces[some], is_bird[some], marks, says) for some in (~is_kept, is_kept))
    return Material(learn, tiles, seed), Material(judge, None, seed + 1)


def _flowers_and_birds(photos: PhotoTiles) -> PhotoTiles:
    """Flowers, seasons and birds that were found where their label said; `kinds` counts in `FLOWERS_AND_BIRD`."""
    place = np.full(len(FACES_KNOWN), -1, np.int64)
    place[_KINDS] = np.arange(len(FLOWERS_AND_BIRD))
    some = (place[photos.kinds] >= 0) & (photos.chances >= LOST)
    kinds = place[photos.kinds[some]]
    return PhotoTiles(photos.canvases[some], kinds, photos.folders[some], photos.pictures[some], photos.chances[some])


def _temperature(network: FinePrintNetwork, judge: Material) -> float:
    """The one by which the answers on kept faces are as likely as possible; prints how good they are."""
    with torch.no_grad():
        pairs = [(network(crops), right) for crops, right in (judge.batch(128) for _ in range(16))]
    logits, rights = (torch.cat(column) for column in zip(*pairs, strict=True))
    print(f"kept: {(logits.argmax(1) == rights).float().mean():.4f} of {len(rights)} named rightly")
    temperatures = torch.linspace(0.5, 3.0, 51)
    errors = torch.stack([functional.cross_entropy(logits / each, rights) for each in temperatures])
    print(f"temperature {temperatures[errors.argmin()]:.2f}", flush=True)
    return float(temperatures[errors.argmin()])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument(
        "--photos", type=Path, help="tiles of photographs; their flowers and birds are a part of each batch"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a checkpoint (.pt) to go on from")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    train(arguments)


if __name__ == "__main__":
    main()
