"""When what the camera sees on the empty table is taken for a part of it."""

from __future__ import annotations

import pytest

from table_daemon.eyes.fixture_watch import FixtureWatch


class Eyes:
    """Remembers what it was told; the real ones need a camera."""

    def __init__(self) -> None:
        self.below: list[float] = []

    def own_what_is_seen(self, below: float) -> None:
        self.below.append(below)


class Log:
    def __init__(self) -> None:
        self.told: list[str] = []

    def learnt_fixtures(self, why: str) -> None:
        self.told.append(why)


@pytest.fixture
def watched():
    eyes, log = Eyes(), Log()
    return FixtureWatch(eyes, log), eyes, log


def test_what_is_doubtful_is_owned_once_the_counters_have_stood_against_it_for_seconds(watched):
    watch, eyes, log = watched
    for now_s in (10.0, 11.0, 12.9):
        watch.tick("tiles", now_s)
    assert eyes.below == []
    for now_s in (13.0, 13.1, 20.0):
        watch.tick("tiles", now_s)
    assert eyes.below == [0.8]
    assert log.told == ["every tile is counted inside"]


@pytest.mark.parametrize("obstacle", ["", "hands", "blind"])
def test_anything_else_that_the_lifts_wait_for_teaches_nothing(watched, obstacle):
    watch, eyes, _ = watched
    for now_s in (10.0, 20.0, 30.0):
        watch.tick(obstacle, now_s)
    watch.vouched(obstacle)
    assert eyes.below == []


def test_what_was_taken_away_in_time_is_not_owned(watched):
    watch, eyes, _ = watched
    for obstacle, now_s in (("tiles", 10.0), ("tiles", 12.0), ("", 12.5), ("tiles", 14.0), ("tiles", 16.5)):
        watch.tick(obstacle, now_s)
    assert eyes.below == []


def test_a_person_who_has_looked_owns_all_of_it(watched):
    watch, eyes, log = watched
    watch.tick("tiles", 10.0)
    watch.vouched("tiles")
    assert eyes.below[0] > 1
    assert log.told == ["a person has looked"]


def test_while_the_first_walls_are_built_only_what_is_no_piece_is_owned_and_once(watched):
    watch, eyes, log = watched
    for is_building in (False, True, True, False, False):
        watch.tick("", 10.0, is_building=is_building)
    assert (eyes.below, log.told) == ([0.0], [])
