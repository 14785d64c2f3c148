"""The commands that teach the eyes, and the document that says what they were taught.

Rules this file keeps: only while no deal is in play; every refusal is one sentence that says what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from firmware_bridge.cycle import State
from table_daemon.eyes.fixture_watch import FixtureWatch
from table_daemon.eyes.lens_handler import LensHandler
from table_daemon.eyes.lesson_handler import LessonHandler
from table_daemon.eyes.play_learning import PlayLearning
from table_daemon.eyes.what_is_stored import WhatIsStored
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.settings import Settings
from wire.commands.eyes import EyesCommand, ForgetPlayed, MeasureLens, NameFaces, StoreLens, TakeBackLesson
from wire.eyes_documents import EyesDocument
from wire.messages import Json
from wire.words import words_document

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
        play: learns while people play.
    """

    def __init__(
        self,
        settings: Settings,
        keeper: GameKeeper,
        between: BetweenDeals,
        machine: MachineController,
        eyes: TableEyes,
        play: PlayLearning,
    ) -> None:
        self._keeper = keeper
        self._machine = machine
        self._eyes = eyes
        self._stored = WhatIsStored(settings.table)
        self._lessons = LessonHandler(settings, keeper, between, machine, eyes)
        self._play = play
        self._lens = LensHandler(settings, eyes)
        self._fixtures = FixtureWatch.of(eyes, keeper)

    @property
    def is_teaching(self) -> bool:
        """Whether what lies on the table is a lesson and no game."""
        return self._lessons.is_teaching

    def refuse_while_teaching(self) -> None:
        """For whatever lets a deal begin.

        Raises:
            UserError: a lesson is on.
        """
        self._lessons.refuse_while_teaching()

    def layout_jpeg(self) -> bytes | None:
        """The picture of the layout that is shown; None while none is."""
        return self._lessons.jpeg

    def lens_jpeg(self) -> bytes | None:
        """The picture of the lens that was measured; None while none waits to be stored."""
        return self._lens.jpeg

    def played_jpeg(self, set_name: str, lesson: int) -> bytes | None:
        """The crop of a lesson that was learnt while playing; None where there is none."""
        return self._stored.played_jpeg(set_name, lesson)

    def vouched(self, obstacle: str) -> None:
        """A person has looked: what the lifts wait for, of this kind, is not in their way."""
        self._fixtures.vouched(obstacle)

    def poll(self, now_s: float) -> None:
        """Look whether other files are stored than before, what play shows, and whether the table can be learnt."""
        machine = self._machine.status
        is_building = machine.state == State.BUILDING and not self._eyes.status().problem
        self._fixtures.tick(machine.obstacle, now_s, is_building=is_building)
        if self._stored.poll():
            self._play.review()
        if not self.is_teaching:
            self._play.tick()

    def document(self) -> EyesDocument:
        """What they were taught, and how far a lesson is."""
        stock = self._keeper.traits.stock
        name = self._machine.status.tile_set
        return {
            "on_table": name if self._machine.has_tiles_on_table else None,
            "in_use": name if self._eyes.is_adapted else None,
            "red_fives": stock.red_fives,
            "flowers": stock.bonus,
            "sets": self._stored.sets,
            "lesson": self._lessons.document(),
            "lens": self._stored.lens,
            "learns": self._play.is_on,
            "learning_problem": str(self._play.problem),
            "learning_problem_words": words_document(self._play.problem),
        }

    async def carry_out(self, command: EyesCommand) -> Json | None:
        """Do what a person or program wishes; what the answer carries besides yes.

        Raises:
            UserError: not now.
        """
        match command:
            case TakeBackLesson(set=name, lesson=number):
                await self._play.take_back(name, number)
            case ForgetPlayed(set=name):
                await self._play.forget(name)
            case NameFaces():
                names = {command.asked: command.kind, command.other: command.other_kind}
                await self._play.name_faces(command.set, names)
            case MeasureLens() | StoreLens():
                return await self._change_lens(command)
            case _:
                await self._lessons.carry_out(command)
        return None

    async def _change_lens(self, command: MeasureLens | StoreLens) -> Json | None:
        if isinstance(command, StoreLens):
            self._lessons.only_between_deals()
            await self._lens.store(command.measured)
            return None
        match command.action:
            case "measure":
                self._lessons.only_between_deals()
                return await self._lens.measure()
            case "drop":
                self._lens.drop()
            case "back":
                self._lessons.only_between_deals()
                await self._lens.go_back()
            case _:
                assert_never(command.action)
        return None
