"""One piece over time, and which sighting of a frame is which piece.

Rules this file keeps:
* Votes count by their confidence: a blurred or half hidden sighting says little.
* A sighting is a vote once: the same object seen again (nothing was read anew) confirms the place, not the face.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile
from vision.sightings import SettledTile, Sighting

MAX_VOTES: Final = 8
"""So many sightings of a piece are remembered, the newest. Chosen, not measured: more than twice `vote_frames`."""
_MIN_WEIGHT: Final = 0.01
"""No vote weighs less than this. Chosen, not measured: keeps the mean defined when every sighting is worth nothing."""


@dataclass(slots=True)
class Track:
    """One piece over time.

    Attributes:
        number: stays the same while the piece is not moved.
        last: the sighting that it was matched with last.
        x_mm, y_mm: its place, smoothed over its sightings.
        seen: frames one after the other in which it was seen.
        absent: frames one after the other in which it was not seen.
        lost: those of them in which neither motion nor an arm hid its place.
        is_settled: whether it counts as lying on the table.
        votes: the newest sightings that agree about it.
        contrary: the latest sightings that disagree with the votes.
        doubted: for how many frames they have done so.
        tile: what is told about it; None while that must be drawn up anew.
    """

    number: int
    last: Sighting
    x_mm: float
    y_mm: float
    seen: int = 1
    absent: int = 0
    lost: int = 0
    is_settled: bool = False
    votes: list[Sighting] = field(default_factory=list)
    contrary: list[Sighting] = field(default_factory=list)
    doubted: int = 0
    tile: SettledTile | None = None

    def candidates(self) -> tuple[tuple[Tile, float], ...]:
        """The mean of the votes, each weighted by its own confidence, most likely first."""
        weights = [max(vote.confidence, _MIN_WEIGHT) for vote in self.votes]
        sums: dict[Tile, float] = {}
        for vote, weight in zip(self.votes, weights, strict=True):
            for tile, chance in vote.candidates:
                sums[tile] = sums.get(tile, 0.0) + chance * weight / sum(weights)
        return tuple(sorted(sums.items(), key=lambda item: -item[1])[:5])

    def features(self) -> npt.NDArray[np.float32] | None:
        """What the network saw of its face, the mean of the votes weighted as `candidates`; None where it saw none."""
        seen = [(vote.features, max(vote.confidence, _MIN_WEIGHT)) for vote in self.votes if vote.features is not None]
        if not seen:
            return None
        weights = [weight for _, weight in seen]
        return np.asarray(np.average([features for features, _ in seen], axis=0, weights=weights), np.float32)

    def see(self, sighting: Sighting) -> None:
        """Take in a sighting of the piece in the place where it lies."""
        self.seen += 1
        self.absent = self.lost = 0
        is_new = sighting is not self.last
        if not is_new and not self.contrary:
            return
        if is_new:
            self.tile = None
            self.last = sighting
            self.x_mm += (sighting.x_mm - self.x_mm) / 2
            self.y_mm += (sighting.y_mm - self.y_mm) / 2
        if self._agrees(sighting):
            self.contrary, self.doubted = [], 0
            self.votes = [*self.votes, sighting][-MAX_VOTES:] if is_new else self.votes
        else:
            self.contrary = [*self.contrary, sighting] if is_new else self.contrary
            self.doubted += 1

    def _agrees(self, sighting: Sighting) -> bool:
        if sighting.face is not self.votes[-1].face:
            return False
        best = self.candidates()
        return sighting.tile is None or not best or sighting.tile == best[0][0] or not self.is_settled


def pairs_of(tracks: list[Track], sightings: tuple[Sighting, ...], reach_mm: float) -> list[tuple[int, int]]:
    """Pairs (track, sighting) by index: first those that were read together before, then the nearest."""
    places = {id(sighting): at for at, sighting in enumerate(sightings)}
    same = [(at, places.pop(id(track.last))) for at, track in enumerate(tracks) if id(track.last) in places]
    with_sighting = {at for at, _ in same}
    left = [at for at in range(len(tracks)) if at not in with_sighting]
    return same + _nearest_pairs(tracks, left, sightings, list(places.values()), reach_mm)


def _nearest_pairs(
    tracks: list[Track],
    track_ats: list[int],
    sightings: tuple[Sighting, ...],
    sighting_ats: list[int],
    reach_mm: float,
) -> list[tuple[int, int]]:
    """Pairs by index, the nearest first, each used once, none further apart than `reach_mm`."""
    if not track_ats or not sighting_ats:
        return []
    before = np.array([(tracks[at].x_mm, tracks[at].y_mm) for at in track_ats])
    now = np.array([(sightings[at].x_mm, sightings[at].y_mm) for at in sighting_ats])
    distances: npt.NDArray[np.float64] = np.hypot(*(before[:, None] - now[None]).transpose(2, 0, 1))
    firsts, seconds = np.nonzero(distances < reach_mm)
    free_tracks, free_sightings = set(track_ats), set(sighting_ats)
    pairs: list[tuple[int, int]] = []
    for at in np.argsort(distances[firsts, seconds], kind="stable"):
        pair = (track_ats[firsts[at]], sighting_ats[seconds[at]])
        if pair[0] in free_tracks and pair[1] in free_sightings:
            free_tracks.discard(pair[0])
            free_sightings.discard(pair[1])
            pairs.append(pair)
    return pairs
