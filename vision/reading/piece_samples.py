"""Crops of pieces that lie face up, as a tile set is learnt from: cut out of a frame for whoever knows their names.

Rule this file keeps: standing hands are nobody's business; a piece that stands or lies on its face has no crop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vision.geometry.rectify import TableView
from vision.geometry.zones import ZoneMap, to_table
from vision.reading.classification import SAMPLE_MARGIN_PX, cut_at
from vision.settings import GeometrySettings
from vision.sightings import Face, Image, SettledTile


def piece_samples(
    image: Image, view: TableView, pieces: Iterable[SettledTile], geometry: GeometrySettings, zones: ZoneMap
) -> Mapping[int, Image]:
    """A crop of each piece that lies face up, by its track, as large as `learnt_set.SAMPLE_SHAPE`.

    Args:
        image: the frame's picture.
        view: the top view of its pose.
        pieces: what lies there.
        geometry: sizes of the table.
        zones: of the table.
    """
    shown = [piece for piece in pieces if piece.face is Face.UP]
    places = []
    for piece in shown:
        lies_at = to_table(piece.seat, piece.u_mm, piece.v_mm)
        seen_at = view.pose.shift_plane(*lies_at, zones.top_mm(piece.zone, piece.face), view.z_mm)
        places.append((*seen_at, piece.turn_deg + 90.0 * piece.seat))
    crops = cut_at(image, view, places, geometry, SAMPLE_MARGIN_PX)
    return {piece.track: crop.copy() for piece, crop in zip(shown, crops, strict=True)}
