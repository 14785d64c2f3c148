"""Who may win with what in the Chinese official game, and what the table says about the last tile."""

from __future__ import annotations

from collections.abc import Iterable

from mahjong_rules.deal_result import HandValue
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Win
from mahjong_rules.seats import Seat, seat_wind
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.systems.mcr.options import McrOptions
from mahjong_rules.systems.mcr.values import winner_value
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import deal_in_play
from mahjong_rules.win_checks import check_win


def win_problem(game: Game, win: Win, discarder: Seat | None, options: McrOptions) -> str | None:
    """Why this hand cannot win now, in one sentence; None when it can."""
    try:
        value_of_win(deal_in_play(game), win, discarder, options)
    except (IllegalEvent, NotComplete) as refusal:
        return str(refusal)
    return None


def value_of_win(deal: Deal, win: Win, discarder: Seat | None, options: McrOptions) -> HandValue:
    """The value of a hand that wins now.

    Raises:
        IllegalEvent: nobody, or not this player, can win with this tile now.
        NotComplete: the hand is not complete, or worth too little.
    """
    if deal.dead_hands[win.seat]:
        raise IllegalEvent("seat {seat} has a dead hand and cannot win", seat=win.seat)
    check_flowers_lie_open(win)
    check_win(deal, win, discarder, options.table.stock)
    hand = ClassicalHand(
        win.concealed,
        melds_after_robbing(deal, win.seat),
        deal.classical.flowers[win.seat],
        seat_wind(win.seat, deal.header.dealer),
        deal.header.prevalent_wind,
    )
    return winner_value(hand, circumstances_of(deal, win, discarder), options.values)


def check_flowers_lie_open(win: Win) -> None:
    """Refuse a hand with a flower in it.

    Raises:
        IllegalEvent: names the flower.
    """
    flower = next((tile for tile in (*win.concealed, win.winning_tile) if tile.is_bonus), None)
    if flower is not None:
        raise IllegalEvent(
            "{tile} in the hand of seat {seat} is laid open and replaced before a win", tile=flower, seat=win.seat
        )


def circumstances_of(deal: Deal, win: Win, discarder: Seat | None) -> McrWin:
    """What the table says about a win on the last tile."""
    is_self_drawn = discarder is None
    return McrWin(
        winning_tile=win.winning_tile,
        self_drawn=is_self_drawn,
        replacement_tile=is_self_drawn and deal.after_kong,
        robbed_kong=not is_self_drawn and deal.kong_tile is not None,
        wall_is_empty=deal.live_tiles == 0,
        last_of_its_kind=_others_lie_open(open_tiles(deal), win.winning_tile, is_self_drawn=is_self_drawn),
    )


def _others_lie_open(lying: Iterable[Tile], tile: Tile, *, is_self_drawn: bool) -> bool:
    """The other three copies lie open; a discard that is won lies there itself."""
    return sum(other == tile for other in lying) == (3 if is_self_drawn else 4)
