"""Which piece on the table is which tile of the game.

Rules this file keeps:
* A piece is bound once its event is accepted; bound pieces never make a second event.
* A piece that was pushed a little, and all pieces after a restart, are bound again by place or by order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.alignment import aligned
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE, MIN_TO_COUNT
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.layout import NUDGE_MM, lies_beside, pieces, reading_order
from table_daemon.interpreter.moved_pieces import STRAY_MM, Lost, distance_mm, found_again
from vision.sightings import Face, Observation, SettledTile, Zone

_OPEN: Final = (Zone.RIVER, Zone.CENTRE)
"""Where a discard lies, also one that was pushed out of its river."""
_ROWS: Final = (Zone.URA, Zone.WALL)
"""Where flowers and indicators lie."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A tile of the game that lies on the table: the index-th of a river, meld corner or indicator row."""

    zone: Zone
    seat: Seat
    index: int


@dataclass(slots=True)
class Bindings:
    """Pieces by track number."""

    anchors: dict[int, Anchor] = field(default_factory=dict)
    read_as: dict[Anchor, tuple[tuple[Tile, float], ...]] = field(default_factory=dict)
    """How the piece of a discard was read last, also once it was taken."""
    trusted: set[int] = field(default_factory=set)
    """Pieces that are read otherwise than the game says, which knows better: a person corrected their tile."""
    _places: dict[Anchor, list[tuple[Seat, float, float]]] = field(default_factory=dict)
    """Where the pieces of a tile or meld lay: before which player, and there. Indicators lie in anybody's wall."""

    def bind(self, anchor: Anchor, found: Iterable[SettledTile]) -> None:
        """Note that these pieces are that tile (or meld)."""
        for piece in found:
            self.anchors[piece.track] = anchor
            self._places.setdefault(anchor, []).append((piece.seat, piece.u_mm, piece.v_mm))

    def settle_meld(self, track: int, observation: Observation) -> None:
        """The pieces of the meld that this one belongs to lie where they should: from now on their places are these."""
        anchor = self.anchors.get(track)
        if anchor is None:
            return
        laid = [piece for piece in observation.tiles if self.anchors.get(piece.track) == anchor]
        # A piece that is hidden just now keeps its place.
        others = [
            place for place in self.places(anchor) if all(distance_mm(each, [place]) >= NUDGE_MM for each in laid)
        ]
        self._places[anchor] = [*others, *((piece.seat, piece.u_mm, piece.v_mm) for piece in laid)]

    def keep_melds(self, deal: Deal, before: Bindings, deal_before: Deal) -> None:
        """After a correction: melds that it left as they were lie where they lay; one may have got a fourth tile since.

        Args:
            deal: as it is now.
            before: the pieces before the correction, when the deal was `deal_before`.
            deal_before: the deal then.
        """
        for track, anchor in self.anchors.items():
            was = before.anchors.get(track)
            meld = _meld_at(deal, anchor)
            if was is not None and meld is not None and meld == _meld_at(deal_before, was):
                self._places[anchor] = list(before.places(was))

    def keep_rows(self, deal: Deal, observation: Observation, before: Bindings, deal_before: Deal) -> None:
        """After a correction: flowers and indicators are the pieces that they were, whatever those look like.

        Where a row has another number of tiles now they are found by their faces (`renew`).

        Args:
            deal: as it is now.
            observation: the table.
            before: the pieces before the correction, when the deal was `deal_before`.
            deal_before: the deal then.
        """
        seen = {piece.track: piece for piece in observation.tiles}
        for track, anchor in before.anchors.items():
            row = _row(deal, anchor) if anchor.zone in _ROWS else ()
            if anchor.index < len(row) == len(_row(deal_before, anchor)):
                self.anchors[track] = anchor
                self._places[anchor] = list(before.places(anchor))
                if track in seen and not may_be(seen[track], row[anchor.index]):
                    self.trusted.add(track)

    def is_bound(self, piece: SettledTile) -> bool:
        """True when the piece's event is in the game already."""
        return piece.track in self.anchors

    def unbound(self, found: Iterable[SettledTile]) -> list[SettledTile]:
        """Those without an event yet, in the given order."""
        return [piece for piece in found if piece.track not in self.anchors]

    def is_present(self, anchor: Anchor, observation: Observation) -> bool:
        """True while a piece bound to `anchor` still lies on the table."""
        return any(self.anchors.get(piece.track) == anchor for piece in observation.tiles)

    def places(self, anchor: Anchor) -> tuple[tuple[Seat, float, float], ...]:
        """Where the pieces of a tile or meld lay: before which player, and their u and v in mm."""
        return tuple(self._places.get(anchor, ()))

    def lost_place(self, piece: SettledTile, observation: Observation) -> Anchor | None:
        """The tile of the game that lay where `piece` lies now and whose own piece is gone; None if there is none."""
        for anchor, places in self._places.items():
            if anchor.zone is not piece.zone:
                continue
            is_there = any(
                seat == piece.seat and math.hypot(piece.u_mm - u, piece.v_mm - v) < NUDGE_MM for seat, u, v in places
            )
            if is_there and not self._is_taken(anchor, piece, observation):
                return anchor
        return None

    def _is_taken(self, anchor: Anchor, piece: SettledTile, observation: Observation) -> bool:
        """True while a piece bound to `anchor` lies on the table; in a meld, which has several, where `piece` lies."""
        bound = [other for other in observation.tiles if self.anchors.get(other.track) == anchor]
        if anchor.zone is not Zone.MELDS:
            return bool(bound)
        return any(math.hypot(other.u_mm - piece.u_mm, other.v_mm - piece.v_mm) < NUDGE_MM for other in bound)

    def renew(self, deal: Deal, observation: Observation) -> None:
        """Bind moved pieces, and after a restart all pieces, to the tiles that the game already knows."""
        for piece in observation.tiles:
            anchor = self.anchors.get(piece.track)
            if anchor is not None and anchor.zone is Zone.RIVER:
                self.read_as[anchor] = readings_of(piece)
                self._places[anchor] = [(piece.seat, piece.u_mm, piece.v_mm)]
        self._part_twins(observation)
        is_new = not self.anchors and not self._places
        self._forget_claimed(deal)
        self._renew_by_place(observation)
        if is_new:
            self._renew_in_order(deal, observation)
        for seat in SEATS:
            self._renew_flowers(deal, observation, seat)
            self._renew_corner(deal, observation, seat)
        self._renew_rivers(deal, observation)
        self._renew_indicators(deal, observation)

    def _part_twins(self, observation: Observation) -> None:
        """A discard is one piece: of two that were taken for it the one that was it first is it."""
        seen = {piece.track for piece in observation.tiles}
        taken: set[Anchor] = set()
        for track, anchor in list(self.anchors.items()):
            if anchor.zone is not Zone.RIVER or track not in seen:
                continue
            if anchor in taken:
                del self.anchors[track]
            taken.add(anchor)

    def _forget_claimed(self, deal: Deal) -> None:
        """The place of a claimed discard is free for the next one."""
        for seat in SEATS:
            for index, entry in enumerate(deal.rivers[seat]):
                if entry.claimed_by is not None:
                    self._places.pop(Anchor(Zone.RIVER, seat, index), None)

    def _renew_by_place(self, observation: Observation) -> None:
        for piece in self.unbound(observation.tiles):
            is_covered = piece.zone is Zone.WALL and piece.face is not Face.UP
            if piece.zone is Zone.RIVER or is_covered:
                continue
            anchor = self.lost_place(piece, observation)
            if anchor is not None:
                self.anchors[piece.track] = anchor

    def _renew_in_order(self, deal: Deal, observation: Observation) -> None:
        """Without any memory: rivers and indicators by their order and the readings together."""
        for seat in SEATS:
            row = reading_order(pieces(observation, Zone.RIVER, seat, Face.UP))
            left = [index for index, entry in enumerate(deal.rivers[seat]) if entry.claimed_by is None]
            for place, piece in aligned([deal.rivers[seat][index].tile for index in left], row):
                self._trust(Anchor(Zone.RIVER, seat, left[place]), piece, deal.rivers[seat][left[place]].tile)
        turned = [piece for seat in SEATS for piece in pieces(observation, Zone.WALL, seat, Face.UP)]
        if len(turned) == len(deal.riichi.indicators) == 1:
            self._trust(Anchor(Zone.WALL, SEATS[0], 0), turned[0], deal.riichi.indicators[0])

    def _trust(self, anchor: Anchor, piece: SettledTile, tile: Tile) -> None:
        self.bind(anchor, [piece])
        if not may_be(piece, tile):
            self.trusted.add(piece.track)

    def _renew_rivers(self, deal: Deal, observation: Observation) -> None:
        """Pieces that were moved, or are seen anew, as the discards that they were."""
        free = [piece for piece in self.unbound(observation.tiles) if piece.face is Face.UP and piece.zone in _OPEN]
        if not free:
            return
        for lost, piece in found_again(self._lost(deal, observation), free):
            self.bind(Anchor(Zone.RIVER, lost.seat, lost.index), [piece])

    def _lost(self, deal: Deal, observation: Observation) -> list[Lost]:
        """Discards that nobody claimed and whose pieces are not seen."""
        seen = {self.anchors.get(piece.track) for piece in observation.tiles}
        return [
            Lost(seat, index, entry.tile, self.places(anchor), is_doubtful=self._was_hardly_read(anchor))
            for seat in SEATS
            for index, entry in enumerate(deal.rivers[seat])
            if entry.claimed_by is None and (anchor := Anchor(Zone.RIVER, seat, index)) not in seen
        ]

    def _was_hardly_read(self, anchor: Anchor) -> bool:
        readings = self.read_as.get(anchor, ())
        return bool(readings) and max(chance for _, chance in readings) < MIN_TO_COUNT

    def is_beside_lost(self, piece: SettledTile, deal: Deal, observation: Observation) -> bool:
        """Whether a counted discard has vanished from beside this piece: perhaps this is it, pushed and read badly.

        Not so where another piece lies in its place: that one is asked about.
        """
        free = [other for other in self.unbound(observation.tiles) if other.track != piece.track]
        return any(
            distance_mm(piece, lost.places) < STRAY_MM
            and all(distance_mm(other, lost.places) >= NUDGE_MM for other in free)
            for lost in self._lost(deal, observation)
        )

    def _renew_corner(self, deal: Deal, observation: Observation, seat: Seat) -> None:
        known = [Anchor(Zone.MELDS, seat, index) for index in range(len(deal.melds[seat]))]
        if not known or any(anchor in self._places for anchor in known):
            return
        free = self.unbound(pieces(observation, Zone.MELDS, seat))[::-1]
        added = [piece for piece in free if lies_beside(piece, free)]
        row = [piece for piece in free if piece not in added]
        for anchor, meld in zip(known, deal.melds[seat], strict=True):
            in_row = len(meld.tiles) - (meld.kind is MeldKind.ADDED_KONG)
            self.bind(anchor, row[:in_row])
            if meld.kind is MeldKind.ADDED_KONG:
                self.bind(anchor, [piece for piece in added if lies_beside(piece, row[:in_row])])
            row = row[in_row:]

    def _renew_flowers(self, deal: Deal, observation: Observation, seat: Seat) -> None:
        """An open bonus tile that the game knows is the one it knows: a set has each once. A north lies in its row."""
        free = [
            piece
            for piece in self.unbound(observation.tiles)
            if piece.seat == seat and piece.face is Face.UP and piece.zone is not Zone.RIVER
        ]
        for index, tile in enumerate(deal.laid_aside[seat]):
            anchor = Anchor(Zone.URA, seat, index)
            found = (piece for piece in free if piece.tile == tile and (tile.is_bonus or piece.zone is Zone.URA))
            match = next(found, None)
            if match is not None and not self.is_present(anchor, observation):
                self.bind(anchor, [match])
                free.remove(match)

    def _renew_indicators(self, deal: Deal, observation: Observation) -> None:
        free = [piece for seat in SEATS for piece in self.unbound(pieces(observation, Zone.WALL, seat, Face.UP))]
        for index, tile in enumerate(deal.riichi.indicators):
            anchor = Anchor(Zone.WALL, Seat(0), index)
            match = next((piece for piece in free if may_be(piece, tile)), None)
            if match is not None and anchor not in self._places:
                self.bind(anchor, [match])
                free.remove(match)


def _meld_at(deal: Deal, anchor: Anchor) -> Meld | None:
    melds = deal.melds[anchor.seat]
    return melds[anchor.index] if anchor.zone is Zone.MELDS and anchor.index < len(melds) else None


def _row(deal: Deal, anchor: Anchor) -> tuple[Tile, ...]:
    """The flowers or indicators that the tile at `anchor` is one of."""
    return deal.laid_aside[anchor.seat] if anchor.zone is Zone.URA else deal.riichi.indicators


def may_be(piece: SettledTile, tile: Tile) -> bool:
    """True when `tile` is among the likely readings of the piece."""
    return any(reading == tile and probability >= MIN_SECOND_CHOICE for reading, probability in readings_of(piece))
