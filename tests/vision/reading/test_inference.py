from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from vision.reading import inference as engines
from vision.reading.inference import MODEL_FOLDER, Engine, ModelError, Network

AGREEMENT = 1e-4


def network_with_two_outputs(path: Path) -> Path:
    """A network that tells what it saw (features) and what it made of it (logits)."""
    rng = np.random.default_rng(1)
    weights = [
        numpy_helper.from_array(rng.normal(size=shape).astype(np.float32), name)
        for name, shape in (("first", (5, 3, 1, 1)), ("second", (2, 5, 4, 4)))
    ]
    nodes = [
        helper.make_node("Conv", ["input", "first"], ["seen"]),
        helper.make_node("Conv", ["seen", "second"], ["judged"]),
        helper.make_node("Flatten", ["judged"], ["logits"]),
        helper.make_node("Flatten", ["seen"], ["features"]),
    ]
    ends = [("input", ["n", 3, 4, 4]), ("logits", ["n", 2]), ("features", ["n", 80])]
    given, *told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in ends]
    model = helper.make_model(
        helper.make_graph(nodes, "two", [given], told, weights), opset_imports=[helper.make_opsetid("", 13)]
    )
    model.ir_version = 8
    onnx.save(model, str(path))
    return path


@pytest.mark.parametrize(
    ("name", "shape"),
    [("detector.onnx", (2, 3, 96, 128)), ("classifier.onnx", (5, 3, 56, 40)), ("fine_print.onnx", (5, 3, 56, 40))],
    ids=str,
)
def test_both_engines_give_the_same_numbers_for_the_shipped_networks(name, shape):
    batch = np.random.default_rng(7).uniform(-0.5, 0.5, shape).astype(np.float32)
    fast, own = (Network(MODEL_FOLDER / name, engine).outputs(batch) for engine in Engine)
    assert fast.keys() == own.keys()
    for output in fast:
        assert np.abs(fast[output] - own[output]).max() < AGREEMENT


@pytest.mark.parametrize("engine", Engine)
def test_every_output_has_its_name(tmp_path, engine):
    network = Network(network_with_two_outputs(tmp_path / "two.onnx"), engine)
    outputs = network.outputs(np.ones((3, 3, 4, 4), np.float32))
    assert network.output_names == ("logits", "features")
    assert {name: output.shape for name, output in outputs.items()} == {"logits": (3, 2), "features": (3, 80)}
    assert np.array_equal(network.run(np.ones((3, 3, 4, 4), np.float32)), outputs["logits"])


@pytest.mark.parametrize("engine", Engine)
def test_a_file_that_is_no_network_is_refused_by_every_engine(tmp_path, engine):
    file = tmp_path / "detector.onnx"
    file.write_text("this is no network")
    with pytest.raises(ModelError, match="is not a network"):
        Network(file, engine)


def test_without_onnx_runtime_opencv_runs_the_networks(monkeypatch):
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    assert Network(MODEL_FOLDER / "detector.onnx").engine is Engine.OPENCV


def test_the_engine_keeps_nothing_about_its_user_in_the_home_folder(tmp_path):
    story = "from vision.reading.inference import *; Network(MODEL_FOLDER / 'classifier.onnx', Engine.ONNX_RUNTIME)"
    # Without these names it is as on a user's computer: tests and CI are spared by the engine itself.
    spared = ("CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in spared}
    subprocess.run([sys.executable, "-c", story], env={**environment, "HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.rglob("*")) == []
