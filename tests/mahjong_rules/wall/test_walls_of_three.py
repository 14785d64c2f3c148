"""Walls of 108 tiles for three players."""

from __future__ import annotations

from collections import Counter

import pytest

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.wall import RIICHI_WALL, WallRules, open_wall
from table_daemon.rules.presets import load_rules


def walls(*settings: tuple[str, str]) -> WallRules:
    return load_rules("sanma", settings).traits.wall


def test_a_machine_builds_four_walls_and_people_three() -> None:
    assert walls().lengths == (14, 13, 14, 13)
    assert walls(("wall_sides", "3")).lengths == (18, 18, 18, 0)
    assert walls(("wall_sides", "3"), ("empty_seat", "1")).lengths == (18, 0, 18, 18)


@pytest.mark.parametrize("sides", ["3", "4"])
@pytest.mark.parametrize("dice", range(2, 13))
@pytest.mark.parametrize("dealer", [0, 2, 3])
def test_every_tile_is_dealt_drawn_or_kept_once(dealer: int, dice: int, sides: str) -> None:
    wall = open_wall(walls(("wall_sides", sides), ("empty_seat", "1")), Seat(dealer), (dice,))
    assert wall.opener in (0, 2, 3)
    dealt = wall.deal_order(Seat(dealer))
    assert len(dealt) == len({place for _, place in dealt}) == 40
    assert Counter(seat for seat, _ in dealt) == {0: 13, 2: 13, 3: 13} | {dealer: 14}
    assert {place for _, place in dealt} == set(wall.live_tiles()[:40])
    assert len({*wall.live_tiles(), *wall.reserve}) == 108
    assert not {*wall.replacements} & {*wall.indicators, *wall.ura_indicators}


@pytest.mark.clause("A-45")
def test_in_the_end_the_dealer_takes_the_two_tiles_on_top() -> None:
    wall = open_wall(walls(), Seat(0), (8,))
    last = wall.deal_order(Seat(0))[36:]
    assert [(seat, place.level.value) for seat, place in last] == [(0, "top"), (0, "top"), (1, "bottom"), (2, "bottom")]
    assert last[0][1].stack == last[2][1].stack


@pytest.mark.clause("mjstars §4")
def test_the_first_indicator_lies_behind_eight_replacement_tiles() -> None:
    wall = open_wall(walls(), Seat(0), (8,))
    assert len(wall.replacements) == 8
    assert wall.indicators[0].stack == wall.dead_wall[4]
    assert len(wall.indicators) == len(wall.ura_indicators) == 5


def test_indicators_for_kongs_lie_on_tiles_that_norths_and_kongs_have_cut_off() -> None:
    wall = open_wall(walls(), Seat(0), (8,))
    for kongs, place in enumerate(wall.indicators):
        drawn = wall.live_tiles()[: len(wall.live_tiles()) - kongs]
        assert place not in drawn


def test_the_count_for_the_opener_goes_round_those_who_play() -> None:
    assert [open_wall(walls(), Seat(1), (dice,)).opener for dice in range(2, 7)] == [2, 0, 1, 2, 0]


def test_nobody_deals_at_an_empty_seat() -> None:
    with pytest.raises(ValueError, match="Nobody plays at seat 3: the dealer is one of 0, 1, 2"):
        open_wall(walls(), Seat(3), (8,))


def test_an_empty_side_alone_may_be_without_a_wall() -> None:
    with pytest.raises(ValueError, match="Four walls need four lengths"):
        RIICHI_WALL.with_lengths((18, 18, 18, 0))
    assert RIICHI_WALL.dealt_tiles == 4 * RIICHI_WALL.hand_tiles + 1
    assert RIICHI_WALL.seats == SEATS
