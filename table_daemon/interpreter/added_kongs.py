"""The fourth tile of a kong that counts as a pung: beside its sideways tile, or in its row.

Rules this file keeps:
* Beside the sideways tile of a pung lies nothing but its fourth tile (docs/table_manners.md): where the face is read
  otherwise the place tells what it is, once the player has gone on. What a person named counts as that.
* A kong that the player in turn lays is one of this turn. One that is found in another turn was laid before: when
  matters to no points, and the pung is corrected to a claimed kong.
* Where the rules refuse the kong because too many tiles of its face were counted, one of those was misread
  (`crowded_melds`): what the player lays next waits until that is settled.
* No deal ends while what lies beside a pung counts as nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, seat_after
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_TO_CONTRADICT, MIN_TO_COUNT
from table_daemon.interpreter.contradictions import Contradiction, left_the_river
from table_daemon.interpreter.decoding import likely_readings
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.flowers import has_gone_on, is_hand_open, melded
from table_daemon.interpreter.layout import ROW_GAP_MM, lies_beside, pieces
from table_daemon.interpreter.meld_shapes import SIDE_BY_SIDE, grown
from table_daemon.interpreter.own_kongs import kong_step
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import kong_by_place
from table_daemon.interpreter.table_view import Answers, View
from table_daemon.interpreter.tally import is_doubled
from vision.sightings import Face, SettledTile, Zone

FOURTH_TILE: Final = "fourth_tile"
"""Why a pung is a claimed kong: its fourth tile lies there. A key of the audit list."""


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


def read_fourth_tile(
    view: View, bindings: Bindings, answers: Answers, seat: Seat
) -> Explanation | Doubt | Contradiction | None:
    """The kong by a fourth tile in the corner of `seat`."""
    for found in (*added_tiles(view, bindings, seat), *_in_row(view, bindings, seat)):
        step = _of_this_turn(view, bindings, answers, found) or _of_an_earlier_turn(view, bindings, answers, found)
        if step is not None:
            return step
        if found.is_beside and is_hand_open(view) and found.piece.track not in answers.tiles:
            return Doubt(found.piece, QuestionReason.LAID_ON_MELD)
    return None


def awaits_kong(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> bool:
    """Whether the player in turn has added a tile to a pung, and the kong does not count yet.

    What is discarded then would be counted as if no replacement had been drawn.
    """
    found = (one for one in added_tiles(view, bindings, seat) if one.piece.track not in answers.tiles)
    return any(True for one in found for _ in one.kongs(view))


def _in_row(view: View, bindings: Bindings, seat: Seat) -> Iterator[FourthTile]:
    """What lies upright in the row of a pung, alone among the new tiles and surely read as one of its kind."""
    corner = melded(view, bindings, seat)
    fresh = bindings.unbound(corner)
    if len(fresh) != 1 or fresh[0].is_sideways or fresh[0].face is not Face.UP:
        return
    (piece,) = fresh
    for place, pung, laid in _pungs(view, bindings, seat, corner):
        is_whole = len(laid) == len(pung.tiles) and not is_doubled(piece, view.observation)
        found = FourthTile(place, pung, piece, is_beside=False)
        if is_whole and _touches(view, piece, laid) and _is_surely_one(found):
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


def _is_surely_one(found: FourthTile) -> bool:
    tile = found.piece.tile
    is_sure = tile is not None and found.piece.confidence >= MIN_TO_CONTRADICT
    return is_sure and tile is not None and tile.plain == found.pung.tiles[0].plain


def _of_this_turn(view: View, bindings: Bindings, answers: Answers, found: FourthTile) -> Explanation | Doubt | None:
    """The kong that the player in turn declares; a question where the rules refuse what the tile looks like."""
    seat, piece = found.place.seat, found.piece
    if view.next_to_act != seat:
        return None
    is_over = has_gone_on(view, bindings, seat)
    if not (found.is_beside or is_over):
        return None  # it may be the first that is seen of a meld
    kongs = list(found.kongs(view))
    is_face = piece.confidence >= MIN_TO_COUNT and piece.track not in answers.tiles
    if not kongs and ((is_over and is_face) or piece.track in answers.laid_on):
        kongs = [kong_by_place(view, found.pung)]
    steps = (kong_step(view, seat, kong, found.place.index, (piece,)) for kong in kongs)
    step = next((step for step in steps if step is not None), None)
    if step is not None or not kongs or piece.track in answers.tiles:
        return step
    return Doubt(piece, QuestionReason.IMPOSSIBLE_TILE, "the rules allow no kong of the pung beside it now")


def _of_an_earlier_turn(view: View, bindings: Bindings, answers: Answers, found: FourthTile) -> Contradiction | None:
    """The pung as a claimed kong, by a fourth tile that is found while others are to act.

    Not while the player before is: that one's discard may only not count yet. Not while the last discard has left its
    river, where the tile may be the first that is seen of a meld.
    """
    seat = found.place.seat
    is_said = found.piece.track in answers.laid_on
    if view.next_to_act is None or view.next_to_act == seat:
        return None
    is_early = seat_after(view.next_to_act, 1, view.seats) == seat
    may_be_claim = not found.is_beside and (not view.is_offered or left_the_river(view, bindings))
    if not (is_said or (_is_surely_one(found) and not is_early and not may_be_claim)):
        return None
    fourth = next(iter((*found.kongs(view), kong_by_place(view, found.pung))))
    kong = replace(fourth, kind=MeldKind.MELDED_KONG)
    return Contradiction(found.place, kong.tiles[-1], FOURTH_TILE, found.piece.confidence, meld=kong)
