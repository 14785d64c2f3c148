"""A trained network as an ONNX file that `cv2.dnn` runs."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn


def export(
    network: nn.Module,
    example: torch.Tensor,
    path: Path,
    free_axes: dict[int, str],
    outputs: tuple[str, ...] = ("output",),
) -> None:
    """Write `network` for inputs like `example`; `free_axes` may have another length at run time."""
    network.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network,
        (example,),
        str(path),
        opset_version=13,
        dynamo=False,
        input_names=["input"],
        output_names=list(outputs),
        dynamic_axes=dict.fromkeys(("input", *outputs), free_axes),
    )
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
