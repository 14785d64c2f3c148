from __future__ import annotations

from mahjong_rules.seats import Wind
from mahjong_rules.systems.cantonese.tables import HongkongTable, ZungjungTable
from mahjong_rules.wall import ReplacementSource


def test_replacements_come_from_the_end_of_the_walls_and_flowers_have_their_printed_winds() -> None:
    for table in (HongkongTable(), ZungjungTable()):
        assert table.replacements is ReplacementSource.QUEUE
        assert not table.reserve_grows
        assert table.winds_of_flowers == tuple(Wind)


def test_where_every_tile_is_drawn_two_stacks_are_still_marked_for_replacements() -> None:
    assert (HongkongTable().reserve_tiles, HongkongTable().wall.reserve_tiles) == (0, 4)
    assert ZungjungTable().wall.reserve_tiles == 14
