"""Everything that lies open, and the limit of four copies of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.state import Deal
from mahjong_rules.tiles import Tile, TileStock


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
            raise IllegalEvent("this game is played without {tile}", tile=kind)
        if kind.is_bonus and not stock.bonus:
            raise IllegalEvent("{tile} is a bonus tile, and the set has none", tile=kind)
        if kind.is_bonus and len(same) > stock.flower_copies:
            if stock.flower_copies == 1:
                raise IllegalEvent("this would be a second {tile} on the table", tile=kind)
            raise IllegalEvent("this would be a third {tile} on the table", tile=kind)
        if len(same) > 4:
            raise IllegalEvent("this would be a fifth {tile} on the table", tile=kind)
        if reds > stock.red_fives:
            if stock.red_fives:
                raise IllegalEvent("the set has only one red five {tile}", tile=kind)
            raise IllegalEvent("the set has no red five {tile}", tile=kind)
        if stock.red_fives and kind.is_number and number == 5 and len(same) - reds > 3:
            raise IllegalEvent("this would be a fourth plain {tile}, but one of the four is red", tile=kind)
