"""What goes wrong between the table and the pictures of the simulated camera.

Rules this file keeps:
* The event loop sets the attributes, the camera's thread reads them; each is one value, taken once per picture.
* Chance comes from a seeded `random.Random`.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import replace
from random import Random
from typing import Final

import cv2
import numpy as np

from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.sprites import Image

_TOPS_MM: Final = 16.5
"""Height of the plane that a moved camera shows exactly where it should: the tops of lying tiles."""
# Corners of the square over which the view of a moved camera is fitted: most of the surface of 740 mm.
_REACH_MM: Final = 300.0


class CameraDefects:
    """Nothing is wrong until somebody says so.

    Args:
        pose: where the camera hangs when nobody has touched it.
        rng: chance.

    Attributes:
        moved: how far the camera is from its place: x, y in mm, and the turn in degrees.
        light: share of the light that is left.
        flicker: least share of the light while the lamp flickers, 1 while it does not.
        shade: share of the light in the shadow of somebody, 1 without one.
        min_gap_s: time from one picture to the next at least.
        delay_s: how much later than taken every picture comes.
        is_frozen: the same picture again and again.
    """

    def __init__(self, pose: SimulatedCamera, rng: Random | None = None) -> None:
        self.rng = rng or Random(0)
        self.moved = (0.0, 0.0, 0.0)
        self.light = self.flicker = self.shade = 1.0
        self.min_gap_s = self.delay_s = 0.0
        self.is_frozen = False
        self._pose = pose
        self._on_the_way: deque[tuple[float, bytes]] = deque()

    @property
    def is_restless(self) -> bool:
        """Whether every picture is another one although nothing on the table moves."""
        return self.flicker < 1 or self.shade < 1

    def altered(self, image: Image) -> Image:
        """What the camera gives instead of this picture."""
        if any(self.moved):
            image = self._seen_from_elsewhere(image)
        light = self.light * self.rng.uniform(self.flicker, 1.0)
        if self.shade < 1:
            image = cv2.multiply(image, self._shadow_map(image.shape), scale=1 / 255)  # type: ignore[assignment]  # cv2
        return image if light == 1 else np.asarray(cv2.convertScaleAbs(image, alpha=light), np.uint8)

    def arrived(self, jpeg: bytes, now_s: float) -> list[bytes]:
        """The pictures that come out of the camera now that this one was taken, oldest first."""
        self._on_the_way.append((now_s + self.delay_s, jpeg))
        ready = []
        while self._on_the_way and self._on_the_way[0][0] <= now_s:
            ready.append(self._on_the_way.popleft()[1])
        return ready

    def _seen_from_elsewhere(self, image: Image) -> Image:
        """The same things from a camera that was moved: exact for tile tops, right within 0.2 mm for the felt."""
        x_mm, y_mm, turn_deg = self.moved
        pose = self._pose
        other = replace(
            pose,
            x_mm=pose.x_mm + x_mm,
            y_mm=pose.y_mm + y_mm,
            aim_x_mm=pose.aim_x_mm + x_mm,
            aim_y_mm=pose.aim_y_mm + y_mm,
            roll_deg=pose.roll_deg + turn_deg,
        )
        corners = [(x * _REACH_MM, y * _REACH_MM, _TOPS_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        before, after = (each.project(corners).astype(np.float32) for each in (pose, other))
        warp = cv2.getPerspectiveTransform(before, after)
        size = (pose.width_px, pose.height_px)
        return np.asarray(cv2.warpPerspective(image, warp, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def _shadow_map(self, shape: tuple[int, ...]) -> Image:
        """Full light on one side of a soft edge that wanders, `shade` on the other; 255 is full light."""
        height, width = shape[0] // 16 + 1, shape[1] // 16 + 1
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        angle = self.rng.gauss(0.6, 0.02)
        across = (columns / width - 0.5) * math.cos(angle) + (rows / height - 0.5) * math.sin(angle)
        share = np.clip(0.5 + across * 8 + self.rng.gauss(0, 0.05), 0, 1)
        small = np.rint(255 * (self.shade + (1 - self.shade) * share)).astype(np.uint8)
        full = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.cvtColor(full, cv2.COLOR_GRAY2BGR), np.uint8)
