"""A flower that was the last tile of all, where no tile is kept back: nothing is left to replace it."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Drawn
from mahjong_rules.rule_system import Hints
from mahjong_rules.state import Game, Turn
from mahjong_rules.systems.classical.play import draw, owes_replacement
from mahjong_rules.systems.classical.play_table import PlayTable
from mahjong_rules.systems.classical.winning import legal_hints


def is_used_up(game: Game, table: PlayTable) -> bool:
    """Whether somebody waits for a replacement that does not exist: the deal is drawn, or ends as people say."""
    deal = game.deal
    if deal is None or deal.turn is not Turn.DRAW:
        return False
    return owes_replacement(deal) and deal.live_tiles + table.reserve_tiles == 0


def hints_of(game: Game, table: PlayTable) -> Hints:
    """What the table may do now."""
    found = legal_hints(game)
    return replace(found, draws=None, is_wall_empty=True) if is_used_up(game, table) else found


def draw_tile(game: Game, event: Drawn, table: PlayTable) -> Game:
    """A tile from the wall, or the replacement after a kong or a flower."""
    if is_used_up(game, table):
        raise IllegalEvent("the wall is empty: nothing is left to replace the last tile")
    return draw(game, event, table)
