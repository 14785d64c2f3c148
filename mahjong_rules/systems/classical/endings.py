"""The end of a deal by wins: hands shown and fines judged after them.

Rules this file keeps:
* A win is checked when it is declared and valued when the deal is settled, on the same unchanged table.
* Where losers count, the deal is settled once every loser has opened the hand or left it closed, and every fine that
  the engine found was judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    FineJudged,
    HandShown,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import concealed_count
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.classical.fines import (
    find_fines,
    unjudged,
    with_judgement,
    with_shown_hand,
)
from mahjong_rules.systems.classical.settling import settle
from mahjong_rules.systems.classical.system import ClassicalSystem
from mahjong_rules.systems.classical.winning import checked_value, hand_of
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import deal_in_play, waits_for, with_item


def declare_wins(game: Game, event: WinsDeclared, system: ClassicalSystem) -> Game:
    """A player has opened a winning hand; the losers open theirs where they count."""
    deal = deal_in_play(game)
    wins = in_turn_order(deal, event.wins)
    check_winners([win.seat for win in wins], event.discarder, system.max_winners)
    if event.ura_indicators:
        raise IllegalEvent("there are no indicators under these rules")
    values = [checked_value(deal, win, event.discarder, system) for win in wins]
    check_copies(deal, [tile for win in wins for tile in win.concealed], system.table.stock)
    scoring, winners = system.scoring, {win.seat for win in wins}
    losers = tuple(seat for seat in seats_from(wins[0].seat) if seat not in winners) if scoring.losers_count else ()
    fines = tuple(
        fine
        for win, value in zip(wins, values, strict=True)
        for fine in find_fines(deal, win, event.discarder, value, scoring)
    )
    classical = replace(deal.classical, declared=wins, to_show=losers, fines=fines)
    return _settle_if_complete(replace(game, deal=replace(deal, turn=Turn.SHOW, classical=classical)), system)


def in_turn_order(deal: Deal, wins: Iterable[Win]) -> tuple[Win, ...]:
    """Who wins on a discard goes after the discarder's turn; who drew wins alone."""
    return tuple(sorted(wins, key=lambda win: (win.seat - deal.seat) % len(SEATS)))


def check_winners(winners: Sequence[Seat], discarder: Seat | None, most: int) -> None:
    """Refuse winners that these rules do not know.

    Args:
        winners: in turn order after the discarder.
        discarder: who gave the tile; None when it was drawn.
        most: so many may win on one discard.

    Raises:
        IllegalEvent: nobody, somebody twice, or too many; then it names those who go first.
    """
    if not winners:
        raise IllegalEvent("a win needs a winner")
    if len(set(winners)) != len(winners):
        raise IllegalEvent("a winner is named twice")
    if discarder is None and len(winners) > 1:
        raise IllegalEvent("only one player can win with a tile that was drawn")
    if len(winners) > most == 1:
        raise IllegalEvent("only one player can win: seat {seat}, whose turn comes first", seat=winners[0])
    if len(winners) > most:
        raise IllegalEvent(
            "{most} players can win on one discard: {seats}, whose turns come first",
            most=most,
            seats=" and ".join(f"seat {seat}" for seat in winners[:most]),
        )


def show_hand(game: Game, event: HandShown, system: ClassicalSystem) -> Game:
    """A loser opens the concealed tiles, or leaves them closed: then only what lies open counts."""
    deal = deal_in_play(game)
    seat = event.seat
    if deal.turn is not Turn.SHOW or seat not in deal.classical.to_show:
        raise IllegalEvent("seat {seat} has no hand to open: {why}", seat=seat, why=waits_for(deal))
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
        raise IllegalEvent(
            "seat {seat} with {melds} melds shows {expected} tiles, not {shown}",
            seat=seat,
            melds=len(melds),
            expected=expected,
            shown=len(hand),
        )
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
        raise IllegalEvent("no fine of seat {seat} is to be judged", seat=event.seat)
    return _settle_if_complete(
        replace(game, deal=replace(deal, classical=replace(deal.classical, fines=fines))), system
    )


def _settle_if_complete(game: Game, system: ClassicalSystem) -> Game:
    deal = deal_in_play(game)
    return game if deal.classical.to_show or unjudged(deal) else settle(game, system)
