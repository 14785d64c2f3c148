"""Everything that lies open, and the limit of four copies of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.state import Deal
from mahjong_rules.tiles import Tile, TileStock

_TOO_MANY: Final = {1: "second", 2: "third"}
"""The piece of a flower that a set with so many of each has not."""


def open_tiles(deal: Deal) -> Iterator[Tile]:
    """Every tile that shows its face: rivers, melds, flowers, dora indicators; a claimed discard once."""
    rivers = (entry.tile for river in deal.rivers for entry in river if entry.claimed_by is None)
    melds = (tile for seat_melds in deal.melds for meld in seat_melds for tile in meld.tiles)
    return chain(rivers, melds, deal.riichi.indicators, *deal.laid_aside)


def check_copies(deal: Deal, added: Iterable[Tile], stock: TileStock) -> None:
    """Refuse tiles that cannot exist beside those that lie open.

    Raises:
        IllegalEvent: a kind that is left out, a fifth copy of one, a piece of a flower too many, a second red five of a
            suit, or a fourth plain five beside a red one.
    """
    new = tuple(added)
    lying = (*open_tiles(deal), *new)
    for kind in {tile.plain for tile in new}:
        # Comparing suit and number is several times faster than comparing tiles, and this runs for every event.
        suit, number = kind.suit, kind.number
        same = [tile for tile in lying if tile.number == number and tile.suit is suit]
        reds = sum(tile.red for tile in same)
        if kind in stock.left_out:
            raise IllegalEvent(f"this game is played without {kind}")
        if kind.is_bonus and not stock.bonus:
            raise IllegalEvent(f"{kind} is a bonus tile, and the set has none")
        if kind.is_bonus and len(same) > stock.flower_copies:
            raise IllegalEvent(f"this would be a {_TOO_MANY[stock.flower_copies]} {kind} on the table")
        if len(same) > 4:
            raise IllegalEvent(f"this would be a fifth {kind} on the table")
        if reds > stock.red_fives:
            raise IllegalEvent(f"the set has {'only one' if stock.red_fives else 'no'} red five {number}{suit.value}")
        if stock.red_fives and kind.is_number and number == 5 and len(same) - reds > 3:
            raise IllegalEvent(f"this would be a fourth plain {kind}, but one of the four is red")
