"""A finished deal that cannot have been played: an empty seat, hands of a wrong size, tiles that do not exist."""

from __future__ import annotations

from collections.abc import Sequence

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.finished_deal import FinishedDeal
from mahjong_rules.game_start import nobody_plays_at
from mahjong_rules.melds import MeldKind, concealed_count
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Turn
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.tile_count import check_copies


def check_finished(deal: FinishedDeal, options: RiichiOptions) -> None:
    """Refuse what no table of three or four players could show.

    Raises:
        IllegalEvent: names the seat or the tile.
    """
    _check_seats(deal, options.players.seats)
    _check_sizes(deal, options)
    _check_copies(deal, options)


def _check_seats(deal: FinishedDeal, seats: Sequence[Seat]) -> None:
    shown = (seat for seat in SEATS if deal.hands[seat] is not None)
    others = () if deal.penalty is None else (deal.penalty.seat,)
    discarder = () if deal.discarder is None else (deal.discarder,)
    in_riichi = (seat for seat in SEATS if deal.riichi.accepted[seat] or deal.riichi.double[seat])
    for seat in (deal.dealer, *shown, *deal.winners, *discarder, *deal.riichi.nagashi, *in_riichi, *others):
        if seat not in seats:
            raise nobody_plays_at(seat, seats)


def _check_sizes(deal: FinishedDeal, options: RiichiOptions) -> None:
    for seat, hand in zip(SEATS, deal.hands, strict=True):
        if hand is None:
            continue
        wrong = next((tile for tile in hand.flowers if tile not in options.stock.aside), None)
        if wrong is not None and options.players.has_kita:
            raise IllegalEvent(
                "seat {seat} has laid {tile} aside, and only a north can be (kita)", seat=seat, tile=wrong
            )
        if wrong is not None:
            raise IllegalEvent(
                "seat {seat} has {tile}, and riichi is played without flowers and seasons", seat=seat, tile=wrong
            )
        if options.players.is_three and any(meld.kind is MeldKind.CHOW for meld in hand.melds):
            raise IllegalEvent("seat {seat} has a chow on the table, and nobody makes one where three play", seat=seat)
        expected = concealed_count(hand.melds)
        if len(hand.concealed) != expected:
            raise IllegalEvent(
                "seat {seat} with {melds} melds holds {expected} concealed tiles, not {shown}",
                seat=seat,
                melds=len(hand.melds),
                expected=expected,
                shown=len(hand.concealed),
            )


def _check_copies(deal: FinishedDeal, options: RiichiOptions) -> None:
    """No piece twice: all hands, the winning tile, the indicators."""
    shown = [hand for hand in deal.hands if hand is not None]
    tiles = [
        tile
        for hand in shown
        for tile in (*hand.concealed, *hand.flowers, *(tile for meld in hand.melds for tile in meld.tiles))
    ]
    winning = () if deal.winning_tile is None else (deal.winning_tile,)
    header = DealHeader(1, deal.prevalent_wind, deal.dealer, honba=0, round_number=0)
    nothing_open = Deal(header, Turn.OVER, deal.dealer, live_tiles=0)
    check_copies(nothing_open, (*tiles, *winning, *deal.riichi.indicators, *deal.riichi.ura_indicators), options.stock)
