"""The network engine: `cv2.dnn`, one network a file, and what goes wrong when a file is not a network."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Batch = npt.NDArray[np.float32]

MODEL_FOLDER: Final = Path(__file__).parent / "model"


class ModelError(ValueError):
    """A network's file is missing or is not what the reader expects."""


class Network:
    """A network with one input and one output, run on the processor.

    Args:
        path: an ONNX file.

    Raises:
        ModelError: the file is missing or OpenCV cannot load it.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ModelError(f"expected a network in {path}, but there is no such file: install the package again")
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path))
        except cv2.error as error:
            raise ModelError(f"{path} is not a network that OpenCV {cv2.__version__} can load: {error.err}") from error

    def run(self, batch: Batch) -> Batch:
        """The output for an input of n x channels x height x width."""
        self._net.setInput(batch)
        return np.asarray(self._net.forward(), np.float32)
