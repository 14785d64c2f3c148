"""The games that `jantaku simulate` is asked for."""

import argparse

from compact_record import record_file

from hw_sim.people.deal_plans import RecordPlan
from table_daemon.cli.simulate import add_parser
from table_daemon.cli.simulated_games import faults_of, games_of


def games(*arguments):
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    return games_of(parser.parse_args(["simulate", *arguments]))


def test_each_then_is_a_game_of_its_own_with_its_own_options():
    first, second, third = games("--rules", "ema", "--then", "tchou,bonus_tiles=yes", "--then", "tenhou")
    assert [game.rules.name for game in (first, second, third)] == ["ema", "tchou", "tenhou"]
    assert second.settings == (("bonus_tiles", "yes"),)
    assert [game.rules.traits.stock.count for game in (first, second, third)] == [136, 144, 136]


def test_a_record_is_played_by_its_players_and_not_by_bots():
    (game,) = games("--record", str(record_file("whole_game")), "--rules", "tenhou")
    assert isinstance(game.plan, RecordPlan)


def test_without_a_file_nothing_goes_wrong_with_the_table():
    assert not faults_of(None).fault
