"""Walls for one rule system with chosen hands and draws, the rest by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from hw_sim.felt.deck import Deck
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tiles
from mahjong_rules.wall import StackLevel, TilePlace, open_wall


def stacked_deck(
    traits: Traits, hands: Mapping[int, str], *, draws: str = "", replacements: str = "", dealer: int = 0, seed: int = 1
) -> Deck:
    """A deck that deals these hands (13 tiles or fewer) and gives these tiles in turn, the dealer's fourteenth first.

    No flower lies where it would come up by chance.
    """
    rng = random.Random(seed)
    dice = tuple(rng.randint(1, 6) for _ in range(2 * traits.wall.throws))
    sums = tuple(first + second for first, second in zip(dice[::2], dice[1::2], strict=True))
    wall = open_wall(traits.wall, Seat(dealer), sums)
    empty = Deck(Seat(dealer), dice, wall, {})
    live = (empty.dealt_places(Seat(dealer))[13], *empty.live_places())
    faces = dict(zip(live, parse_tiles(draws), strict=False))
    faces |= dict(zip(wall.replacements, parse_tiles(replacements), strict=False))
    for seat in traits.seats.in_play:
        faces |= dict(zip(empty.dealt_places(seat)[:13], parse_tiles(hands.get(seat, "")), strict=False))
    left = Counter(traits.stock.pieces())
    left.subtract(faces.values())
    assert min(left.values()) >= 0, "these tiles are more than a set has"
    rest = [tile for tile in sorted(left.elements()) if not tile.is_bonus]
    rng.shuffle(rest)
    flowers = [tile for tile in left.elements() if tile.is_bonus]
    every = [TilePlace(stack, level) for stack in wall.shape.ring() for level in StackLevel]
    used = {
        *faces,
        *(place for seat in traits.seats.in_play for place in empty.dealt_places(seat)),
        *live[:20],
        *wall.replacements[:8],
    }
    free = [place for place in every if place not in used]
    hidden = dict(zip(reversed(free), flowers, strict=False))
    open_places = [place for place in every if place not in faces and place not in hidden]
    return Deck(Seat(dealer), dice, wall, faces | hidden | dict(zip(open_places, rest, strict=True)))
