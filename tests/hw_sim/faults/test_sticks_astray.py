"""Riichi sticks that lie where they should not, until somebody notices."""

import pytest
from felt_in_play import effect, world_in_play

from mahjong_rules.seats import Seat


def test_a_stick_that_was_taken_back_is_laid_again_in_its_own_deal():
    world = world_in_play()
    forgotten = effect(world, kind="stick_forgotten")
    world.lay_stick(Seat(2))
    assert not forgotten.begin(), "nobody is in riichi"
    world.places[2].riichi = True
    (stick,) = world.scene.sticks
    assert forgotten.begin()
    assert world.shown.sticks == []
    assert forgotten.end()
    assert world.shown.sticks == [stick]


def test_a_stick_of_a_deal_that_is_over_is_not_laid_again():
    world = world_in_play()
    world.lay_stick(Seat(2))
    world.places[2].riichi = True
    forgotten = effect(world, kind="stick_forgotten")
    assert forgotten.begin()
    world.clear(list(world.scene.pieces.values()))
    assert forgotten.end()
    assert world.scene.sticks == []


def test_a_stick_is_left_before_a_river_without_a_riichi_and_put_away():
    world = world_in_play()
    for seat in (0, 1, 3):
        world.places[seat].riichi = True
    world.lay_stick(Seat(0))
    (laid,) = world.scene.sticks
    left = effect(world, kind="stick_left")
    assert left.begin()
    stray = world.scene.sticks[-1]
    assert world.furniture.to_table(Seat(2), 0.0, world.furniture.places.stick_v_mm)[1] == pytest.approx(
        stray.y_mm, abs=1
    )
    assert left.end()
    assert world.scene.sticks == [laid]


def test_no_stick_is_left_before_a_player_in_riichi():
    world = world_in_play()
    world.places[1].riichi = True
    assert not effect(world, kind="stick_left", seat=1).begin()
