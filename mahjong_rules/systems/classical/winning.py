"""Who may win with what, and the circumstances that a hand's value depends on."""

from __future__ import annotations

from mahjong_rules.deal_result import HandValue
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Win
from mahjong_rules.rule_system import NOTHING, Hints
from mahjong_rules.seats import Seat, seat_wind
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.classical.fines import unjudged
from mahjong_rules.systems.classical.hand import ClassicalHand, FirstTurn, NotComplete, WinCircumstances
from mahjong_rules.systems.classical.play import owes_replacement
from mahjong_rules.systems.classical.play_table import ValuedTable
from mahjong_rules.systems.classical.system import ClassicalSystem
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import claimable_tile, deal_in_play, next_to_draw
from mahjong_rules.win_checks import check_win


def win_problem(game: Game, win: Win, discarder: Seat | None, system: ClassicalSystem) -> str | None:
    """Why this hand cannot win now, in one sentence; None when it can."""
    try:
        value_of_win(deal_in_play(game), win, discarder, system)
    except (IllegalEvent, NotComplete) as refusal:
        return str(refusal)
    return None


def value_of_win(deal: Deal, win: Win, discarder: Seat | None, system: ClassicalSystem) -> HandValue:
    """The value of a hand that wins now.

    Raises:
        IllegalEvent: nobody, or not this player, can win with this tile now.
        NotComplete: the hand is not complete.
    """
    if deal.turn is Turn.SHOW:
        raise IllegalEvent("a win is declared already: the hands are being opened")
    if deal.dead_hands[win.seat]:
        raise IllegalEvent("seat {seat} has a dead hand and cannot win", seat=win.seat)
    flowers = [tile for tile in (*win.concealed, win.winning_tile) if tile.is_bonus]
    if flowers:
        raise IllegalEvent(
            "{tile} in the hand of seat {seat} is laid open and replaced before a win", tile=flowers[0], seat=win.seat
        )
    check_win(deal, win, discarder, system.table.stock)
    return declared_value(deal, win, discarder, system)


def checked_value(deal: Deal, win: Win, discarder: Seat | None, system: ClassicalSystem) -> HandValue:
    """The value of a hand that wins now.

    Raises:
        IllegalEvent: it cannot win; the text says why in one sentence.
    """
    try:
        return value_of_win(deal, win, discarder, system)
    except NotComplete as refusal:
        raise IllegalEvent("seat {seat} cannot win: {why}", seat=win.seat, why=refusal) from refusal


def declared_value(deal: Deal, win: Win, discarder: Seat | None, system: ClassicalSystem) -> HandValue:
    """The value of a win that was checked when it was declared.

    Raises:
        NotComplete: the hand is not complete.
    """
    hand = hand_of(deal, win.seat, win.concealed, system.table)
    return system.scoring.winner(hand, circumstances_of(deal, win, discarder))


def hand_of(deal: Deal, seat: Seat, concealed: tuple[Tile, ...], table: ValuedTable) -> ClassicalHand:
    """Everything that counts for `seat`: these tiles and what lies before the player."""
    return ClassicalHand(
        concealed,
        melds_after_robbing(deal, seat),
        deal.classical.flowers[seat],
        seat_wind(seat, deal.header.dealer),
        deal.header.prevalent_wind,
        table.winds_of_flowers,
    )


def circumstances_of(deal: Deal, win: Win, discarder: Seat | None) -> WinCircumstances:
    """What the table says about a win on the last tile."""
    is_self_drawn = discarder is None
    is_robbed = not is_self_drawn and deal.kong_tile is not None
    return WinCircumstances(
        winning_tile=win.winning_tile,
        self_drawn=is_self_drawn,
        replacement_tile=is_self_drawn and deal.after_kong,
        flower_tile=is_self_drawn and deal.classical.flower_replaced,
        robbed_kong=is_robbed,
        last_tile=is_self_drawn and deal.live_tiles == 0 and not deal.classical.past_last,
        last_discard=not is_self_drawn and not is_robbed and deal.live_tiles == 0,
        first_turn=_first_turn(deal, win, discarder),
        kongs_in_turn=deal.classical.kongs_in_turn if is_self_drawn else 0,
        kong_lies=any(meld.kind.is_kong for melds in deal.melds for meld in melds),
    )


def _first_turn(deal: Deal, win: Win, discarder: Seat | None) -> FirstTurn:
    """Tchou 1924 §29 and §30: only discards count, kongs and flowers before the first do not (R-29)."""
    discards = [len(river) for river in deal.rivers]
    if discarder is None:
        return FirstTurn.DEALER_COMPLETE if win.seat == deal.header.dealer and not any(discards) else FirstTurn.NONE
    is_first = deal.kong_tile is None and discarder == deal.header.dealer and sum(discards) == 1
    return FirstTurn.FIRST_DISCARD if is_first else FirstTurn.NONE


def legal_hints(game: Game) -> Hints:
    """What the table may do now; nothing while no deal is in play."""
    deal = game.deal
    if deal is None or deal.turn is Turn.OVER:
        return NOTHING
    is_empty = deal.live_tiles == 0 and not owes_replacement(deal)
    is_claim = deal.turn is Turn.CLAIM
    return Hints(
        draws=None if is_empty and is_claim else next_to_draw(deal),
        discards=deal.seat if deal.turn is Turn.DISCARD else None,
        claimable=claimable_tile(deal) if is_claim else None,
        can_be_melded=is_claim and deal.kong_tile is None and not is_empty,
        indicators_due=0,
        abort=None,
        is_wall_empty=is_empty,
        shows=deal.classical.to_show if deal.turn is Turn.SHOW else (),
        judged=unjudged(deal) if deal.turn is Turn.SHOW else (),
    )
