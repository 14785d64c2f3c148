"""Where the fourth tile of a pung lies: beside its sideways tile, or upright in its row (docs/table_manners.md).

Rules this file keeps:
* A tile of the pung that was pushed, or is seen at two places, is no fourth one; nor is a tile of another row.
* In the row counts only what is surely read, alone among the new tiles, and while all of the pung is seen: three new
  tiles are a meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_TO_CONTRADICT
from table_daemon.interpreter.decoding import likely_readings
from table_daemon.interpreter.flowers import melded
from table_daemon.interpreter.layout import ROW_GAP_MM, lies_beside, pieces
from table_daemon.interpreter.meld_shapes import SIDE_BY_SIDE, grown
from table_daemon.interpreter.stacked_kongs import kong_by_place
from table_daemon.interpreter.table_view import View
from table_daemon.interpreter.tally import is_doubled
from vision.sightings import Face, SettledTile, Zone


@dataclass(frozen=True, slots=True)
class FourthTile:
    """A piece without an event that lies where the fourth tile of a pung does.

    Attributes:
        place: the pung.
        pung: as it counts.
        piece: the tile.
        is_beside: it lies beside the sideways tile; otherwise upright in the row.
    """

    place: Anchor
    pung: Meld
    piece: SettledTile
    is_beside: bool

    @property
    def is_sure(self) -> bool:
        """Whether it is surely read as a tile of the pung's kind."""
        tile = self.piece.tile
        return (
            tile is not None and tile.plain == self.pung.tiles[0].plain and self.piece.confidence >= MIN_TO_CONTRADICT
        )

    def is_likely(self, view: View) -> bool:
        """Whether a likely reading of it makes the kong."""
        return next(self.kongs(view), None) is not None

    def kongs(self, view: View) -> Iterator[Meld]:
        """The kong by each likely reading; of fives the one red five that it must hold, whichever of them it is."""
        for (tile,) in likely_readings([self.piece]):
            kong = grown(self.pung, tile, MeldKind.ADDED_KONG)
            if kong is not None:
                yield kong
                yield kong_by_place(view, self.pung)


def added_tiles(view: View, bindings: Bindings, seat: Seat) -> list[FourthTile]:
    """What lies beside the sideways tiles of pungs in the corner of `seat`."""
    corner = pieces(view.observation, Zone.MELDS, seat)
    fresh = bindings.unbound(corner)
    return [
        FourthTile(place, pung, piece, is_beside=True)
        for piece in fresh
        if piece.face is Face.UP and not _touches(view, piece, [other for other in fresh if other is not piece])
        for place, pung, laid in _pungs(view, bindings, seat, corner)
        if lies_beside(piece, laid) and not is_doubled(piece, view.observation)
    ]


def tiles_in_row(view: View, bindings: Bindings, seat: Seat) -> Iterator[FourthTile]:
    """What lies upright in the row of a pung, alone among the new tiles and surely read as one of its kind."""
    corner = melded(view, bindings, seat)
    fresh = bindings.unbound(corner)
    if len(fresh) != 1 or fresh[0].is_sideways or fresh[0].face is not Face.UP:
        return
    (piece,) = fresh
    for place, pung, laid in _pungs(view, bindings, seat, corner):
        is_whole = len(laid) == len(pung.tiles) and not is_doubled(piece, view.observation)
        found = FourthTile(place, pung, piece, is_beside=False)
        if is_whole and _touches(view, piece, laid) and found.is_sure:
            yield found


def _pungs(
    view: View, bindings: Bindings, seat: Seat, corner: list[SettledTile]
) -> Iterator[tuple[Anchor, Meld, list[SettledTile]]]:
    for index, meld in enumerate(view.deal.melds[seat]):
        place = Anchor(Zone.MELDS, seat, index)
        if meld.kind is MeldKind.PUNG:
            yield place, meld, [piece for piece in corner if bindings.anchors.get(piece.track) == place]


def _touches(view: View, piece: SettledTile, others: list[SettledTile]) -> bool:
    """Whether a piece lies in one row with another one, side by side."""
    near_mm = SIDE_BY_SIDE * view.tile_width_mm
    return any(abs(other.u_mm - piece.u_mm) < near_mm and abs(other.v_mm - piece.v_mm) < ROW_GAP_MM for other in others)
