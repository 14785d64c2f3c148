"""People at the highest speed go on as soon as the camera has seen them, and not before."""

from __future__ import annotations

import asyncio
import threading

from hw_sim.picture.shown_versions import ShownVersions


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
