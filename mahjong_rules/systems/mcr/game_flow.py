"""The course of a game of the Chinese official rules: the deal always passes, fines are paid when a deal ends."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import TimeCalled
from mahjong_rules.game_flow import Ending, check_not_over, close_deal, is_out_of_time, limit_deals
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.classical.game_flow import end_game
from mahjong_rules.systems.mcr.options import McrCourse
from mahjong_rules.turns import deal_in_play


def finish_deal(game: Game, deal: Deal, ending: Ending, course: McrCourse) -> Game:
    """The game after a deal: scores, result, who deals next, or the final standing."""
    ending = replace(ending, payments=(*deal.classical.owed, *ending.payments))
    game = close_deal(game, deal, ending, winds_prevail=True)
    is_last = game.header.round_number == course.rounds
    return end_game(game) if is_last or is_out_of_time(game) else game


def void_deal(game: Game, course: McrCourse) -> Game:
    """The walls are built anew, the deal stays; only fines of false wins are paid."""
    return finish_deal(game, deal_in_play(game), Ending(Outcome.VOID, (), dealer_stays=True), course)


def call_time(game: Game, event: TimeCalled, course: McrCourse) -> Game:
    """The time is up: the deal in play is the last but `deals_after_time`; between deals none may begin any more."""
    check_not_over(game)
    if event.void:
        raise IllegalEvent("no time makes a game void under these rules")
    game = limit_deals(game, course.deals_after_time)
    return end_game(game) if is_out_of_time(game) else game
