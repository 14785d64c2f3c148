from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.lens import Lens


@pytest.mark.parametrize("lens", [Lens(0.15), Lens(-0.15), Lens(-0.3, 0.08)])
def test_straightening_undoes_bending(lens):
    plane = np.random.default_rng(8).uniform(-0.7, 0.7, (500, 2))
    assert np.allclose(lens.straightened(lens.bent(plane)), plane, atol=1e-9)
    assert np.allclose(lens.straightened(np.zeros((1, 2))), 0.0)
