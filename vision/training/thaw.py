"""An exported network made ready to be trained on: its ONNX file is all that the repository keeps of a training."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.training.networks import ClassifierNetwork, DetectorNetwork

_LEAST_SPREAD = 1e-5
"""Of a channel that never answers; the normalisation's own epsilon."""


def thawed(path: Path, crops: torch.Tensor) -> ClassifierNetwork:
    """The network of an ONNX file, with its normalisations told apart from its convolutions again.

    The export folds each normalisation into the convolution before it. Here each gets back the mean and spread that its
    channels have on `crops`, so that training goes on from the same answers.

    Args:
        path: of `vision.training.export`.
        crops: n x 3 x 56 x 40 as training sees them (`variation.normal`); some hundreds.
    """
    network = ClassifierNetwork()
    graph = onnx.load(str(path)).graph
    weights = [torch.from_numpy(np.array(numpy_helper.to_array(part))) for part in _of_convolutions(graph)]
    layers = [*network.features, *[network.dense], network.last]
    passed = crops
    with torch.no_grad():
        network.temperature.copy_(_temperature(graph))
        for layer in layers:
            passed = _filled(layer, passed, weights)
    return network


def thawed_detector(path: Path, views: torch.Tensor) -> DetectorNetwork:
    """The detector of an ONNX file, as `thawed` does it.

    Args:
        path: of `vision.training.export`.
        views: n x 3 x WINDOW x WINDOW as training sees them (`train_detector.altered`); some dozens.
    """
    network = DetectorNetwork()
    weights = [
        torch.from_numpy(np.array(numpy_helper.to_array(part))) for part in _of_convolutions(onnx.load(str(path)).graph)
    ]
    with torch.no_grad():
        near = _filled(network.near, views, weights)
        wide = _filled(network.wide, near, weights)
        far = _filled(network.far, wide, weights)
        joined = _filled(network.joined, wide + _filled(network.up_to_wide, far, weights), weights)
        _filled(network.head, near + _filled(network.up_to_near, joined, weights), weights)
    return network


def _of_convolutions(graph: onnx.GraphProto) -> list[onnx.TensorProto]:
    """Weights and biases, in the order in which the convolutions are used."""
    stored = {part.name: part for part in graph.initializer}
    used = (node for node in graph.node if node.op_type in {"Conv", "ConvTranspose"})
    return [stored[name] for node in used for name in node.input[1:]]


def _temperature(graph: onnx.GraphProto) -> torch.Tensor:
    part = next(part for part in graph.initializer if part.name == "temperature")
    return torch.from_numpy(np.array(numpy_helper.to_array(part)))


def _filled(layer: nn.Module, passed: torch.Tensor, weights: list[torch.Tensor]) -> torch.Tensor:
    """Give a layer the next weights, where it has any; what comes out of it."""
    if isinstance(layer, nn.Conv2d | nn.ConvTranspose2d):
        layer.weight.copy_(weights.pop(0))
        if layer.bias is not None:
            layer.bias.copy_(weights.pop(0))
        return layer(passed)
    if not isinstance(layer, nn.Sequential):
        return layer(passed)
    if not isinstance(layer[1], nn.BatchNorm2d):
        for part in layer:
            passed = _filled(part, passed, weights)
        return passed
    convolution, normalisation = layer[0], layer[1]
    convolution.weight.copy_(weights.pop(0))
    bias = weights.pop(0)
    answers = convolution(passed)
    mean = answers.mean(dim=(0, 2, 3))
    spread = answers.var(dim=(0, 2, 3), unbiased=False).clamp(min=_LEAST_SPREAD)
    normalisation.running_mean.copy_(mean)
    normalisation.running_var.copy_(spread)
    normalisation.weight.copy_((spread + normalisation.eps).sqrt())
    normalisation.bias.copy_(bias + mean)
    return torch.relu(answers + bias[None, :, None, None])
