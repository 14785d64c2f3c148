"""The commands that teach the eyes, and the document that says what they were taught.

Rules this file keeps: only while no deal is in play; every refusal is one sentence that says what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from table_daemon.errors import UserError
from table_daemon.eyes.conditions import why_no_lesson, why_no_picture
from table_daemon.eyes.eyes_documents import lesson_document
from table_daemon.eyes.fixture_watch import FixtureWatch
from table_daemon.eyes.lens_handler import LensHandler
from table_daemon.eyes.tile_teacher import TileTeacher
from table_daemon.eyes.what_is_stored import WhatIsStored
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.settings import Settings
from wire.commands.eyes import (
    BeginLesson,
    ChangeStoredSet,
    EyesCommand,
    JudgeNames,
    LessonStep,
    MeasureLens,
    ShowAgain,
    StoreLens,
)
from wire.eyes_documents import EyesDocument
from wire.messages import Json

if TYPE_CHECKING:
    from vision.eyes import TableEyes


class EyesHandler:
    """Teaches the eyes of one table.

    Args:
        settings: of the table.
        keeper: the game, with its rules.
        between: moves the tiles, and may not while a lesson is on.
        machine: knows which set is on the table.
        eyes: what is taught.
    """

    def __init__(
        self,
        settings: Settings,
        keeper: GameKeeper,
        between: BetweenDeals,
        machine: MachineController,
        eyes: TableEyes,
    ) -> None:
        self._keeper = keeper
        self._between = between
        self._machine = machine
        self._eyes = eyes
        self._stored = WhatIsStored(settings.table)
        self._teacher = TileTeacher(settings, eyes, between)
        self._lens = LensHandler(settings, eyes)
        self._fixtures = FixtureWatch.of(eyes, keeper)

    @property
    def is_teaching(self) -> bool:
        """Whether what lies on the table is a lesson and no game."""
        return self._teacher.lesson is not None

    def refuse_while_teaching(self) -> None:
        """For whatever lets a deal begin.

        Raises:
            UserError: a lesson is on.
        """
        if self._teacher.lesson is not None:
            name = self._teacher.lesson.set_name
            raise UserError(f"tile set {name} is being taught: store what was learnt, or cancel that, first")

    def layout_jpeg(self) -> bytes | None:
        """The picture of the layout that is shown; None while none is."""
        lesson = self._teacher.lesson
        return None if lesson is None or lesson.seen is None else lesson.seen.jpeg

    def lens_jpeg(self) -> bytes | None:
        """The picture of the lens that was measured; None while none waits to be stored."""
        return self._lens.jpeg

    def vouched(self, obstacle: str) -> None:
        """A person has looked: what the lifts wait for, of this kind, is not in their way."""
        self._fixtures.vouched(obstacle)

    def poll(self, now_s: float) -> None:
        """Look whether other files are stored than before, and whether the table can be learnt."""
        self._fixtures.tick(self._machine.status.obstacle, now_s)
        self._stored.poll()

    def document(self) -> EyesDocument:
        """What they were taught, and how far a lesson is."""
        stock, lesson = self._keeper.traits.stock, self._teacher.lesson
        name = self._machine.status.tile_set
        return {
            "on_table": name if self._machine.has_tiles_on_table else None,
            "in_use": name if self._eyes.is_adapted else None,
            "red_fives": stock.red_fives,
            "flowers": stock.bonus,
            "sets": self._stored.sets,
            "lesson": None if lesson is None else lesson_document(lesson),
            "lens": self._stored.lens,
        }

    async def carry_out(self, command: EyesCommand) -> Json | None:
        """Do what a person or program wishes; what the answer carries besides yes.

        Raises:
            UserError: not now.
        """
        match command:
            case BeginLesson():
                await self._begin_lesson(command)
            case LessonStep(action=action):
                await self._take_step(action)
            case JudgeNames(action=action, picture=picture):
                self._teacher.judge(picture, is_right=action == "confirm")
            case ShowAgain(kinds=kinds):
                self._teacher.under_way.show_again(tuple(dict.fromkeys(kinds)))
            case ChangeStoredSet(action=action, set=name):
                self._only_between_deals()
                await (self._teacher.forget(name) if action == "forget" else self._teacher.go_back(name))
            case StoreLens(measured=number):
                self._only_between_deals()
                await self._lens.store(number)
            case MeasureLens(action="measure"):
                self._only_between_deals()
                return await self._lens.measure()
            case MeasureLens(action="drop"):
                self._lens.drop()
            case MeasureLens():
                self._only_between_deals()
                await self._lens.go_back()
            case _:
                assert_never(command)
        return None

    async def _begin_lesson(self, wish: BeginLesson) -> None:
        self._only_between_deals()
        stock = self._keeper.traits.stock
        red_fives = stock.red_fives if wish.red_fives is None else wish.red_fives
        flowers = stock.bonus if wish.flowers is None else wish.flowers
        kinds = tuple(dict.fromkeys(wish.kinds))
        await self._teacher.begin(wish.set, kinds, red_fives=red_fives, flowers=flowers, adds=wish.add)

    async def _take_step(self, action: Literal["picture", "learn", "store", "cancel"]) -> None:
        match action:
            case "picture":
                _ = self._teacher.under_way
                self._only_between_deals()
                self._only_with_a_picture()
                self._teacher.take_picture()
            case "learn":
                self._teacher.learn()
            case "store":
                await self._teacher.store()
            case "cancel":
                _ = self._teacher.under_way
                self._teacher.end()
            case _:
                assert_never(action)

    def _only_between_deals(self) -> None:
        if why := why_no_lesson(self._keeper.game, is_moving=self._between.is_moving):
            raise UserError(why)

    def _only_with_a_picture(self) -> None:
        if why := why_no_picture(self._machine.status.state, self._eyes.status()):
            raise UserError(why)
