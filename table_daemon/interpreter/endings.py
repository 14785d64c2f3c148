"""Readers of the end of a deal: opened winning hands, exhaustive draw, nine terminals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from mahjong_rules.events import AbortClaimed, Event, ExhaustiveDraw, Win, WinsDeclared
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Turn
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Anchor, Bindings, may_be
from table_daemon.interpreter.decoding import Tiles, first_accepted
from table_daemon.interpreter.layout import OpenHand, is_laid_face_down, open_hand, pieces
from table_daemon.interpreter.play import is_doubtful
from table_daemon.interpreter.steps import Answers, Doubt, Step, View, advance, drawing, next_to_act
from vision.sightings import Face, SettledTile, Zone


@dataclass(frozen=True, slots=True)
class Manners:
    """What decides how an ending is read: the width of a tile, the rules, how long it was quiet."""

    tile_width_mm: float
    ura_dora: bool
    others_may_win: bool = False
    """Too early to say that nobody else wins on the same discard."""
    abort_is_certain: bool = True
    """Late enough to say that nobody wins the discard that ends the deal."""


def hand_size(view: View, seat: Seat) -> int:
    """Concealed tiles of `seat` outside the own turn."""
    return 13 - 3 * len(view.deal.melds[seat])


def read_ending(view: View, bindings: Bindings, answers: Answers, manners: Manners) -> Step | Doubt | None:
    """Whatever ends the deal, once every hand and indicator it needs lies open."""
    if any(zone is Zone.HAND for zone, _ in view.observation.busy) or view.deal.turn is Turn.OVER:
        return None
    hands = {seat: open_hand(view.observation, seat, manners.tile_width_mm) for seat in SEATS}
    for seat in seats_from(view.deal.seat):
        hand = hands[seat]
        if hand.apart is not None and len(hand.row) == hand_size(view, seat):
            return _win(view, bindings, answers, manners, hands, seat)
        if hand.apart is None and len(hand.row) == 14:
            return _nine_terminals(view, seat, hand)
    if view.deal.abort_pending is not None:
        return _abort(view) if manners.abort_is_certain else None
    if view.deal.live_tiles == 0 and view.deal.turn is Turn.CLAIM:
        return _exhaustive_draw(view, hands, answers)
    return None


def _abort(view: View) -> Step | None:
    """Nobody won the discard that ends the deal by itself."""
    reason = view.deal.abort_pending
    if reason is None:
        return None
    events = (AbortClaimed(view.deal.seat, (), reason),)
    game = advance(view.game, events, view.apply)
    return None if isinstance(game, str) else Step(events, game)


def _win(
    view: View, bindings: Bindings, answers: Answers, manners: Manners, hands: dict[Seat, OpenHand], winner: Seat
) -> Step | Doubt | None:
    discarder = _discarder_of(view, bindings, winner)
    apart = hands[winner].apart
    if apart is None or (discarder is not None and manners.others_may_win):
        return None
    if discarder is not None and not may_be(apart, _claimed_tile(view, discarder)):
        return Doubt(apart, "wrong_winning_tile", f"the tile to win is {_claimed_tile(view, discarder)}")
    winners = [winner] if discarder is None else _winners(view, hands, winner, discarder)
    ura = _ura_indicators(view, answers, manners, winners)
    if ura is None or isinstance(ura, Doubt):
        return ura
    before = drawing(view.deal, winner) if discarder is None else ()
    wins: list[Win] = []
    for seat in winners:
        win = _decode_win(view, before, discarder, seat, hands[seat], apart, ura)
        if win is None:
            why = _why_not(view, before, discarder, seat, hands, apart)
            return Doubt(_least_sure(hands[seat]), "impossible_win", why)
        wins.append(win)
    events = (*before, WinsDeclared(tuple(wins), discarder, ura))
    game = advance(view.game, events, view.apply)
    return Doubt(apart, "impossible_win", game) if isinstance(game, str) else Step(events, game)


def _discarder_of(view: View, bindings: Bindings, winner: Seat) -> Seat | None:
    """Who gave the winning tile: it left the river (or the kong) it lay in; None when it was drawn."""
    deal = view.deal
    if deal.turn is not Turn.CLAIM or deal.seat == winner:
        return None
    if deal.kong_tile is not None:
        return deal.seat
    last = Anchor(Zone.RIVER, deal.seat, len(deal.rivers[deal.seat]) - 1)
    if not bindings.is_present(last, view.observation) or next_to_act(deal) != winner:
        return deal.seat
    return None


def _winners(view: View, hands: dict[Seat, OpenHand], first: Seat, discarder: Seat) -> list[Seat]:
    """All who opened a hand on this discard, in turn order after the discarder."""
    return [
        seat
        for seat in seats_from(discarder)
        if seat != discarder and (seat == first or len(hands[seat].row) == hand_size(view, seat))
    ]


def _ura_indicators(
    view: View, answers: Answers, manners: Manners, winners: list[Seat]
) -> tuple[Tile, ...] | Doubt | None:
    """The ura indicators laid out; () when nobody may turn them, None while some are still to be turned."""
    if not manners.ura_dora or not any(view.deal.riichi[seat] for seat in winners):
        return ()
    laid = [piece for seat in SEATS for piece in pieces(view.observation, Zone.URA, seat, Face.UP)]
    if len(laid) != len(view.deal.indicators):
        return None
    doubtful = next((piece for piece in laid if is_doubtful(piece, answers)), None)
    if doubtful is not None:
        return Doubt(doubtful, "uncertain_ura")
    return tuple(piece.tile for piece in laid if piece.tile is not None)


def _decode_win(
    view: View,
    before: tuple[Event, ...],
    discarder: Seat | None,
    seat: Seat,
    hand: OpenHand,
    apart: SettledTile,
    ura: tuple[Tile, ...],
) -> Win | None:
    """The most likely reading of a hand that the rules accept as a win."""
    own_ura = ura if view.deal.riichi[seat] else ()

    def accept(tiles: Tiles) -> Win | None:
        drawn = tiles[-1] if discarder is None else _claimed_tile(view, discarder)
        win = Win(seat, tiles[: len(hand.row)], drawn)
        game = advance(view.game, (*before, WinsDeclared((win,), discarder, own_ura)), view.apply)
        return None if isinstance(game, str) else win

    shown = (*hand.row, apart) if discarder is None else hand.row
    return first_accepted(shown, accept)


def _claimed_tile(view: View, discarder: Seat) -> Tile:
    if view.deal.kong_tile is not None:
        return view.deal.kong_tile
    return view.deal.rivers[discarder][-1].tile


def _why_not(
    view: View,
    before: tuple[Event, ...],
    discarder: Seat | None,
    seat: Seat,
    hands: dict[Seat, OpenHand],
    apart: SettledTile,
) -> str:
    """The engine's sentence about the most likely reading."""
    row = tuple(piece.tile for piece in hands[seat].row if piece.tile is not None)
    winning = apart.tile if discarder is None else _claimed_tile(view, discarder)
    if winning is None:
        return "the winning tile could not be read"
    game = advance(view.game, (*before, WinsDeclared((Win(seat, row, winning),), discarder)), view.apply)
    return game if isinstance(game, str) else ""


def _least_sure(hand: OpenHand) -> SettledTile:
    return min((*hand.row, *([hand.apart] if hand.apart else [])), key=lambda piece: piece.confidence)


def _nine_terminals(view: View, seat: Seat, hand: OpenHand) -> Step | None:
    """Fourteen open tiles without a gap in the first turn: an abortive draw is claimed."""
    if next_to_act(view.deal) != seat:
        return None

    def accept(tiles: Tiles) -> Step | None:
        events = (*drawing(view.deal, seat), AbortClaimed(seat, tiles))
        game = advance(view.game, events, view.apply)
        return None if isinstance(game, str) else Step(events, game)

    return first_accepted(hand.row, accept)


def _exhaustive_draw(view: View, hands: dict[Seat, OpenHand], answers: Answers) -> Step | Doubt | None:
    """The wall is empty: every hand lies open (tenpai), or face down or told noten."""
    shown: list[tuple[Tile, ...] | None] = []
    for seat in SEATS:
        size = hand_size(view, seat)
        if seat in answers.told_noten or is_laid_face_down(view.observation, seat, size):
            shown.append(None)
        elif len(hands[seat].row) == size:
            tenpai = first_accepted(hands[seat].row, partial(_as_tenpai, view, seat))
            if tenpai is None:
                return Doubt(_least_sure(hands[seat]), "impossible_tenpai")
            shown.append(tenpai)
        else:
            return None
    events = (ExhaustiveDraw(tuple(shown)),)
    game = advance(view.game, events, view.apply)
    return None if isinstance(game, str) else Step(events, game)


def _as_tenpai(view: View, seat: Seat, tiles: Tiles) -> Tiles | None:
    """The tiles if the rules take this hand of `seat`, alone, for tenpai."""
    hands = tuple(tiles if other == seat else None for other in SEATS)
    game = advance(view.game, [ExhaustiveDraw(hands)], view.apply)
    if isinstance(game, str) or not game.results:
        return None
    return tiles if game.results[-1].tenpai[seat] else None
