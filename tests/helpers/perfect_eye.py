"""An eye that never errs: the scene as observations, for tests of the interpreter without pictures."""

from __future__ import annotations

import itertools

from hw_sim.felt.scene import Piece, Pose, Scene
from vision.geometry.zones import ZoneMap, lies_across, turn_seen_by
from vision.settings import GeometrySettings
from vision.sightings import Face, Observation, SettledTile

_FACES = {Pose.FACE_UP: Face.UP, Pose.FACE_DOWN: Face.DOWN, Pose.STANDING: Face.STANDING}


class PerfectEye:
    """Gives every piece a track for as long as it isn't moved, counting from `first_track`.

    It looks at what a world shows: a piece that is the same object as in the last look has not changed since.
    """

    def __init__(self, first_track: int = 0) -> None:
        self._zones = ZoneMap(GeometrySettings())
        self._tracks: dict[tuple[object, ...], int] = {}
        self._numbers = itertools.count(first_track)
        self._resting: dict[int, tuple[Piece, tuple[object, ...], SettledTile]] = {}

    def forget(self) -> None:
        """From now on every piece has a new track, as after a while in the dark."""
        self._tracks = {}
        self._resting = {}

    def observe(self, scene: Scene, at: float) -> Observation:
        known, self._tracks = self._tracks, {}
        before, self._resting = self._resting, {}
        for number, piece in scene.pieces.items():
            seen = before.get(number)
            if seen is None or seen[0] is not piece:
                key = (piece.number, piece.pose, round(piece.x_mm), round(piece.y_mm))
                track = known[key] if key in known else next(self._numbers)
                seen = (piece, key, self._look_at(piece, track))
            self._resting[number] = seen
            self._tracks[seen[1]] = seen[2].track
        tiles = tuple(tile for _, _, tile in self._resting.values())
        return Observation(at, scene.version, tiles, frozenset())

    def _look_at(self, piece: Piece, track: int) -> SettledTile:
        place = self._zones.place(piece.x_mm, piece.y_mm)
        turn_deg = turn_seen_by(place.seat, piece.rotation_deg)
        is_up = piece.pose is Pose.FACE_UP
        return SettledTile(
            track=track,
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
