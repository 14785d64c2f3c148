"""The table itself: felt, rim, markers, lift slots, console, dome."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from hw_sim.felt.scene import Furniture
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.centre import Display, Logo, draw_display, logo_picture
from hw_sim.picture.piece_sprites import Body
from hw_sim.picture.projection import Floats, SimulatedCamera
from hw_sim.picture.sprites import Canvas, Image, PixelRect, Prism, cast_shade, lifted, placed, rounded_outline, scaled
from mahjong_rules.seats import Seat

# Chosen: an open ring lets a standing tile of 28 mm through, with room for a handful.
DOME_TRAVEL_MM: Final = 55.0
# Chosen: the console stands a little proud of the felt.
CONSOLE_TOP_MM: Final = 5.0
# Chosen: a straight edge of 740 mm becomes pieces of about 40 pixels, so short that a bent one looks round.
_PARTS: Final = 32
# Chosen: what is to be seen of the frame around the surface; the camera needs no part of it.
_RIM_MM: Final = 42.0
_SLOT_HALF_MM: Final = (178.0, 15.5)
"""Longer where the walls are."""
# Chosen: a slot is a little longer than its wall, so that no tile scrapes.
_SLOT_ROOM_MM: Final = 1.5
# Chosen: two tiles of 16.5 mm disappear in the shaft with room above them.
_SHAFT_MM: Final = 45.0
# Measured: a polygon that OpenCV fills with soft edges comes out so much larger on every side; a square of 30.0 pixels
# becomes one of 31.4. Where the felt ends is where a camera is told that it ends.
_FILL_GROWS_PX: Final = 0.7
# Chosen: the white border that a detector needs around a marker.
_QUIET_MM: Final = 4.0


def marker_corners_mm(furniture: Furniture, marker: int) -> Floats:
    """Corners (4 x 3) of the printed square of a marker: its own top-left, then clockwise.

    Of one that is not turned that is the top-left corner as seen from seat 0.
    """
    half = furniture.marker_mm / 2
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    return lifted(placed(square, *furniture.marker_centre_mm(marker), furniture.markers_astray[marker][2]), 0)


@lru_cache
def _marker_image(marker: int) -> Image:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    grey = cv2.aruco.generateImageMarker(dictionary, marker, 180)
    ink = cv2.addWeighted(grey, 0.83, grey, 0, 26)
    return np.asarray(cv2.cvtColor(ink, cv2.COLOR_GRAY2BGR), np.uint8)


def _in_parts(outline: Floats) -> Floats:
    """The same outline (N x 2) with every side cut into `_PARTS`."""
    shares = np.arange(_PARTS)[None, :, None] / _PARTS
    following = np.roll(outline, -1, axis=0)
    return np.asarray((outline[:, None] + (following - outline)[:, None] * shares).reshape(-1, 2))


class FurnitureArtist:
    """Draws the furniture of one table in one look for one camera."""

    def __init__(self, furniture: Furniture, pose: SimulatedCamera, look: Appearance) -> None:
        self._furniture = furniture
        self._pose = pose
        self._look = look

    def background(self) -> Image:
        """Floor, rim, felt and markers: everything that never changes. BGR, the whole picture."""
        pose, look = self._pose, self._look
        image = np.empty((pose.height_px, pose.width_px, 3), np.uint8)
        image[:] = look.floor
        half = self._furniture.surface_mm / 2
        self._square(image, half + _RIM_MM, 30, scaled(look.rim, 0.7))
        self._square(image, half + _RIM_MM - 5, 26, look.rim)
        self._square(image, half + 3, 10, scaled(look.felt, 0.45))
        self._square(image, half, 8, look.felt)
        for logo in look.centre.logos:
            self._print(image, logo)
        self._weave(image)
        for marker in range(4):
            self._marker(image, marker)
        return image

    def _square(self, image: Image, half_mm: float, radius_mm: float, colour: tuple[int, int, int]) -> None:
        half_mm -= _FILL_GROWS_PX * self._pose.height_mm / self._pose.focal_px
        outline = rounded_outline(half_mm, half_mm, radius_mm, 8)
        if self._pose.distortion:
            # A bent lens shows straight edges as curves; of a pincushion's they are hollow.
            pixels = self._pose.project(lifted(_in_parts(outline), 0))
            cv2.fillPoly(image, [np.rint(pixels * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
            return
        pixels = self._pose.project(lifted(outline, 0))
        cv2.fillConvexPoly(image, np.rint(pixels * 16).astype(np.int32), colour, cv2.LINE_AA, 4)

    def _weave(self, image: Image) -> None:
        """Fibres and faint wear, the same for the same seed."""
        rng = np.random.default_rng(self._look.seed)
        height, width = image.shape[:2]
        fine = rng.normal(128, 26, (height // 2, width // 2)).astype(np.float32)
        fibres = cv2.resize(cv2.GaussianBlur(fine, (0, 0), 0.7), (width, height), interpolation=cv2.INTER_LINEAR)
        coarse = rng.normal(128, 22, (height // 48 + 1, width // 48 + 1)).astype(np.float32)
        wear = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        gain = cv2.addWeighted(fibres, 0.42, wear, 0.22, 200 - 0.64 * 128)
        factor = np.clip(gain, 0, 255).astype(np.uint8)
        cv2.multiply(image, cv2.cvtColor(factor, cv2.COLOR_GRAY2BGR), dst=image, scale=1 / 200)

    def _print(self, image: Image, logo: Logo) -> None:
        """Ink in the felt, stretched as the camera sees it."""
        half = logo.side_mm / 2
        corners = placed(
            [(-half, half), (half, half), (half, -half), (-half, -half)], logo.x_mm, logo.y_mm, logo.turn_deg
        )
        mask = logo_picture(logo)
        side = mask.shape[0]
        source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, self._pose.project(lifted(corners, 0)).astype(np.float32))
        cover = cv2.warpPerspective(mask, warp, (image.shape[1], image.shape[0]), flags=cv2.INTER_AREA)
        ink = np.array(scaled(self._look.felt, logo.brightness), np.float32)
        share = cover[..., None].astype(np.float32) / 255
        image[:] = np.rint(image * (1 - share) + ink * share).astype(np.uint8)

    def _marker(self, image: Image, marker: int) -> None:
        corners = marker_corners_mm(self._furniture, marker)
        middle = corners.mean(axis=0)
        card = (corners - middle) * (1 + 2 * _QUIET_MM / self._furniture.marker_mm) + middle
        canvas = Canvas(self._pose, self._look, card)
        canvas.picture(card, np.full((8, 8, 3), 232, np.uint8))
        canvas.picture(corners, _marker_image(marker))
        sprite = canvas.sprite()
        sprite.lay(image, PixelRect(0, 0, image.shape[1], image.shape[0]))

    def slot(self, seat: Seat, raised: float) -> Body:
        """One wall's tray in its slot; `raised` 0 deep below .. 1 level with the felt."""
        outline = self._slot_outline(seat, (0.0, 0.0))
        canvas = Canvas(self._pose, self._look, np.concatenate([lifted(outline, 0), lifted(outline, -1)]))
        canvas.fill_plane(outline, 0, scaled(self._look.felt, 0.38))
        depth = _SHAFT_MM * (1 - raised)
        tray = self._slot_outline(seat, (-1.2, -1.2))
        canvas.fill_plane(tray, -depth, scaled(self._look.felt, 0.93 - 0.55 * (1 - raised)))
        return Body(canvas.sprite())

    def _slot_outline(self, seat: Seat, grown: tuple[float, float]) -> Floats:
        wall_mm = self._furniture.wall_lengths[seat] * self._furniture.tile_width_mm
        half_mm = max(_SLOT_HALF_MM[0], wall_mm / 2 + _SLOT_ROOM_MM)
        outline = rounded_outline(half_mm + grown[0], _SLOT_HALF_MM[1] + grown[1], 2.5)
        middle = np.array([self._furniture.wall_shift_mm(seat), self._furniture.wall_v_mm])
        return placed(outline + middle, 0, 0, 90.0 * seat)

    def console(self, raised: float) -> Body:
        """The console with its dice window, lamps and, when raised, the open drop ring below it."""
        half = self._furniture.console_mm / 2
        low, high = raised * DOME_TRAVEL_MM, raised * DOME_TRAVEL_MM + CONSOLE_TOP_MM
        ring = rounded_outline(half + 4, half + 4, 26, 8)
        outline = rounded_outline(half, half, 22, 8)
        around = np.concatenate([lifted(ring, 0), lifted(outline, high)])
        canvas = Canvas(self._pose, self._look, around)
        canvas.fill_plane(ring, 0, (22, 20, 20) if raised > 0.02 else scaled(self._look.felt, 0.5))
        if raised > 0.02:
            canvas.prism(Prism(rounded_outline(34, 34, 30, 8), 0, high, (70, 66, 62)))
        body = Prism(outline, low, high, (52, 48, 46))
        canvas.prism(body)
        corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
        canvas.picture(lifted(corners, high), _console_picture(self._look.centre.display), lifted(outline, high))
        shade = cast_shade(self._pose, self._look, (body,), 0.0)
        return Body(canvas.sprite(), shade)


@lru_cache
def _console_picture(display: Display | None) -> Image:
    """256 x 256: a dark plate, a round window for the dice, one lamp and one button a seat, and what it displays."""
    image = np.full((256, 256, 3), (50, 46, 44), np.uint8)
    cv2.circle(image, (128, 128), 78, (88, 82, 78), 5, cv2.LINE_AA)
    cv2.circle(image, (128, 128), 75, (66, 78, 40), -1, cv2.LINE_AA)
    for seat in range(4):
        turn = math.radians(90 * seat)
        lamp = (round(128 + 104 * math.sin(turn)), round(128 + 104 * math.cos(turn)))
        cv2.circle(image, lamp, 8, (60, 60, 190) if seat == 0 else (60, 150, 190), -1, cv2.LINE_AA)
        corner = math.radians(90 * seat + 45)
        button = (round(128 + 126 * math.sin(corner)), round(128 + 126 * math.cos(corner)))
        cv2.circle(image, button, 11, (120, 116, 112), -1, cv2.LINE_AA)
        cv2.circle(image, button, 11, (30, 28, 28), 2, cv2.LINE_AA)
    if display is not None:
        draw_display(image, display)
    return image
