"""The table: lets its parts go on, carries what one of them found to the next, and announces what has changed.

Rules this file keeps:
* One event loop owns all state; eyes and MQTT cross into it with `call_soon_threadsafe`.
* No part knows the table: values go in and come out, and what nobody asked for waits until `tick` takes it.
* What was written is announced first, then the documents that it changed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from table_daemon.announcing.announcements import announce
from table_daemon.announcing.announcer import Announcer
from table_daemon.arrivals import Arrivals
from table_daemon.command_dispatcher import CommandDispatcher
from table_daemon.eyes.calibration_look import calibration_look
from table_daemon.game.news import Corrected, Happening, Remark
from table_daemon.interpreter.event_anchors import seq_at
from table_daemon.interpreter.table_reading import Situation
from table_daemon.machine.between_deals import Milestone
from table_daemon.table_documents import PERIOD_S, figure_documents, table_documents
from table_daemon.table_parts import TableParts
from vision.sightings import Observation
from wire.calibration import CalibrationLook
from wire.commands.command import Command
from wire.messages import Announcement, Answer

# How often time alone moves the table on: a countdown in seconds needs no more, the eyes wake it at once. Chosen.
TICK_S: Final = 0.1
"""Between two ticks where nothing hastens one: what people take for at once."""


class Table:
    """Implements `service.TableService`.

    Args:
        parts: what it is made of.
        commands: carries out what people and programs ask for.
        arrivals: what the eyes see.
        announcer: tells everybody.
        clock: seconds of the event loop.
    """

    def __init__(
        self,
        parts: TableParts,
        commands: CommandDispatcher,
        arrivals: Arrivals,
        announcer: Announcer,
        clock: Callable[[], float],
    ) -> None:
        self._parts = parts
        self._commands = commands
        self._announcer = announcer
        self._clock = clock
        self._arrivals = arrivals
        self._figures_due_at_s = 0.0
        self.ticks = 0
        """How often it has looked after everything: stands still when the table hangs."""

    # What the front ends ask (service.TableService) ------------------------------------------------

    def retained(self) -> tuple[Announcement, ...]:
        """Every current state document."""
        return self._announcer.retained()

    def subscribe(self, listener: Callable[[Announcement], None]) -> Callable[[], None]:
        """Call `listener` for each announcement until the returned function is called."""
        return self._announcer.subscribe(listener)

    async def command(self, command: Command) -> Answer:
        """Carry out a command."""
        answer = await self._commands.carry_out(command)
        self.announce()
        self._arrivals.is_news.set()
        return answer

    def snapshot_jpeg(self, *, overlay: bool) -> bytes | None:
        """The newest picture, None without a camera."""
        return self._parts.eyes.latest_jpeg(overlay=overlay)

    def question_jpeg(self, question: str) -> bytes | None:
        """The piece that an open question is about, None where it cannot be shown."""
        return self._parts.questions.jpeg(question)

    def calibration_check(self) -> CalibrationLook | None:
        """What the newest picture says of the calibration, None without a camera."""
        return calibration_look(self._parts.eyes)

    def layout_jpeg(self) -> bytes | None:
        """The tile set that is laid out for a lesson, None while none is shown."""
        return self._parts.teaching.layout_jpeg()

    def played_jpeg(self, set_name: str, lesson: int) -> bytes | None:
        """The crop of a lesson that was learnt while playing; None where there is none of that number."""
        return self._parts.teaching.played_jpeg(set_name, lesson)

    def lens_jpeg(self) -> bytes | None:
        """The lens that was measured, None while none waits to be stored."""
        return self._parts.teaching.lens_jpeg()

    # Running ----------------------------------------------------------------------------------------

    def restore(self) -> None:
        """Go on where the journal ends; after a result only when a person says so.

        Raises:
            JournalError: these rules cannot replay it.
        """
        keeper = self._parts.keeper
        if keeper.restore() and keeper.game is not None:
            self._parts.machine.use_sets(keeper.traits.stock.count)
            self._parts.eyes.consider(keeper.traits.stock.kinds)
            self._parts.reading.restore(
                keeper.rules, keeper.game, takes_out=keeper.took_back_last(), has_aside=keeper.has_aside
            )

    async def run(self) -> None:
        """Watch, count and announce until cancelled; whatever fails in it, a full disk too, ends it."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._parts.between.run())
            group.create_task(self._watch())

    def tick(self, now_s: float) -> None:
        """Take what the parts have reached and seen since the last time, and announce what has changed."""
        parts = self._parts
        parts.eyes.check()
        parts.teaching.poll(now_s)
        parts.between.tick(now_s)
        self._announce_news(now_s)
        for milestone in parts.between.take_milestones():
            self._pass(milestone, now_s)
        for observation in self._arrivals.take() or (None,):
            self._read(observation, now_s)
        parts.machine.update_tiles_seen(parts.reading.newest.tiles_seen)
        self._announce_documents(now_s)
        if now_s >= self._figures_due_at_s:
            self._say(figure_documents(parts))
            self._figures_due_at_s = now_s + PERIOD_S
        self.ticks += 1

    async def _watch(self) -> None:
        """At once when there is something new, ten times a second anyway."""
        while True:
            self._arrivals.is_news.clear()
            self.tick(self._clock())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._arrivals.is_news.wait()

    # From the eyes to the game ----------------------------------------------------------------------

    def _situation(self, now_s: float) -> Situation:
        parts = self._parts
        calls = parts.calls.calls
        return Situation(
            parts.keeper.game,
            now_s,
            is_moving=parts.between.is_moving,
            is_cleared=parts.between.is_cleared,
            is_teaching=parts.teaching.is_teaching,
            is_waiting=parts.intake.is_waiting,
            called_wins=calls.wins,
            called_riichi=calls.riichi,
        )

    def _pass(self, milestone: Milestone, now_s: float) -> None:
        """What the machine has reached decides what the eyes may make of the table."""
        reading = self._parts.reading
        match milestone:
            case Milestone.MOTION:
                reading.forget_table()
            case Milestone.WALLS:
                lies_there = reading.begin_deal(self._parts.keeper.game)
                if lies_there is not None:
                    self._read(lies_there, now_s)

    def _read(self, observation: Observation | None, now_s: float) -> None:
        """Read a new observation or, with None, the time that has passed; what is found goes into the game."""
        parts = self._parts
        found = parts.reading.read(observation, self._situation(now_s)).found
        if found is None:
            return
        places = parts.keeper.event_places
        missing = [seq for anchor in found.missing if (seq := seq_at(places, anchor)) is not None]
        contested = {seq: one.readings for one in found.contested if (seq := seq_at(places, one.anchor)) is not None}
        for _ in parts.intake.take(found.events, found.doubts, missing, contested):
            self._announce_news(now_s)
        is_corrected = any(map(parts.camera_corrections.contradict, found.contradictions))
        if not is_corrected and found.surplus is not None:
            parts.camera_corrections.explain(found.surplus)
        parts.camera_corrections.review()
        self._announce_news(now_s)

    # Announcements ----------------------------------------------------------------------------------

    def announce(self) -> None:
        """Say what was written and every document that has changed."""
        now_s = self._clock()
        self._announce_news(now_s)
        self._announce_documents(now_s)

    def _announce_news(self, now_s: float) -> None:
        for news in self._parts.keeper.take_news():
            announce(self._announcer, news)
            if not isinstance(news, Remark):
                self._follow(news)
                self._announce_documents(now_s)

    def _follow(self, news: Happening | Corrected) -> None:
        """What an event or a correction means for machine and eyes."""
        parts = self._parts
        match news:
            case Happening(starts_game=True):
                parts.machine.use_sets(parts.keeper.traits.stock.count)
                parts.eyes.consider(parts.keeper.traits.stock.kinds)
                parts.reading.begin_game(parts.keeper.rules)
                parts.between.ask()
            case Happening(ends_deal=True) | Happening(changes_seats=True):
                parts.between.start_countdown()
            case Corrected():
                parts.between.start_countdown()
                self._arrivals.is_news.set()

    def _announce_documents(self, now_s: float) -> None:
        """Let go on what goes on by itself, then say every document that has changed."""
        self._advance(now_s)
        parts = self._parts
        for remark in parts.keeper.take_news():
            announce(self._announcer, remark)
        documents = table_documents(parts, now_s)
        self._say(documents)
        self._announcer.status("fault" if documents["state"]["machine"]["fault"] is not None else "online")

    def _advance(self, now_s: float) -> None:
        """Calls expire, the machine's log is written, sticks are compared, pictures of questions are kept."""
        parts = self._parts
        parts.calls.tick(now_s)
        parts.machine_log.update(parts.machine.status)
        parts.sticks.tick(parts.eyes.status(), self._situation(now_s))
        parts.questions.keep_pictures()

    def _say(self, documents: Mapping[str, Any]) -> None:
        """Say those of these documents that have changed; data by topic."""
        context = self._parts.keeper.context("")
        for topic, data in documents.items():
            self._announcer.state(topic, data, context)
