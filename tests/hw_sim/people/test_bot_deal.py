"""One deal among four bots: every event is legal, and a mishap is told when its time comes."""

import random

import pytest

from hw_sim.felt.deck import shuffled_deck, throw_dice
from hw_sim.people.bot_deal import BotDeal, Mishap
from mahjong_rules.events import DealStarted, Discarded, Drawn, Event, GameStarted, PenaltyDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from table_daemon.rules.presets import load_rules


def deal_of(preset: str, seed: int, mishap: Mishap | None = None) -> BotDeal:
    rules, rng = load_rules(preset), random.Random(seed)
    game = rules.new_game(GameStarted(rules.name, ("A", "B", "C", "D"), Seat(0)))
    dice = throw_dice(rng, rules.traits.wall.throws)
    deck = shuffled_deck(rules.traits, Seat(0), dice, rng=rng)
    return BotDeal(rules.apply(game, DealStarted(dice)), deck, rules, rng, mishap)


@pytest.mark.parametrize("preset", ["ema", "tchou"])
def test_a_deal_is_played_to_its_end_and_counted(preset: str) -> None:
    deal = deal_of(preset, 3)
    moves = list(deal.play())
    assert len(moves) > 10
    assert len(deal.game.results) == 1


def test_every_bot_discards_what_it_holds_and_draws_what_the_wall_gives() -> None:
    deal = deal_of("ema", 5)
    hands = [list(hand) for hand in deal.hands]
    for move in deal.play():
        match move:
            case Drawn(seat=seat, tile=tile):
                hands[seat].append(tile)
            case Discarded(seat=seat, tile=tile):
                assert tile in hands[seat]
                hands[seat].remove(tile)
            case _:
                hands = [list(hand) for hand in deal.hands]


def test_a_mishap_is_told_once_after_so_many_moves() -> None:
    rules = load_rules("tchou")
    penalty = PenaltyDeclared(Seat(2), next(iter(sorted(rules.traits.penalties, key=str))))
    moves: list[Event] = []
    for kind in sorted(rules.traits.penalties, key=str):
        penalty = PenaltyDeclared(Seat(2), kind)
        moves = list(deal_of("tchou", 3, Mishap(8, penalty)).play())
        if penalty in moves:
            break
    assert moves.count(penalty) == 1
    assert moves.index(penalty) == 7


def test_nothing_is_played_without_a_deal() -> None:
    deal = deal_of("ema", 3)
    list(deal.play())
    assert deal.game.deal is None or deal.game.deal.turn is Turn.OVER
