"""People at the highest speed go on as soon as the camera has seen them, and not before."""

from __future__ import annotations

import asyncio
import math
import random
import threading

from hw_sim.felt.scene import Furniture
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.picture.shown_versions import ShownVersions
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import TileStock


async def test_who_waits_to_be_seen_goes_on_with_the_picture_that_shows_it_and_not_with_an_older_one():
    shown = ShownVersions()
    waiting = asyncio.create_task(shown.wait_for(7, patience_s=60))
    await asyncio.sleep(0)
    shown.note(6)
    await asyncio.sleep(0)
    assert not waiting.done()
    threading.Thread(target=shown.note, args=(8,)).start()
    assert await waiting is True


async def test_what_the_camera_has_shown_already_is_not_waited_for():
    shown = ShownVersions()
    shown.note(3)
    await asyncio.sleep(0)
    assert await shown.wait_for(3, patience_s=60) is True


async def test_a_camera_without_pictures_holds_nobody_up_for_ever():
    assert await ShownVersions().wait_for(1, patience_s=0.01) is False


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

    await Pace(1000.0, shortest_s=0, be_seen=be_seen).spend(0.1)
    assert asked == []
