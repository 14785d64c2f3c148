"""From light on the sensor to the camera's picture: lens, exposure, tone, sharpening, noise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from hw_sim.picture.projection import SimulatedCamera
from tools.photoreal.judged_scene import Optics

Light = npt.NDArray[np.float32]
_CLOTH_PX = 200
"""So much cloth tells the exposure. Chosen: less is a chink between tiles, and dark."""
_ROUNDS = 6
"""Of the fixed point that undoes the lens; it converges to a thousandth of a pixel."""


def developed(light: Light, camera: SimulatedCamera, optics: Optics, seed: int) -> npt.NDArray[np.uint8]:
    """The picture (BGR) that a camera makes of linear light."""
    bent = _through_the_lens(light, camera)
    # Cameras set the exposure so that the mean grey is as wished; a lamp in a tile may be far brighter.
    return _exposed(bent, float(np.median(bent.mean(axis=2))), optics, seed)


def developed_part(light: Light, is_cloth: npt.NDArray[np.bool_], optics: Optics, seed: int) -> npt.NDArray[np.uint8]:
    """A part of a picture that has more tiles than the whole: exposed by its cloth (a mask, h x w), as the whole is."""
    grey = light.mean(axis=2)
    cloth = grey[is_cloth]
    return _exposed(light, float(np.median(cloth if cloth.size >= _CLOTH_PX else grey)), optics, seed)


def _exposed(light: Light, middle: float, optics: Optics, seed: int) -> npt.NDArray[np.uint8]:
    """The picture with this light in the middle of its greys."""
    toned = _tone(light * (optics.exposure**2.2 / (middle + 1e-6)))
    if optics.sharpening:
        soft = cv2.GaussianBlur(toned, (0, 0), 1.0)
        toned = toned + (toned - soft) * optics.sharpening
    noise = np.random.default_rng(seed).normal(0, optics.noise, toned.shape)
    return np.clip(toned * 255 + noise, 0, 255).astype(np.uint8)


def _tone(light: Light) -> Light:
    """Gamma with a shoulder: highlights are pressed together before they are cut off."""
    pressed = np.where(light < 0.6, light, 0.6 + 0.4 * (1 - np.exp(-(light - 0.6) / 0.4)))
    return np.clip(pressed, 0, 1).astype(np.float32) ** np.float32(1 / 2.2)


def _through_the_lens(light: Light, camera: SimulatedCamera) -> Light:
    """The picture as the lens bends it (`SimulatedCamera.distortion`)."""
    if not camera.distortion:
        return light
    height, width = light.shape[:2]
    x, y = np.meshgrid(np.arange(width) - (width - 1) / 2, np.arange(height) - (height - 1) / 2)
    bent_x, bent_y = x / camera.focal_px, y / camera.focal_px
    plane_x, plane_y = bent_x.copy(), bent_y.copy()
    for _ in range(_ROUNDS):
        factor = 1 + camera.distortion * (plane_x**2 + plane_y**2)
        plane_x, plane_y = bent_x / factor, bent_y / factor
    to_x = (plane_x * camera.focal_px + (width - 1) / 2).astype(np.float32)
    to_y = (plane_y * camera.focal_px + (height - 1) / 2).astype(np.float32)
    return np.asarray(cv2.remap(light, to_x, to_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.float32)
