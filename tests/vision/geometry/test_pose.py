from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from marker_photographs import looking

from vision.geometry.lens import Lens
from vision.geometry.pose import transform


def test_parallax_moves_high_things_back_to_where_they_stand():
    pose = looking(40.0, -60.0, 900.0)
    pixel = pose.project(np.array([[300.0, 200.0, 33.0]]))
    seen_x, seen_y = pose.to_plane(pixel, 16.5)[0]
    assert np.hypot(seen_x - 300, seen_y - 200) > 4
    assert np.allclose(pose.shift_plane(seen_x, seen_y, 16.5, 33.0), (300.0, 200.0), atol=0.01)


@pytest.mark.parametrize("lens", [Lens(), Lens(-0.15), Lens(0.1, -0.03)])
def test_planes_are_cut_out_where_points_project(lens):
    pose = replace(looking(30.0, -40.0, 900.0), lens=lens)
    picture = np.zeros((1296, 2304), np.uint8)
    for x_mm, y_mm in (spots := [(-300.0, -280.0), (0.0, 0.0), (310.0, 250.0)]):
        column, row = pose.plane_pixels(np.array([(x_mm, y_mm)]), 16.5)[0]
        cv2.circle(picture, (round(column * 16), round(row * 16)), 5 * 16, 255, -1, cv2.LINE_AA, 4)
    to_mm = np.array([[1.0, 0, -379.5], [0, -1.0, 379.5], [0, 0, 1.0]])
    seen = pose.plane_warp(to_mm, 16.5, (760, 760))(cv2.merge([picture] * 3))
    for x_mm, y_mm in spots:
        part = seen[round(379.5 - y_mm) - 12 :, round(x_mm + 379.5) - 12 :][:25, :25, 0].astype(float)
        rows, columns = np.mgrid[:25, :25]
        middle = (columns * part).sum() / part.sum(), (rows * part).sum() / part.sum()
        wanted = (x_mm + 379.5 - round(x_mm + 379.5) + 12, 379.5 - y_mm - round(379.5 - y_mm) + 12)
        assert middle == pytest.approx(wanted, abs=0.15)
        tile = np.array([[0.55, 0, x_mm - 11], [0, -0.55, y_mm + 15], [0, 0, 1.0]])
        homography = pose.local_homography(tile, 16.5, (41, 56))
        inner = np.array([(20.0, 27.0), (5.0, 40.0)])
        exact = pose.plane_pixels(transform(tile, inner), 16.5)
        assert np.allclose(transform(homography, inner), exact, atol=0.2)
