"""The fourth tile of a kong that counts as a pung: laid beside its sideways tile, or seen late in its row.

Rules this file keeps:
* Beside the sideways tile of a pung lies nothing but its fourth tile (docs/table_manners.md): where the face is read
  otherwise the place tells what it is, once the player has gone on.
* Where the rules refuse the kong because too many tiles of its face were counted, one of those was misread
  (`crowded_melds`): what the player lays next waits until that is settled.
* In the row of a pung lies no fourth tile but that of a claimed kong, not found when it was laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_TO_CONTRADICT, MIN_TO_COUNT
from table_daemon.interpreter.contradictions import Contradiction, left_the_river
from table_daemon.interpreter.decoding import likely_readings
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.flowers import has_gone_on, melded
from table_daemon.interpreter.layout import ROW_GAP_MM, lies_beside, pieces
from table_daemon.interpreter.meld_shapes import SIDE_BY_SIDE, grown
from table_daemon.interpreter.own_kongs import kong_step
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import kong_by_place
from table_daemon.interpreter.table_view import View
from vision.sightings import Face, SettledTile, Zone

FOURTH_TILE: Final = "fourth_tile"
"""Why a pung is a claimed kong: its fourth tile lies in its row. A key of the audit list."""


def added_tiles(view: View, bindings: Bindings, seat: Seat) -> list[tuple[int, SettledTile]]:
    """Tiles without an event beside the sideways tiles of pungs, with the numbers of these melds."""
    corner = pieces(view.observation, Zone.MELDS, seat)
    return [
        (index, piece)
        for piece in bindings.unbound(corner)
        for index, meld in enumerate(view.deal.melds[seat])
        if meld.kind is MeldKind.PUNG and lies_beside(piece, _pieces_of(bindings, seat, index, corner))
    ]


def read_added_kong(view: View, bindings: Bindings, seat: Seat) -> Explanation | Doubt | None:
    """The kong by a tile beside the sideways one of a pung."""
    for index, piece in added_tiles(view, bindings, seat):
        step = _as_read(view, seat, index, piece) or _as_it_lies(view, bindings, seat, index, piece)
        if step is not None:
            return step
    return None


def awaits_kong(view: View, bindings: Bindings, seat: Seat) -> bool:
    """Whether the player in turn has added a tile to a pung, and the kong does not count yet.

    What is discarded then would be counted as if no replacement had been drawn.
    """
    return any(_shows_kong(view, seat, index, piece) for index, piece in added_tiles(view, bindings, seat))


def read_late_fourth(view: View, bindings: Bindings, seat: Seat) -> Contradiction | None:
    """A pung that is a claimed kong: alone among the new tiles its fourth lies in its row.

    Not while its player is to discard, or the last discard has left its river: it may be the first that is seen of
    a meld then.
    """
    corner = melded(view, bindings, seat)
    fresh = bindings.unbound(corner)
    if len(fresh) != 1 or not view.is_offered or left_the_river(view, bindings):
        return None
    (piece,) = fresh
    is_sure = piece.face is Face.UP and piece.confidence >= MIN_TO_CONTRADICT
    for index, meld in enumerate(view.deal.melds[seat]):
        laid = _pieces_of(bindings, seat, index, corner)
        if is_sure and not piece.is_sideways and piece.tile is not None and _is_in_row(view, piece, laid):
            kong = grown(meld, piece.tile, MeldKind.MELDED_KONG) if meld.kind is MeldKind.PUNG else None
            if kong is not None:
                place = Anchor(Zone.MELDS, seat, index)
                return Contradiction(place, piece.tile, FOURTH_TILE, piece.confidence, meld=kong)
    return None


def _pieces_of(bindings: Bindings, seat: Seat, index: int, corner: list[SettledTile]) -> list[SettledTile]:
    anchor = Anchor(Zone.MELDS, seat, index)
    return [piece for piece in corner if bindings.anchors.get(piece.track) == anchor]


def _is_in_row(view: View, piece: SettledTile, laid: list[SettledTile]) -> bool:
    """Whether an upright tile touches a meld at one of its ends, or between its tiles."""
    near_mm = SIDE_BY_SIDE * view.tile_width_mm
    return any(abs(other.u_mm - piece.u_mm) < near_mm and abs(other.v_mm - piece.v_mm) < ROW_GAP_MM for other in laid)


def _as_read(view: View, seat: Seat, index: int, piece: SettledTile) -> Explanation | None:
    steps = (kong_step(view, seat, kong, index, (piece,)) for kong in _kongs(view, seat, index, piece))
    return next((step for step in steps if step is not None), None)


def _kongs(view: View, seat: Seat, index: int, piece: SettledTile) -> Iterator[Meld]:
    """The kong of the pung and this tile by each likely reading of it."""
    for (tile,) in likely_readings([piece]):
        kong = grown(view.deal.melds[seat][index], tile, MeldKind.ADDED_KONG)
        if kong is not None:
            yield kong


def _as_it_lies(
    view: View, bindings: Bindings, seat: Seat, index: int, piece: SettledTile
) -> Explanation | Doubt | None:
    """The kong whatever its fourth tile looks like; a question where the rules refuse what it does look like."""
    if view.next_to_act != seat:
        return None
    if _shows_kong(view, seat, index, piece):
        return Doubt(piece, QuestionReason.IMPOSSIBLE_TILE, "the rules allow no kong of the pung beside it now")
    is_face = piece.face is Face.UP and piece.confidence >= MIN_TO_COUNT
    if not is_face or not has_gone_on(view, bindings, seat):
        return None
    kong = kong_by_place(view, view.deal.melds[seat][index])
    return kong_step(view, seat, kong, index, (piece,))


def _shows_kong(view: View, seat: Seat, index: int, piece: SettledTile) -> bool:
    return any(True for _ in _kongs(view, seat, index, piece))
