"""Reader of the hands that losers open after a win, to be counted, and what a hand that is none says of other tiles.

Rules this file keeps:
* A hand with a tile that nobody can make out waits for a person's word.
* One that may well be another counts last: what all are paid tells then whether it matters which of the two it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from mahjong_rules.events import HandShown
from mahjong_rules.seats import Seat
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO, MIN_TO_CONTRADICT
from table_daemon.interpreter.decoding import (
    Tiles,
    faces_read_otherwise,
    first_accepted,
    likelihood_beside,
    likely_readings,
)
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import Answers, View, hand_size, is_doubtful
from vision.sightings import Face, SettledTile, Zone

Row = Sequence[SettledTile]


def read_shown(view: View, bindings: Bindings, answers: Answers) -> Explanation | Doubt | Surplus | None:
    """The next hand that is opened after a win."""
    doubt: Doubt | None = None
    too_many: Surplus | None = None
    unclear: dict[Seat, tuple[Row, Tiles]] = {}
    for seat, row in _opened(view):
        doubtful = next((piece for piece in row if is_doubtful(piece, answers)), None)
        if doubtful is not None:
            doubt = doubt or Doubt(doubtful, QuestionReason.UNCERTAIN_HAND)
            continue
        tiles = first_accepted(row, partial(_as_shown, view, seat))
        if tiles is None:
            too_many = too_many or too_many_with(view, bindings, answers, row)
            doubt = doubt or Doubt(min(row, key=lambda piece: piece.confidence), QuestionReason.UNCERTAIN_HAND)
        elif any(_other_readings(row, tiles)):
            unclear[seat] = (row, tiles)
        else:
            return _shown(view, seat, tiles)
    return too_many or doubt or (_last_ones(view, unclear) if len(unclear) == len(view.hints.shows) else None)


def too_many_with(view: View, bindings: Bindings, answers: Answers, row: Row) -> Surplus | None:
    """Too many of one face with those of a hand that is none: an earlier tile was read as it, say a discard."""
    return surplus(view, bindings, answers, [piece for piece in row if piece.confidence >= MIN_TO_CONTRADICT])


def _opened(view: View) -> Iterator[tuple[Seat, Row]]:
    """The whole hands that lie open and are not counted yet; a dead one may have a tile too many or too few."""
    for seat in view.hints.shows:
        row = pieces(view.observation, Zone.HAND, seat, Face.UP)
        if len(row) == hand_size(view, seat) or (row and view.deal.dead_hands[seat]):
            yield seat, row


def _last_ones(view: View, unclear: Mapping[Seat, tuple[Row, Tiles]]) -> Explanation | Doubt | None:
    """The first of the hands that are left, each of which may well be another, unless that changes what is paid."""
    chosen = {seat: tiles for seat, (_, tiles) in unclear.items()}
    paid = _payments(view, chosen)
    for seat, (row, tiles) in unclear.items():
        for other in _other_readings(row, tiles):
            found = _payments(view, chosen | {seat: other})
            if found is not None and found != paid:
                unlike = zip(row, other, tiles, strict=True)
                doubtful = next(piece for piece, tile, first in unlike if tile != first)
                return Doubt(doubtful, QuestionReason.UNCERTAIN_HAND)
    return next((_shown(view, seat, tiles) for seat, tiles in chosen.items()), None)


def _other_readings(row: Row, chosen: Tiles) -> Iterator[Tiles]:
    """What the hand may well be instead."""
    for tiles in dict.fromkeys((*likely_readings(row), *faces_read_otherwise(row, chosen))):
        if tiles != chosen and likelihood_beside(row, chosen, tiles) >= MIN_AMBIGUOUS_RATIO:
            yield tiles


def _payments(view: View, hands: Mapping[Seat, Tiles]) -> object:
    """What each is paid with these hands; None where they cannot be, or fines are still to be judged."""
    game = view.after([HandShown(seat, tiles) for seat, tiles in hands.items()])
    result = None if isinstance(game, str) or game.deal is None else game.deal.result
    return None if result is None else result.deltas


def _as_shown(view: View, seat: Seat, tiles: Tiles) -> Tiles | None:
    return None if isinstance(view.after([HandShown(seat, tiles)]), str) else tiles


def _shown(view: View, seat: Seat, tiles: Tiles) -> Explanation | None:
    events = (HandShown(seat, tiles),)
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game)
