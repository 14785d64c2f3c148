"""The walls of a record deal and give exactly what it says."""

import random
from collections import Counter

import pytest
from compact_record import record_file

from hw_sim.felt.deck import Deck, shuffled_deck, throw_dice
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.records import RecordError
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import tile_set
from table_daemon.rules.presets import load_rules

RECORD = record_file("whole_game")


@pytest.fixture(scope="module")
def deals() -> tuple[ScriptedDeal, ...]:
    return read_record(RECORD).deals


def deck_of(deal: ScriptedDeal, seed: int = 3) -> Deck:
    rng = random.Random(seed)
    return deck_for_deal(deal, throw_dice(rng), red_fives=True, rng=rng)


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
