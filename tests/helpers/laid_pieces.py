"""Pieces laid by hand beside a game that was told: what one reader of the interpreter makes of them, and nothing else.

`LaidGame` lays and binds the rivers of a game; a test adds the pieces that a reader is to explain.
"""

from __future__ import annotations

from collections.abc import Iterable

from scripted_table import ScriptedTable

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.deal_start import break_of
from table_daemon.interpreter.layout import OpenHand
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import Face, Observation, SettledTile, Zone

WIDTH_MM = 20.5
HEIGHT_MM = 28.0


def piece(
    track: int,
    readings: str,
    *,
    zone: Zone = Zone.RIVER,
    seat: int = 0,
    at: tuple[float, float] = (0.0, 0.0),
    is_sideways: bool = False,
    face: Face = Face.UP,
) -> SettledTile:
    """A piece that is read as in ``"5m 0.7, 0m 0.2"``; one name alone is read with 0.99; "" is not read at all."""
    pairs = [part.split() for part in readings.split(",") if part.strip()]
    candidates = tuple((parse_tile(name), float(rest[0]) if rest else 0.99) for name, *rest in pairs)
    tile, confidence = candidates[0] if candidates else (None, 0.0)
    u_mm, v_mm = at
    return SettledTile(track, zone, Seat(seat), face, tile, candidates, confidence, u_mm, v_mm, 0.0, is_sideways)


def row(first_track: int, tiles: str, zone: Zone, seat: int = 0, v_mm: float = 0.0) -> list[SettledTile]:
    """Tiles side by side, all read well."""
    names = map(str, parse_tiles(tiles))
    return [
        piece(first_track + place, name, zone=zone, seat=seat, at=(place * WIDTH_MM, v_mm))
        for place, name in enumerate(names)
    ]


def open_hand_of(tiles: str, apart: str = "", first_track: int = 500) -> OpenHand:
    """A hand as it is laid open; `apart` are the readings of the tile half a tile beside it."""
    shown = row(first_track, tiles, Zone.HAND)
    beside = (shown[-1].u_mm + 1.5 * WIDTH_MM, 0.0)
    tile = piece(first_track + 50, apart, zone=Zone.HAND, at=beside) if apart else None
    return OpenHand(tuple(shown), tile)


class LaidGame:
    """A game, the pieces of its rivers, and what else lies on the table."""

    def __init__(self, at: ScriptedTable) -> None:
        self.at = at
        self.bindings = Bindings()
        self.answers = Answers()
        self.pieces: list[SettledTile] = []
        for seat in SEATS:
            for index, entry in enumerate(at.current.rivers[seat]):
                if entry.claimed_by is None:
                    laid = piece(100 * (seat + 1) + index, str(entry.tile), seat=seat, at=river_place(index))
                    self.pieces.append(laid)
                    self.bindings.bind(Anchor(Zone.RIVER, seat, index), [laid])

    def lay(self, *pieces: SettledTile) -> None:
        """People lay these."""
        self.pieces.extend(pieces)

    def take(self, seat: int, index: int) -> SettledTile:
        """Somebody takes the index-th piece out of a river."""
        (gone,) = [laid for laid in self.pieces if self.bindings.anchors.get(laid.track) == river_anchor(seat, index)]
        self.pieces.remove(gone)
        return gone

    def view(self, *, ripe: Iterable[int] = (), busy: Iterable[tuple[Zone, int]] = ()) -> View:
        """The table as a reader gets it."""
        hands_over = frozenset((zone, Seat(seat)) for zone, seat in busy)
        rules, game = self.at.rules, self.at.game
        laid = Observation(0.0, 1, tuple(self.pieces), hands_over)
        seen = self.answers.applied(laid, rules.traits.stock.kinds)
        hints = rules.hints(game)
        wall_break = break_of(game, rules.traits)
        return View(game, self.at.current, seen, rules, rules.traits, hints, wall_break, WIDTH_MM, frozenset(ripe))


def river_anchor(seat: int, index: int) -> Anchor:
    """The index-th tile of a river."""
    return Anchor(Zone.RIVER, Seat(seat), index)


def river_place(index: int) -> tuple[float, float]:
    """Where the index-th tile of a river lies."""
    return (index % 6) * WIDTH_MM, -(index // 6) * HEIGHT_MM
