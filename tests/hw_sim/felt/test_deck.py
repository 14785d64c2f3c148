"""Decks hold a whole set and give what they promise."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from hw_sim.felt.deck import WallOrder, shuffled_deck, throw_dice
from mahjong_rules.events import (
    Called,
    FlowerLaid,
    KongDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import TileStock, parse_tile, parse_tiles, tile_set
from mahjong_rules.wall import JP_CLASSIC_WALL, TCHOU_WALL, StackPlace, WallRules, lengths_for, open_wall
from table_daemon.rules.presets import load_rules


def with_flowers(walls: WallRules) -> Traits:
    return replace(load_rules("ema").traits, stock=TileStock(bonus=True), wall=walls.with_lengths(lengths_for(144)))


@pytest.mark.parametrize("red_fives", [True, False])
def test_a_shuffled_deck_holds_every_piece_of_the_set(red_fives):
    traits = replace(load_rules("ema").traits, stock=TileStock(red_fives=red_fives))
    deck = shuffled_deck(traits, Seat(2), (3, 4), rng=random.Random(1))
    assert Counter(deck.faces.values()) == Counter(tile_set(red_fives=red_fives))


@pytest.mark.parametrize("walls", [TCHOU_WALL, JP_CLASSIC_WALL])
def test_a_deck_with_flowers_fills_walls_of_eighteen_stacks(walls):
    deck = shuffled_deck(with_flowers(walls), Seat(1), (3, 4, 1, 6), rng=random.Random(1))
    assert Counter(deck.faces.values()) == Counter(tile_set(red_fives=False, bonus=True))
    assert deck.throws == ((3, 4), (1, 6))
    assert deck.wall == open_wall(with_flowers(walls).wall, Seat(1), (7, 7))


def test_pips_that_the_dealer_announced_open_the_wall_further_on():
    traits = with_flowers(TCHOU_WALL)
    plain, moved = (shuffled_deck(traits, Seat(0), (1, 1, 1, 1), rng=random.Random(1), added=n) for n in (0, 3))
    assert plain.wall.last_counted == StackPlace(Seat(1), 4)
    assert moved.wall.last_counted == StackPlace(Seat(0), 7)


def test_tiles_come_from_the_head_and_after_a_kong_or_flower_from_the_tail():
    deck = shuffled_deck(with_flowers(TCHOU_WALL), Seat(0), (1, 2, 3, 4), rng=random.Random(1))
    order, live, tail = WallOrder(deck), deck.live_places(), deck.wall.replacements
    kong = Meld(MeldKind.MELDED_KONG, parse_tiles("1111z"), 1, parse_tile("1z"))
    assert order.take() == order.first_draw == deck.dealt_places(Seat(0))[13]
    assert order.take() == live[0]
    order.note(FlowerLaid(Seat(1), parse_tile("f1")))
    assert [order.take(), order.take()] == [tail[0], live[1]]
    order.note(Called(Seat(1), kong))
    assert order.take() == tail[1] == deck.wall.loose_tiles[0]
    order.note(Called(Seat(2), Meld(MeldKind.PUNG, parse_tiles("111z"), 1, parse_tile("1z"))))
    assert order.take() == live[2]


def test_where_no_tile_is_kept_back_both_ends_of_the_wall_meet_and_none_is_taken_twice():
    deck = shuffled_deck(load_rules("mcr").traits, Seat(0), (3, 4, 1, 6), rng=random.Random(1))
    order = WallOrder(deck)
    taken = []
    for number in range(144 - 52):
        if number % 10 == 3:
            order.note(FlowerLaid(Seat(0), parse_tile("f1")))
        taken.append(order.take())
    assert len(set(taken)) == 144 - 52
    with pytest.raises(LookupError, match="no tile left"):
        order.take()


def test_throwing_dice_gives_two_dice_a_throw():
    rng = random.Random(1)
    throws = [throw_dice(rng) for _ in range(200)]
    assert {value for throw in throws for value in throw} == {1, 2, 3, 4, 5, 6}
    assert len(throw_dice(rng, 2)) == 4


@pytest.mark.parametrize("kongs", [0, 1, 2, 3])
def test_where_no_tile_is_kept_back_every_tile_is_taken_once(kongs):
    traits = load_rules("manual").traits
    deck = shuffled_deck(traits, Seat(0), (1, 2, 3, 4), rng=random.Random(1))
    order = WallOrder(deck)
    taken = []
    for _ in range(kongs):
        order.note(KongDeclared(Seat(1), Meld(MeldKind.CONCEALED_KONG, parse_tiles("1111z"))))
        taken.append(order.take())
    taken += [order.take() for _ in range(136 - 52 - kongs)]
    dealt = {place for seat in range(4) for place in deck.dealt_places(Seat(seat))[:13]}
    assert len(set(taken) | dealt) == 136
    with pytest.raises(LookupError, match="no tile left"):
        order.take()
