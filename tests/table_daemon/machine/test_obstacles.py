"""What keeps the lifts waiting, as far as a camera can tell."""

import pytest

from firmware_bridge.goals import BuildWalls, Home, LowerLifts, MoveDome, RaiseWalls, SelfTest, ThrowDice
from mahjong_rules.seats import Seat
from mahjong_rules.set_names import SetName
from table_daemon.machine.obstacles import moves_lifts, obstacle_of
from vision.cameras import SourceStatus
from vision.eyes_status import EyesStatus
from vision.sightings import Zone

RAISE = RaiseWalls(SetName.A)
NOW_S = 100.0


def eyes(
    *busy: tuple[Zone, int],
    problem: str = "",
    newest_s: float | None = 99.9,
    looked_s: float | None = 99.8,
    seen_s: float | None = 99.0,
) -> EyesStatus:
    source = SourceStatus(frames=5, opened=1, newest_at=newest_s, problem="")
    over = frozenset((zone, Seat(seat)) for zone, seat in busy)
    return EyesStatus(source, True, 5, problem, 0, newest_s, busy=over, looked_at=looked_s, seen_at=seen_s)


@pytest.mark.parametrize(
    ("seen_by", "tiles", "goal", "kind"),
    [
        (eyes(), 0, RAISE, None),
        (eyes((Zone.RIVER, 1), (Zone.HAND, 2)), 0, RAISE, None),
        (eyes((Zone.WALL, 1)), 0, RAISE, "hands"),
        (eyes((Zone.WALL, 1)), 3, RAISE, "hands"),
        (eyes((Zone.WALL, 1)), 0, LowerLifts(), "hands"),
        (eyes(), 1, RAISE, "tiles"),
        (eyes(), 136, Home(), None),
        (eyes(problem="the markers are not found"), 0, RAISE, "blind"),
        (eyes(looked_s=None), 0, RAISE, "blind"),
        (eyes(looked_s=96.9), 0, RAISE, "blind"),
        (eyes((Zone.WALL, 1), looked_s=96.9), 0, RAISE, "blind"),
        (eyes(seen_s=None), 0, RAISE, "blind"),
        (eyes(seen_s=96.9), 0, RAISE, "blind"),
        (eyes(newest_s=None), 0, RAISE, "blind"),
        (eyes(newest_s=96.9), 0, RAISE, "blind"),
    ],
)
def test_hands_forgotten_tiles_and_blind_eyes_keep_the_lifts_waiting(seen_by, tiles, goal, kind):
    obstacle = obstacle_of(seen_by, tiles, goal, NOW_S, silent_after_s=3.0)
    assert (None if obstacle is None else obstacle.kind) == kind
    if obstacle is not None:
        assert obstacle.text.endswith(".")


@pytest.mark.parametrize(
    ("goal", "moves"),
    [
        (RAISE, True),
        (LowerLifts(), True),
        (SelfTest(), True),
        (Home(), True),
        (BuildWalls(SetName.A), False),
        (MoveDome(up=True), False),
        (ThrowDice(), False),
    ],
)
def test_only_some_goals_move_the_lifts(goal, moves):
    assert moves_lifts(goal, None) is moves
