"""A TableService for front-end tests: documents from `tablet_page.view`, commands written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from mahjong_rules.rule_system import Traits
from mahjong_rules.state import Game
from table_daemon.announcing.announcer import Announcer
from table_daemon.game.news import Context
from table_daemon.info_document import About, info_document
from table_daemon.rules.presets import load_rules, preset_names
from tablet_page.game_document import game_document
from tablet_page.results import result_document
from tablet_page.view import board_document, questions_document, state_document
from wire.calibration import CalibrationLook
from wire.commands.command import Command
from wire.documents import CameraDocument, MachineDocument, QuestionDocument
from wire.messages import Announcement, Answer, Json

READY: MachineDocument = {
    "state": "ready",
    "text": "",
    "progress": None,
    "progress_of": None,
    "fault": None,
    "missing": 0,
    "obstacle": "",
    "maintenance": False,
    "exchange": None,
    "refusal": "",
}
CAMERA: CameraDocument = {
    "ok": True,
    "age_s": 0.1,
    "problem": "",
    "notice": "",
    "problem_words": [],
    "notice_words": [],
}


@dataclass(frozen=True, slots=True)
class Heard:
    """A command that arrived, its data as they were sent."""

    name: str
    data: Json
    id: str
    expect_seq: int | None
    expect_deal: int | None
    origin: str


@dataclass(slots=True)
class FakeService:
    """Says what a test tells it to say and remembers what it was asked."""

    announcer: Announcer = field(default_factory=lambda: Announcer("boot-1", lambda: datetime.now(UTC)))
    commands: list[Heard] = field(default_factory=list)
    answer: Answer = field(default_factory=lambda: Answer(ok=True, seq=0))
    picture: bytes | None = None
    calibration: CalibrationLook | None = None
    seq: int = 0

    def put_back(self) -> None:
        """Forget what it was asked and told to answer; what it announced stays until it announces anew."""
        self.commands.clear()
        self.answer = Answer(ok=True, seq=0)
        self.picture = self.calibration = None

    def show(
        self,
        game: Game | None,
        *,
        machine: MachineDocument = READY,
        camera: CameraDocument = CAMERA,
        questions: tuple[QuestionDocument, ...] = (),
        traits: Traits | None = None,
        notice: str = "",
        page: str = "",
        **options: Any,
    ) -> None:
        """Announce every document of `game`; `traits` are those of its preset unless given."""
        traits = traits or load_rules(game.rules if game else "tenhou").traits
        self.seq += 1
        deal = game.deal.header.number if game and game.deal else 0
        context = Context(seq=self.seq, game="g-1" if game else "", deal=deal)
        say = self.announcer.state
        self.announcer.status("online")
        say(
            "info",
            info_document(About("table1", "0.1.0", preset_names(), "tenhou", notice=notice, page=page), ()),
            context,
        )
        say("result", result_document(game, traits), context)
        say("game", game_document(game, traits), context)
        say("board", board_document(game, traits), context)
        say("questions", questions_document(questions), context)
        say("state", state_document(game, traits, machine=machine, camera=camera, rules="tenhou", **options), context)

    def retained(self) -> tuple[Announcement, ...]:
        return self.announcer.retained()

    def subscribe(self, listener: Callable[[Announcement], None]) -> Callable[[], None]:
        return self.announcer.subscribe(listener)

    async def command(self, command: Command) -> Answer:
        expected = (command.expect_seq, command.expect_deal)
        heard = Heard(command.name, command.data.to_json(), command.id, *expected, command.origin)
        self.commands.append(heard)
        return self.answer

    def snapshot_jpeg(self, *, overlay: bool) -> bytes | None:
        return self.picture

    def question_jpeg(self, question: str) -> bytes | None:
        return self.picture

    def layout_jpeg(self) -> bytes | None:
        return self.picture

    def played_jpeg(self, set_name: str, lesson: int) -> bytes | None:
        return self.picture

    def lens_jpeg(self) -> bytes | None:
        return self.picture

    def calibration_check(self) -> CalibrationLook | None:
        return self.calibration
