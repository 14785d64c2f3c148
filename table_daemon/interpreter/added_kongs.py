"""The fourth tile of a kong that counts as a pung: beside its sideways tile, or in its row.

Rules this file keeps:
* Beside the sideways tile of a pung lies nothing but its fourth tile (docs/table_manners.md): where the face is read
  otherwise the place tells what it is, once the player has gone on. What a person named counts as that.
* A kong that the player in turn lays is one of this turn. One that is found in another turn was laid before. No
  system pays by when it was, so that the pung is corrected to a claimed kong.
* Where the rules refuse the kong because too many tiles of its face were counted, one of those was misread
  (`crowded_melds`): what the player lays next waits until that is settled.
* No deal ends while what lies beside a pung counts as nothing.
"""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.melds import MeldKind
from mahjong_rules.seats import Seat, seat_after
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_TO_COUNT
from table_daemon.interpreter.contradictions import FOURTH_TILE, Contradiction, left_the_river
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.flowers import has_gone_on, is_hand_open, melded
from table_daemon.interpreter.fourth_tiles import FourthTile, added_tiles, tiles_in_row
from table_daemon.interpreter.own_kongs import kong_step
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import kong_by_place
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import SettledTile


def read_fourth_tile(
    view: View, bindings: Bindings, answers: Answers, seat: Seat
) -> Explanation | Doubt | Contradiction | None:
    """The kong by a fourth tile in the corner of `seat`."""
    for found in (*added_tiles(view, bindings, seat), *tiles_in_row(view, bindings, seat)):
        step = _of_this_turn(view, bindings, answers, found) or _of_an_earlier_turn(view, bindings, answers, found)
        if step is not None:
            return step
        is_other = found.piece.track in answers.tiles and not found.is_likely(view)
        if found.is_beside and is_hand_open(view) and not is_other:
            return Doubt(found.piece, QuestionReason.LAID_ON_MELD)
    return None


def new_pieces(view: View, bindings: Bindings, seat: Seat) -> list[SettledTile]:
    """What lies new in the corner of `seat`, left to right, without flowers and what was added to pungs."""
    added = [found.piece for found in added_tiles(view, bindings, seat)]
    return [piece for piece in bindings.unbound(melded(view, bindings, seat)) if piece not in added]


def awaits_kong(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> bool:
    """Whether the player in turn has added a tile to a pung, and the kong does not count yet.

    What is discarded then would be counted as if no replacement had been drawn.
    """
    added = (found for found in added_tiles(view, bindings, seat) if found.piece.track not in answers.tiles)
    return any(found.is_likely(view) for found in added)


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
    if not (is_said or (found.is_sure and not is_early and not may_be_claim)):
        return None
    fourth = next(iter((*found.kongs(view), kong_by_place(view, found.pung))))
    kong = replace(fourth, kind=MeldKind.MELDED_KONG)
    return Contradiction(found.place, kong.tiles[-1], FOURTH_TILE, found.piece.confidence, meld=kong)
