"""The table: joins game, machine and eyes, carries out commands and announces documents.

Rules this file keeps:
* One event loop owns all state; eyes and MQTT cross into it with `call_soon_threadsafe`.
* Nothing moves without consent, see `between_deals`.
* A question never blocks the table, and no score depends on one.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib.metadata import version

from firmware_bridge.goals import Goal
from mahjong_rules.codec import event_to_json
from mahjong_rules.events import GameStarted
from mahjong_rules.mjai import to_mjai
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from table_daemon.call_desk import CallDesk
from table_daemon.calls import CallKind
from table_daemon.commands import CommandDesk
from table_daemon.diagnostics import PERIOD_S, camera_figures, host_figures, link_figures
from table_daemon.documents import Announcer, Context
from table_daemon.eyes.eyes_desk import EyesDesk
from table_daemon.game.audit import audit_document, correction_document
from table_daemon.game.journal import Journal
from table_daemon.game.keeper import GameKeeper, Happening, LoadRules
from table_daemon.game.timeline import Correction
from table_daemon.interpreter import Interpreter, Question
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.interpreter.questions import NOT_IN_GAME
from table_daemon.interpreter.steps import SURE
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.machine.diary import MachineDiary
from table_daemon.machine.lift_watch import Obstacle, obstacle_of
from table_daemon.part_documents import camera_document, machine_document, question_document
from table_daemon.question_answers import check_answer
from table_daemon.repair.event_places import anchor_of, board_events
from table_daemon.repair.mender import Mender
from table_daemon.repair.question_pictures import QuestionPictures
from table_daemon.rules.presets import preset_names
from table_daemon.service import Answer, Command, Envelope, Json
from table_daemon.settings import Settings
from table_daemon.table_moments import break_of, has_result, is_bare
from table_daemon.wire.info import info_document
from tablet_page.documents import QuestionDocument
from tablet_page.results import result_document
from tablet_page.view import board_document, game_document, questions_document, state_document
from vision.calibration_check import CalibrationCheck
from vision.eyes import TableEyes
from vision.sightings import Observation

TICK_S = 0.1
EVENT_QUESTION = "e-"
"""Questions about an event begin so, those about a piece with ``q-``."""


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
        self.mender = Mender(self.keeper, lambda: self.between.is_cleared, self._after_correction)
        self.diary = MachineDiary(self._note_machine)
        self.callers = CallDesk(self.keeper, self._traits, self._announce_call)
        self.between = BetweenDeals(
            self.keeper,
            machine,
            next_deal_s=settings.play.next_deal_s,
            on_change=self.refresh,
            on_motion=self._forget_table,
            on_walls=self._begin_reading,
        )
        self._eyes = eyes
        self._pictures = QuestionPictures(eyes)
        self._announcer = announcer
        self.eyes_desk = EyesDesk(self, eyes, lambda: self._traits().stock)
        self._desk = CommandDesk(self, settings.play.rules)
        machine.lifts.watch = self._obstacle
        self._interpreter: Interpreter | None = None
        self._questions: tuple[Question, ...] = ()
        self._info = partial(
            info_document, settings.mqtt.table, version("jantaku"), preset_names(), settings.play.rules
        )
        self._seen: Observation | None = None
        self.tiles_seen = 0
        self._awaits_bare_table = False
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
        return self._pictures.jpeg(question)

    def calibration_check(self) -> CalibrationCheck | None:
        """What the newest picture says of the calibration, None without a camera."""
        return self._eyes.check_calibration()

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
            self._make_interpreter()
            self._begin_reading()
            has_aside = any(item.line.is_aside for item in self.keeper.deal_history)
            took_back = self.keeper.took_back_last() or has_aside
            if took_back and self._interpreter is not None and self.keeper.game is not None:
                self._interpreter.take_back(self.keeper.game, is_silent=has_aside)

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
                self.observe(observation)
            if not arrived:
                self.observe(None)
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
        self._make_interpreter()
        self.between.ask()

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten."""
        if self._interpreter is not None:
            self._interpreter.tell_noten(seat)

    def answer(self, question_id: str, tile: Tile | None, cause: str) -> bool:
        """A person settles a doubt (None: not part of the game); False when it is no longer open.

        Raises:
            BadDataError: no tile's name settles this question.
            UserError: a later event stands against the answer.
        """
        said = NOT_IN_GAME if tile is None else str(tile)
        if question_id.removeprefix(EVENT_QUESTION).isdecimal() and question_id.startswith(EVENT_QUESTION):
            self._answer_about_event(int(question_id.removeprefix(EVENT_QUESTION)), tile, cause)
            return True
        question = next((item for item in self._questions if item.id == question_id), None)
        if question is None or self._interpreter is None:
            return False
        check_answer(question, tile)
        self.keeper.note({"answer": said, "reason": question.reason, "seat": question.seat}, cause)
        self._interpreter.answer(question, tile)
        self._news.set()
        return True

    def _answer_about_event(self, seq: int, tile: Tile | None, cause: str) -> None:
        there = self._tracks_of(seq)
        self.mender.answer(seq, tile, cause)
        if tile is None and self._interpreter is not None:
            self._interpreter.ignore(there)

    def undo_targets(self) -> list[int]:
        """Events of the deal on the table that one may go back to, oldest first."""
        return [] if self.between.is_cleared else self.keeper.undo_targets()

    def _after_correction(self, _correction: Correction, takes_out: bool) -> None:
        """The pieces on the table are those of another game now; what was taken out is asked, not read again."""
        game = self.keeper.game
        if self._interpreter is not None and game is not None:
            has_aside = any(item.line.is_aside for item in self.keeper.deal_history)
            if takes_out or has_aside:
                self._interpreter.take_back(game, is_silent=has_aside)
            else:
                self._interpreter.rebind(game)
        self.between.start_countdown()
        self._news.set()
        self.refresh()

    def observe(self, observation: Observation | None) -> None:
        """Draw the conclusions from a new observation or, with None, from the time that has passed."""
        if observation is not None:
            self.tiles_seen = len(observation.tiles)
        if observation is not None and self._awaits_bare_table:
            if not is_bare(observation, is_being_cleared=self.between.is_moving):
                return
            self._awaits_bare_table = False
        self._seen = observation or self._seen
        game = self.keeper.game
        if self._interpreter is None or game is None or self.between.is_moving or self.eyes_desk.is_teaching:
            return
        if observation is None and self.mender.is_waiting:
            return
        now = asyncio.get_running_loop().time()
        calls = self.callers.calls
        self._interpreter.hear(calls.seats(CallKind.WIN), calls.seats(CallKind.RIICHI))
        seen = self._interpreter.look(game, observation, now)
        self.mender.take(seen.events, seen.doubts, seen.missing)
        self._questions = seen.questions
        if seen.repairs and self.mender.repair(seen.repairs[0]):
            self._news.set()
        self.mender.review(self._interpreter.reading, SURE)

    def _make_interpreter(self) -> None:
        self._questions = ()
        self._interpreter = Interpreter(
            self.keeper.rules,
            InterpreterSettings(
                tile_width_mm=self.settings.geometry.tile_width_mm,
                quiet_s=self.settings.play.quiet_s,
                others_s=self.settings.play.others_s,
                abort_s=self.settings.play.abort_s,
                doubt_s=self.settings.play.doubt_s,
            ),
        )

    def _obstacle(self, goal: Goal) -> Obstacle | None:
        now_s = asyncio.get_running_loop().time()
        return obstacle_of(self._eyes.status(), self.tiles_seen, goal, now_s, self.settings.camera.silent_after_s)

    def _forget_table(self) -> None:
        """The machine takes the tiles: what lies there now is no part of the next deal, seen gone or not."""
        self._seen = None
        self._awaits_bare_table = True

    def _begin_reading(self) -> None:
        game = self.keeper.game
        if game is None or game.deal is None or self._interpreter is None:
            return
        self._interpreter.begin_deal(break_of(game, self.keeper.rules.traits))
        if self._seen is not None:
            self.observe(self._seen)

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
        self.diary.look(self.machine.status)
        game, traits = self.keeper.game, self._traits()
        context = self._context("")
        now = asyncio.get_running_loop().time()
        left = self.between.seconds_left(now)
        machine = machine_document(self.machine.status)
        documents = {
            "info": self._info(self.keeper.history),
            "state": state_document(
                game,
                traits,
                machine=machine,
                camera=camera_document(self._eyes.status(), now, self.settings.camera.silent_after_s),
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
            "questions": questions_document(self._asked()),
            "audit": audit_document(self.keeper.corrections),
            "calls": self.callers.document(),
            "eyes": self.eyes_desk.document(),
            "diag/machine": asdict(self.machine.status),
        }
        for topic, data in documents.items():
            self._announcer.state(topic, data, context)
        self._announcer.status("fault" if machine["fault"] is not None else "online")

    def _asked(self) -> list[QuestionDocument]:
        """Every open question, with word of its picture."""
        about_events = self.mender.questions()
        tracks = {question.id: question.track for question in self._questions}
        for item in about_events:
            if there := self._tracks_of(item["event"]):
                tracks[item["id"]] = there[0]
        self._pictures.keep(tracks)
        asked = [*about_events, *map(question_document, self._questions)]
        return [{**item, "picture": self._pictures.has(item["id"])} for item in asked]

    def _tracks_of(self, seq: int | None) -> tuple[int, ...]:
        """The pieces that are the tile of an event of this deal."""
        anchor = None if seq is None else anchor_of(self.keeper.deal_history, self.keeper.deal_number, seq)
        return () if anchor is None or self._interpreter is None else self._interpreter.tracks_at(anchor)

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
