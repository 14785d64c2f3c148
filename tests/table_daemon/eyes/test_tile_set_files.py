"""The reader follows the set on the table: each of the two has what was learnt of it."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from full_disk import full_disk
from set_crops import crop_of

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.errors import UserError
from table_daemon.eyes.tile_set_files import SetInPlay, played_path, taught_sets, teachable_path, tile_set_path
from table_daemon.settings import TableSettings
from vision.reading.reader import TableReader
from vision.settings import GeometrySettings
from vision.tile_sets.learnt_set import SAMPLE_SHAPE, LearntSet, Sample


class Table:
    """Two stored sets, a reader, and the machine's word on which set is out."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.settings = TableSettings(state_dir=str(folder), **settings)
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


def test_the_reader_knows_whether_the_set_on_the_table_has_a_blank_face(table):
    framed = [Sample(parse_tile("5z"), crop_of(parse_tile("5z"), "round"))]
    printed = LearntSet.learn("framed", "2026-11-29", framed, table.reader.classifier)
    printed.save(tile_set_path(table.settings, SetName.A))
    table.in_play.update()
    assert not table.reader._has_blank_face
    table.on_table = SetName.B
    table.in_play.update()
    assert table.reader._has_blank_face


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


def test_a_set_is_read_by_the_taught_set_that_was_chosen_for_it(table, tmp_path):
    a, b = table.store(SetName.A, 40), table.store(SetName.B, 120)
    exchanged = Table(tmp_path, taught_a="b", taught_b="a")
    for on_table, learnt in ((SetName.A, b), (SetName.B, a)):
        exchanged.on_table = on_table
        exchanged.in_play.update()
        assert np.array_equal(exchanged.keys, learnt.correction.keys)


def test_an_untaught_set_is_read_without_what_was_stored_and_takes_no_lesson(table, tmp_path):
    table.store(SetName.A, 40)
    untaught = Table(tmp_path, taught_a="none")
    untaught.in_play.update()
    assert untaught.keys is None
    with pytest.raises(UserError, match=r'untaught by table\.taught_a = "none"'):
        teachable_path(untaught.settings, SetName.A)
    assert teachable_path(untaught.settings, SetName.B).name == "b.npz"


def test_each_set_has_what_play_taught_of_it_whatever_taught_set_reads_it(tmp_path):
    settings = TableSettings(state_dir=str(tmp_path), taught_a="parlour", taught_b="parlour")
    assert [played_path(settings, name).name for name in SetName] == ["a.played.npz", "b.played.npz"]


def test_the_taught_sets_of_a_table_are_its_files_without_those_before_and_those_of_play(table, tmp_path):
    table.store(SetName.A, 40)
    for name in ("parlour.npz", "a.before.npz", "a.played.npz", "a.played.damaged.npz", "words.txt"):
        (tmp_path / "tile_sets" / name).write_bytes(b"")
    assert taught_sets(table.settings) == ["a", "parlour"]


@pytest.mark.parametrize("name", ["", "../a", "a.played", "a b"])
def test_a_taught_set_is_a_plain_name(name):
    with pytest.raises(ValueError, match="a file of tile_sets"):
        TableSettings(taught_a=name)
