"""Drawing, discarding and turning indicators: whose turn it is and what a turn may hold.

Rules this file keeps:
* A riichi is accepted, and its stick paid, when the declared discard was not won: at the next draw or claim.
* The dead wall stays at fourteen tiles: every draw, replacement or not, leaves one tile less to draw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason, DealStarted, Discarded, Drawn, IndicatorTurned
from mahjong_rules.game_start import begin_deal
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game, RiichiState, RiverTile, Turn
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import claimable_tile, deal_in_play, next_to_draw, waits_for, with_item

STICK_POINTS: Final = 1000
"""What a riichi costs (Doman guide l.11), the same under every preset."""
MAX_KONGS: Final = 4
"""Ten of the fourteen tiles of the dead wall are indicators: four are left to replace kongs with (WRC 2015 §4.7)."""


def start_deal(game: Game, event: DealStarted, options: RiichiOptions) -> Game:
    """The walls stand: the first dora indicator is turned next."""
    dice = 0 if options.wall.fixed_break else 2
    return begin_deal(game, event, dice=dice, turn=Turn.INDICATOR, live_tiles=options.live_tiles)


def turn_indicator(game: Game, event: IndicatorTurned, options: RiichiOptions) -> Game:
    """The first dora indicator, or one for a kong."""
    deal = deal_in_play(game)
    check_copies(deal, (event.tile,), options.stock)
    indicators = (*deal.riichi.indicators, event.tile)
    riichi = replace(deal.riichi, indicators=indicators)
    if deal.turn is Turn.INDICATOR:
        return replace(game, deal=replace(deal, riichi=riichi, turn=Turn.DRAW))
    is_replacement_drawn = deal.turn is Turn.DISCARD
    # People turn an early indicator with the replacement in the hand or after the discard, but never before either.
    ripe = deal.riichi.pending_indicators - (0 if is_replacement_drawn else deal.riichi.early_indicators)
    if not deal.riichi.pending_indicators:
        raise IllegalEvent("no kong asks for another dora indicator")
    if ripe <= 0:
        raise IllegalEvent("the indicator of this kong is turned after the replacement tile")
    pending = deal.riichi.pending_indicators - 1
    early = min(deal.riichi.early_indicators, pending)
    return replace(game, deal=replace(deal, riichi=replace(riichi, pending_indicators=pending, early_indicators=early)))


def draw(game: Game, event: Drawn, options: RiichiOptions) -> Game:
    """A tile from the wall, or the replacement after a kong."""
    deal = deal_in_play(game)
    expected = next_to_draw(deal)
    if expected is None:
        raise IllegalEvent("seat {seat} cannot draw: {why}", seat=event.seat, why=waits_for(deal))
    if event.seat != expected:
        raise IllegalEvent(
            "seat {seat} cannot draw: it is the turn of seat {next_seat}", seat=event.seat, next_seat=expected
        )
    if deal.riichi.abort_pending is not None:
        raise IllegalEvent("nobody draws any more: the deal ends by {reason}", reason=deal.riichi.abort_pending.value)
    if deal.live_tiles == 0:
        raise IllegalEvent("the live wall is empty")
    if event.tile is not None:
        check_copies(deal, (event.tile,), options.stock)
    game, deal = settle_claims(game, deal, keeps_ippatsu=not deal.after_kong)
    return replace(
        game,
        deal=replace(
            deal,
            turn=Turn.DISCARD,
            seat=event.seat,
            live_tiles=deal.live_tiles - 1,
            last_drawn=event.tile,
            drew=True,
            kong_tile=None,
            riichi=_after_kita(deal.riichi) if deal.riichi.is_kita else deal.riichi,
        ),
    )


def _after_kita(riichi: RiichiState) -> RiichiState:
    """Nobody won the north: as after another kong the indicators of earlier ones are due."""
    return replace(riichi, is_kita=False, early_indicators=0)


def settle_claims(game: Game, deal: Deal, *, keeps_ippatsu: bool) -> tuple[Game, Deal]:
    """Nobody won the last tile: note who let it go, accept a riichi that was declared with it."""
    riichi = replace(
        deal.riichi,
        passed=_passed_by_others(deal),
        ippatsu=deal.riichi.ippatsu if keeps_ippatsu else (False, False, False, False),
    )
    seat = riichi.pending
    if seat is None:
        return game, replace(deal, riichi=riichi)
    riichi = replace(
        riichi,
        pending=None,
        accepted=with_item(riichi.accepted, seat, item=True),
        ippatsu=with_item(riichi.ippatsu, seat, item=keeps_ippatsu),
    )
    scores = with_item(game.scores, seat, game.scores[seat] - STICK_POINTS)
    return replace(game, scores=scores, riichi_sticks=game.riichi_sticks + 1), replace(deal, riichi=riichi)


def _passed_by_others(deal: Deal) -> tuple[tuple[Tile, ...], ...]:
    tile = claimable_tile(deal) if deal.turn is Turn.CLAIM else None
    if tile is None:
        return deal.riichi.passed
    return tuple(
        deal.riichi.passed[seat] if seat == deal.seat else (*deal.riichi.passed[seat], tile.plain) for seat in SEATS
    )


def discard(game: Game, event: Discarded, options: RiichiOptions) -> Game:
    """A tile into the river, sideways with a declaration of riichi."""
    deal = deal_in_play(game)
    seat, tile = event.seat, event.tile
    if deal.turn is not Turn.DISCARD or deal.seat != seat:
        raise IllegalEvent("seat {seat} cannot discard: {why}", seat=seat, why=waits_for(deal))
    if tile.plain in deal.riichi.forbidden_discards:
        raise IllegalEvent("{tile} may not be discarded in the turn of this claim (swap-calling)", tile=tile)
    check_copies(deal, (tile,), options.stock)
    _check_drawn_tile(deal, event)
    if event.riichi:
        _check_riichi(game, deal, seat, options)
    river = (*deal.rivers[seat], RiverTile(tile, event.riichi, event.tsumogiri))
    deal = replace(
        deal,
        rivers=with_item(deal.rivers, seat, river),
        turn=Turn.CLAIM,
        drew=False,
        last_drawn=None,
        after_kong=False,
        riichi=_after_discard(deal.riichi, event, is_first=len(river) == 1),
    )
    abort = _abort_after_discard(deal, options)
    return replace(game, deal=replace(deal, riichi=replace(deal.riichi, abort_pending=abort)))


def _after_discard(riichi: RiichiState, event: Discarded, *, is_first: bool) -> RiichiState:
    """What a discard ends: the own ippatsu, the furiten of the turn, the bans of swap-calling."""
    seat = event.seat
    is_double = event.riichi and riichi.uninterrupted and is_first
    return replace(
        riichi,
        early_indicators=0,
        forbidden_discards=(),
        ippatsu=with_item(riichi.ippatsu, seat, item=False),
        passed=riichi.passed if riichi.accepted[seat] else with_item(riichi.passed, seat, ()),
        double=with_item(riichi.double, seat, item=True) if is_double else riichi.double,
        pending=seat if event.riichi else None,
    )


def _check_drawn_tile(deal: Deal, event: Discarded) -> None:
    """What a discard says about the tile just drawn must be possible."""
    is_drawn_tile = event.tsumogiri  # None: a camera saw neither the tile drawn nor whence the discard came
    if deal.last_drawn is not None:
        if event.tsumogiri and event.tile != deal.last_drawn:
            raise IllegalEvent(
                "{said_tile} is not the tile drawn, which was {tile}", said_tile=event.tile, tile=deal.last_drawn
            )
        is_drawn_tile = event.tile == deal.last_drawn and event.tsumogiri is not False
    if deal.riichi.accepted[event.seat] and is_drawn_tile is False:
        raise IllegalEvent("seat {seat} is in riichi and must discard the tile drawn", seat=event.seat)
    if event.tsumogiri and not deal.drew:
        raise IllegalEvent("seat {seat} has claimed a tile and drawn none", seat=event.seat)


def check_alive(deal: Deal, seat: Seat) -> None:
    """Refuse what a dead hand may not do any more: claim, declare, win.

    Raises:
        IllegalEvent: the hand is dead.
    """
    if deal.dead_hands[seat]:
        raise IllegalEvent("the hand of seat {seat} is dead: it only draws and discards", seat=seat)


def _check_riichi(game: Game, deal: Deal, seat: Seat, options: RiichiOptions) -> None:
    check_alive(deal, seat)
    if deal.riichi.accepted[seat]:
        raise IllegalEvent("seat {seat} is in riichi already", seat=seat)
    if any(meld.is_open for meld in deal.melds[seat]):
        raise IllegalEvent("seat {seat} has an open hand and cannot declare riichi", seat=seat)
    if options.riichi.riichi_needs_points and game.scores[seat] < STICK_POINTS:
        raise IllegalEvent(
            "seat {seat} has {points} points and cannot pay the riichi stick", seat=seat, points=game.scores[seat]
        )
    if deal.live_tiles < options.riichi.riichi_min_live_tiles:
        raise IllegalEvent(
            "riichi needs {least} tiles in the live wall, there are {tiles}",
            least=options.riichi.riichi_min_live_tiles,
            tiles=deal.live_tiles,
        )


def _abort_after_discard(deal: Deal, options: RiichiOptions) -> AbortReason | None:
    """The abortive draw that this discard brings about unless somebody wins it."""
    if options.draws.abort_four_winds and deal.riichi.uninterrupted and _is_four_winds(deal):
        return AbortReason.FOUR_WINDS
    if options.draws.abort_four_riichi and deal.riichi.pending is not None and sum(deal.riichi.accepted) == 3:
        return AbortReason.FOUR_RIICHI
    owners = [seat for seat in SEATS for meld in deal.melds[seat] if meld.kind.is_kong]
    if options.draws.abort_four_kongs and len(owners) == MAX_KONGS and len(set(owners)) > 1:
        return AbortReason.FOUR_KONGS
    return None


def _is_four_winds(deal: Deal) -> bool:
    if any(len(river) != 1 for river in deal.rivers):
        return False
    first = deal.rivers[0][0].tile
    return first.is_wind and all(river[0].tile == first for river in deal.rivers)
