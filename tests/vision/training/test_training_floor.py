"""What trains the networks: it belongs to the floor of `vision`, though it is no package that the linter sees."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import numpy as np
import pytest

import vision
from vision.training.cameras import hanging_camera

TRAINING = Path(vision.__file__).parent / "training"
ABOVE = {"hw_sim", "table_daemon", "firmware_bridge", "tablet_page", "board_firmware", "tools", "tests"}


def imported(path: Path) -> set[str]:
    """The topmost packages that a file imports."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def test_training_imports_no_floor_above_vision():
    files = sorted(TRAINING.glob("*.py"))
    assert len(files) > 10
    assert {path.name: sorted(imported(path) & ABOVE) for path in files if imported(path) & ABOVE} == {}


def test_nothing_that_runs_on_a_table_imports_the_training():
    for package in ("vision", "table_daemon", "hw_sim", "firmware_bridge", "tablet_page"):
        for path in (TRAINING.parents[1] / package).rglob("*.py"):
            if TRAINING not in path.parents:
                assert "vision.training" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("surface_mm", [700.0, 1000.0])
def test_a_camera_by_chance_sees_the_whole_surface(seed, surface_mm):
    size_px = (1920, 1080)
    camera = hanging_camera(random.Random(seed), surface_mm, size_px)
    half = surface_mm / 2
    corners = camera.pose.plane_pixels(np.array([(x, y) for x in (-half, half) for y in (-half, half)]), 0.0)
    assert corners.min() > 0
    assert (corners < np.array(size_px) - 1).all()
    assert camera.pose.centre_mm[2] > 0.8 * surface_mm
    north, south = camera.pose.plane_pixels(np.array([(0.0, half), (0.0, -half)]), 0.0)
    assert north[1] < south[1]
