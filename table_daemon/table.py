"""The table: joins game, machine and eyes, carries out commands and announces documents.

Rules this file keeps:
* One event loop owns all state; eyes and MQTT cross into it with `call_soon_threadsafe`.
* Nothing moves without consent, see `between_deals`.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib.metadata import version

from mahjong_rules.codec import event_to_json
from mahjong_rules.events import GameStarted
from mahjong_rules.mjai import to_mjai
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from table_daemon.announcing.announcer import Announcer, Context
from table_daemon.announcing.part_documents import camera_document, machine_document
from table_daemon.commands import CommandDesk
from table_daemon.corrections.corrections import Corrections
from table_daemon.corrections.event_places import board_events
from table_daemon.diagnostics import PERIOD_S, camera_figures, host_figures, link_figures
from table_daemon.eyes.eyes_desk import EyesDesk
from table_daemon.game.audit import audit_document, correction_document
from table_daemon.game.journal import Journal
from table_daemon.game.keeper import GameKeeper, Happening, LoadRules
from table_daemon.game.timeline import Correction
from table_daemon.info_document import info_document
from table_daemon.interpreter.deal_start import has_result
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.machine.machine_log import MachineLog
from table_daemon.people.call_handler import CallHandler
from table_daemon.people.question_handler import QuestionHandler
from table_daemon.people.stick_watcher import StickWatcher
from table_daemon.rules.presets import preset_names
from table_daemon.settings import Settings
from tablet_page.results import result_document
from tablet_page.view import board_document, game_document, questions_document, state_document
from vision.eyes import TableEyes
from vision.sightings import Observation
from wire.calibration import CalibrationLook
from wire.messages import Answer, Command, Envelope, Json

TICK_S = 0.1


class Table:
    """Implements `service.TableService`."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        machine: MachineController,
        eyes: TableEyes,
        announcer: Announcer,
        load_rules: LoadRules,
    ) -> None:
        self.settings = settings
        self.machine = machine
        self._default_traits = load_rules(settings.play.rules, ()).traits
        self.keeper = GameKeeper(journal, load_rules, self._announce_event, self._announce_correction)
        self.corrections = Corrections(self.keeper, lambda: self.between.is_cleared, self._after_correction)
        self.machine_log = MachineLog(self._note_machine)
        self.callers = CallHandler(self.keeper, self._traits, self._announce_call)
        self.reading = TableReading(self)
        self.between: BetweenDeals = BetweenDeals(
            self.keeper,
            machine,
            next_deal_s=settings.play.next_deal_s,
            on_change=self.refresh,
            on_motion=self.reading.forget_table,
            on_walls=self.reading.begin_deal,
        )
        self._eyes = eyes
        self._announcer = announcer
        self.eyes_desk = EyesDesk(self, eyes, lambda: self._traits().stock)
        self._desk = CommandDesk(self, settings.play.rules)
        self._questions = QuestionHandler(self.keeper, self.corrections, self.reading, eyes)
        self._sticks = StickWatcher(self)
        self._info = partial(
            info_document, settings.mqtt.table, version("jantaku"), preset_names(), settings.play.rules
        )
        self._arrived: list[Observation] = []
        self._news = asyncio.Event()

    # What the front ends ask (service.TableService) ------------------------------------------------

    def retained(self) -> tuple[Envelope, ...]:
        """Every current state document."""
        return self._announcer.retained()

    def subscribe(self, listener: Callable[[Envelope], None]) -> Callable[[], None]:
        """Call `listener` for each announcement until the returned function is called."""
        return self._announcer.subscribe(listener)

    async def command(self, command: Command) -> Answer:
        """Carry out a command."""
        answer = await self._desk.carry_out(command)
        self.refresh()
        return answer

    def snapshot_jpeg(self, *, overlay: bool) -> bytes | None:
        """The newest picture, None without a camera."""
        return self._eyes.latest_jpeg(overlay=overlay)

    def question_jpeg(self, question: str) -> bytes | None:
        """The piece that an open question is about, None where it cannot be shown."""
        return self._questions.jpeg(question)

    def calibration_check(self) -> CalibrationLook | None:
        """What the newest picture says of the calibration, None without a camera."""
        check = self._eyes.check_calibration()
        if check is None:
            return None
        report = None if check.report is None else asdict(check.report)
        return CalibrationLook(report, check.problem, check.jpeg)

    def layout_jpeg(self) -> bytes | None:
        """The tile set that is laid out for a lesson, None while none is shown."""
        return self.eyes_desk.layout_jpeg()

    def lens_jpeg(self) -> bytes | None:
        """The lens that was measured, None while none waits to be stored."""
        return self.eyes_desk.lens_jpeg()

    # Running ----------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Go on where the journal ends; after a result only when a person says so.

        Raises:
            JournalError: these rules cannot replay it.
        """
        if self.keeper.restore():
            self.machine.use_sets(self.keeper.rules.traits.stock.count)
            self.reading.restore()

    async def run(self) -> None:
        """Watch, count and refresh until cancelled; whatever fails in it, a full disk too, ends it."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.between.run())
            group.create_task(self._watch())

    def deliver(self, observation: Observation) -> None:
        """The eyes saw something new; `run` draws the conclusions."""
        self._arrived.append(observation)
        self._news.set()

    async def _watch(self) -> None:
        """At once when the eyes see something, ten times a second anyway; figures for maintenance now and then."""
        figures_due_at = 0.0
        while True:
            self._eyes.check()
            now = asyncio.get_running_loop().time()
            self.between.tick(now)
            arrived, self._arrived = self._arrived, []
            for observation in arrived:
                self.reading.observe(observation)
            if not arrived:
                self.reading.observe(None)
            self.machine.update_tiles_seen(self.tiles_seen)
            self.refresh()
            if now >= figures_due_at:
                self._announce_figures()
                figures_due_at = now + PERIOD_S
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), TICK_S)
            self._news.clear()

    # The game ---------------------------------------------------------------------------------------

    def start_game(self, event: GameStarted, cause: str) -> None:
        """Begin a game and ask for its first deal.

        Raises:
            PresetError: there are no such rules.
        """
        self.keeper.start(event, cause)
        self.machine.use_sets(self.keeper.rules.traits.stock.count)
        self.reading.begin_game()
        self.between.ask()

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten."""
        self.reading.tell_noten(seat)

    def answer(self, question_id: str, tile: Tile | None, cause: str) -> bool:
        """A person settles a doubt (None: not part of the game); False when it is no longer open.

        Raises:
            BadDataError: no tile's name settles this question.
            UserError: a later event stands against the answer.
        """
        is_open = self._questions.answer(question_id, tile, cause)
        self._news.set()
        return is_open

    def undo_targets(self) -> list[int]:
        """Events of the deal on the table that one may go back to, oldest first."""
        return [] if self.between.is_cleared else self.keeper.undo_targets()

    def _after_correction(self, _correction: Correction, takes_out: bool) -> None:
        self.reading.after_correction(takes_out=takes_out)
        self.between.start_countdown()
        self._news.set()
        self.refresh()

    @property
    def tiles_seen(self) -> int:
        """Tiles that lie on the table by the newest observation."""
        return self.reading.tiles_seen

    # Announcements ----------------------------------------------------------------------------------

    def _announce_event(self, happening: Happening) -> None:
        data = event_to_json(happening.event)
        mjai = to_mjai(happening.event, happening.before, happening.after)
        context = self._context(happening.cause)
        self._announcer.event(str(data["type"]), {"event": data, "mjai": mjai}, context)
        for message in mjai:
            self._announcer.mjai(message)
        if has_result(happening.after) and not has_result(happening.before):
            self.between.start_countdown()
        self.refresh()

    def _announce_correction(self, correction: Correction) -> None:
        self._announcer.event("correction", dict(correction_document(correction)), self._context(correction.cause))

    def _traits(self) -> Traits:
        return self._default_traits if self.keeper.game is None else self.keeper.rules.traits

    def _note_machine(self, fact: Json, cause: str) -> None:
        self.keeper.note(fact, cause)
        self._announcer.event("machine", fact, self._context(cause))

    def _announce_call(self, call: Json, cause: str) -> None:
        self._announcer.event("call", call, self._context(cause))

    def refresh(self) -> None:
        """Announce every document that has changed."""
        self.callers.look()
        self.machine_log.update(self.machine.status)
        game, traits = self.keeper.game, self._traits()
        context = self._context("")
        now = asyncio.get_running_loop().time()
        left = self.between.seconds_left(now)
        machine, eyes = machine_document(self.machine.status), self._eyes.status()
        documents = {
            "info": self._info(self.keeper.history),
            "state": state_document(
                game,
                traits,
                machine=machine,
                camera=camera_document(eyes, now, self.settings.camera.silent_after_s),
                rules=self.settings.play.rules,
                clearing=self.between.is_moving,
                next_deal_in_s=None if left is None else math.ceil(left),
                hold=self.between.is_held,
                undo_to=next(reversed(self.undo_targets()), None),
                may_begin_deal=self.between.is_due and not self.between.is_moving,
            ),
            "board": board_document(game, traits, board_events(self.keeper.deal_history, self.keeper.deal_number)),
            "result": result_document(game, traits),
            "game": game_document(game, traits),
            "questions": questions_document(self._questions.asked()),
            "audit": audit_document(self.keeper.corrections),
            "calls": self.callers.document(),
            "sticks": self._sticks.document(eyes),
            "eyes": self.eyes_desk.document(),
            "diag/machine": asdict(self.machine.status),
        }
        for topic, data in documents.items():
            self._announcer.state(topic, data, context)
        self._announcer.status("fault" if machine["fault"] is not None else "online")

    def _announce_figures(self) -> None:
        context = self._context("")
        figures = {
            "camera": camera_figures(self._eyes.status()),
            "link": link_figures(self.machine.figures),
            "host": host_figures(self.settings.table.journal_path.parent),
        }
        for part, data in figures.items():
            self._announcer.state(f"diag/{part}", data, context)

    def _context(self, cause: str) -> Context:
        return Context(self.keeper.seq, self.keeper.game_id, self.keeper.deal_number, cause)
