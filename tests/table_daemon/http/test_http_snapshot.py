from __future__ import annotations

import asyncio
import threading

import pytest
from fake_service import FakeService

from table_daemon.http.snapshot import KEPT_S, Snapshots

GIVE_UP_S = 10.0


class Camera(FakeService):
    """Numbers its pictures and notes what was asked; `gate` holds the encoding up."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[bool] = []
        self.gate = threading.Event()
        self.gate.set()
        self.busy = 0
        self.busiest = 0

    def snapshot_jpeg(self, *, overlay: bool) -> bytes | None:
        self.asked.append(overlay)
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        assert self.gate.wait(GIVE_UP_S)
        self.busy -= 1
        return b"%d" % len(self.asked)


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def camera():
    return Camera()


@pytest.fixture
def clock():
    return Clock()


async def test_the_event_loop_goes_on_while_a_picture_is_encoded(camera, clock):
    camera.gate.clear()
    asked = asyncio.create_task(Snapshots(camera, clock).jpeg(overlay=True))
    async with asyncio.timeout(GIVE_UP_S):
        while not camera.asked:  # noqa: ASYNC110 - a thread begins and tells nobody
            await asyncio.sleep(0)
    camera.gate.set()  # reached only because the loop runs on while the thread waits
    assert await asked == b"1"


async def test_a_client_in_a_loop_gets_the_same_picture_for_a_while(camera, clock):
    snapshots = Snapshots(camera, clock)
    assert [await snapshots.jpeg(overlay=False) for _ in range(50)] == [b"1"] * 50
    clock.now_s += KEPT_S / 2
    assert await snapshots.jpeg(overlay=False) == b"1"
    clock.now_s += KEPT_S
    assert await snapshots.jpeg(overlay=False) == b"2"


async def test_a_picture_with_and_one_without_what_was_read_are_two(camera, clock):
    snapshots = Snapshots(camera, clock)
    assert [await snapshots.jpeg(overlay=overlay) for overlay in (True, False, True, False)] == [b"1", b"2"] * 2
    assert camera.asked == [True, False]


async def test_many_clients_at_once_cost_one_picture_at_a_time(camera, clock):
    snapshots = Snapshots(camera, clock)
    pictures = await asyncio.gather(*(snapshots.jpeg(overlay=number % 2 == 0) for number in range(40)))
    assert set(pictures) == {b"1", b"2"}
    assert (len(camera.asked), camera.busiest) == (2, 1)


async def test_a_camera_that_fails_once_is_asked_again(camera, clock, monkeypatch):
    snapshots = Snapshots(camera, clock)

    def fail(*, overlay: bool) -> bytes:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(camera, "snapshot_jpeg", fail, raising=True)
        with pytest.raises(RuntimeError):
            await snapshots.jpeg(overlay=False)
    assert await snapshots.jpeg(overlay=False) == b"1"
