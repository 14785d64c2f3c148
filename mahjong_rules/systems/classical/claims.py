"""Chow, pung and kong: who may claim what, and which kongs the wall allows.

Rules this file keeps:
* A discard makes a kong only of a concealed pung (Kanai French l.28, La Règle l.105-107, Tchou 1924 l.410).
* Claims are never obligatory; which of several goes first people have settled: the one who has the tile shows it.
* No kong in the turn of a claim (Tchou 1924 l.408, R-23), and none that the wall cannot replace (R-21).
"""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Called, KongDeclared
from mahjong_rules.melds import MAX_MELDS, Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.classical.fines import note_danger
from mahjong_rules.systems.classical.option_sections import ClaimOptions
from mahjong_rules.systems.classical.play import hill_tiles
from mahjong_rules.systems.classical.play_table import PlayTable
from mahjong_rules.systems.classical.system import Scoring
from mahjong_rules.tile_count import check_copies
from mahjong_rules.turns import check_claim, deal_in_play, waits_for, with_added_kong, with_claim, with_item
from mahjong_rules.wall import ReplacementSource


def claim(game: Game, event: Called, table: PlayTable, scoring: Scoring) -> Game:
    """The last discard is taken for a chow, a pung or a kong; one that serves a threatening hand is noted."""
    after = take_discard(game, event, table)
    dangers = note_danger(deal_in_play(game), event.seat, scoring).classical.dangers
    deal = deal_in_play(after)
    return replace(after, deal=replace(deal, classical=replace(deal.classical, dangers=dangers)))


def take_discard(game: Game, event: Called, table: PlayTable, *, chow_from_anybody: bool = False) -> Game:
    """The last discard is taken for a chow, a pung or a kong."""
    deal = deal_in_play(game)
    seat, meld = event.seat, event.meld
    check_claim(deal, seat, meld, chow_from_anybody=chow_from_anybody)
    if deal.live_tiles == 0:
        raise IllegalEvent("the last discard can only be won")
    is_kong = meld.kind.is_kong
    if is_kong:
        _check_kong(deal, seat, meld, table)
    consumed = list(meld.tiles)
    consumed.remove(deal.rivers[deal.seat][-1].tile)
    check_copies(deal, consumed, table.stock)
    deal = replace(with_claim(deal, seat, meld), after_kong=is_kong)
    deal = replace(deal, classical=replace(deal.classical, claimed=not is_kong, kongs_in_turn=int(is_kong)))
    return replace(game, deal=_with_reserve(deal, table) if is_kong else deal)


def declare_kong(game: Game, event: KongDeclared, table: PlayTable, claims: ClaimOptions) -> Game:
    """A concealed kong, or a tile added to an exposed pung."""
    deal = deal_in_play(game)
    seat, kong = event.seat, event.meld
    if deal.turn is not Turn.DISCARD or deal.seat != seat:
        raise IllegalEvent("seat {seat} cannot declare a kong: {why}", seat=seat, why=waits_for(deal))
    if deal.classical.claimed and not claims.kong_in_claim_turn:
        raise IllegalEvent("seat {seat} has claimed a tile in this turn and may declare a kong in the next", seat=seat)
    if kong.kind not in (MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG):
        raise IllegalEvent("a {meld} is claimed, not declared", meld=kong.kind.value)
    _check_kong(deal, seat, kong, table)
    deal = _concealed(deal, seat, kong, table) if not kong.is_open else _added(deal, seat, kong, table, claims)
    deal = replace(
        deal,
        drew=False,
        last_drawn=None,
        after_kong=True,
        classical=replace(deal.classical, claimed=False, kongs_in_turn=deal.classical.kongs_in_turn + 1),
    )
    return replace(game, deal=_with_reserve(deal, table))


def _concealed(deal: Deal, seat: Seat, kong: Meld, table: PlayTable) -> Deal:
    check_copies(deal, kong.tiles, table.stock)
    if len(deal.melds[seat]) == MAX_MELDS:
        raise IllegalEvent("seat {seat} has four melds already", seat=seat)
    return replace(deal, melds=with_item(deal.melds, seat, (*deal.melds[seat], kong)), turn=Turn.DRAW)


def _added(deal: Deal, seat: Seat, kong: Meld, table: PlayTable, claims: ClaimOptions) -> Deal:
    grown, added = with_added_kong(deal, seat, kong)
    check_copies(deal, (added,), table.stock)
    return grown if claims.robbing_kong else replace(grown, turn=Turn.DRAW, kong_tile=None)


def _check_kong(deal: Deal, seat: Seat, kong: Meld, table: PlayTable) -> None:
    """Refuse a kong of an exposed pung and a discard, and one without a replacement."""
    kind = kong.tiles[0]
    is_exposed = any(meld.kind is MeldKind.PUNG and meld.tiles[0] == kind for meld in deal.melds[seat])
    if kong.kind is MeldKind.MELDED_KONG and is_exposed:
        raise IllegalEvent(
            "the exposed pung of {tile} takes no discard, only a tile drawn by seat {seat}", tile=kind, seat=seat
        )
    if deal.live_tiles == 0:
        raise IllegalEvent("no kong after the last tile of the wall")
    if table.replacements is ReplacementSource.HILL:
        if hill_tiles(deal, table) == 0:
            raise IllegalEvent("no kong any more: the hill has no tile left to replace it")
    elif deal.live_tiles < 1 + table.reserve_grows:
        raise IllegalEvent("no kong any more: the wall has one tile left, it takes two to replace one")


def _with_reserve(deal: Deal, table: PlayTable) -> Deal:
    """Where the reserve grows with every kong, one tile less can be drawn (Tchou 1924 l.426)."""
    return replace(deal, live_tiles=deal.live_tiles - table.reserve_grows)


def melds_after_robbing(deal: Deal, seat: Seat) -> tuple[Meld, ...]:
    """The melds of `seat` when the tile just added to a pung was won by another player: the pung remains."""
    if deal.kong_tile is None or seat != deal.seat:
        return deal.melds[seat]
    return tuple(
        Meld(MeldKind.PUNG, meld.tiles[:3], meld.called_from, meld.called_tile)
        if meld.kind is MeldKind.ADDED_KONG and meld.tiles[0] == deal.kong_tile
        else meld
        for meld in deal.melds[seat]
    )
