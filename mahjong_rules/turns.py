"""Whose turn it is and what lies to be claimed: the part of play that all rule systems share.

Rules this file keeps: pure questions to a deal, and the moves of tiles that every system makes alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from mahjong_rules.deal_result import Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.melds import MAX_MELDS, Meld, MeldKind
from mahjong_rules.seats import Seat, seat_after
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.told import Told, sentence

_Item = TypeVar("_Item")


def with_item(items: tuple[_Item, ...], place: int, item: _Item) -> tuple[_Item, ...]:
    """`items` with another item at `place`."""
    return (*items[:place], item, *items[place + 1 :])


def deal_in_play(game: Game) -> Deal:
    """The deal that is being played.

    Raises:
        IllegalEvent: none is.
    """
    if game.deal is None or game.deal.turn is Turn.OVER:
        raise IllegalEvent("no deal is in play")
    return game.deal


def next_to_draw(deal: Deal) -> Seat | None:
    """Who takes the next tile from the wall if nobody claims; None while somebody must discard or show first."""
    if deal.turn is Turn.DRAW or (deal.turn is Turn.CLAIM and deal.kong_tile is not None):
        return deal.seat
    return seat_after(deal.seat, 1, deal.header.seats) if deal.turn is Turn.CLAIM else None


def claimable_tile(deal: Deal) -> Tile | None:
    """The tile that others may win now: the last discard, or one that just made a kong."""
    if deal.kong_tile is not None:
        return deal.kong_tile
    return deal.rivers[deal.seat][-1].tile if deal.turn is Turn.CLAIM else None


def waits_for(deal: Deal) -> Told:
    """What the table waits for, as the second half of a sentence."""
    match deal.turn:
        case Turn.INDICATOR:
            return sentence("the first dora indicator is still to be turned")
        case Turn.DRAW:
            return sentence("seat {seat} is to draw", seat=deal.seat)
        case Turn.DISCARD:
            return sentence("seat {seat} is to discard", seat=deal.seat)
        case Turn.CLAIM:
            return sentence(
                "the last tile of seat {seat} may be claimed or seat {next_seat} draws",
                seat=deal.seat,
                next_seat=next_to_draw(deal),
            )
        case Turn.SHOW:
            return sentence("the hands are being opened")
        case Turn.OVER:
            return sentence("the deal is over")


def check_claim(deal: Deal, seat: Seat, meld: Meld, *, chow_from_anybody: bool = False) -> None:
    """Refuse a claim that no rule system allows: wrong moment, wrong tile, wrong player, a fifth set.

    `chow_from_anybody`: a house rule of the family; everywhere else only the next player makes a chow.

    Raises:
        IllegalEvent: says which.
    """
    if meld.kind not in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.MELDED_KONG):
        raise IllegalEvent("a {meld} is declared in the own turn, not claimed", meld=meld.kind.value)
    if deal.turn is not Turn.CLAIM or deal.kong_tile is not None:
        raise IllegalEvent("seat {seat} cannot claim: {why}", seat=seat, why=waits_for(deal))
    if seat == deal.seat:
        raise IllegalEvent("seat {seat} cannot claim the own discard", seat=seat)
    if meld.called_from != deal.seat:
        raise IllegalEvent(
            "the tile to claim is from seat {seat}, not from seat {said_seat}",
            seat=deal.seat,
            said_seat=meld.called_from,
        )
    last = deal.rivers[deal.seat][-1].tile
    if meld.called_tile != last:
        raise IllegalEvent("the tile to claim is {tile}, not {said_tile}", tile=last, said_tile=meld.called_tile)
    following = seat_after(deal.seat, 1, deal.header.seats)
    if meld.kind is MeldKind.CHOW and seat != following and not chow_from_anybody:
        raise IllegalEvent(
            "only seat {next_seat} can chow a discard of seat {seat}", next_seat=following, seat=deal.seat
        )
    if len(deal.melds[seat]) == MAX_MELDS:
        raise IllegalEvent("seat {seat} has four melds already", seat=seat)


def with_claim(deal: Deal, seat: Seat, meld: Meld) -> Deal:
    """The deal with the last discard taken into this meld: the claimer draws a replacement or discards."""
    river = deal.rivers[deal.seat]
    return replace(
        deal,
        rivers=with_item(deal.rivers, deal.seat, (*river[:-1], replace(river[-1], claimed_by=seat))),
        melds=with_item(deal.melds, seat, (*deal.melds[seat], meld)),
        turn=Turn.DRAW if meld.kind.is_kong else Turn.DISCARD,
        seat=seat,
    )


def with_added_kong(deal: Deal, seat: Seat, kong: Meld) -> tuple[Deal, Tile]:
    """The deal with a pung grown to this kong, which may be robbed now, and the tile that was added.

    Raises:
        IllegalEvent: the player has no such pung.
    """
    melds = deal.melds[seat]
    place = next((place for place, meld in enumerate(melds) if _added_tile(meld, kong) is not None), None)
    added = _added_tile(melds[place], kong) if place is not None else None
    if place is None or added is None:
        raise IllegalEvent("seat {seat} has no pung of {tile} to add a tile to", seat=seat, tile=kong.tiles[0].plain)
    pung = melds[place]
    if (kong.called_from, kong.called_tile) != (pung.called_from, pung.called_tile):
        raise IllegalEvent(
            "the pung of {tile} was claimed from seat {seat}", tile=pung.tiles[0].plain, seat=pung.called_from
        )
    grown = with_item(deal.melds, seat, with_item(melds, place, kong))
    return replace(deal, melds=grown, turn=Turn.CLAIM, kong_tile=added), added


def _added_tile(pung: Meld, kong: Meld) -> Tile | None:
    """The tile that makes this pung that kong; None if none does."""
    added = Counter(kong.tiles)
    added.subtract(pung.tiles)
    if pung.kind is not MeldKind.PUNG or min(added.values()) < 0:
        return None
    return next(added.elements())


def deltas_of(payments: Iterable[Payment]) -> tuple[int, int, int, int]:
    """The sum of all payments by seat."""
    deltas = [0, 0, 0, 0]
    for payment in payments:
        if payment.payer is not None:
            deltas[payment.payer] -= payment.points
        if payment.receiver is not None:
            deltas[payment.receiver] += payment.points
    east, south, west, north = deltas
    return east, south, west, north
