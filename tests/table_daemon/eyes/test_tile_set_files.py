"""The reader follows the set on the table: each of the two has what was learnt of it."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from full_disk import full_disk

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tiles
from table_daemon.eyes.tile_set_files import SetInPlay, tile_set_path
from table_daemon.settings import TableSettings
from vision.reading.reader import TableReader
from vision.settings import GeometrySettings
from vision.tile_sets.learnt_set import SAMPLE_SHAPE, LearntSet, Sample


class Table:
    """Two stored sets, a reader, and the machine's word on which set is out."""

    def __init__(self, folder: Path) -> None:
        self.settings = TableSettings(state_dir=str(folder))
        self.reader = TableReader(GeometrySettings())
        self.on_table: SetName | None = SetName.A
        self.in_play = SetInPlay(self.settings, self.reader, lambda: self.on_table)

    def store(self, side: SetName, brightness: int) -> LearntSet:
        samples = [
            Sample(tile, np.full(SAMPLE_SHAPE, brightness + 9 * n, np.uint8))
            for n, tile in enumerate(parse_tiles("12m"))
        ]
        learnt = LearntSet.learn(f"set {side}", "2026-11-21", samples, self.reader.classifier)
        learnt.save(tile_set_path(self.settings, side))
        return learnt

    @property
    def keys(self) -> np.ndarray | None:
        correction = self.reader.classifier.correction
        return None if correction is None else correction.keys


@pytest.fixture
def table(tmp_path) -> Table:
    return Table(tmp_path)


def test_without_stored_sets_the_reader_reads_any_set(table):
    table.in_play.update()
    assert table.keys is None


def test_the_set_on_the_table_is_the_one_that_is_read(table):
    a, b = table.store(SetName.A, 40), table.store(SetName.B, 120)
    table.in_play.update()
    assert np.array_equal(table.keys, a.correction.keys)
    table.on_table = SetName.B
    table.in_play.update()
    assert np.array_equal(table.keys, b.correction.keys)
    assert not np.array_equal(a.correction.keys, b.correction.keys)
    table.on_table = None
    table.in_play.update()
    assert table.keys is None


def test_what_is_learnt_while_the_daemon_runs_is_taken_over(table):
    table.in_play.update()
    learnt = table.store(SetName.A, 60)
    table.in_play.update()
    assert np.array_equal(table.keys, learnt.correction.keys)
    tile_set_path(table.settings, SetName.A).unlink()
    table.in_play.update()
    assert table.keys is None


def test_a_broken_file_is_told_once_and_tiles_are_read_without_it(table, caplog):
    path = tile_set_path(table.settings, SetName.A)
    path.parent.mkdir()
    path.write_bytes(b"words")
    with caplog.at_level(logging.WARNING):
        table.in_play.update()
        table.in_play.update()
    assert table.keys is None
    assert [record.getMessage().split(": ")[0] for record in caplog.records] == [
        f"{path} is not a tile set of version 2"
    ]


def test_a_set_of_another_network_is_learnt_again_and_stored(table):
    learnt = table.store(SetName.A, 60)
    path = tile_set_path(table.settings, SetName.A)
    replace(learnt, fingerprint="another network").save(path)
    table.in_play.update()
    assert np.array_equal(table.keys, learnt.correction.keys)
    assert LearntSet.load(path).fingerprint == table.reader.classifier.fingerprint


def test_a_set_that_was_learnt_again_and_finds_no_room_is_read_by_all_the_same(table, caplog):
    learnt = table.store(SetName.A, 60)
    path = tile_set_path(table.settings, SetName.A)
    replace(learnt, fingerprint="another network").save(path)
    with caplog.at_level(logging.WARNING), full_disk(100):
        table.in_play.update()
    assert np.array_equal(table.keys, learnt.correction.keys)
    assert "it is learnt again at the next start" in caplog.text
    assert LearntSet.load(path).fingerprint == "another network"
