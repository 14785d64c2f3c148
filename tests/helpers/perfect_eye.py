"""An eye that never errs: the scene as observations, for tests of the interpreter without pictures."""

from __future__ import annotations

import itertools

from hw_sim.felt.scene import Pose, Scene
from vision.geometry.zones import ZoneMap, lies_across, turn_seen_by
from vision.settings import GeometrySettings
from vision.sightings import Face, Observation, SettledTile

_FACES = {Pose.FACE_UP: Face.UP, Pose.FACE_DOWN: Face.DOWN, Pose.STANDING: Face.STANDING}


class PerfectEye:
    """Gives every piece a track for as long as it isn't moved."""

    def __init__(self) -> None:
        self._zones = ZoneMap(GeometrySettings())
        self._tracks: dict[tuple[object, ...], int] = {}
        self._numbers = itertools.count()

    def forget(self) -> None:
        """From now on every piece has a new track, as after a while in the dark."""
        self._tracks = {}

    def observe(self, scene: Scene, at: float) -> Observation:
        tiles = []
        known, self._tracks = self._tracks, {}
        for piece in scene.pieces.values():
            place = self._zones.place(piece.x_mm, piece.y_mm)
            key = (piece.number, piece.pose, round(piece.x_mm), round(piece.y_mm))
            turn_deg = turn_seen_by(place.seat, piece.rotation_deg)
            is_up = piece.pose is Pose.FACE_UP
            self._tracks[key] = known[key] if key in known else next(self._numbers)
            tiles.append(
                SettledTile(
                    track=self._tracks[key],
                    zone=place.zone,
                    seat=place.seat,
                    face=_FACES[piece.pose],
                    tile=piece.tile if is_up else None,
                    candidates=((piece.tile, 0.999),) if is_up else (),
                    confidence=0.999,
                    u_mm=place.u_mm,
                    v_mm=place.v_mm,
                    turn_deg=turn_deg,
                    is_sideways=lies_across(turn_deg),
                )
            )
        return Observation(at, scene.version, tuple(tiles), frozenset())
