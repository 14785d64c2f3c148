"""A detector of the size and layout of YOLOv8n as an ONNX file, with weights by chance: to measure time, nothing else.

The weights and code of YOLO are AGPL and have no place here. What a network costs depends on its layers alone, and
those are published: strides 8, 16 and 32, widths 16 to 256, C2f blocks, SPPF, a two-way neck and three decoupled heads;
3.2 M parameters and 8.7 GFLOP at 640 x 640 with 80 classes. Left out, in its favour: turning outputs into boxes and
removing doubles.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_BOX_CHANNELS = 64


class _Graph:
    """Nodes and weights of a network that grows layer by layer; a layer is known by the name of its output."""

    def __init__(self, seed: int) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.parameters = 0
        self._rng = np.random.default_rng(seed)

    def add(self, kind: str, inputs: list[str], outputs: int = 1, **attributes: object) -> list[str]:
        names = [f"{kind.lower()}{len(self.nodes)}_{number}" for number in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names

    def constant(self, value: np.ndarray) -> str:
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def plain(self, source: str, inputs: int, outputs: int, size: int = 1, stride: int = 1) -> str:
        """A convolution with a bias."""
        shape = (outputs, inputs, size, size)
        weight = self._rng.normal(0, (2 / (inputs * size * size)) ** 0.5, shape).astype(np.float32)
        self.parameters += weight.size + outputs
        names = [source, self.constant(weight), self.constant(np.zeros(outputs, np.float32))]
        return self.add("Conv", names, strides=[stride] * 2, pads=[size // 2] * 4, kernel_shape=[size] * 2)[0]

    def conv(self, source: str, inputs: int, outputs: int, size: int = 3, stride: int = 1) -> str:
        """A convolution (its normalisation folded in) and SiLU."""
        made = self.plain(source, inputs, outputs, size, stride)
        return self.add("Mul", [made, self.add("Sigmoid", [made])[0]])[0]

    def c2f(self, source: str, inputs: int, outputs: int, blocks: int, *, adds: bool) -> str:
        """Half the channels go through bottlenecks, every stage is kept."""
        half = outputs // 2
        both = self.conv(source, inputs, outputs, 1)
        parts = self.add("Split", [both, self.constant(np.array([half, half], np.int64))], 2, axis=1)
        for _ in range(blocks):
            made = self.conv(self.conv(parts[-1], half, half), half, half)
            parts.append(self.add("Add", [parts[-1], made])[0] if adds else made)
        return self.conv(self.concat(*parts), half * len(parts), outputs, 1)

    def sppf(self, source: str, channels: int) -> str:
        """Three poolings one after the other."""
        parts = [self.conv(source, channels, channels // 2, 1)]
        for _ in range(3):
            parts += self.add("MaxPool", [parts[-1]], kernel_shape=[5, 5], pads=[2] * 4, strides=[1, 1])
        return self.conv(self.concat(*parts), 2 * channels, channels, 1)

    def doubled(self, source: str) -> str:
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.add("Resize", [source, "", scales], mode="nearest")[0]

    def concat(self, *parts: str) -> str:
        return self.add("Concat", list(parts), axis=1)[0]

    def head(self, source: str, channels: int, classes: int) -> str:
        """Box distributions and class scores of one level, flattened."""
        wide = max(_BOX_CHANNELS, min(classes, 100))
        boxes = self.conv(self.conv(source, channels, _BOX_CHANNELS), _BOX_CHANNELS, _BOX_CHANNELS)
        scores = self.conv(self.conv(source, channels, wide), wide, wide)
        ends = [self.plain(boxes, _BOX_CHANNELS, _BOX_CHANNELS), self.plain(scores, wide, classes)]
        shape = self.constant(np.array([1, _BOX_CHANNELS + classes, -1], np.int64))
        return self.add("Reshape", [self.concat(*ends), shape])[0]


def write_yolo_class(path: Path, classes: int = 80, seed: int = 1) -> int:
    """Write the network for pictures (1 x 3 x height x width, multiples of 32); returns its number of parameters."""
    graph = _Graph(seed)
    fine = graph.conv(graph.conv("images", 3, 16, stride=2), 16, 32, stride=2)
    fine = graph.c2f(fine, 32, 32, 1, adds=True)
    third = graph.c2f(graph.conv(fine, 32, 64, stride=2), 64, 64, 2, adds=True)
    fourth = graph.c2f(graph.conv(third, 64, 128, stride=2), 128, 128, 2, adds=True)
    fifth = graph.c2f(graph.conv(fourth, 128, 256, stride=2), 256, 256, 1, adds=True)
    fifth = graph.sppf(fifth, 256)
    middle = graph.c2f(graph.concat(graph.doubled(fifth), fourth), 384, 128, 1, adds=False)
    near = graph.c2f(graph.concat(graph.doubled(middle), third), 192, 64, 1, adds=False)
    middle = graph.c2f(graph.concat(graph.conv(near, 64, 64, stride=2), middle), 192, 128, 1, adds=False)
    far = graph.c2f(graph.concat(graph.conv(middle, 128, 128, stride=2), fifth), 384, 256, 1, adds=False)
    levels = [graph.head(level, width, classes) for level, width in ((near, 64), (middle, 128), (far, 256))]
    end = graph.add("Concat", levels, axis=2)[0]
    given = helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, "height", "width"])
    told = helper.make_tensor_value_info(end, TensorProto.FLOAT, [1, _BOX_CHANNELS + classes, "places"])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "yolo_class", [given], [told], graph.weights),
        opset_imports=[helper.make_opsetid("", 13)],
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return graph.parameters
