"""The walls that a game record needs: its hands, draws and indicators, and chance on every other place."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from hw_sim.felt.deck import Deck, Dice, completed, sums_of
from hw_sim.people.record_script import ScriptedDeal
from mahjong_rules.records import RecordError
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.wall import RIICHI_WALL, TilePlace, open_wall


def deck_for_deal(deal: ScriptedDeal, dice: Dice, *, red_fives: bool, rng: random.Random) -> Deck:
    """A deck that deals and gives exactly what the record says; all other places are filled by chance.

    Raises:
        RecordError: the record needs more tiles than a set or a wall has.
    """
    wall = open_wall(RIICHI_WALL, deal.dealer, sums_of(dice))
    faces: dict[TilePlace, Tile] = {}
    places: dict[Seat, list[TilePlace]] = {}
    for seat, place in wall.deal_order(deal.dealer):
        places.setdefault(seat, []).append(place)
    for owner in SEATS:
        faces.update(zip(places[owner][: wall.rules.hand_tiles], deal.hands[owner], strict=True))
    live = (places[deal.dealer][wall.rules.hand_tiles], *wall.draw_order()[wall.rules.dealt_tiles :])
    faces.update(_along(live, deal.live_draws, "live wall"))
    faces.update(_along(wall.replacements, deal.replacements, "replacement tiles"))
    faces.update(_along(wall.indicators, deal.indicators, "indicators"))
    faces.update(_along(wall.ura_indicators, deal.ura_indicators, "ura indicators"))
    stock = TileStock(red_fives=red_fives)
    _check_against_set(faces.values(), stock)
    return completed(Deck(deal.dealer, dice, wall, faces), stock, rng)


def _along(places: tuple[TilePlace, ...], tiles: tuple[Tile, ...], what: str) -> Iterable[tuple[TilePlace, Tile]]:
    if len(tiles) > len(places):
        raise RecordError(
            f"The record takes {len(tiles)} tiles from the {what}, which has {len(places)}; use another record."
        )
    return zip(places, tiles, strict=False)


def _check_against_set(faces: Iterable[Tile], stock: TileStock) -> None:
    too_many = Counter(faces) - Counter(stock.pieces())
    if too_many:
        face = next(iter(too_many))
        raise RecordError(
            f"The record uses more {face} than a set under these rules has; choose the rules it was played by."
        )
