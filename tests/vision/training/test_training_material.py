"""Rendered tables become training material."""

from random import Random

import numpy as np

from hw_sim.picture.dataset import write_picture
from vision.training.scenes import prepare, scenes


def test_tables_with_tiles_of_different_size_become_one_array_of_views(tmp_path):
    for number in range(2):
        write_picture(tmp_path, number, 7, (1280, 720))
    sizes = [scene.view.size_px for scene in scenes(tmp_path)]
    assert len(set(sizes)) > 1
    prepare([tmp_path], tmp_path / "out", Random(1))
    with np.load(tmp_path / "out" / "views.npz") as material:
        assert material["views"].shape == (2, max(sizes), max(sizes), 3)
        assert set(material["pieces"][:, 5]) == {0, 1}
        smallest = int(np.argmin(sizes))
        beyond = material["views"][smallest, min(sizes) :]
        assert beyond.size
        assert not beyond.any()
