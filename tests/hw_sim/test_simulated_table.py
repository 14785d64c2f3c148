"""The table that stands there is made for the set it is played with."""

import random
from dataclasses import replace

from hw_sim.felt.deck import shuffled_deck
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.seats import Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import TCHOU_WALL, lengths_for
from table_daemon.rules.presets import load_rules

FLOWERS = TileStock(bonus=True)
TRAITS = replace(load_rules("ema").traits, stock=FLOWERS, wall=TCHOU_WALL.with_lengths(lengths_for(144)))


def test_a_table_for_flowers_has_longer_walls_and_machines_for_144_tiles(tmp_path):
    table = SimulatedTable(TableMake(30.0, 1, FLOWERS, 640, 480, tmp_path))
    assert table.world.furniture.wall_lengths == (18, 18, 18, 18)
    assert table.mechanics.tiles_inside(SetName.B) == 144


def test_the_dice_show_the_deck_throw_by_throw_and_begin_again_when_they_are_asked_once_more(tmp_path):
    table = SimulatedTable(TableMake(30.0, 1, FLOWERS, 640, 480, tmp_path))
    table.stack_next(shuffled_deck(TRAITS, Seat(0), (1, 2, 6, 5), rng=random.Random(1)))
    assert [table.mechanics.throw_dice() for _ in range(3)] == [(1, 2), (6, 5), (1, 2)]
