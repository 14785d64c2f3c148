"""A declared win valued and paid: every winner by the rules' own settlement, on the table as it was declared."""

from __future__ import annotations

from collections.abc import Sequence

from mahjong_rules.deal_result import HandValue, LoserResult, Outcome, WinResult
from mahjong_rules.events import Win
from mahjong_rules.game_flow import Ending
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.classical.fines import considered, due_fines
from mahjong_rules.systems.classical.game_flow import finish_deal, stake_payments
from mahjong_rules.systems.classical.option_sections import DealerAfterWin
from mahjong_rules.systems.classical.system import ClassicalSystem, Settled
from mahjong_rules.systems.classical.winning import declared_value, hand_of
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import sort_key
from mahjong_rules.turns import deal_in_play


def settle(game: Game, system: ClassicalSystem) -> Game:
    """Values and payments of a declared win."""
    deal = deal_in_play(game)
    winners = tuple(win.seat for win in deal.classical.declared)
    discarder = deal.seat if deal.seat not in winners else None
    wins = tuple(_win_result(deal, win, discarder, system) for win in deal.classical.declared)
    losers = _losers(deal, winners, system) if system.scoring.losers_count else ()
    values: list[HandValue | None] = [None] * len(SEATS)
    for seat, value in [(win.seat, win.value) for win in wins] + [(loser.seat, loser.value) for loser in losers]:
        values[seat] = value
    paid = [
        payment
        for win in deal.classical.declared
        for payment in system.scoring.payments(_settled(deal, win, discarder, tuple(values), system))
    ]
    ending = Ending(
        outcome=Outcome.TSUMO if discarder is None else Outcome.RON,
        payments=(*paid, *stake_payments(game, winners[0])),
        dealer_stays=deal.header.dealer in winners and system.dealer_after_win is DealerAfterWin.STAYS,
        wins=wins,
        losers=losers,
        fines=considered(deal) if system.scoring.people_judge else (),
    )
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)


def _settled(
    deal: Deal, win: Win, discarder: Seat | None, values: tuple[HandValue | None, ...], system: ClassicalSystem
) -> Settled:
    others = tuple(other.seat for other in deal.classical.declared if other.seat != win.seat)
    first = None if discarder is None else first_giver(deal, win, discarder)
    fines = due_fines(deal, win.seat)
    is_late_new = _is_late_new(deal, win, discarder, system.new_tile_from)
    return Settled(win.seat, discarder, deal.header.dealer, values, fines, others, first, is_late_new)


def _is_late_new(deal: Deal, win: Win, discarder: Seat | None, most_left: int) -> bool:
    """Whether this kind came to lie open for the first time by the discard that won, and few tiles are left."""
    if discarder is None or deal.kong_tile is not None or not most_left or deal.live_tiles > most_left:
        return False
    return sum(tile.plain == win.winning_tile.plain for tile in open_tiles(deal)) == 1


def first_giver(deal: Deal, win: Win, discarder: Seat) -> Seat:
    """Who first discarded the winning kind since the winner's own last discard, that one included."""
    rivers = [iter(river) for river in deal.rivers]
    given = [(seat, next(rivers[seat]).tile.plain) for seat in deal.classical.discard_order]
    own = [place for place, (seat, _) in enumerate(given) if seat == win.seat]
    since = given[own[-1] if own else 0 :]
    return next((seat for seat, kind in since if kind == win.winning_tile.plain), discarder)


def _win_result(deal: Deal, win: Win, discarder: Seat | None, system: ClassicalSystem) -> WinResult:
    return WinResult(
        win.seat,
        discarder,
        tuple(sorted(win.concealed, key=sort_key)),
        deal.melds[win.seat],
        win.winning_tile,
        declared_value(deal, win, discarder, system),
        deal.classical.flowers[win.seat],
    )


def _losers(deal: Deal, winners: Sequence[Seat], system: ClassicalSystem) -> tuple[LoserResult, ...]:
    results = []
    for seat in seats_from(winners[0]):
        if seat not in winners:
            hand = tuple(sorted(deal.classical.shown[seat] or (), key=sort_key))
            value = system.scoring.loser(hand_of(deal, seat, hand, system.table))
            results.append(
                LoserResult(seat, hand, melds_after_robbing(deal, seat), deal.classical.flowers[seat], value)
            )
    return tuple(results)
