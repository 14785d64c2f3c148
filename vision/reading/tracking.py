"""Sightings over time -> settled pieces. Geometry and patience only, no rule of any game.

Rules this file keeps:
* A piece counts once it was seen alike in `settle_frames` frames one after the other.
* A piece is gone once it was absent in `gone_frames` frames and its place shows bare felt or another piece; what an arm
  covers or what moves is not gone.
* A track keeps its number while the piece is not moved; another piece in the same place gets a new one.
* What is seen beside an arm or beside something that moves confirms what was known and adds nothing.
* Faces are named together (`face_agreement`): what comes to the table may change how a piece is named that lies there.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from mahjong_rules.seats import Seat
from vision.geometry.zones import ZoneMap, lies_across, turn_seen_by
from vision.reading.background import Mask
from vision.reading.face_agreement import SeenFace, named_together
from vision.reading.surface import SurfaceFacts, SurfaceMask
from vision.reading.tracks import MAX_VOTES, Track, pairs_of
from vision.settings import ReadingSettings
from vision.sightings import Face, Observation, SettledTile, Sighting, Zone

# Distances for tiles of 20.5 x 28 mm; those of other tables go with the size of their tiles.
_SAME_PLACE_MM: Final = 9.0
"""A sighting this near to a piece is that piece.

Less than half the width of a tile (20.5 mm), so that of two neighbours only one can be meant; a centre is found to 1.4
mm in 99 of 100 cases (vision/model/DETECTOR.md).
"""
_TAKEN_MM: Final = 14.0
"""A piece whose centre is so near in both directions lies where another one lay.

The width of a tile is 20.5 mm: two pieces this near would lie in each other, and neighbours are farther apart even
when they touch.
"""
_LOOK_MM: Final = 6.0
"""Half the side of the square in which bare felt, motion and cover are judged for a missing piece.

It lies well inside a tile (half of 20.5 mm), so that its neighbours have no part in it.
"""
_BARE: Final = 0.6
"""From this share of bare felt on the place of a missing piece is empty.

Chosen, not measured: more than half, as a neighbour's shadow and edge may cover some of the square.
"""
_DISTURBED: Final = 0.3
"""With a larger share of motion or cover over the place of a missing piece nothing is concluded there.

Chosen, not measured.
"""
_BESIDE_MM: Final = 14.0
"""Half the side of the square around a piece in which motion and cover are judged: half a tile's length, 14 mm."""
_BESIDE_AN_ARM: Final = 0.25
"""A piece with so much cover or motion around it may be half hidden: what is read there is no vote.

Chosen, not measured; the reason for it was: a tile that shows less than nine tenths may be named wrongly
(vision/model/CLASSIFIER.md, known weaknesses).
"""
_SURELY_NAMED: Final = 0.9
"""A piece named with this chance and seen otherwise since is another piece; below it the first name was a mistake.

Of what is said with 0.9 or more of rendered tables all 8,056 names were right, of photographs more than 99 %
(vision/model/CLASSIFIER.md, Confidence).
"""
_SHIFTED_MM: Final = 2.5
"""Smaller changes of place are not worth an observation.

Chosen, not measured: above the 1.4 mm by which a centre is off in one of a hundred cases, so that noise tells nothing.
"""
_SHARE_OF_ZONE: Final = 0.01
"""A zone is busy when more of it than this moves or is covered.

Chosen, not measured: a finger over a river of 156 x 98 mm covers more than a hundredth, single noisy blocks do not.
"""


class Tracker:
    """Follows every piece on the table.

    Args:
        zones: the table's zones.
        settings: how patient it is.

    Attributes:
        busy: zones that had a hand or motion over them in the newest frame, told or not.
    """

    def __init__(self, zones: ZoneMap, settings: ReadingSettings) -> None:
        self._zones = zones
        self._scale = zones.tile_scale
        self._settings = settings
        self._tracks: list[Track] = []
        self._next_number = 1
        self._told: dict[int, SettledTile] | None = None
        self._own: dict[int, SettledTile] = {}
        self._agreed: dict[int, SettledTile] = {}
        self._told_busy: frozenset[tuple[Zone, Seat]] = frozenset()
        self.busy: frozenset[tuple[Zone, Seat]] = frozenset()
        self._zone_blocks: dict[tuple[Zone, Seat], Mask] | None = None

    def update(
        self, sightings: tuple[Sighting, ...], facts: SurfaceFacts, *, frame_number: int, at: float
    ) -> Observation | None:
        """Take in one frame.

        Returns:
            An observation when a settled piece came, went, turned or was named anew, or when a zone that was busy in
            the last observation is quiet again.
        """
        unmatched = self._match(sightings, facts)
        self._tracks = [track for track in self._tracks if not self._is_gone(track, sightings, facts)]
        for sighting in unmatched:
            is_hidden = _is_beside_an_arm(facts, sighting, _BESIDE_MM * self._scale)
            if not is_hidden and not self._is_there_already(sighting):
                self._begin(sighting)
        for track in self._tracks:
            self._settle(track)
        return self._tell(facts, frame_number, at)

    def _match(self, sightings: tuple[Sighting, ...], facts: SurfaceFacts) -> list[Sighting]:
        """Give each track its nearest sighting; returns those that belong to none."""
        pairs = pairs_of(self._tracks, sightings, _SAME_PLACE_MM * self._scale)
        for track_at, sighting_at in pairs:
            track, sighting = self._tracks[track_at], sightings[sighting_at]
            if _is_beside_an_arm(facts, sighting, _BESIDE_MM * self._scale):
                track.absent = track.lost = 0
            else:
                track.see(sighting)
        with_sighting = {track_at for track_at, _ in pairs}
        for number, track in enumerate(self._tracks):
            if number not in with_sighting:
                track.absent += 1
                track.seen = 0
        taken = {sighting_at for _, sighting_at in pairs}
        return [sighting for number, sighting in enumerate(sightings) if number not in taken]

    def _is_there_already(self, sighting: Sighting) -> bool:
        """Whether a piece that was just seen lies where this one would lie half in it: it was seen twice."""
        near_mm = _SAME_PLACE_MM * self._scale
        return any(
            track.absent == 0 and math.hypot(track.x_mm - sighting.x_mm, track.y_mm - sighting.y_mm) < near_mm
            for track in self._tracks
        )

    def _begin(self, sighting: Sighting) -> None:
        self._tracks.append(Track(self._next_number, sighting, sighting.x_mm, sighting.y_mm, votes=[sighting]))
        self._next_number += 1

    def _is_gone(self, track: Track, sightings: tuple[Sighting, ...], facts: SurfaceFacts) -> bool:
        if track.absent == 0:
            return False
        if not track.is_settled:
            return track.absent >= self._settings.gone_frames
        look_mm = _LOOK_MM * self._scale
        if track.absent >= self._settings.gone_frames and _is_taken(track, sightings, _TAKEN_MM * self._scale):
            return True  # also under an arm: two pieces never lie in each other, it was pushed
        if _share(facts.moving, track, look_mm) > _DISTURBED or _share(facts.covered, track, look_mm) > _DISTURBED:
            return False
        track.lost += 1
        if track.absent < self._settings.gone_frames:
            return False
        return _share(facts.felt, track, look_mm) >= _BARE or track.lost >= self._settings.forgotten_frames

    def _settle(self, track: Track) -> None:
        if track.contrary and track.doubted >= self._settings.vote_frames:
            self._turn(track)
        track.is_settled = track.is_settled or track.seen >= self._settings.settle_frames

    def _turn(self, track: Track) -> None:
        """What lies there is no longer what was read before: turned over, exchanged, or read wrongly at first."""
        told = self._agreed.get(track.number)
        best = track.candidates() if told is None else told.candidates
        was_sure = track.votes[-1].face is not Face.UP or not best or best[0][1] >= _SURELY_NAMED
        is_same_piece = track.contrary[-1].face is not track.votes[-1].face or not was_sure
        track.votes = track.contrary[-MAX_VOTES:]
        track.contrary, track.doubted = [], 0
        track.tile = None
        if not is_same_piece:
            track.number = self._next_number
            self._next_number += 1

    def _tell(self, facts: SurfaceFacts, frame_number: int, at: float) -> Observation | None:
        tiles = self._tiles()
        busy = self.busy = self._busy(facts)
        told = self._told
        is_quiet_again = bool(self._told_busy - busy)
        if told is not None and not is_quiet_again and not _differ(told, tiles):
            return None
        self._told, self._told_busy = tiles, busy
        return Observation(at, frame_number, tuple(tiles[number] for number in sorted(tiles)), busy)

    def _tiles(self) -> dict[int, SettledTile]:
        """What lies on the table by track, its faces named together; drawn up anew only where a piece is another."""
        settled = [track for track in self._tracks if track.is_settled]
        for track in settled:
            track.tile = track.tile or self._settled(track)
        own = {track.number: track.tile for track in settled if track.tile is not None}
        if not _are_same(own, self._own):
            self._own, self._agreed = own, _named_together(settled)
        return self._agreed

    def _settled(self, track: Track) -> SettledTile:
        place = self._zones.place(track.x_mm, track.y_mm)
        latest = track.votes[-1]
        candidates = track.candidates() if latest.face is Face.UP else ()
        turn = turn_seen_by(place.seat, latest.rotation_deg)
        return SettledTile(
            track=track.number,
            zone=place.zone,
            seat=place.seat,
            face=latest.face,
            tile=candidates[0][0] if candidates else None,
            candidates=candidates,
            confidence=candidates[0][1] if candidates else latest.confidence,
            u_mm=place.u_mm,
            v_mm=place.v_mm,
            turn_deg=turn,
            is_sideways=lies_across(turn),
        )

    def _busy(self, facts: SurfaceFacts) -> frozenset[tuple[Zone, Seat]]:
        disturbed = facts.moving.blocks | facts.covered.blocks
        if not disturbed.any():
            return frozenset()
        if self._zone_blocks is None:
            self._zone_blocks = self._zones.blocks(len(disturbed), facts.moving.half_mm)
        return frozenset(
            place for place, blocks in self._zone_blocks.items() if disturbed[blocks].mean() > _SHARE_OF_ZONE
        )


def _named_together(settled: list[Track]) -> dict[int, SettledTile]:
    """The pieces by track, each face named in the light of all others (`face_agreement`)."""
    tiles = {track.number: track.tile for track in settled if track.tile is not None}
    seen = [(track.number, tiles[track.number], track.features()) for track in settled]
    faces = [(number, tile, features) for number, tile, features in seen if tile.candidates and features is not None]
    names = named_together([SeenFace(tile.candidates, features) for _, tile, features in faces])
    for (number, tile, _), candidates in zip(faces, names, strict=True):
        (name, chance), *_ = candidates
        tiles[number] = replace(tile, tile=name, candidates=candidates, confidence=chance)
    return tiles


def _are_same(tiles: dict[int, SettledTile], others: dict[int, SettledTile]) -> bool:
    """Whether two are the very same objects."""
    return tiles.keys() == others.keys() and all(others[number] is tile for number, tile in tiles.items())


def _share(mask: SurfaceMask, track: Track, look_mm: float) -> float:
    return mask.share(track.x_mm, track.y_mm, look_mm)


def _is_beside_an_arm(facts: SurfaceFacts, sighting: Sighting, beside_mm: float) -> bool:
    shares = (mask.share(sighting.x_mm, sighting.y_mm, beside_mm) for mask in (facts.moving, facts.covered))
    return sum(shares) > _BESIDE_AN_ARM


def _is_taken(track: Track, sightings: tuple[Sighting, ...], near_mm: float) -> bool:
    """Whether another piece lies where this one lay."""
    return any(abs(s.x_mm - track.x_mm) < near_mm and abs(s.y_mm - track.y_mm) < near_mm for s in sightings)


def _differ(told: dict[int, SettledTile], tiles: dict[int, SettledTile]) -> bool:
    """Whether two sets of settled pieces differ in anything that matters to a game."""
    return told.keys() != tiles.keys() or any(
        told[number] is not tile and _has_changed(told[number], tile) for number, tile in tiles.items()
    )


def _has_changed(before: SettledTile, now: SettledTile) -> bool:
    what_before = (before.zone, before.seat, before.face, before.tile, before.is_sideways)
    what_now = (now.zone, now.seat, now.face, now.tile, now.is_sideways)
    moved = max(abs(before.u_mm - now.u_mm), abs(before.v_mm - now.v_mm))
    return what_before != what_now or moved > _SHIFTED_MM
