"""What an eye makes of a table on a hard evening: after-images, blurred faces, hidden tiles, a pushed camera."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import ALL_KINDS
from vision.geometry.zones import ZoneMap, to_table
from vision.settings import GeometrySettings
from vision.sightings import Face, Observation, SettledTile, Zone


class SlowEye:
    """Sees what `see` sees, and a tile of a river that has moved since the last look also where it lay before."""

    def __init__(self, see: Callable[[], Observation]) -> None:
        self._see = see
        self._before: dict[int, SettledTile] = {}

    def seen(self) -> Observation:
        observation = self._see()
        now = {piece.track: piece for piece in observation.tiles}
        after_images = [
            piece
            for track, piece in self._before.items()
            if track not in now and piece.zone is Zone.RIVER and _was_moved(piece, observation)
        ]
        self._before = now
        return replace(observation, tiles=(*after_images, *observation.tiles))


def _was_moved(piece: SettledTile, observation: Observation) -> bool:
    near = (other for other in observation.tiles if other.zone is piece.zone and other.seat == piece.seat)
    return any(abs(other.u_mm - piece.u_mm) < 12 and abs(other.v_mm - piece.v_mm) < 12 for other in near)


def as_if_pushed(observation: Observation, rng: random.Random) -> Observation:
    """The table as it seems through a camera that was moved 6 mm and turned 0.7 degrees; far pieces get new tracks."""
    zones, way, turn = ZoneMap(GeometrySettings()), rng.uniform(0, 2 * math.pi), math.radians(0.7)
    tiles = []
    for piece in observation.tiles:
        x_mm, y_mm = to_table(piece.seat, piece.u_mm, piece.v_mm)
        x = x_mm * math.cos(turn) - y_mm * math.sin(turn) + 6 * math.cos(way)
        y = x_mm * math.sin(turn) + y_mm * math.cos(turn) + 6 * math.sin(way)
        track = piece.track if math.hypot(x - x_mm, y - y_mm) < 9 else piece.track + 50_000
        at = zones.place(x, y)
        tiles.append(replace(piece, track=track, zone=at.zone, seat=at.seat, u_mm=at.u_mm, v_mm=at.v_mm))
    return replace(observation, tiles=tuple(tiles))


def with_blurred(observation: Observation, known: frozenset[int], rng: random.Random) -> Observation:
    """Half of the new open pieces are hardly to be made out."""

    def blurred(piece: SettledTile) -> SettledTile:
        if piece.track in known or piece.tile is None or piece.face is not Face.UP or rng.random() < 0.5:
            return piece
        wrong, chance = rng.sample(ALL_KINDS, 2), rng.uniform(0.2, 0.5)
        readings = [(wrong[0], chance), (piece.tile, chance * rng.uniform(0.5, 1.2)), (wrong[1], 0.1)]
        candidates = tuple(sorted(readings, key=lambda reading: -reading[1]))
        return replace(piece, tile=candidates[0][0], candidates=candidates, confidence=candidates[0][1])

    return replace(observation, tiles=tuple(map(blurred, observation.tiles)))


def with_hidden(observation: Observation, rng: random.Random) -> Observation:
    """Some pieces of a river are out of sight, mostly under an arm."""
    river = (Zone.RIVER, Seat(rng.randrange(4)))
    tiles = tuple(p for p in observation.tiles if (p.zone, p.seat) != river or rng.random() < 0.6)
    return replace(observation, tiles=tiles, busy=observation.busy | ({river} if rng.random() < 0.6 else set()))
