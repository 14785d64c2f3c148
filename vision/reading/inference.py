"""The network engines: ONNX Runtime where it is installed, otherwise `cv2.dnn`, which every OpenCV brings.

Both give the same numbers to 1e-4; ONNX Runtime is about three times as fast on one core (docs/adr/0013).
"""

from __future__ import annotations

import os
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.told import sentence

Batch = npt.NDArray[np.float32]

MODEL_FOLDER: Final = Path(__file__).parents[1] / "model"


class ModelError(ValueError):
    """A network's file is missing or is not what the reader expects."""


class Engine(StrEnum):
    """What runs the networks."""

    ONNX_RUNTIME = "onnxruntime"
    OPENCV = "opencv"


def best_engine() -> Engine:
    """The fastest engine that is installed."""
    return Engine.ONNX_RUNTIME if find_spec("onnxruntime") is not None else Engine.OPENCV


class _Runner(Protocol):
    names: tuple[str, ...]

    def run(self, batch: Batch) -> list[Batch]:
        """The outputs, in the order of `names`."""


class Network:
    """A network with one input and one or several named outputs, run on the processor.

    Args:
        path: an ONNX file.
        engine: what runs it; the best one installed unless told otherwise.
        threads: cores that ONNX Runtime may use (OpenCV has one number for everything: `cv2.setNumThreads`).

    Raises:
        ModelError: the file is missing or the engine cannot load it.
    """

    def __init__(self, path: Path, engine: Engine | None = None, threads: int = 1) -> None:
        if not path.is_file():
            raise ModelError(
                sentence(
                    "expected a network in {path}, but there is no such file: install the package again", path=path
                )
            )
        self.engine = engine or best_engine()
        self._runner: _Runner = _OnnxRuntime(path, threads) if self.engine is Engine.ONNX_RUNTIME else _OpenCv(path)

    @property
    def output_names(self) -> tuple[str, ...]:
        """The names of the outputs, in the file's order."""
        return self._runner.names

    def run(self, batch: Batch) -> Batch:
        """The first output for an input of n x channels x height x width."""
        return self._runner.run(batch)[0]

    def outputs(self, batch: Batch) -> dict[str, Batch]:
        """Every output by its name."""
        return dict(zip(self._runner.names, self._runner.run(batch), strict=True))


class _OnnxRuntime:
    """ONNX Runtime without a thread pool of its own unless asked for one; its threads sleep when there is no work."""

    def __init__(self, path: Path, threads: int) -> None:
        # Since 1.29 the Linux wheels report each network to their maker, unless this is set before the first import.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise ModelError(
                sentence(
                    "{path} is not a network that {runtime} can load: {why}",
                    path=path,
                    runtime="ONNX Runtime",
                    why=str(error),
                )
            ) from error
        self._input = self._session.get_inputs()[0].name
        self.names = tuple(output.name for output in self._session.get_outputs())

    def run(self, batch: Batch) -> list[Batch]:
        return [np.asarray(output, np.float32) for output in self._session.run(None, {self._input: batch})]


class _OpenCv:
    """OpenCV's own engine."""

    def __init__(self, path: Path) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path))
        except cv2.error as error:
            raise ModelError(
                sentence(
                    "{path} is not a network that {runtime} can load: {why}",
                    path=path,
                    runtime=f"OpenCV {cv2.__version__}",
                    why=error.err,
                )
            ) from error
        self.names = tuple(self._net.getUnconnectedOutLayersNames())

    def run(self, batch: Batch) -> list[Batch]:
        self._net.setInput(batch)
        return [np.asarray(output, np.float32) for output in self._net.forward(list(self.names))]
