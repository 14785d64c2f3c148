"""Draws over a frame what was read in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from mahjong_rules.seats import Seat
from vision.geometry.lens import Floats
from vision.geometry.rectify import TableView
from vision.geometry.zones import ZoneMap
from vision.settings import GeometrySettings
from vision.sightings import Face, Image, Sighting, Zone

_COLOURS: Final = {Face.UP: (80, 220, 80), Face.DOWN: (220, 160, 60), Face.STANDING: (60, 160, 240)}
_DOUBTFUL: Final = (60, 60, 255)
_DOUBTFUL_BELOW: Final = 0.9
"""A face named with less is framed in red.

Of what is said with 0.9 or more nearly all is right (vision/model/CLASSIFIER.md, Confidence).
"""


def overlay(
    image: Image, sightings: Iterable[Sighting], view: TableView, geometry: GeometrySettings, *, in_play: bool = False
) -> Image:
    """A copy of the picture with a frame around each piece and the name of each face-up one; doubtful ones red.

    `in_play`: people play, so nothing is named that lies where a hand still stands: a tile that fell over is private.
    """
    drawn = image.copy()
    zones = ZoneMap(geometry)
    sightings = tuple(sightings)
    private = standing_hands(sightings, zones) if in_play else frozenset()
    for sighting in sightings:
        corners = outline(sighting, view, geometry, zones)
        is_doubtful = sighting.face is Face.UP and sighting.confidence < _DOUBTFUL_BELOW
        colour = _DOUBTFUL if is_doubtful else _COLOURS[sighting.face]
        cv2.polylines(drawn, [np.round(corners).astype(np.int32)], isClosed=True, color=colour, thickness=2)
        if sighting.tile is not None and hand_of(sighting, zones) not in private:
            column, row = corners.mean(axis=0)
            _write(drawn, str(sighting.tile), (int(column) - 14, int(row) + 5), colour)
    return drawn


def hand_of(sighting: Sighting, zones: ZoneMap) -> Seat | None:
    """Whose hand's place a piece lies in; None anywhere else."""
    place = zones.place(sighting.x_mm, sighting.y_mm)
    return place.seat if place.zone is Zone.HAND else None


def standing_hands(sightings: Iterable[Sighting], zones: ZoneMap) -> frozenset[Seat | None]:
    """The seats with a standing piece where their hand is."""
    hands = {hand_of(sighting, zones) for sighting in sightings if sighting.face is Face.STANDING}
    return frozenset(hands - {None})


def outline(sighting: Sighting, view: TableView, geometry: GeometrySettings, zones: ZoneMap) -> Floats:
    """The four corners (4 x 2, pixels of the frame) of a piece's visible side."""
    width = geometry.tile_width_mm
    height = geometry.tile_thickness_mm if sighting.face is Face.STANDING else geometry.tile_height_mm
    turn = np.radians(sighting.rotation_deg)
    across = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    along = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    centre = np.array([sighting.x_mm, sighting.y_mm])
    corners = np.array(
        [centre - across + along, centre + across + along, centre + across - along, centre - across - along]
    )
    top_mm = zones.top_mm(zones.place(sighting.x_mm, sighting.y_mm).zone, sighting.face)
    return view.pose.plane_pixels(corners, top_mm)


def _write(image: Image, text: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """Text with a dark rim, readable on any ground."""
    for ink, thickness in (((0, 0, 0), 4), (colour, 2)):
        cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, thickness, cv2.LINE_AA)
