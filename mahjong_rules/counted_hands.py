"""Hands whose value people tell without their tiles (`WinsCounted`): the figures that a way to play knows.

Rules this file keeps: a figure that no hand has is refused in one sentence that says which there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import ToldHand
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.told import Told, sentence
from mahjong_rules.turns import claimable_tile


@dataclass(frozen=True, slots=True)
class CountedFigures:
    """From where to where the figures of a winning hand go; None: this way to play does not count so."""

    fan: tuple[int, int] | None = None
    fu: tuple[int, ...] = ()
    """Every figure of fu that a hand can have; empty where they are points."""
    points: tuple[int, int] | None = None
    fu_until: int = 0
    """From more fan on the fu change nothing and may be left out; 0: they always count."""
    yakuman: int = 0
    """So many yakuman may count together; 0: there are none."""
    losers: bool = False
    """The hands of the losers count too, from 0."""


def check_figures(hand: ToldHand, figures: CountedFigures, *, wins: bool = True) -> None:
    """Refuse a figure that no hand has.

    Raises:
        IllegalEvent: names it, and those that there are.
    """
    if hand.yakuman:
        _check_yakuman(hand, figures)
        return
    _check_range(sentence("fan"), hand.fan, figures.fan, wins=wins)
    if figures.fu:
        _check_fu(hand, figures)
    else:
        _check_range(sentence("points"), hand.fu, figures.points, wins=wins)


def _check_yakuman(hand: ToldHand, figures: CountedFigures) -> None:
    if not 1 <= hand.yakuman <= figures.yakuman:
        _refuse_yakuman(hand, figures.yakuman)
    if hand.fan or hand.fu:
        raise IllegalEvent("a yakuman stands alone: leave out fan and fu")


def _refuse_yakuman(hand: ToldHand, most: int) -> NoReturn:
    if not most:
        raise IllegalEvent(
            "seat {seat} cannot have {yakuman} yakuman: there are none under these rules",
            seat=hand.seat,
            yakuman=hand.yakuman,
        )
    raise IllegalEvent(
        "seat {seat} cannot have {yakuman} yakuman: there are 1 to {most}",
        seat=hand.seat,
        yakuman=hand.yakuman,
        most=most,
    )


def _check_range(unit: Told, figure: int, limits: tuple[int, int] | None, *, wins: bool) -> None:
    if limits is None:
        if figure:
            raise IllegalEvent("these rules count no {unit} for a hand: leave them out", unit=unit)
        return
    least, most = (limits[0] if wins else 0), limits[1]
    if not least <= figure <= most:
        raise IllegalEvent(
            "there is no hand of {figure} {unit} under these rules: {unit} go from {least} to {most}",
            figure=figure,
            unit=unit,
            least=least,
            most=most,
        )


def _check_fu(hand: ToldHand, figures: CountedFigures) -> None:
    if hand.fu == 0 and hand.fan > figures.fu_until:
        return
    if hand.fu not in figures.fu:
        known = ", ".join(map(str, figures.fu))
        raise IllegalEvent(
            "there is no hand of {fan} han and {fu} fu: fu are {known}", fan=hand.fan, fu=hand.fu, known=known
        )


def check_counted_winners(deal: Deal, winners: Sequence[Seat], discarder: Seat | None) -> None:
    """Refuse winners who cannot win in this deal, whatever their hands are.

    Raises:
        IllegalEvent: the discarder, a dead hand, or a win that was declared with its tiles before.
    """
    if deal.turn is Turn.SHOW:
        raise IllegalEvent("a win is declared already: take it back first, or open the hands")
    if discarder in winners:
        raise IllegalEvent("seat {seat} cannot win the own discard", seat=discarder)
    for seat in winners:
        if deal.dead_hands[seat]:
            raise IllegalEvent("seat {seat} has a dead hand and cannot win", seat=seat)


def check_counted_losers(losers: Sequence[ToldHand], winners: Sequence[Seat], figures: CountedFigures) -> None:
    """Refuse losers' hands where they do not count, and whoever is told twice.

    Raises:
        IllegalEvent: says which.
    """
    seats = [hand.seat for hand in losers]
    if losers and not figures.losers:
        raise IllegalEvent("only winning hands count under these rules: leave out losers")
    if len({*seats, *winners}) != len(seats) + len(winners):
        raise IllegalEvent("the hand of each seat is told once, as a winner's or as a loser's")
    for hand in losers:
        check_figures(hand, figures, wins=False)


def won_tile(deal: Deal, discarder: Seat | None) -> Tile | None:
    """The discard that was won, where the table saw it; a drawn one nobody sees."""
    is_seen = discarder is not None and discarder == deal.seat and deal.turn is Turn.CLAIM
    return claimable_tile(deal) if is_seen else None
