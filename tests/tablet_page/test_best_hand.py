"""The hand that won most in a game, as the document of the game tells it."""

from __future__ import annotations

from dataclasses import replace

from sample_games import NAMES, game_over

from mahjong_rules.deal_result import SeatChange
from mahjong_rules.reseating import moved
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game
from table_daemon.rules.presets import load_rules
from tablet_page.game_document import game_document


def best_hand(game: Game):
    return game_document(game, load_rules(game.rules).traits)["best_hand"]


def with_one_win() -> Game:
    """A game over of which only the last deal was won."""
    over = game_over()
    return replace(over, results=(*(replace(result, wins=()) for result in over.results[:-1]), over.results[-1]))


def test_the_hand_that_won_most_is_told_once_the_game_is_over():
    best = best_hand(with_one_win())
    assert (best["seat"], best["points"], best["winning_tile"]) == (2, 12000, "8p")
    assert (best["deal"], best["deal_label"], best["honba"]) == (6, "S2", 1)
    assert best_hand(replace(with_one_win(), standings=())) is None


def test_a_game_without_a_hand_that_was_laid_open_has_none():
    over = game_over()
    drawn = replace(over, results=tuple(replace(result, wins=()) for result in over.results))
    assert best_hand(drawn) is None


def test_of_two_hands_of_one_worth_the_first_is_told():
    over = with_one_win()
    assert best_hand(replace(over, results=(*over.results, over.results[-1])))["deal"] == 6


def test_the_hand_is_that_of_whoever_laid_it_wherever_that_player_sits_now():
    over, seats = with_one_win(), (SEATS[2], SEATS[0], SEATS[3], SEATS[1])
    last = replace(over.results[-1], change=SeatChange(over.first_dealer, seats))
    changed = replace(over, results=(*over.results[:-1], last), names=moved(over.names, seats))
    assert changed.names[best_hand(changed)["seat"]] == NAMES[2]
    assert changed.names[best_hand(changed)["discarder"]] == NAMES[0]
