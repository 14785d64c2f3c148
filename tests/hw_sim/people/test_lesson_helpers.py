"""Simulated people lay a tile set out as the tablet asks: their own reading of it, their own hands."""

from __future__ import annotations

import asyncio
import math
import random

import pytest
from eventually import eventually

from hw_sim.felt.deck import chance_deck
from hw_sim.felt.scene import Furniture, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.lesson_helpers import LessonHelpers
from hw_sim.people.tablet_watcher import TabletWatcher
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock

ROWS = [[f"{number}{suit}" for number in range(1, 10)] for suit in "mps"] + [[f"{number}z" for number in range(1, 8)]]


class Room:
    """A world with walls, people, and a tablet that a test writes on."""

    def __init__(self) -> None:
        self.world = TableWorld(Furniture(), stock=TileStock(), rng=random.Random(1))
        self.watcher = TabletWatcher("http://127.0.0.1:9")
        self.said: list[str] = []
        gestures = Gestures(self.world, Pace(math.inf, min_gesture_s=0))
        self.helpers = LessonHelpers(gestures, self.watcher, random.Random(2), self.said.append)

    def raise_walls(self) -> None:
        self.world.raise_walls(SetName.A, chance_deck(TileStock(), random.Random(3)))

    async def tablet_shows(self, **lesson: object) -> None:
        usual = {"set": "A", "step": "layout", "rows": ROWS, "layouts": 0, "picture": None, "trouble": None}
        await self.watcher._note("eyes", {"data": {"lesson": {**usual, **lesson}}})

    async def laid_again(self) -> list[list[str]]:
        """The rows on the table once something was laid."""
        await asyncio.wait_for(self.helpers.news.wait(), 5)
        self.helpers.news.clear()
        return self.rows()

    def rows(self) -> list[list[str]]:
        rows: dict[int, list[tuple[float, str]]] = {}
        for piece in self.world.scene.pieces.values():
            assert piece.pose is Pose.FACE_UP
            rows.setdefault(round(piece.y_mm / 12), []).append((piece.x_mm, str(piece.tile)))
        return [[name for _, name in sorted(rows[key])] for key in sorted(rows, reverse=True)]


@pytest.fixture
async def room():
    room = Room()
    serving = asyncio.create_task(room.helpers.run())
    yield room
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_what_the_tablet_asks_for_lies_there_and_nothing_else(room):
    room.raise_walls()
    await room.tablet_shows()
    assert await room.laid_again() == ROWS
    assert len(room.world.held) == 136 - 34
    assert room.said == ["The players lay 34 tiles of set A out before seat 0."]


async def test_another_layout_lies_elsewhere_and_a_refused_one_is_laid_anew(room):
    room.raise_walls()
    await room.tablet_shows()
    first = await room.laid_again(), {p.x_mm for p in room.world.scene.pieces.values()}
    await room.tablet_shows(layouts=1)
    second = await room.laid_again(), {p.x_mm for p in room.world.scene.pieces.values()}
    await room.tablet_shows(layouts=1, picture=3, trouble={"key": "layout"})
    third = await room.laid_again(), {p.x_mm for p in room.world.scene.pieces.values()}
    assert first[0] == second[0] == third[0]
    assert not first[1] & second[1]
    assert not second[1] & third[1]


async def test_while_a_picture_is_taken_nobody_touches_the_tiles(room):
    room.raise_walls()
    await room.tablet_shows()
    await room.laid_again()
    await room.tablet_shows(step="looking")
    await room.tablet_shows(step="check", picture=1)
    await room.tablet_shows(step="learning")
    await room.tablet_shows(layouts=1)
    assert await room.laid_again() == ROWS
    assert room.helpers.laid == 2
    assert room.world.scene.arms == []


async def test_tiles_that_the_set_has_not_are_left_out_and_said(room):
    room.raise_walls()
    await room.tablet_shows(rows=[*ROWS, ["0m", "0p", "0s"]])
    assert await room.laid_again() == ROWS
    assert room.said == ["The players lay 34 tiles of set A out before seat 0, 3 are not at hand."]


async def test_a_set_inside_the_machine_cannot_be_laid_out(room):
    await room.tablet_shows(set="B")
    await eventually(lambda: room.said != [])
    assert room.helpers.laid == 0
    assert room.said == ["The players have no tile of set B at hand: it is inside the machine."]
