"""Who may win with what: completeness, furiten, yaku, and the circumstances that a hand's value depends on."""

from __future__ import annotations

from mahjong_rules.deal_result import HandValue
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Win
from mahjong_rules.hands import is_complete, waits
from mahjong_rules.rule_system import NOTHING, Hints
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import check_alive
from mahjong_rules.systems.riichi.riichi_hands import riichi_kong_problem
from mahjong_rules.systems.riichi.values import Circumstances, NoValue, hand_value
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import claimable_tile, next_to_draw
from mahjong_rules.win_checks import check_win


def win_problem(game: Game, win: Win, discarder: Seat | None, options: RiichiOptions) -> str | None:
    """Why this hand cannot win now, in one sentence; None when it can.

    Args:
        game: the game up to the winning tile.
        win: the opened hand and its winning tile.
        discarder: who gave the tile; None when it was drawn.
        options: the preset.
    """
    try:
        value_of_win(game, win, discarder, (), options)
    except (IllegalEvent, NoValue) as refusal:
        return str(refusal)
    return None


def value_of_win(
    game: Game, win: Win, discarder: Seat | None, ura_indicators: tuple[Tile, ...], options: RiichiOptions
) -> HandValue:
    """The value of a hand that wins now.

    Raises:
        IllegalEvent: nobody, or not this player, can win with this tile now.
        NoValue: the hand is not complete or has no yaku.
    """
    deal = game.deal
    if deal is None or deal.turn is Turn.OVER:
        raise IllegalEvent("no deal is in play")
    check_alive(deal, win.seat)
    check_win(deal, win, discarder, options.stock)
    if not is_complete((*win.concealed, win.winning_tile), deal.melds[win.seat]):
        raise NoValue("the hand is not complete")
    if discarder is not None:
        _check_furiten(deal, win)
    problem = riichi_kong_problem(deal, win.seat, win.concealed, options)
    if problem is not None:
        raise IllegalEvent(problem)
    value = hand_value(
        win.concealed,
        win.winning_tile,
        deal.melds[win.seat],
        circumstances_of(deal, win.seat, discarder, ura_indicators),
        options,
    )
    if discarder is not None and deal.turn is Turn.DRAW and not is_thirteen_orphans(value):
        raise IllegalEvent("only thirteen orphans rob a concealed kong")
    return value


def is_thirteen_orphans(value: HandValue) -> bool:
    """True for both forms of the hand."""
    return any(line.rule.startswith("kokushi") for line in value.lines)


def circumstances_of(
    deal: Deal, winner: Seat, discarder: Seat | None, ura_indicators: tuple[Tile, ...]
) -> Circumstances:
    """What the table says about a win on the last tile."""
    return Circumstances(
        self_drawn=discarder is None,
        seat_wind=deal.header.wind_of(winner),
        prevalent_wind=deal.header.prevalent_wind,
        riichi=deal.riichi.accepted[winner],
        double_riichi=deal.riichi.accepted[winner] and deal.riichi.double[winner],
        ippatsu=deal.riichi.ippatsu[winner],
        replacement_tile=discarder is None and deal.after_kong,
        robbed_kong=discarder is not None and deal.kong_tile is not None and not deal.riichi.is_kita,
        last_tile=deal.live_tiles == 0,
        first_turn=deal.riichi.uninterrupted and not deal.rivers[winner],
        indicators=deal.riichi.indicators,
        ura_indicators=ura_indicators,
        fed=tuple(yakuman for seat, _, yakuman in deal.riichi.liable if seat == winner),
        norths=len(deal.riichi.norths[winner]),
    )


def _check_furiten(deal: Deal, win: Win) -> None:
    waiting = waits(win.concealed, deal.melds[win.seat], include_dead=True)
    discarded = [entry.tile for entry in deal.rivers[win.seat] if entry.tile.plain in waiting]
    if discarded:
        raise IllegalEvent("seat {seat} is furiten: {tile} lies in the own river", seat=win.seat, tile=discarded[0])
    passed = [tile for tile in deal.riichi.passed[win.seat] if tile in waiting]
    if passed:
        if deal.riichi.accepted[win.seat]:
            raise IllegalEvent("seat {seat} is furiten: {tile} was let go by in riichi", seat=win.seat, tile=passed[0])
        raise IllegalEvent("seat {seat} is furiten: {tile} was let go by in this turn", seat=win.seat, tile=passed[0])


def legal_hints(game: Game) -> Hints:
    """What the table may do now; nothing while no deal is in play."""
    deal = game.deal
    if deal is None or deal.turn is Turn.OVER:
        return NOTHING
    early = 0 if deal.turn is Turn.DISCARD else deal.riichi.early_indicators
    is_empty = is_wall_empty(deal)
    ends = is_empty or deal.riichi.abort_pending is not None
    return Hints(
        draws=None if ends and deal.turn is Turn.CLAIM else next_to_draw(deal),
        discards=deal.seat if deal.turn is Turn.DISCARD else None,
        claimable=claimable_tile(deal),
        can_be_melded=deal.turn is Turn.CLAIM and deal.kong_tile is None and not ends,
        indicators_due=1 if deal.turn is Turn.INDICATOR else deal.riichi.pending_indicators - early,
        abort=deal.riichi.abort_pending,
        is_wall_empty=is_empty,
    )


def is_wall_empty(deal: Deal) -> bool:
    """True when no tile of the live wall is left to draw."""
    return deal.live_tiles == 0


def tenpai_seats(
    deal: Deal, hands: tuple[tuple[Tile, ...] | None, ...], options: RiichiOptions
) -> tuple[bool, bool, bool, bool]:
    """Whose opened hand waits for a tile; a hand that stays closed is noten."""
    include_dead = not options.draws.dead_wait_is_noten
    east, south, west, north = (
        hands[seat] is not None
        and not deal.dead_hands[seat]
        and bool(waits(hands[seat] or (), deal.melds[seat], include_dead=include_dead))
        for seat in SEATS
    )
    return east, south, west, north
