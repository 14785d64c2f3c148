"""Reader of wins: opened hands with the winning tile set apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from mahjong_rules.events import Discarded, Event, Win, WinsDeclared
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Bindings, may_be
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO, MIN_SECOND_CHOICE, MIN_TO_CONTRADICT
from table_daemon.interpreter.contradictions import (
    Contradiction,
    as_if_discarded,
    is_believed,
    last_discard,
    left_the_river,
    tile_at,
)
from table_daemon.interpreter.decoding import (
    Tiles,
    faces_read_otherwise,
    first_accepted,
    likelihood_beside,
    likely_readings,
    readings_of,
)
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.layout import OpenHand, pieces
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.refused_wins import piece_to_ask
from table_daemon.interpreter.table_view import Answers, View, hand_size, is_doubtful
from table_daemon.interpreter.tally import missing_at_end, unseen_discarder
from vision.sightings import Face, SettledTile, Zone


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


def read_win(
    view: View, bindings: Bindings, answers: Answers, hands: dict[Seat, OpenHand], winner: Seat, *, is_hasty: bool
) -> Explanation | Doubt | Contradiction | Surplus | None:
    """The win of `winner`, whose hand lies open, and of all who win the same tile.

    Args:
        view: the table.
        bindings: which piece is which tile.
        answers: what people said.
        hands: every open hand.
        winner: the first whose winning tile lies apart.
        is_hasty: too early to say that nobody else wins on the same discard.
    """
    apart = hands[winner].apart
    if apart is None:
        return None
    discarder = _discarder_of(view, bindings, winner)
    if discarder is not None and is_hasty and view.traits.max_winners > 1:
        return None
    seen = _as_seen(view, bindings, answers, hands, winner, discarder, apart)
    found: Explanation | Doubt | Contradiction | Surplus | None = seen
    if isinstance(seen, Doubt):
        unseen = _on_unseen_discard(view, bindings, answers, hands, winner, apart)
        found = unseen or _misread_before(view, bindings, answers, hands, winner, discarder) or seen
    if isinstance(found, Explanation) and apart.track not in answers.tiles:
        return _won_elsewhere(view, bindings, found, apart) or found
    return found


def _won_elsewhere(view: View, bindings: Bindings, win: Explanation, apart: SettledTile) -> Doubt | None:
    """Such a tile was counted as a discard and left its river: that one was won, and what came after it is wrong."""
    for anchor in missing_at_end(view, bindings, win.events):
        tile = tile_at(view.deal, anchor)
        if tile is not None and may_be(apart, tile):
            return Doubt(
                apart, QuestionReason.WRONG_WINNING_TILE, f"the {tile} of river {anchor.seat} is there no more"
            )
    return None


def _misread_before(
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    winner: Seat,
    discarder: Seat | None,
) -> Contradiction | Surplus | None:
    """What was misread if this hand is what it surely shows: the tile won, or one of too many."""
    hand = hands[winner]
    apart = hand.apart
    if apart is None or apart.tile is None:
        return None
    is_discard = discarder is not None and view.deal.kong_tile is None and left_the_river(view, bindings)
    if is_discard and not may_be(apart, _last_tile(view)):
        if not is_believed(bindings, view.deal, apart):
            return None
        won = WinOnTable(apart, discarder, apart.tile)
        if _decode_win(as_if_discarded(view, apart.tile), won, winner, hand, ()) is None:
            return None
        counted = {"counted": str(_last_tile(view))}
        return Contradiction(last_discard(view.deal), apart.tile, "winning_tile", apart.confidence, counted)
    shown = hand.row if is_discard else (*hand.row, apart)
    return surplus(view, bindings, answers, [piece for piece in shown if piece.confidence >= MIN_TO_CONTRADICT])


def _as_seen(  # noqa: PLR0913 - table, pieces, answers, hands, winner, giver, tile
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    winner: Seat,
    discarder: Seat | None,
    apart: SettledTile,
) -> Explanation | Doubt | None:
    """The win on a drawn tile, or on the last one that others may take."""
    if discarder is None:
        return _declare(view, bindings, answers, hands, [winner], WinOnTable(apart, None, None, view.drawing(winner)))
    tile = _last_tile(view)
    if not may_be(apart, tile):
        return Doubt(apart, QuestionReason.WRONG_WINNING_TILE, f"the tile to win is {tile}")
    candidates = list(_candidates(view, hands, winner, discarder))
    return _declare(view, bindings, answers, hands, candidates, WinOnTable(apart, discarder, tile))


def _on_unseen_discard(
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    winner: Seat,
    apart: SettledTile,
) -> Explanation | None:
    """The win on a discard that was taken before anybody saw it."""
    source = unseen_discarder(view, bindings, winner, plays_on=False)
    if source is None:
        return None
    candidates = list(_candidates(view, hands, winner, source))
    for tile, probability in readings_of(apart):
        if probability >= MIN_SECOND_CHOICE:
            before = (*view.drawing(source), Discarded(source, tile))
            step = _declare(view, bindings, answers, hands, candidates, WinOnTable(apart, source, tile, before))
            if isinstance(step, Explanation):
                return step
    return None


def _declare(
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    candidates: list[Seat],
    won: WinOnTable,
) -> Explanation | Doubt | None:
    ura = _ura_indicators(view, bindings, answers, _in_riichi(view, won, candidates))
    if ura is None or isinstance(ura, Doubt):
        return ura
    wins = _decode_wins(view, bindings, won, candidates, hands, ura, answers)
    if isinstance(wins, Doubt):
        return wins
    events = (*won.before, WinsDeclared(wins, won.discarder, ura))
    game = view.after(events)
    return Doubt(won.apart, QuestionReason.IMPOSSIBLE_WIN, game) if isinstance(game, str) else Explanation(events, game)


def _discarder_of(view: View, bindings: Bindings, winner: Seat) -> Seat | None:
    """Who gave the winning tile: it left the river (or the kong) it lay in; None when it was drawn."""
    deal = view.deal
    if not view.is_offered or deal.seat == winner:
        return None
    if deal.kong_tile is not None:
        return deal.seat
    if not bindings.is_present(last_discard(view.deal), view.observation) or view.next_to_act != winner:
        return deal.seat
    return None


def _candidates(view: View, hands: dict[Seat, OpenHand], first: Seat, discarder: Seat) -> Iterator[Seat]:
    """All who may have won on this discard, in turn order after the discarder: `first`, and who else opened a hand."""
    may_join = view.traits.max_winners > 1
    for seat in seats_from(discarder, view.seats):
        is_open = may_join and len(hands[seat].row) == hand_size(view, seat)
        if seat != discarder and (seat == first or is_open):
            yield seat


def _in_riichi(view: View, won: WinOnTable, seats: list[Seat]) -> list[Seat]:
    """Those of `seats` whose riichi stands when they win: what nobody saw before may have let it stand."""
    game = view.after(won.before)
    deal = view.deal if isinstance(game, str) or game.deal is None else game.deal
    return [seat for seat in seats if deal.riichi.accepted[seat]]


def _ura_indicators(
    view: View, bindings: Bindings, answers: Answers, winners: list[Seat]
) -> tuple[Tile, ...] | Doubt | None:
    """The ura indicators laid out; () when no winner is in riichi, None while some are still to be turned.

    What nobody can name beside as many surely read ones is no tile: in world 9323 the backs of a standing hand were
    taken for seven faces (0.19 to 0.42), and the deal waited for ever. `winners` are those in riichi.
    """
    if not view.traits.has_ura or not winners:
        return ()
    rows = (pieces(view.observation, Zone.URA, seat, Face.UP) for seat in SEATS)
    laid = [piece for row in rows for piece in bindings.unbound(row)]  # norths of the deal lie there too
    number = len(view.deal.riichi.indicators)
    sure = [piece for piece in laid if not is_doubtful(piece, answers)]
    if len(laid) < number or not laid:
        return None
    if len(sure) == number:
        return tuple(piece.tile for piece in sure if piece.tile is not None)
    asked = _likeliest_ura(laid, sure, answers)
    return None if asked is None else Doubt(asked, QuestionReason.UNCERTAIN_URA)


def _likeliest_ura(laid: list[SettledTile], sure: list[SettledTile], answers: Answers) -> SettledTile | None:
    """The one to ask about: the surest doubtful one, or of too many sure ones that nobody named the least sure."""
    doubtful = [piece for piece in laid if piece not in sure]
    unnamed = [piece for piece in sure if piece.track not in answers.tiles]
    return max(doubtful, key=_confidence, default=None) or min(unnamed, key=_confidence, default=None)


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
        win = _decode_win(view, won, seat, hands[seat], ura)
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
    return _decode_win(view, replace(won, apart=apart), seat, hand, ura) is not None


def _decode_win(view: View, won: WinOnTable, seat: Seat, hand: OpenHand, ura: tuple[Tile, ...]) -> Win | None:
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
    worth = _worth(view, won, win, own_ura)
    for tiles in dict.fromkeys((*likely_readings(shown), *faces_read_otherwise(shown, chosen))):
        if tiles == chosen or likelihood_beside(shown, chosen, tiles) < MIN_AMBIGUOUS_RATIO:
            continue
        other = Win(win.seat, tiles[: len(hand.row)], won.tile or tiles[-1])
        found = _worth(view, won, other, own_ura)
        if not isinstance(found, str) and found != worth:
            return next(piece for piece, tile, first in zip(shown, tiles, chosen, strict=True) if tile != first)
    return None


def _worth(view: View, won: WinOnTable, win: Win, ura: tuple[Tile, ...]) -> object:
    """What the deal pays, or, where losers count too, the hand itself; the rules' sentence when it cannot win."""
    game = view.after((*won.before, WinsDeclared((win,), won.discarder, ura)))
    if isinstance(game, str):
        return game
    result = None if game.deal is None else game.deal.result
    return tuple(sorted(map(str, win.concealed))) if result is None else result.deltas


def _last_tile(view: View) -> Tile:
    """The tile that somebody discarded, or added to a kong."""
    deal = view.deal
    return deal.kong_tile if deal.kong_tile is not None else deal.rivers[deal.seat][-1].tile


def _why_not(view: View, won: WinOnTable, seat: Seat, hand: OpenHand) -> str:
    """The engine's sentence about the most likely reading."""
    row = tuple(piece.tile for piece in hand.row if piece.tile is not None)
    winning = won.tile or won.apart.tile
    if winning is None:
        return "the winning tile could not be read"
    game = view.after((*won.before, WinsDeclared((Win(seat, row, winning),), won.discarder)))
    return game if isinstance(game, str) else ""


def _confidence(piece: SettledTile) -> float:
    return piece.confidence
