"""What people tell of a fault: chombo and dead hands, and deals that do not count."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.deal_result import Chombo, OpenedHand, Outcome, Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.game_flow import Ending
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.riichi.choices import ChomboPenalty
from mahjong_rules.systems.riichi.game_flow import finish_deal, with_penalty
from mahjong_rules.systems.riichi.keys import DECLARED
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.systems.riichi.settlement import chombo_payments
from mahjong_rules.turns import deal_in_play, with_item


def declare_penalty(game: Game, event: PenaltyDeclared, options: RiichiOptions) -> Game:
    """Chombo: the deal does not count and is played again, its sticks go back. A dead hand plays on without hope."""
    deal = deal_in_play(game)
    if event.kind is PenaltyKind.DEAD_HAND:
        return _kill_hand(game, deal, event.seat)
    if event.kind is not PenaltyKind.CHOMBO:
        raise IllegalEvent(
            "riichi knows chombo and dead hands, no {penalty}", penalty=event.kind.value.replace("_", " ")
        )
    return end_by_chombo(game, deal, (Chombo(event.seat, DECLARED),), options)


def end_by_chombo(
    game: Game,
    deal: Deal,
    chombos: tuple[Chombo, ...],
    options: RiichiOptions,
    tenpai: tuple[bool, ...] = (False, False, False, False),
    opened: tuple[OpenedHand, ...] = (),
) -> Game:
    """The deal does not count and is played again, its sticks go back, and each offender pays."""
    penalty = options.penalties.chombo_points if options.penalties.chombo is ChomboPenalty.AFTER_UMA else 0
    for chombo in chombos:
        game = with_penalty(game, chombo.seat, penalty)
    ending = Ending(
        outcome=Outcome.CHOMBO,
        payments=chombo_payments(deal, [chombo.seat for chombo in chombos], options),
        honba=deal.header.honba,
        riichi_sticks=game.riichi_sticks - sum(deal.riichi.accepted),
        dealer_stays=True,
        tenpai=tenpai,
        chombos=tuple(replace(chombo, penalty=penalty) for chombo in chombos),
        opened=opened,
        uses_up_deal=options.time.chombo_uses_up_deal,
    )
    return finish_deal(game, deal, ending, options)


def void_deal(game: Game, options: RiichiOptions) -> Game:
    """As after a chombo the deal is played again and its sticks go back, but nobody pays."""
    deal = deal_in_play(game)
    ending = Ending(
        outcome=Outcome.VOID,
        payments=tuple(
            Payment(None, seat, STICK_POINTS, "riichi_sticks") for seat in SEATS if deal.riichi.accepted[seat]
        ),
        honba=deal.header.honba,
        riichi_sticks=game.riichi_sticks - sum(deal.riichi.accepted),
        dealer_stays=True,
    )
    return finish_deal(game, deal, ending, options)


def _kill_hand(game: Game, deal: Deal, seat: Seat) -> Game:
    if deal.dead_hands[seat]:
        raise IllegalEvent("the hand of seat {seat} is dead already", seat=seat)
    return replace(game, deal=replace(deal, dead_hands=with_item(deal.dead_hands, seat, item=True)))
