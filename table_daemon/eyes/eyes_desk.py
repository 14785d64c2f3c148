"""The commands that teach the eyes, and the document that says what they were taught.

Rules this file keeps: only while no deal is in play; every refusal is one sentence that says what to do.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile
from table_daemon.command_fields import BadDataError, read_flag, read_tiles
from table_daemon.errors import UserError
from table_daemon.eyes.conditions import why_no_lesson, why_no_picture
from table_daemon.eyes.eyes_documents import lesson_document
from table_daemon.eyes.lens_desk import LensDesk
from table_daemon.eyes.tile_teacher import TileTeacher
from table_daemon.eyes.what_is_stored import WhatIsStored
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.settings import Settings
from wire.eyes_documents import EyesDocument
from wire.messages import Command, Json

if TYPE_CHECKING:
    from vision.eyes import TableEyes

ACTIONS: Final = ("begin", "picture", "confirm", "reject", "learn", "again", "store", "cancel", "forget", "back")
LENS_ACTIONS: Final = ("measure", "store", "drop", "back")


class EyesDesk:
    """Teaches the eyes of one table.

    Args:
        settings: of the table.
        keeper: the game, with its rules.
        between: moves the tiles, and may not while a lesson is on.
        machine: knows which set is on the table.
        eyes: what is taught.
    """

    NAMES: Final = ("teach_tiles", "calibrate_camera")

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
        self._lens = LensDesk(settings, eyes)

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

    def poll(self) -> None:
        """Look whether other files are stored than before."""
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

    async def carry_out(self, command: Command) -> Json | None:
        """Do what a command of `NAMES` says.

        Raises:
            BadDataError: its data make no sense.
            UserError: not now.
        """
        action = command.data.get("action")
        known = ACTIONS if command.name == "teach_tiles" else LENS_ACTIONS
        if action not in known:
            raise BadDataError(f"action must be one of {', '.join(known)}, not {action!r}")
        kind = "lesson" if command.name == "teach_tiles" else "lens"
        handler: Callable[[Json], Awaitable[Json | None]] = getattr(self, f"_{kind}_{action}")
        return await handler(command.data)

    # The lesson -------------------------------------------------------------------------------------

    async def _lesson_begin(self, data: Json) -> None:
        side, stock = _side(data), self._keeper.traits.stock
        kinds = _kinds(data, least=0)
        red_fives = read_flag(data, "red_fives", default=stock.red_fives)
        flowers, adds = read_flag(data, "flowers", default=stock.bonus), read_flag(data, "add", default=False)
        self._only_between_deals()
        await self._teacher.begin(side, kinds, red_fives=red_fives, flowers=flowers, adds=adds)

    async def _lesson_picture(self, _data: Json) -> None:
        _ = self._teacher.under_way
        self._only_between_deals()
        self._only_with_a_picture()
        self._teacher.take_picture()

    async def _lesson_confirm(self, data: Json) -> None:
        self._teacher.judge(_number(data, "picture"), is_right=True)

    async def _lesson_reject(self, data: Json) -> None:
        self._teacher.judge(_number(data, "picture"), is_right=False)

    async def _lesson_learn(self, _data: Json) -> None:
        self._teacher.learn()

    async def _lesson_again(self, data: Json) -> None:
        kinds = _kinds(data, least=1)
        self._teacher.under_way.show_again(kinds)

    async def _lesson_store(self, _data: Json) -> None:
        await self._teacher.store()

    async def _lesson_cancel(self, _data: Json) -> None:
        _ = self._teacher.under_way
        self._teacher.end()

    async def _lesson_forget(self, data: Json) -> None:
        side = _side(data)
        self._only_between_deals()
        await self._teacher.forget(side)

    async def _lesson_back(self, data: Json) -> None:
        side = _side(data)
        self._only_between_deals()
        await self._teacher.go_back(side)

    # The lens ---------------------------------------------------------------------------------------

    async def _lens_measure(self, _data: Json) -> Json:
        self._only_between_deals()
        return await self._lens.measure()

    async def _lens_store(self, data: Json) -> None:
        number = _number(data, "measured")
        self._only_between_deals()
        await self._lens.store(number)

    async def _lens_drop(self, _data: Json) -> None:
        self._lens.drop()

    async def _lens_back(self, _data: Json) -> None:
        self._only_between_deals()
        await self._lens.go_back()

    def _only_between_deals(self) -> None:
        if why := why_no_lesson(self._keeper.game, is_moving=self._between.is_moving):
            raise UserError(why)

    def _only_with_a_picture(self) -> None:
        if why := why_no_picture(self._machine.status.state, self._eyes.status()):
            raise UserError(why)


def _side(data: Json) -> SetName:
    value = data.get("set")
    if value not in tuple(SetName):
        raise BadDataError(f"set must be A or B, not {value!r}")
    return SetName(value)


def _number(data: Json, key: str) -> int:
    value: Any = data.get(key)
    if type(value) is not int:
        raise BadDataError(f"{key} must be the number that is shown, not {value!r}")
    return value


def _kinds(data: Json, least: int) -> tuple[Tile, ...]:
    """The tiles of `kinds`, each once."""
    return tuple(dict.fromkeys(read_tiles(data.get("kinds", []), "kinds", least=least)))
