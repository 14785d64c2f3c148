"""Chow, pung and kong: who may claim what, and who becomes liable by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason, Called, KongDeclared
from mahjong_rules.melds import MAX_MELDS, Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.riichi.choices import FifthKong, KongDoraTiming, RiichiKong, SwapCalling
from mahjong_rules.systems.riichi.drawn_deals import abort_deal
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import MAX_KONGS, check_alive, settle_claims
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import check_claim, deal_in_play, waits_for, with_added_kong, with_claim, with_item

THREE_DRAGONS: Final = "daisangen"
FOUR_WINDS: Final = "dai_suushii"
FOUR_KONGS: Final = "suu_kantsu"


def claim(game: Game, event: Called, options: RiichiOptions) -> Game:
    """The last discard is taken for a chow, a pung or a kong."""
    deal = deal_in_play(game)
    seat, meld = event.seat, event.meld
    check_claim(deal, seat, meld)
    _check_claimer(deal, seat, meld, options)
    consumed = list(meld.tiles)
    consumed.remove(deal.rivers[deal.seat][-1].tile)
    check_copies(deal, consumed, options.stock)
    discarder = deal.seat
    game, deal = settle_claims(game, deal, keeps_ippatsu=False)
    deal = with_claim(deal, seat, meld)
    riichi = replace(
        deal.riichi,
        uninterrupted=False,
        forbidden_discards=_forbidden(meld, options),
        liable=(*deal.riichi.liable, *liabilities(seat, discarder, deal.melds[seat], options)),
    )
    deal = replace(deal, riichi=riichi)
    if not meld.kind.is_kong:
        return replace(game, deal=deal)
    if _kongs(deal) > MAX_KONGS:
        return abort_deal(game, deal, AbortReason.FOUR_KONGS, options)
    return replace(game, deal=_owe_indicator(replace(deal, after_kong=True), meld.kind, options))


def _check_claimer(deal: Deal, seat: Seat, meld: Meld, options: RiichiOptions) -> None:
    if meld.kind is MeldKind.CHOW and options.players.is_three:
        raise IllegalEvent("nobody makes a chow where three play")
    if deal.riichi.abort_pending is not None:
        raise IllegalEvent("nobody claims any more: the deal ends by {reason}", reason=deal.riichi.abort_pending.value)
    if deal.live_tiles == 0:
        raise IllegalEvent("the last discard can only be won")
    if deal.riichi.accepted[seat]:
        raise IllegalEvent("seat {seat} is in riichi and cannot claim", seat=seat)
    check_alive(deal, seat)
    if meld.kind.is_kong:
        _check_kong(deal, options)


def declare_kong(game: Game, event: KongDeclared, options: RiichiOptions) -> Game:
    """A concealed kong, or a tile added to a pung."""
    deal = deal_in_play(game)
    seat, kong = event.seat, event.meld
    if deal.turn is not Turn.DISCARD or deal.seat != seat:
        raise IllegalEvent("seat {seat} cannot declare a kong: {why}", seat=seat, why=waits_for(deal))
    if not deal.drew:
        raise IllegalEvent("seat {seat} has claimed a tile in this turn and must discard", seat=seat)
    if deal.live_tiles == 0:
        raise IllegalEvent("no kong after the last tile: the live wall is empty")
    check_alive(deal, seat)
    _check_kong(deal, options)
    if kong.kind is MeldKind.CONCEALED_KONG:
        grown = _concealed_kong(deal, seat, kong, options)
    elif kong.kind is MeldKind.ADDED_KONG:
        grown = _added_kong(deal, seat, kong, options)
    else:
        raise IllegalEvent("a {meld} is claimed, not declared", meld=kong.kind.value)
    # The fifth kong ends the deal where it is allowed at all; an added one may be robbed before it does.
    if _kongs(grown) <= MAX_KONGS:
        return replace(game, deal=_after_kong(grown, kong.kind, options))
    if kong.kind is MeldKind.CONCEALED_KONG:
        return abort_deal(game, grown, AbortReason.FOUR_KONGS, options)
    riichi = replace(grown.riichi, uninterrupted=False, abort_pending=AbortReason.FOUR_KONGS)
    return replace(game, deal=replace(grown, riichi=riichi))


def _kongs(deal: Deal) -> int:
    return sum(meld.kind.is_kong for melds in deal.melds for meld in melds)


def _check_kong(deal: Deal, options: RiichiOptions) -> None:
    if _kongs(deal) == MAX_KONGS and options.tiles.fifth_kong is FifthKong.FORBIDDEN:
        raise IllegalEvent("a fifth kong is not possible")


def _concealed_kong(deal: Deal, seat: Seat, kong: Meld, options: RiichiOptions) -> Deal:
    check_copies(deal, kong.tiles, options.stock)
    if len(deal.melds[seat]) == MAX_MELDS:
        raise IllegalEvent("seat {seat} has four melds already", seat=seat)
    if deal.riichi.accepted[seat]:
        if options.tiles.riichi_kong is RiichiKong.FORBIDDEN:
            raise IllegalEvent("no kong in riichi under these rules")
        if deal.last_drawn is not None and deal.last_drawn not in kong.tiles:
            raise IllegalEvent("in riichi a kong is made of the tile drawn, which was {tile}", tile=deal.last_drawn)
    can_be_robbed = options.tiles.thirteen_orphans_rob_concealed_kong and kong.tiles[0].is_terminal_or_honour
    in_riichi = ((seat, kong.tiles[0].plain),) if deal.riichi.accepted[seat] else ()
    return replace(
        deal,
        melds=with_item(deal.melds, seat, (*deal.melds[seat], kong)),
        turn=Turn.DRAW,
        kong_tile=kong.tiles[0] if can_be_robbed else None,
        riichi=replace(deal.riichi, kongs=(*deal.riichi.kongs, *in_riichi)),
    )


def _added_kong(deal: Deal, seat: Seat, kong: Meld, options: RiichiOptions) -> Deal:
    grown, added = with_added_kong(deal, seat, kong)
    check_copies(deal, (added,), options.stock)
    return grown


def _after_kong(deal: Deal, kind: MeldKind, options: RiichiOptions) -> Deal:
    deal = replace(deal, drew=False, last_drawn=None, after_kong=True)
    deal = replace(deal, riichi=replace(deal.riichi, uninterrupted=False))
    return _owe_indicator(deal, kind, options)


def _owe_indicator(deal: Deal, kind: MeldKind, options: RiichiOptions) -> Deal:
    """Another indicator is to be turned; those of earlier kongs are due by now."""
    timing = options.tiles.kong_dora(kind)
    riichi = replace(
        deal.riichi,
        pending_indicators=deal.riichi.pending_indicators + (timing is not KongDoraTiming.NEVER),
        early_indicators=int(timing is KongDoraTiming.AFTER_DISCARD),
    )
    return replace(deal, riichi=riichi)


def _forbidden(meld: Meld, options: RiichiOptions) -> tuple[Tile, ...]:
    """Kinds that may not follow this claim as a discard."""
    called = meld.called_tile
    if options.tiles.swap_calling is SwapCalling.ALLOWED or called is None or meld.kind.is_kong:
        return ()
    kind = called.plain
    if meld.kind is MeldKind.PUNG or options.tiles.swap_calling is SwapCalling.SAME_TILE:
        return (kind,)
    numbers = [tile.number for tile in meld.tiles]
    other_end = {min(numbers): max(numbers) + 1, max(numbers): min(numbers) - 1}.get(kind.number, 0)
    return (kind, Tile(kind.suit, other_end)) if 1 <= other_end <= 9 else (kind,)


def liabilities(
    seat: Seat, discarder: Seat, melds: tuple[Meld, ...], options: RiichiOptions
) -> tuple[tuple[Seat, Seat, str], ...]:
    """Pao for the set just claimed, which is the last of `melds`: (winner to be, liable player, yakuman)."""
    newest = melds[-1].tiles[0]
    sets = [meld.tiles[0] for meld in melds if meld.kind is not MeldKind.CHOW]
    found = []
    if options.liability.pao_three_dragons and newest.is_dragon and sum(tile.is_dragon for tile in sets) == 3:
        found.append(THREE_DRAGONS)
    if options.liability.pao_four_winds and newest.is_wind and sum(tile.is_wind for tile in sets) == 4:
        found.append(FOUR_WINDS)
    if (
        options.liability.pao_four_kongs
        and melds[-1].kind is MeldKind.MELDED_KONG  # a tile added to an own pung was fed by nobody
        and sum(meld.kind.is_kong for meld in melds) == MAX_KONGS
    ):
        found.append(FOUR_KONGS)
    return tuple((seat, discarder, yakuman) for yakuman in found)
