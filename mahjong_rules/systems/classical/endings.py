"""The ends of a deal: wins, hands shown and fines judged after them, drawn deals.

Rules this file keeps:
* A win is checked when it is declared and valued when the deal is settled, on the same unchanged table.
* Where losers count, the deal is settled once every loser has opened the hand or left it closed, and every fine that
  the engine found was judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    ExhaustiveDraw,
    FineJudged,
    HandShown,
    Win,
    WinsDeclared,
)
from mahjong_rules.game_flow import Ending
from mahjong_rules.melds import concealed_count
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Deal, Game, HandValue, LoserResult, Outcome, Turn, WinResult
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.classical.fines import (
    considered,
    due_fines,
    find_fines,
    unjudged,
    with_judgement,
    with_shown_hand,
)
from mahjong_rules.systems.classical.game_flow import dealer_stays_after_draw, finish_deal, stake_payments
from mahjong_rules.systems.classical.hand import NotComplete
from mahjong_rules.systems.classical.system import ClassicalSystem, Settled
from mahjong_rules.systems.classical.winning import declared_value, hand_of, value_of_win
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile, sort_key
from mahjong_rules.turns import deal_in_play, waits_for, with_item


def declare_wins(game: Game, event: WinsDeclared, system: ClassicalSystem) -> Game:
    """A player has opened a winning hand; the losers open theirs where they count."""
    deal = deal_in_play(game)
    win = _only_winner(deal, event)
    if event.ura_indicators:
        raise IllegalEvent("there are no indicators under these rules")
    try:
        value = value_of_win(deal, win, event.discarder, system)
    except NotComplete as refusal:
        raise IllegalEvent(f"seat {win.seat} cannot win: {refusal}") from refusal
    scoring = system.scoring
    losers = tuple(seat for seat in seats_from(win.seat) if seat != win.seat) if scoring.losers_count else ()
    fines = find_fines(deal, win, event.discarder, value, scoring)
    classical = replace(deal.classical, declared=(win,), to_show=losers, fines=fines)
    return _settle_if_complete(replace(game, deal=replace(deal, turn=Turn.SHOW, classical=classical)), system)


def _only_winner(deal: Deal, event: WinsDeclared) -> Win:
    """The one winner.

    Raises:
        IllegalEvent: there is none, or several; then it names the one who goes first.
    """
    if not event.wins:
        raise IllegalEvent("a win needs a winner")
    first = min(event.wins, key=lambda win: (win.seat - deal.seat) % 4)
    if len(event.wins) > 1:
        raise IllegalEvent(f"only one player can win: seat {first.seat}, whose turn comes first")
    return first


def show_hand(game: Game, event: HandShown, system: ClassicalSystem) -> Game:
    """A loser opens the concealed tiles, or leaves them closed: then only what lies open counts."""
    deal = deal_in_play(game)
    seat = event.seat
    if deal.turn is not Turn.SHOW or seat not in deal.classical.to_show:
        raise IllegalEvent(f"seat {seat} has no hand to open: {waits_for(deal)}")
    if event.hand is not None:
        _check_shown(deal, seat, event.hand, system)
    classical = replace(
        deal.classical,
        shown=with_item(deal.classical.shown, seat, event.hand),
        to_show=tuple(other for other in deal.classical.to_show if other != seat),
    )
    deal = replace(deal, classical=classical)
    if event.hand is not None:
        deal = with_shown_hand(deal, seat, hand_of(deal, seat, event.hand, system.table), system.scoring)
    return _settle_if_complete(replace(game, deal=deal), system)


def _check_shown(deal: Deal, seat: Seat, hand: tuple[Tile, ...], system: ClassicalSystem) -> None:
    """A hand has 13 tiles less 3 a meld; a dead one may have a tile too many or too few (Tchou 1924 l.424)."""
    melds = deal.melds[seat]
    expected = concealed_count(melds)
    if len(hand) != expected and not deal.dead_hands[seat]:
        raise IllegalEvent(f"seat {seat} with {len(melds)} melds shows {expected} tiles, not {len(hand)}")
    others = (tile for other in deal.classical.shown for tile in other or ())
    check_copies(deal, (*hand, *others, *_winners_tiles(deal)), system.table.stock)


def _winners_tiles(deal: Deal) -> Iterable[Tile]:
    """The declared winner's concealed tiles; a winning tile that was drawn is one of them."""
    for win in deal.classical.declared:
        yield from win.concealed
        if win.seat == deal.seat:
            yield win.winning_tile


def judge_fine(game: Game, event: FineJudged, system: ClassicalSystem) -> Game:
    """People confirm or waive the fine that the engine found."""
    deal = deal_in_play(game)
    fines = with_judgement(deal.classical.fines, event.seat, exempt=event.exempt) if deal.turn is Turn.SHOW else None
    if fines is None:
        raise IllegalEvent(f"no fine of seat {event.seat} is to be judged")
    return _settle_if_complete(
        replace(game, deal=replace(deal, classical=replace(deal.classical, fines=fines))), system
    )


def _settle_if_complete(game: Game, system: ClassicalSystem) -> Game:
    deal = deal_in_play(game)
    return game if deal.classical.to_show or unjudged(deal) else settle(game, system)


def settle(game: Game, system: ClassicalSystem) -> Game:
    """Values and payments of a declared win."""
    deal = deal_in_play(game)
    win = deal.classical.declared[0]
    discarder = deal.seat if deal.seat != win.seat else None
    value = declared_value(deal, win, discarder, system)
    losers = _losers(deal, win.seat, system) if system.scoring.losers_count else ()
    values: list[HandValue | None] = [None] * len(SEATS)
    for seat, counted in ((win.seat, value), *((loser.seat, loser.value) for loser in losers)):
        values[seat] = counted
    table = Settled(win.seat, discarder, deal.header.dealer, tuple(values), due_fines(deal))
    hand = tuple(sorted(win.concealed, key=sort_key))
    ending = Ending(
        outcome=Outcome.TSUMO if discarder is None else Outcome.RON,
        payments=(*system.scoring.payments(table), *stake_payments(game, win.seat)),
        dealer_stays=win.seat == deal.header.dealer,
        wins=(
            WinResult(
                win.seat,
                discarder,
                hand,
                deal.melds[win.seat],
                win.winning_tile,
                value,
                deal.classical.flowers[win.seat],
            ),
        ),
        losers=losers,
        fines=considered(deal),
    )
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)


def _losers(deal: Deal, winner: Seat, system: ClassicalSystem) -> tuple[LoserResult, ...]:
    results = []
    for seat in seats_from(winner):
        if seat != winner:
            hand = tuple(sorted(deal.classical.shown[seat] or (), key=sort_key))
            value = system.scoring.loser(hand_of(deal, seat, hand, system.table))
            results.append(
                LoserResult(seat, hand, melds_after_robbing(deal, seat), deal.classical.flowers[seat], value)
            )
    return tuple(results)


def draw_exhausted(game: Game, event: ExhaustiveDraw, system: ClassicalSystem) -> Game:
    """Nobody won the last discard: no payments (Kanai French l.29, Tchou 1924 l.436)."""
    deal = deal_in_play(game)
    if deal.live_tiles > 0:
        raise IllegalEvent(f"{deal.live_tiles} tiles are left to draw")
    if deal.turn is not Turn.CLAIM:
        raise IllegalEvent(f"the deal cannot end yet: {waits_for(deal)}")
    if any(hand is not None for hand in event.hands):
        raise IllegalEvent("nobody opens a hand when the wall has run out under these rules")
    stays = dealer_stays_after_draw(deal, system.course)
    ending = Ending(Outcome.EXHAUSTIVE_DRAW, (), stays)
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)
