"""The set-up of one table: takes what is wished, remembers it, and says what is to be seen.

Rules this file keeps: an answer counts once it lies on the disk; board and camera are open only in the step that shows
them, so that every step can be left; nothing moves but in the self-test that a person begins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.rules.presets import preset_names
from table_daemon.setting_up.answers import SetUpAnswers, forget_answers
from table_daemon.setting_up.chosen_pins import has_pins, keep_pins
from table_daemon.setting_up.set_up_tools import SetUpTools
from table_daemon.setting_up.shown_devices import ShownDevices
from table_daemon.setting_up.site_file import write_site
from table_daemon.setting_up.steps import SetUpPlace, check_whole, named_sets, step_after
from table_daemon.setting_up.surface_solving import UnsolvedError, solve_surface
from table_daemon.setting_up.tile_measuring import seen_tile_size
from table_daemon.setting_up.trial_parts import Part
from wire.messages import Json
from wire.set_up_documents import (
    ChooseLanguage,
    ChoosePins,
    ChooseRules,
    FinishSetUp,
    GoToStep,
    LeaveSetUp,
    MeasureByTiles,
    MeasureMarkers,
    MeasureTiles,
    NameSets,
    SeeTiles,
    SetUpWish,
    StopTest,
    TestMachine,
    TryBoard,
    TryCamera,
)


class SetUp:
    """One set-up; everything is called on the event loop.

    Args:
        place: whose it is.
        tools: of the computer.

    Attributes:
        answers: what was said so far.
        devices: those that the present step shows.
        report: what was solved from the picture: figures, or a sentence why not.
        tiles_seen: by how many tiles the camera has measured one, or a sentence why it could not.
        finished: set when the settings are written, or are to stay as they were.
    """

    def __init__(self, place: SetUpPlace, tools: SetUpTools) -> None:
        self.place = place
        self.tools = tools
        self.answers = SetUpAnswers.load(place.folder)
        self.devices = ShownDevices(place, tools, self._proved, self._tested)
        self.report: Json | str | None = None
        self.tiles_seen: int | str = 0
        self.finished = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()

    async def open(self) -> None:
        """Take the set-up up where it was left."""
        await self.devices.show(self.answers)

    async def close(self) -> None:
        """Leave board and camera."""
        await self.devices.close()

    async def carry_out(self, wish: SetUpWish) -> None:
        """Do what is wished.

        Raises:
            UserError: why it cannot be done, and what to do.
        """
        if isinstance(wish, StopTest):  # waits for nothing
            await self._stop()
            return
        async with self._one_at_a_time:
            await self._carry_out(wish)

    async def _carry_out(self, wish: SetUpWish) -> None:
        match wish:
            case GoToStep():
                self._leave_step()
                await self._go(wish.step)
            case TryBoard():
                await self.devices.leave_board()
                self._keep(self.answers.without("board").model_copy(update={"port": wish.port.strip()}))
                await self.devices.show(self.answers)
            case TryCamera():
                await self.devices.leave_camera()
                self._keep(self.answers.without("camera").model_copy(update={"address": wish.address.strip()}))
                await self.devices.show(self.answers)
            case MeasureMarkers() | MeasureByTiles():
                await self._solve(wish)
            case SeeTiles():
                await self._see_tiles()
            case TestMachine():
                self._test(wish)
            case FinishSetUp():
                self._finish()
            case LeaveSetUp():
                self._leave()
            case _:
                assert not isinstance(wish, StopTest)
                self._answer(wish)
                await self._go(step_after(wish.action))

    def _answer(self, wish: ChooseLanguage | MeasureTiles | NameSets | ChooseRules | ChoosePins) -> None:
        """Steps that one answer ends."""
        match wish:
            case ChooseLanguage():
                self._keep(self.answers.told("language", language=wish.language))
            case MeasureTiles():
                size = {f"tile_{name}": value for name, value in wish.model_dump(exclude={"action"}).items()}
                self._tell("tiles", {"geometry": size})
                self.tiles_seen = 0
            case NameSets():
                self._tell("sets", named_sets(wish, self.place.settings(self.answers.settings).table))
            case ChooseRules():
                self._choose_rules(wish)
            case ChoosePins():
                self._choose_pins(wish)

    @property
    def must_have_pins(self) -> bool:
        """Whether other computers reach the page, now or once the table has started."""
        return self.place.settings(self.answers.settings).http.is_public

    @property
    def has_pins(self) -> bool:
        """Whether the table has PINs."""
        return has_pins(self.place.folder)

    def _leave_step(self) -> None:
        """A camera that was chosen counts when somebody goes on while it gives pictures."""
        watched = self.devices.camera
        if self.answers.step != "camera" or watched is None:
            return
        look = watched.look
        if not look.number or look.problem:
            return
        width, height = look.size_px
        camera = {"address": watched.address, "width": width, "height": height}
        self._tell("camera", {"camera": camera})

    async def _go(self, step: str) -> None:
        self._keep(self.answers.model_copy(update={"step": step}))
        await self.devices.show(self.answers)

    def _test(self, wish: TestMachine) -> None:
        if self.devices.machine is None:
            raise UserError(sentence("no motor board is known: go back to the motor board"))
        self.devices.machine.begin(wish.what, wish.set, wish.fault_id)

    def _tested(self, results: Mapping[Part, str]) -> None:
        self._tell("machine", {}, tested=tuple(part for part, result in results.items() if result == "passed"))

    async def _stop(self) -> None:
        if self.devices.machine is not None:
            await self.devices.machine.stop()

    def _proved(self, port: str) -> None:
        self._tell("board", {"serial": {"port": port}})

    async def _solve(self, wish: MeasureMarkers | MeasureByTiles) -> None:
        if self.devices.camera is None:
            raise UserError(sentence("no camera is chosen: go back to the camera"))
        settings = self.place.settings(self.answers.settings)
        camera = settings.camera.model_copy(update={"address": self.devices.camera.address})
        where = (settings.geometry, wish, self.place.folder, self.tools.now())
        try:
            solved = await asyncio.to_thread(solve_surface, self.devices.camera.pictures, camera, *where)
        except UnsolvedError as error:
            self.report = said_by(error)
            self._keep(self.answers.without("markers"))
            return
        self._tell("markers", {"geometry": solved.settings})
        self.report = solved.report

    async def _see_tiles(self) -> None:
        if self.devices.camera is None:
            raise UserError(sentence("no camera is chosen: go back to the camera"))
        if "markers" not in self.answers.done:
            raise UserError(sentence("the camera does not know its place yet: go back to the markers"))
        settings = self.place.settings(self.answers.settings)
        try:
            size = await asyncio.to_thread(seen_tile_size, self.devices.camera.pictures, settings, self.place.folder)
        except UnsolvedError as error:
            self.tiles_seen = said_by(error)
            return
        self._tell("tiles", {"geometry": {"tile_width_mm": size.width_mm, "tile_height_mm": size.height_mm}})
        self.tiles_seen = size.tiles

    def _choose_rules(self, wish: ChooseRules) -> None:
        if wish.rules not in preset_names():
            raise UserError(f"there are no rules {wish.rules!r}: choose one of {', '.join(preset_names())}")
        had = self.place.settings(self.answers.settings).play.options
        options = {"options": wish.options} if wish.options or had else {}
        self._tell("rules", {"play": {"rules": wish.rules, **options}})

    def _choose_pins(self, wish: ChoosePins) -> None:
        settings = self.place.settings()
        tablets = wish.tablets or settings.http.is_public
        if tablets:
            keep_pins(self.place.folder, wish)
        host = {} if settings.http.is_public else {"host": "0.0.0.0" if tablets else settings.http.host}  # noqa: S104
        self._tell("pins", {"http": host} if host else {}, tablets=tablets)

    def _finish(self) -> None:
        check_whole(self.answers, must_have_pins=self.must_have_pins, has_pins=self.has_pins)
        self.place.settings(self.answers.settings)
        write_site(self.place.file, self.answers.settings)
        self._keep(
            self.answers.model_copy(update={"finished": True, "reopened": False, "failure": "", "failure_words": ()})
        )
        self.finished.set()

    def _leave(self) -> None:
        if not self.answers.reopened:
            raise UserError(sentence("there is no table yet to go back to: answer the steps and start it"))
        forget_answers(self.place.folder)
        self.finished.set()

    def _tell(self, step: str, settings: dict[str, dict[str, Any]], **more: Any) -> None:
        """Keep the answer to a step; raises UserError where the settings refuse it."""
        told = self.answers.told(step, settings, **more)
        self.place.settings(told.settings)
        self._keep(told)

    def _keep(self, answers: SetUpAnswers) -> None:
        answers.save(self.place.folder)
        self.answers = answers
