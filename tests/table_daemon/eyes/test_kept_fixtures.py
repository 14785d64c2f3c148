"""What belongs to a table is known again after the next start of the daemon."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from table_daemon.eyes.kept_fixtures import KeptFixtures
from table_daemon.settings import TableSettings
from vision.reading.fixtures import LOOK_SHAPE, Fixture


def fixture_at(x_mm: float) -> Fixture:
    return Fixture(x_mm, 20.0, np.full(LOOK_SHAPE, 77, np.uint8))


@pytest.fixture
def table(tmp_path):
    return TableSettings(state_dir=str(tmp_path / "state"))


def test_what_was_learnt_is_known_after_the_next_start(table):
    first = KeptFixtures(table)
    assert first.at_start == ()
    first.keep((fixture_at(1.0), fixture_at(2.0)))
    again = KeptFixtures(table).at_start
    assert [(one.x_mm, one.y_mm) for one in again] == [(1.0, 20.0), (2.0, 20.0)]
    assert all((one.look == 77).all() for one in again)


def test_the_file_is_left_alone_while_nothing_is_learnt(table, tmp_path):
    KeptFixtures(table).keep(())
    assert not (tmp_path / "state").exists()


def test_a_damaged_file_is_told_in_the_log_and_what_is_learnt_anew_is_kept(table, tmp_path, caplog):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "fixtures.npz").write_bytes(b"half a file")
    with caplog.at_level(logging.WARNING):
        kept = KeptFixtures(table)
    assert kept.at_start == ()
    assert "learnt anew" in caplog.text
    kept.keep((fixture_at(3.0),))
    assert len(KeptFixtures(table).at_start) == 1


def test_a_disk_that_refuses_is_told_once(table, tmp_path, caplog):
    (tmp_path / "state").write_text("a file where the folder should be")
    kept, known = KeptFixtures(table), (fixture_at(1.0),)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            kept.keep(known)
    assert caplog.text.count("cannot be written") == 1
