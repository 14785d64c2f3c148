"""Opened hands as wins: the likeliest reading that wins, and the piece that is asked about where that is unclear."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from mahjong_rules.events import Event, Win, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO
from table_daemon.interpreter.decoding import (
    Tiles,
    faces_read_otherwise,
    first_accepted,
    likelihood_beside,
    likely_readings,
)
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.layout import OpenHand
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.refused_wins import piece_to_ask
from table_daemon.interpreter.table_view import Answers, View
from table_daemon.interpreter.ura_indicators import indicator_of_other_worth, read_ura_indicators
from vision.sightings import SettledTile


@dataclass(frozen=True, slots=True)
class WinOnTable:
    """A win as it lies on the table.

    `discarder` gave the tile (None: drawn), `tile` is what was given (None: drawn, so it is read with the hand),
    `before` what happened just before and nobody could see.
    """

    apart: SettledTile
    discarder: Seat | None
    tile: Tile | None
    before: tuple[Event, ...] = ()


def declare_win(
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    candidates: list[Seat],
    won: WinOnTable,
) -> Explanation | Doubt | None:
    """The win of those among `candidates` whose hands win; None while ura indicators are still to be turned."""
    laid = read_ura_indicators(view, bindings, answers, _in_riichi(view, won, candidates))
    if laid is None or isinstance(laid, Doubt):
        return laid
    ura = tuple(piece.tile for piece in laid if piece.tile is not None)
    wins = _decode_wins(view, bindings, won, candidates, hands, ura, answers)
    if isinstance(wins, Doubt):
        return wins
    doubtful = indicator_of_other_worth(laid, partial(_worth, view, won, wins))
    if doubtful is not None:
        return Doubt(doubtful, QuestionReason.UNCERTAIN_URA)
    events = (*won.before, WinsDeclared(wins, won.discarder, ura))
    game = view.after(events)
    return Doubt(won.apart, QuestionReason.IMPOSSIBLE_WIN, game) if isinstance(game, str) else Explanation(events, game)


def _decode_wins(  # noqa: PLR0913 - table, bindings, win, who, hands, indicators, answers
    view: View,
    bindings: Bindings,
    won: WinOnTable,
    candidates: list[Seat],
    hands: dict[Seat, OpenHand],
    ura: tuple[Tile, ...],
    answers: Answers,
) -> tuple[Win, ...] | Doubt:
    """The hands of all winners; where losers open their hands too, those that win nothing are not theirs."""
    wins: list[Win] = []
    for seat in candidates:
        win = decode_win(view, won, seat, hands[seat], ura)
        if win is not None:
            doubtful = _other_worth(view, won, hands[seat], win, ura)
            if doubtful is not None:
                return Doubt(doubtful, QuestionReason.UNCERTAIN_HAND)
            wins.append(win)
        elif hands[seat].apart is not None or not view.traits.losers_show:
            why = _why_not(view, won, seat, hands[seat])
            asked = piece_to_ask(view, bindings, answers, seat, hands[seat], partial(_is_win, won, seat, ura))
            return Doubt(asked, QuestionReason.IMPOSSIBLE_WIN, why)
    return tuple(wins)


def _is_win(won: WinOnTable, seat: Seat, ura: tuple[Tile, ...], view: View, hand: OpenHand) -> bool:
    """Whether the hand of `seat` wins the same tile; of a drawn one, whether it wins as it lies there."""
    apart = hand.apart if won.discarder is None and hand.apart is not None else won.apart
    return decode_win(view, replace(won, apart=apart), seat, hand, ura) is not None


def decode_win(view: View, won: WinOnTable, seat: Seat, hand: OpenHand, ura: tuple[Tile, ...]) -> Win | None:
    """The most likely reading of a hand that the rules accept as a win."""
    own_ura = ura if _in_riichi(view, won, [seat]) else ()

    def accept(tiles: Tiles) -> Win | None:
        win = Win(seat, tiles[: len(hand.row)], won.tile or tiles[-1])
        game = view.after((*won.before, WinsDeclared((win,), won.discarder, own_ura)))
        return None if isinstance(game, str) else win

    shown = (*hand.row, won.apart) if won.discarder is None else hand.row
    return first_accepted(shown, accept)


def _other_worth(view: View, won: WinOnTable, hand: OpenHand, win: Win, ura: tuple[Tile, ...]) -> SettledTile | None:
    """The piece of a winning hand whose other reading is nearly as likely, wins too, and is worth something else."""
    own_ura = ura if _in_riichi(view, won, [win.seat]) else ()
    shown = (*hand.row, won.apart) if won.discarder is None else hand.row
    chosen = (*win.concealed, win.winning_tile)[: len(shown)]
    paid = _worth(view, won, (win,), own_ura)
    for tiles in dict.fromkeys((*likely_readings(shown), *faces_read_otherwise(shown, chosen))):
        if tiles == chosen or likelihood_beside(shown, chosen, tiles) < MIN_AMBIGUOUS_RATIO:
            continue
        other = Win(win.seat, tiles[: len(hand.row)], won.tile or tiles[-1])
        found = _worth(view, won, (other,), own_ura)
        if not isinstance(found, str) and found != paid:
            return next(piece for piece, tile, first in zip(shown, tiles, chosen, strict=True) if tile != first)
    return None


def _worth(view: View, won: WinOnTable, wins: tuple[Win, ...], ura: tuple[Tile, ...]) -> object:
    """What the deal pays, or, where losers count too, the hands themselves; the rules' sentence if they cannot win."""
    game = view.after((*won.before, WinsDeclared(wins, won.discarder, ura)))
    if isinstance(game, str):
        return game
    result = None if game.deal is None else game.deal.result
    return tuple(tuple(sorted(map(str, win.concealed))) for win in wins) if result is None else result.deltas


def _in_riichi(view: View, won: WinOnTable, seats: list[Seat]) -> list[Seat]:
    """Those of `seats` whose riichi stands when they win: what nobody saw before may have let it stand."""
    game = view.after(won.before)
    deal = view.deal if isinstance(game, str) or game.deal is None else game.deal
    return [seat for seat in seats if deal.riichi.accepted[seat]]


def _why_not(view: View, won: WinOnTable, seat: Seat, hand: OpenHand) -> str:
    """The engine's sentence about the most likely reading."""
    row = tuple(piece.tile for piece in hand.row if piece.tile is not None)
    winning = won.tile or won.apart.tile
    if winning is None:
        return "the winning tile could not be read"
    game = view.after((*won.before, WinsDeclared((Win(seat, row, winning),), won.discarder)))
    return game if isinstance(game, str) else ""
