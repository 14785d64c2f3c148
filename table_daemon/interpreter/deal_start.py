"""How a deal begins on the table: a bare table, and a wall that was opened somewhere. Pure."""

from __future__ import annotations

from mahjong_rules.rule_system import Traits
from mahjong_rules.state import Game
from mahjong_rules.wall import Break, open_wall
from vision.sightings import Face, Observation, Zone


def is_bare(observation: Observation, *, is_being_cleared: bool) -> bool:
    """True when no more than a first discard lies in the rivers, nothing in the corners and no hand is open.

    While the table is being cleared no flower may lie there either; afterwards the dealer may have laid the first.
    A hand that is open is still that of the last deal: nobody shows one before a bare table was seen.
    """
    opened = [piece.zone for piece in observation.tiles if piece.face is Face.UP]
    has_melds = any(piece.zone is Zone.MELDS for piece in observation.tiles)
    has_flowers = is_being_cleared and Zone.URA in opened
    return opened.count(Zone.RIVER) <= 1 and Zone.HAND not in opened and not has_melds and not has_flowers


def break_of(game: Game, traits: Traits) -> Break | None:
    """Where the wall opens; unknown when nobody recorded the dice."""
    deal = game.deal
    if deal is None or len(deal.dice) != 2 * traits.wall.throws:
        return None
    throws = tuple(first + second for first, second in zip(deal.dice[::2], deal.dice[1::2], strict=True))
    return open_wall(traits.wall, deal.header.dealer, throws, game.dice_added)
