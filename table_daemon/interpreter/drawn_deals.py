"""Reader of deals that nobody wins: the wall is empty, a discard ends them by itself, or a hand annuls them.

Rules this file keeps:
* Where tenpai hands are shown the surest is read first: what it holds lies in no doubtful one as well.
* A chombo that the rules find in a hand is asked about before it counts: it may be a tile that was read badly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mahjong_rules.events import AbortClaimed, AbortReason, ExhaustiveDraw
from mahjong_rules.seats import SEATS, Seat
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_TENPAI_RATIO
from table_daemon.interpreter.decoding import Tiles, first_accepted
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus
from table_daemon.interpreter.layout import OpenHand, is_laid_face_down, least_sure, pieces
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.shown_hands import too_many_with
from table_daemon.interpreter.table_view import Answers, View, hand_size
from vision.sightings import SettledTile, Zone


def read_drawn(
    view: View, bindings: Bindings, answers: Answers, hands: dict[Seat, OpenHand], *, is_certain: bool
) -> Explanation | Doubt | Surplus | None:
    """Nobody won the discard that ends the deal by itself, or the last one of all."""
    if view.hints.abort is None and view.traits.draw_shows_hands:
        return _read_tenpai(view, bindings, answers, hands)
    if not is_certain:
        return None
    return _drawn_deal(view, (None,) * len(SEATS)) if view.hints.abort is None else _abort(view, view.hints.abort)


def _abort(view: View, reason: AbortReason) -> Explanation | None:
    events = (AbortClaimed(view.deal.seat, (), reason),)
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game)


def read_annulled(view: View, seat: Seat, hand: OpenHand) -> Explanation | None:
    """A whole hand without a gap that ends the deal by what it holds, where the rules know such a hand."""
    more = len(hand.row) - view.traits.hand_tiles  # as dealt, or with the first tile drawn
    if hand.apart is not None or more not in (0, 1):
        return None
    before = view.drawing(seat) if more else ()

    def accept(tiles: Tiles) -> Explanation | None:
        for reason in view.traits.hand_aborts:
            events = (*before, AbortClaimed(seat, tiles, reason))
            game = view.after(events)
            if not isinstance(game, str):
                return Explanation(events, game)
        return None

    return first_accepted(hand.row, accept) if view.traits.hand_aborts else None


def _drawn_deal(view: View, shown: tuple[Tiles | None, ...]) -> Explanation | None:
    """The deal that nobody won, with the hands that count as tenpai."""
    events = (ExhaustiveDraw(shown),)
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game)


def _read_tenpai(
    view: View, bindings: Bindings, answers: Answers, hands: dict[Seat, OpenHand]
) -> Explanation | Doubt | Surplus | None:
    """The wall is empty: every hand lies open (tenpai), or face down or told noten."""
    shown: list[Tiles | None] = [None for _ in SEATS]
    doubt: Doubt | None = None
    too_many: Surplus | None = None
    is_awaited = False
    for seat in sorted(view.seats, key=lambda seat: -_sureness(hands[seat])):
        row, size = hands[seat].row, hand_size(view, seat)
        is_closed = seat in answers.told_noten or is_laid_face_down(view.observation, seat, size)
        is_whole = len(row) == size and (_must_show(view, seat) or not is_closed)
        as_tenpai = partial(_as_tenpai, view, seat, shown)
        tenpai = first_accepted(row, as_tenpai, MIN_TENPAI_RATIO) if is_whole else None
        if tenpai is not None or is_closed or seat in answers.owned_chombo:
            shown[seat] = tenpai
        elif is_whole:
            too_many = too_many or too_many_with(view, bindings, answers, row)
            doubt = doubt or Doubt(least_sure(hands[seat]), QuestionReason.IMPOSSIBLE_TENPAI)
        else:
            is_awaited = True
    found = None if doubt or is_awaited else _drawn_deal(view, tuple(shown))
    return too_many or doubt or ((_chombo_to_own(view, found, answers) or found) if found is not None else None)


def _sureness(hand: OpenHand) -> float:
    """Of its tile that was read worst; 1 where nothing lies open."""
    return min((piece.confidence for piece in hand.row), default=1.0)


def _must_show(view: View, seat: Seat) -> bool:
    """In riichi a hand that waits counts although its player says noten: it must be shown (EMA 2025 §3.4.2)."""
    return view.deal.riichi.accepted[seat] or view.deal.riichi.pending == seat


def _chombo_to_own(view: View, draw: Explanation, answers: Answers) -> Doubt | None:
    """A chombo that the rules find in the hands shown, and that nobody has owned yet: it may be a tile read badly."""
    for chombo in draw.game.results[-1].chombos:
        piece = _said_riichi(view, chombo.seat)
        if chombo.seat not in answers.owned_chombo and piece is not None:
            return Doubt(piece, QuestionReason(chombo.reason))
    return None


def _said_riichi(view: View, seat: Seat) -> SettledTile | None:
    """What the question is bound to: the riichi tile, or another of that river; what stands in the hand is private."""
    river = pieces(view.observation, Zone.RIVER, seat)
    return next(iter(sorted(river, key=lambda piece: not piece.is_sideways)), None)


def _as_tenpai(view: View, seat: Seat, shown: Sequence[Tiles | None], tiles: Tiles) -> Tiles | None:
    """The tiles if the rules take this hand of `seat` for tenpai beside those that are `shown` for certain."""
    hands = tuple(tiles if other == seat else shown[other] for other in SEATS)
    game = view.after([ExhaustiveDraw(hands)])
    if isinstance(game, str) or not game.results:
        return None
    return tiles if game.results[-1].tenpai[seat] else None
