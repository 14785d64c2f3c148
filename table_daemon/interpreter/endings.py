"""Readers of the end of a deal: wins, hands shown afterwards, exhausted walls, hands that annul the deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Turn
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.contradictions import Contradiction
from table_daemon.interpreter.drawn_deals import read_annulled, read_drawn
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus
from table_daemon.interpreter.layout import OpenHand, least_sure, open_hand, pieces
from table_daemon.interpreter.questions import KONG_REASONS, QuestionReason
from table_daemon.interpreter.shown_hands import read_shown
from table_daemon.interpreter.table_view import Answers, View, hand_size
from table_daemon.interpreter.tally import uncounted
from table_daemon.interpreter.unclear_melds import meld_of_other_worth, read_renamed_meld
from table_daemon.interpreter.wins import read_win
from vision.sightings import Zone


@dataclass(frozen=True, slots=True)
class EndingTimes:
    """What decides how an ending is read: how long it was quiet."""

    others_may_win: bool = False
    """Too early to say that nobody else wins on the same discard."""
    end_is_certain: bool = True
    """Late enough to say that nobody wins the discard that ends the deal."""
    draw_is_overdue: bool = False
    """Late enough to say that nobody draws from a wall that is not there."""


def read_ending(
    view: View, bindings: Bindings, answers: Answers, times: EndingTimes, doubts: Iterable[Doubt]
) -> Explanation | Doubt | Contradiction | Surplus | None:
    """Whatever ends the deal, once every hand and indicator it needs lies open.

    No deal ends before every tile in the rivers is explained, nor while one of `doubts` (of the readers before) is
    about a kong.
    """
    if any(zone is Zone.HAND for zone, _ in view.observation.busy):
        return None
    is_shown = view.deal.turn is Turn.SHOW
    found = read_renamed_meld(view, bindings, answers) or (
        read_shown(view, bindings, answers) if is_shown else _read_end(view, bindings, answers, times)
    )
    if not isinstance(found, Explanation):
        return found
    unclear = meld_of_other_worth(view, bindings, found)
    return unclear or (found if is_shown else _unless_unexplained(view, bindings, found, doubts))


def _unless_unexplained(
    view: View, bindings: Bindings, found: Explanation, doubts: Iterable[Doubt]
) -> Explanation | Doubt:
    """The end that was found, unless something on the table speaks against it."""
    kong = next((doubt for doubt in doubts if doubt.reason in KONG_REASONS), None)
    piece = next((piece for seat in SEATS for piece in uncounted(view, bindings, seat)), None)
    return kong or (found if piece is None else Doubt(piece, QuestionReason.UNCOUNTED_TILE))


def _read_end(
    view: View, bindings: Bindings, answers: Answers, times: EndingTimes
) -> Explanation | Doubt | Contradiction | Surplus | None:
    hands = {seat: open_hand(view.observation, seat, view.tile_width_mm) for seat in SEATS}
    is_awaited = any(hands[seat].apart is None for seat in answers.called_win)
    for seat in seats_from(view.deal.seat, view.seats):
        if hands[seat].apart is not None and len(hands[seat].row) == hand_size(view, seat):
            return read_win(view, bindings, answers, hands, seat, is_hasty=times.others_may_win or is_awaited)
    ends = view.hints.is_wall_empty or view.hints.abort is not None
    # A last flower leaves its owner to draw where nothing is left.
    if ends and view.deal.turn in (Turn.CLAIM, Turn.DRAW) and view.hints.draws is None:
        return read_drawn(view, bindings, answers, hands, is_certain=times.end_is_certain and not is_awaited)
    in_turn = tuple(seats_from(view.deal.seat, view.seats))
    annulled = next(filter(None, (read_annulled(view, seat, hands[seat]) for seat in in_turn)), None)
    return annulled or next(filter(None, (_unread(view, seat, hands[seat]) for seat in in_turn)), None)


def _unread(view: View, seat: Seat, hand: OpenHand) -> Doubt | None:
    """A hand that lies open and shows a tile more or less than a win has, or no gap before its winning tile."""
    shown = (*hand.row, *([hand.apart] if hand.apart else []))
    hidden = len(pieces(view.observation, Zone.HAND, seat)) - len(shown)
    size = hand_size(view, seat)
    if len(shown) < size or hidden > 1:
        return None
    apart = len(shown) - len(hand.row)
    detail = f"{len(hand.row)} tiles are seen before the gap and {apart} after it, not {size} and 1"
    return Doubt(least_sure(hand), QuestionReason.UNCERTAIN_HAND, detail)
