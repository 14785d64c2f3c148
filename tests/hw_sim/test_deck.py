"""Decks hold a whole set and give what they promise."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from compact_record import record_file

from hw_sim.felt.deck import Deck, WallOrder, shuffled_deck, throw_dice
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.events import Called, FlowerLaid
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.records import RecordError
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import TileStock, parse_tile, parse_tiles, tile_set
from mahjong_rules.wall import JP_CLASSIC_WALL, TCHOU_WALL, StackPlace, WallRules, lengths_for, open_wall
from table_daemon.rules.presets import load_rules

RECORD = record_file("whole_game")


@pytest.fixture(scope="module")
def deals() -> tuple[ScriptedDeal, ...]:
    return read_record(RECORD).deals


def deck_of(deal: ScriptedDeal, seed: int = 3) -> Deck:
    rng = random.Random(seed)
    return deck_for_deal(deal, throw_dice(rng), red_fives=True, rng=rng)


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


def test_the_deck_of_a_record_holds_every_piece_of_the_set(deals):
    for deal in deals:
        assert Counter(deck_of(deal).faces.values()) == Counter(tile_set(red_fives=True))


def test_everybody_is_dealt_the_hand_of_the_record_and_the_dealer_his_first_draw(deals):
    for deal in deals:
        deck = deck_of(deal)
        for seat in SEATS:
            dealt = [deck.faces[place] for place in deck.dealt_places(seat)]
            first_draw = [deal.live_draws[0]] if seat == deal.dealer else []
            assert dealt == [*deal.hands[seat], *first_draw]


def test_draws_replacements_and_indicators_come_in_the_order_of_the_record(deals):
    for deal in deals:
        deck = deck_of(deal)
        for places, tiles in (
            (deck.live_places(), deal.live_draws[1:]),
            (deck.wall.replacements, deal.replacements),
            (deck.wall.indicators, deal.indicators),
            (deck.wall.ura_indicators, deal.ura_indicators),
        ):
            assert tuple(deck.faces[place] for place in places[: len(tiles)]) == tiles


def test_the_same_seed_gives_the_same_deck_and_another_seed_another_one():
    traits = load_rules("tenhou").traits
    decks = [shuffled_deck(traits, Seat(0), (1, 1), rng=random.Random(seed)).faces for seed in (1, 1, 2)]
    assert decks[0] == decks[1]
    assert decks[0] != decks[2]


def test_a_record_with_red_fives_cannot_be_played_with_sets_that_have_none(deals):
    deal = next(deal for deal in deals if any(tile.red for hand in deal.hands for tile in hand))
    with pytest.raises(RecordError, match="more 0"):
        deck_for_deal(deal, (1, 2), red_fives=False, rng=random.Random(1))
