"""Average classifiers that were trained on from one: python -m vision.training.average A.pt B.pt --out C.onnx.

The mean of two such networks' weights keeps most of what either learnt alone. `--shares 7 3` weighs them. The
temperature is averaged too.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX
from vision.training.export import export
from vision.training.networks import ClassifierNetwork


def average(states: list[dict[str, torch.Tensor]], shares: list[float]) -> dict[str, torch.Tensor]:
    """The weighted mean of networks' weights of one shape.

    Raises:
        ValueError: there are not as many shares as networks.
    """
    whole = sum(shares)
    return {
        name: sum(
            (state[name] * (share / whole) for state, share in zip(states, shares, strict=True)),
            torch.zeros_like(first, dtype=torch.float32),
        ).to(first.dtype)
        for name, first in states[0].items()
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="one for each network; equal without it")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    shares = arguments.shares or [1.0] * len(arguments.checkpoints)
    if len(shares) != len(arguments.checkpoints):
        parser.error(f"{len(arguments.checkpoints)} networks need as many shares, not {len(shares)}")
    network = ClassifierNetwork()
    network.load_state_dict(average([torch.load(file) for file in arguments.checkpoints], shares))
    network.eval()
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    example = torch.zeros(1, 3, CROP_HEIGHT_PX, CROP_WIDTH_PX)
    export(network, example, arguments.out, free_axes={0: "n"}, outputs=("logits", "features"))


if __name__ == "__main__":
    main()
