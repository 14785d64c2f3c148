from __future__ import annotations

import json
from pathlib import Path

import pytest

from mahjong_rules.seats import SEATS, Seat, seat_after
from mahjong_rules.tiles import dora_of, parse_tile
from mahjong_rules.wall import Level, StackPlace, open_riichi_wall

DATA = Path(__file__).parents[1] / "data" / "rules"
THROWS = json.loads((DATA / "wall_breaks.json").read_text(encoding="utf-8"))["throws"]
DORA = json.loads((DATA / "dora.json").read_text(encoding="utf-8"))


def place(pair: list[int], turned_by: int) -> StackPlace:
    return StackPlace(seat_after(Seat(pair[0]), turned_by), pair[1])


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("throw", THROWS)
def test_the_wall_breaks_where_the_seed_says(throw: str, dealer: Seat) -> None:
    expected = THROWS[throw]
    wall = open_riichi_wall(dealer, int(throw))
    assert wall.opener == seat_after(dealer, expected["opener"])
    assert wall.last_counted == place(expected["last_counted"], dealer)
    assert wall.first_dealt == place(expected["first_dealt"], dealer)
    assert wall.dead_wall == tuple(place(pair, dealer) for pair in expected["dead_wall"])
    assert wall.indicators[0].stack == place(expected["dora_stack"], dealer)
    assert wall.replacements[0].stack == place(expected["first_replacement"], dealer)
    assert wall.indicators[0].level is Level.TOP


@pytest.mark.parametrize("throw", THROWS)
def test_every_live_tile_is_drawn_once_and_none_of_the_dead_wall(throw: str) -> None:
    wall = open_riichi_wall(Seat(2), int(throw))
    order = wall.draw_order()
    assert len(order) == len(set(order)) == 136 - 14
    assert not {spot.stack for spot in order} & set(wall.dead_wall)
    assert [spot for _, spot in wall.deal_order(Seat(2))][:48] == list(order[:48])
    assert {spot for _, spot in wall.deal_order(Seat(2))} == set(order[:53])


def test_two_dice_cannot_show_one() -> None:
    with pytest.raises(ValueError, match="not 1"):
        open_riichi_wall(Seat(0), 1)


@pytest.mark.parametrize("indicator", DORA)
def test_an_indicator_points_to_the_dora_the_seed_names(indicator: str) -> None:
    assert str(dora_of(parse_tile(indicator))) == DORA[indicator]
