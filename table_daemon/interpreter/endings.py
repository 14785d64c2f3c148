"""Readers of the end of a deal: opened winning hands, exhaustive draw, nine terminals."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.events import AbortClaimed, Event, ExhaustiveDraw, Win, WinsDeclared
from mahjong_rules.game import is_wall_empty
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Game, Turn
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.decoding import Tiles, first_accepted
from table_daemon.interpreter.layout import OpenHand, is_laid_face_down, open_hand, pieces
from table_daemon.interpreter.steps import Doubt, Step, View, advance, drawing, next_to_act
from vision.sightings import Face, SettledTile, Zone


@dataclass(frozen=True, slots=True)
class Manners:
    """What decides how an ending is read: the width of a tile, the rules, what people told, how long it was quiet."""

    tile_width_mm: float
    ura_dora: bool
    told_noten: frozenset[Seat] = frozenset()
    others_may_win: bool = False
    """Too early to say that nobody else wins on the same discard."""
    abort_is_certain: bool = True
    """Late enough to say that nobody wins the discard that ends the deal."""


def hand_size(view: View, seat: Seat) -> int:
    """Concealed tiles of `seat` outside the own turn."""
    return 13 - 3 * len(view.deal.melds[seat])


def read_ending(view: View, bindings: Bindings, manners: Manners) -> Step | Doubt | None:
    """Whatever ends the deal, once every hand and indicator it needs lies open."""
    if any(zone is Zone.HAND for zone, _ in view.observation.busy) or view.deal.turn is Turn.OVER:
        return None
    hands = {seat: open_hand(view.observation, seat, manners.tile_width_mm) for seat in SEATS}
    for seat in seats_from(view.deal.seat):
        hand = hands[seat]
        if hand.apart is not None and len(hand.row) == hand_size(view, seat):
            return _win(view, bindings, manners, hands, seat)
        if hand.apart is None and len(hand.row) == 14:
            return _nine_terminals(view, seat, hand)
    if view.deal.abort_pending is not None:
        return _abort(view) if manners.abort_is_certain else None
    if is_wall_empty(view.deal) and view.deal.turn is Turn.CLAIM:
        return _exhaustive_draw(view, hands, manners)
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
    view: View, bindings: Bindings, manners: Manners, hands: dict[Seat, OpenHand], winner: Seat
) -> Step | Doubt | None:
    discarder = _discarder_of(view, bindings, winner)
    apart = hands[winner].apart
    if apart is None:
        return None
    if discarder is not None and manners.others_may_win:
        return None
    winners = [winner] if discarder is None else _winners(view, hands, winner, discarder)
    ura = _ura_indicators(view, manners, winners)
    if ura is None:
        return None
    before = drawing(view.deal, winner) if discarder is None else ()
    wins: list[Win] = []
    for seat in winners:
        win = _decode_win(view, before, discarder, seat, hands[seat], apart, ura)
        if win is None:
            return Doubt(
                _least_sure(hands[seat]), "impossible_win", _why_not(view, before, discarder, seat, hands, apart)
            )
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


def _ura_indicators(view: View, manners: Manners, winners: list[Seat]) -> tuple[Tile, ...] | None:
    """The ura indicators laid out; () when nobody may turn them, None while some are still to be turned."""
    if not manners.ura_dora or not any(view.deal.riichi[seat] for seat in winners):
        return ()
    laid = [piece for seat in SEATS for piece in pieces(view.observation, Zone.URA, seat, Face.UP)]
    found = tuple(piece.tile for piece in laid if piece.tile is not None)
    return found if len(found) == len(view.deal.indicators) else None


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


def _exhaustive_draw(view: View, hands: dict[Seat, OpenHand], manners: Manners) -> Step | None:
    """The wall is empty: every hand lies open (tenpai), or face down or told noten."""
    game: Game = view.game
    shown: list[tuple[Tile, ...] | None] = []
    for seat in SEATS:
        size = hand_size(view, seat)
        if len(hands[seat].row) == size:
            shown.append(tuple(piece.tile for piece in hands[seat].row if piece.tile is not None))
        elif seat in manners.told_noten or is_laid_face_down(view.observation, seat, size):
            shown.append(None)
        else:
            return None
    return _draw_step(view, game, shown, hands)


def _draw_step(
    view: View, game: Game, shown: list[tuple[Tile, ...] | None], hands: dict[Seat, OpenHand]
) -> Step | None:
    for seat in SEATS:
        if shown[seat] is not None:
            alone: list[tuple[Tile, ...] | None] = [None] * 4

            def accept(tiles: Tiles, seat: Seat = seat, alone: list[tuple[Tile, ...] | None] = alone) -> Tiles | None:
                alone[seat] = tiles
                after = advance(game, [ExhaustiveDraw(tuple(alone))], view.apply)
                is_tenpai = not isinstance(after, str) and after.deal is not None and after.deal.result is not None
                return tiles if is_tenpai and after.deal.result.tenpai[seat] else None  # type: ignore[union-attr]

            shown[seat] = first_accepted(hands[seat].row, accept) or shown[seat]
    events = (ExhaustiveDraw(tuple(shown)),)
    after = advance(game, events, view.apply)
    return None if isinstance(after, str) else Step(events, after)
