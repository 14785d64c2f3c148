"""The commands of a lesson on a tile set: begin, picture, names, learn, store; and what is stored put back or away.

Rules this file keeps: only while no deal is in play; every refusal is one sentence that says what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.eyes.conditions import refuse_in_play, why_no_picture
from table_daemon.eyes.eyes_documents import lesson_document
from table_daemon.eyes.tile_teacher import TileTeacher
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.settings import Settings
from wire.commands.eyes import BeginLesson, ChangeStoredSet, JudgeNames, LessonStep, ShowAgain
from wire.eyes_documents import LessonDocument

if TYPE_CHECKING:
    from vision.eyes import TableEyes


class LessonHandler:
    """Teaches the eyes of one table its tile sets.

    Args:
        settings: of the table.
        keeper: the game, with its rules.
        between: moves the tiles, and may not while a lesson is on.
        machine: moves them.
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
        self._teacher = TileTeacher(settings, eyes, between)

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
            raise UserError(
                sentence("tile set {set} is being taught: store what was learnt, or cancel that, first", set=name)
            )

    @property
    def jpeg(self) -> bytes | None:
        """The picture of the layout that is shown; None while none is."""
        lesson = self._teacher.lesson
        return None if lesson is None or lesson.seen is None else lesson.seen.jpeg

    def document(self) -> LessonDocument | None:
        """How far a lesson is; None while none is on."""
        lesson = self._teacher.lesson
        return None if lesson is None else lesson_document(lesson)

    async def carry_out(self, command: BeginLesson | LessonStep | JudgeNames | ShowAgain | ChangeStoredSet) -> None:
        """Do what a person or program wishes.

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
                self.only_between_deals()
                await (self._teacher.forget(name) if action == "forget" else self._teacher.go_back(name))
            case _:
                assert_never(command)

    async def _begin_lesson(self, wish: BeginLesson) -> None:
        self.only_between_deals()
        stock = self._keeper.traits.stock
        red_fives = stock.red_fives if wish.red_fives is None else wish.red_fives
        flowers = stock.bonus if wish.flowers is None else wish.flowers
        kinds = tuple(dict.fromkeys(wish.kinds))
        await self._teacher.begin(wish.set, kinds, red_fives=red_fives, flowers=flowers, adds=wish.add)

    async def _take_step(self, action: Literal["picture", "learn", "store", "cancel"]) -> None:
        match action:
            case "picture":
                _ = self._teacher.under_way
                self.only_between_deals()
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

    def only_between_deals(self) -> None:
        """For whatever changes what the eyes read by.

        Raises:
            UserError: a deal is in play, or the machine is at work.
        """
        refuse_in_play(self._keeper.game, is_moving=self._between.is_moving)

    def _only_with_a_picture(self) -> None:
        if why := why_no_picture(self._machine.status.state, self._eyes.status()):
            raise UserError(why)
