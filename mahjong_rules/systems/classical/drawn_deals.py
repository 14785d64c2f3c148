"""The end of a deal that nobody won."""

from __future__ import annotations

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import ExhaustiveDraw
from mahjong_rules.game_flow import Ending
from mahjong_rules.state import Game, Turn
from mahjong_rules.systems.classical.game_flow import dealer_stays_after_draw, finish_deal
from mahjong_rules.systems.classical.replacements import is_used_up
from mahjong_rules.systems.classical.system import ClassicalSystem
from mahjong_rules.turns import deal_in_play, waits_for


def draw_exhausted(game: Game, event: ExhaustiveDraw, system: ClassicalSystem) -> Game:
    """Nobody won the last discard: no payments (Kanai French l.29, Tchou 1924 l.436)."""
    deal = deal_in_play(game)
    if deal.live_tiles > 0:
        raise IllegalEvent("{tiles} tiles are left to draw", tiles=deal.live_tiles)
    if deal.turn is not Turn.CLAIM and not is_used_up(game, system.table):
        raise IllegalEvent("the deal cannot end yet: {why}", why=waits_for(deal))
    if any(hand is not None for hand in event.hands):
        raise IllegalEvent("nobody opens a hand when the wall has run out under these rules")
    stays = dealer_stays_after_draw(deal, system.course)
    ending = Ending(Outcome.EXHAUSTIVE_DRAW, (), stays)
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)
