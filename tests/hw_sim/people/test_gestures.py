"""Arms take their time: the table's own, or until the camera has seen them."""

from __future__ import annotations

import asyncio
import math
import random

from hw_sim.felt.scene import Furniture
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.gestures import Gestures, Pace
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import TileStock


async def test_at_the_highest_speed_an_arm_stays_until_the_camera_has_seen_it():
    world = TableWorld(Furniture(), stock=TileStock(), rng=random.Random(1))
    seen = asyncio.Event()
    gestures = Gestures(world, Pace(math.inf, be_seen=seen.wait))
    gesture = asyncio.create_task(gestures.withdraw(Seat(0)))
    world.show_arm(Seat(0), 0.0, -100.0)
    await asyncio.sleep(0)
    assert not gesture.done()
    assert world.scene.arms
    seen.set()
    await gesture
    assert not world.scene.arms


async def test_at_any_other_speed_a_gesture_lasts_its_time_whether_seen_or_not():
    asked: list[int] = []

    async def be_seen() -> None:
        asked.append(1)

    await Pace(1000.0, min_gesture_s=0, be_seen=be_seen).spend(0.1)
    assert asked == []
