"""Lifts wait for what is over them, go on by themselves, and believe a person's word once and of what is shown."""

import pytest

from firmware_bridge.goals import BuildWalls, RaiseWalls
from mahjong_rules.set_names import SetName
from table_daemon.machine.lift_guard import LiftGuard, Passage
from table_daemon.machine.link import MachineError
from table_daemon.machine.obstacles import CLEAR_S, SHOWN_AFTER_S, Obstacle, ObstacleKind

GOAL = RaiseWalls(SetName.A)
HANDS = Obstacle(ObstacleKind.HANDS, "Take hands away.")
TILES = Obstacle(ObstacleKind.TILES, "Take tiles away.")


class Lifts:
    """A guard and what is over the lifts, asked at moments that a test names."""

    def __init__(self, obstacle: Obstacle | None = None) -> None:
        self.obstacle = obstacle
        self.guard = LiftGuard(lambda _goal, _tiles_seen: self.obstacle)
        self.guard.begin(GOAL, 0.0)

    def at(self, now_s: float) -> Passage:
        return self.guard.update(GOAL, now_s)


def test_where_nothing_is_in_the_way_nobody_waits():
    assert Lifts().at(0.0) is Passage.CLEAR


def test_a_hand_is_shown_once_it_stays_and_only_then():
    lifts = Lifts(HANDS)
    assert (lifts.at(SHOWN_AFTER_S - 0.1), lifts.guard.obstacle) == (Passage.WAIT, None)
    assert (lifts.at(SHOWN_AFTER_S), lifts.guard.obstacle) == (Passage.BLOCKED, HANDS)
    assert lifts.at(SHOWN_AFTER_S + 0.1) is Passage.WAIT


def test_the_lifts_go_on_once_nothing_was_over_them_for_long_enough():
    lifts = Lifts(HANDS)
    lifts.at(0.0)
    lifts.obstacle = None
    assert [lifts.at(1.0), lifts.at(1.0 + CLEAR_S - 0.01), lifts.at(1.0 + CLEAR_S)] == [
        Passage.WAIT,
        Passage.WAIT,
        Passage.CLEAR,
    ]


def test_a_hand_that_comes_back_is_waited_for_anew():
    lifts = Lifts(HANDS)
    lifts.obstacle = None
    lifts.at(0.0)
    lifts.obstacle = HANDS
    lifts.at(CLEAR_S / 2)
    lifts.obstacle = None
    assert [lifts.at(CLEAR_S), lifts.at(2 * CLEAR_S)] == [Passage.WAIT, Passage.CLEAR]


def test_a_person_may_vouch_for_what_is_shown_and_for_nothing_else():
    lifts = Lifts(TILES)
    with pytest.raises(MachineError, match="nothing"):
        lifts.guard.vouch("tiles")
    lifts.at(SHOWN_AFTER_S)
    with pytest.raises(MachineError, match="tiles"):
        lifts.guard.vouch("hands")
    lifts.guard.vouch("tiles")
    assert lifts.at(2.0) is Passage.WAIT
    lifts.obstacle = HANDS
    assert lifts.at(2.0 + CLEAR_S) is Passage.WAIT


def test_a_word_counts_for_one_motion():
    lifts = Lifts(TILES)
    lifts.at(SHOWN_AFTER_S)
    lifts.guard.vouch("tiles")
    lifts.at(2.0)
    assert lifts.at(2.0 + CLEAR_S) is Passage.CLEAR
    lifts.guard.end()
    lifts.guard.begin(GOAL, 10.0)
    assert (lifts.at(10.0 + CLEAR_S), lifts.guard.obstacle) == (Passage.WAIT, None)


def test_a_single_motion_is_refused_over_hands_and_only_if_it_moves_the_lifts():
    lifts = Lifts(HANDS)
    with pytest.raises(MachineError, match=r"Take hands away$"):
        lifts.guard.refuse(GOAL, None)
    lifts.guard.refuse(BuildWalls(SetName.A), None)
    lifts.obstacle = TILES
    lifts.guard.refuse(GOAL, None)


def test_the_watch_is_told_how_many_tiles_lie_on_the_table():
    told = []
    guard = LiftGuard(lambda _goal, tiles_seen: told.append(tiles_seen))
    guard.tiles_seen = 3
    guard.begin(GOAL, 0.0)
    assert told == [3]
