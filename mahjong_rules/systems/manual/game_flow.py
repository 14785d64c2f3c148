"""The course of a manual game: who deals next, when it ends.

Rules this file keeps: a game with 0 rounds has no end of its own; somebody calls the time.
"""

from __future__ import annotations

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import TimeCalled
from mahjong_rules.game_flow import Ending, check_not_over, close_deal, is_out_of_time, limit_deals
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.classical.game_flow import end_game
from mahjong_rules.systems.classical.option_sections import DealerAfterDraw, DealerAfterWin
from mahjong_rules.systems.manual.options import ManualCourse
from mahjong_rules.turns import deal_in_play


def finish_deal(game: Game, deal: Deal, ending: Ending, course: ManualCourse) -> Game:
    """The game after a deal: scores, result, who deals next, or the final standing."""
    game = close_deal(game, deal, ending, winds_prevail=True)
    is_last = course.rounds and game.header.round_number == course.rounds
    return end_game(game) if is_last or is_out_of_time(game) else game


def stays_after_win(deal: Deal, winners: tuple[Seat, ...], course: ManualCourse) -> bool:
    """Whether the dealer deals again after a win."""
    return deal.header.dealer in winners and course.dealer_after_win is DealerAfterWin.STAYS


def stays_after_draw(deal: Deal, course: ManualCourse) -> bool:
    """Whether the dealer deals again after a deal that nobody won."""
    if course.dealer_after_draw is DealerAfterDraw.STAYS_WITHOUT_KONG:
        return not any(meld.kind.is_kong for melds in deal.melds for meld in melds)
    return course.dealer_after_draw is DealerAfterDraw.STAYS


def void_deal(game: Game, course: ManualCourse) -> Game:
    """The walls are built anew, the deal stays, nobody pays."""
    return finish_deal(game, deal_in_play(game), Ending(Outcome.VOID, (), dealer_stays=True), course)


def call_time(game: Game, event: TimeCalled, course: ManualCourse) -> Game:
    """The time is up: the deal in play is the last but `deals_after_time`; between deals none may begin any more."""
    check_not_over(game)
    if event.void:
        raise IllegalEvent("no time makes a game void under these rules")
    game = limit_deals(game, course.deals_after_time)
    return end_game(game) if is_out_of_time(game) else game
