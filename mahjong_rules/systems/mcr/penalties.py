"""What people tell the tablet in the Chinese official game: a false win, a dead hand."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.state import Game
from mahjong_rules.systems.mcr.options import McrPenalties
from mahjong_rules.systems.mcr.settlement import false_win_payments
from mahjong_rules.turns import deal_in_play, with_item


def declare_penalty(game: Game, event: PenaltyDeclared, penalties: McrPenalties) -> Game:
    """The hand is dead and plays on without winning; a false win costs points when the deal ends (MCR 2006 §3.11)."""
    deal = deal_in_play(game)
    if event.kind not in (PenaltyKind.WRONG_WIN, PenaltyKind.DEAD_HAND):
        raise IllegalEvent("there is no {penalty} under these rules", penalty=event.kind.value)
    seat = event.seat
    if deal.dead_hands[seat]:
        raise IllegalEvent("the hand of seat {seat} is dead already", seat=seat)
    owed = deal.classical.owed
    if event.kind is PenaltyKind.WRONG_WIN:
        owed = (*owed, *false_win_payments(seat, penalties.false_win_points))
    dead = with_item(deal.dead_hands, seat, item=True)
    return replace(game, deal=replace(deal, dead_hands=dead, classical=replace(deal.classical, owed=owed)))
