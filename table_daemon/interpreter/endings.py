"""Readers of the end of a deal: wins, hands shown afterwards, exhausted walls, hands that annul the deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from mahjong_rules.events import AbortClaimed, AbortReason, ExhaustiveDraw, HandShown
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Turn
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_TENPAI_RATIO, MIN_TO_CONTRADICT
from table_daemon.interpreter.contradictions import Contradiction
from table_daemon.interpreter.decoding import Tiles, first_accepted
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.layout import OpenHand, is_laid_face_down, least_sure, open_hand, pieces
from table_daemon.interpreter.questions import KONG_REASONS, QuestionReason
from table_daemon.interpreter.table_view import Answers, View, hand_size, is_doubtful
from table_daemon.interpreter.tally import uncounted
from table_daemon.interpreter.wins import read_win
from vision.sightings import Face, SettledTile, Zone


@dataclass(frozen=True, slots=True)
class EndingTimes:
    """What decides how an ending is read: how long it was quiet."""

    others_may_win: bool = False
    """Too early to say that nobody else wins on the same discard."""
    end_is_certain: bool = True
    """Late enough to say that nobody wins the discard that ends the deal."""


def read_ending(
    view: View, bindings: Bindings, answers: Answers, times: EndingTimes, doubts: Iterable[Doubt]
) -> Explanation | Doubt | Contradiction | Surplus | None:
    """Whatever ends the deal, once every hand and indicator it needs lies open.

    No deal ends before every tile in the rivers is explained, nor while one of `doubts` (of the readers before) is
    about a kong.
    """
    if any(zone is Zone.HAND for zone, _ in view.observation.busy):
        return None
    if view.deal.turn is Turn.SHOW:
        return _read_shown(view, bindings, answers)
    found = _read_end(view, bindings, answers, times)
    if not isinstance(found, Explanation):
        return found
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
        return _without_a_win(view, bindings, answers, hands, is_certain=times.end_is_certain and not is_awaited)
    in_turn = tuple(seats_from(view.deal.seat, view.seats))
    annulled = next(filter(None, (_annulled(view, seat, hands[seat]) for seat in in_turn)), None)
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


def _without_a_win(
    view: View, bindings: Bindings, answers: Answers, hands: dict[Seat, OpenHand], *, is_certain: bool
) -> Explanation | Doubt | Surplus | None:
    """Nobody won the discard that ends the deal by itself, or the last one of all."""
    if view.hints.abort is None and view.traits.draw_shows_hands:
        return _tenpai_or_not(view, bindings, answers, hands)
    if not is_certain:
        return None
    return _draw(view, (None,) * len(SEATS)) if view.hints.abort is None else _abort(view, view.hints.abort)


def _abort(view: View, reason: AbortReason) -> Explanation | None:
    events = (AbortClaimed(view.deal.seat, (), reason),)
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game)


def _annulled(view: View, seat: Seat, hand: OpenHand) -> Explanation | None:
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


def _read_shown(view: View, bindings: Bindings, answers: Answers) -> Explanation | Doubt | Surplus | None:
    """The next hand that is opened after a win; one with a tile that nobody can make out waits for a person's word."""
    doubt: Doubt | None = None
    too_many: Surplus | None = None
    for seat in view.hints.shows:
        row = pieces(view.observation, Zone.HAND, seat, Face.UP)
        if len(row) != hand_size(view, seat) and not (row and view.deal.dead_hands[seat]):
            continue
        doubtful = next((piece for piece in row if is_doubtful(piece, answers)), None)
        if doubtful is not None:
            doubt = doubt or Doubt(doubtful, QuestionReason.UNCERTAIN_HAND)
            continue
        step = first_accepted(row, partial(_as_shown, view, seat))
        if step is not None:
            return step
        too_many = too_many or _too_many(view, bindings, answers, row)
        doubt = doubt or Doubt(min(row, key=lambda piece: piece.confidence), QuestionReason.UNCERTAIN_HAND)
    return too_many or doubt


def _too_many(view: View, bindings: Bindings, answers: Answers, row: Sequence[SettledTile]) -> Surplus | None:
    """Too many of one face with those of a hand that is none: an earlier tile was read as it, say a discard."""
    return surplus(view, bindings, answers, [piece for piece in row if piece.confidence >= MIN_TO_CONTRADICT])


def _as_shown(view: View, seat: Seat, tiles: Tiles) -> Explanation | None:
    events = (HandShown(seat, tiles),)
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game)


def _draw(view: View, shown: tuple[Tiles | None, ...]) -> Explanation | None:
    events = (ExhaustiveDraw(shown),)
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game)


def _tenpai_or_not(
    view: View, bindings: Bindings, answers: Answers, hands: dict[Seat, OpenHand]
) -> Explanation | Doubt | Surplus | None:
    """The wall is empty: every hand lies open (tenpai), or face down or told noten.

    The surest hand is read first: what it holds lies in no doubtful one as well.
    """
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
            too_many = too_many or _too_many(view, bindings, answers, row)
            doubt = doubt or Doubt(least_sure(hands[seat]), QuestionReason.IMPOSSIBLE_TENPAI)
        else:
            is_awaited = True
    found = None if doubt or is_awaited else _draw(view, tuple(shown))
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
