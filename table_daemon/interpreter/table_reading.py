"""What the eyes see, read: observations go to the interpreter, what it finds to the game, what it doubts to people.

Rules this file keeps:
* What lay on the table before the machine took the tiles is never read as part of the next deal.
* Nothing is read while the machine moves tiles, or while the eyes are taught.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from table_daemon.corrections.corrections import Corrections
from table_daemon.corrections.event_places import anchor_of
from table_daemon.eyes.eyes_desk import EyesDesk
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter import Interpreter, Question
from table_daemon.interpreter.deal_start import break_of, is_bare
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.interpreter.steps import SURE
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.people.call_handler import CallHandler
from table_daemon.settings import Settings
from vision.sightings import Observation
from wire.table_data import CallKind


class Watched(Protocol):
    """What those need of a table who make something of what its eyes see."""

    settings: Settings
    keeper: GameKeeper
    corrections: Corrections
    callers: CallHandler
    between: BetweenDeals
    eyes_desk: EyesDesk


class TableReading:
    """Reads the game of one table.

    Args:
        table: at which is played.

    Attributes:
        questions: pieces in doubt by the newest look.
        tiles_seen: tiles that lie on the table by the newest observation.
    """

    def __init__(self, table: Watched) -> None:
        self._table = table
        self._interpreter: Interpreter | None = None
        self._seen: Observation | None = None
        self._awaits_bare_table = False
        self.questions: tuple[Question, ...] = ()
        self.tiles_seen = 0

    # Games and deals --------------------------------------------------------------------------------

    def begin_game(self) -> None:
        """From now on by the rules of the game that the keeper has."""
        settings = self._table.settings
        self.questions = ()
        self._interpreter = Interpreter(
            self._table.keeper.rules,
            InterpreterSettings(
                tile_width_mm=settings.geometry.tile_width_mm,
                quiet_s=settings.play.quiet_s,
                others_s=settings.play.others_s,
                abort_s=settings.play.abort_s,
                doubt_s=settings.play.doubt_s,
            ),
        )

    def begin_deal(self) -> None:
        """The walls stand: what lies on the table now belongs to the deal that has begun."""
        keeper = self._table.keeper
        game = keeper.game
        if game is None or game.deal is None or self._interpreter is None:
            return
        self._interpreter.begin_deal(break_of(game, keeper.rules.traits))
        if self._seen is not None:
            self.observe(self._seen)

    def restore(self) -> None:
        """Go on with the deal of the journal; what was taken back last is not read again."""
        self.begin_game()
        self.begin_deal()
        if self._table.keeper.took_back_last() or self._has_aside():
            self._take_back()

    def forget_table(self) -> None:
        """The machine takes the tiles: what lies there now is no part of the next deal, seen gone or not."""
        self._seen = None
        self._awaits_bare_table = True

    def after_correction(self, *, takes_out: bool) -> None:
        """The pieces on the table are those of another game now; what was taken out is asked, not read again."""
        game = self._table.keeper.game
        if self._interpreter is None or game is None:
            return
        if takes_out or self._has_aside():
            self._take_back()
        else:
            self._interpreter.rebind(game)

    def _take_back(self) -> None:
        game = self._table.keeper.game
        if self._interpreter is not None and game is not None:
            self._interpreter.take_back(game, is_silent=self._has_aside())

    def _has_aside(self) -> bool:
        """Whether events of this deal were set aside: people are asked about those, not about their pieces."""
        return any(item.line.is_aside for item in self._table.keeper.deal_history)

    # Looking ----------------------------------------------------------------------------------------

    def observe(self, observation: Observation | None) -> None:
        """Draw the conclusions from a new observation or, with None, from the time that has passed."""
        between = self._table.between
        if observation is not None:
            self.tiles_seen = len(observation.tiles)
        if observation is not None and self._awaits_bare_table:
            if not is_bare(observation, is_being_cleared=between.is_moving):
                return
            self._awaits_bare_table = False
        self._seen = observation or self._seen
        if between.is_moving or self._table.eyes_desk.is_teaching:
            return
        if observation is None and self._table.corrections.is_waiting:
            return
        self._look(observation)

    def _look(self, observation: Observation | None) -> None:
        game, corrections, calls = self._table.keeper.game, self._table.corrections, self._table.callers.calls
        if self._interpreter is None or game is None:
            return
        self._interpreter.hear(calls.seats(CallKind.WIN), calls.seats(CallKind.RIICHI))
        seen = self._interpreter.look(game, observation, asyncio.get_running_loop().time())
        corrections.take(seen.events, seen.doubts, seen.missing)
        self.questions = seen.questions
        if seen.contradictions:
            corrections.correct_misreading(seen.contradictions[0])
        corrections.review(self._interpreter.reading, SURE)

    # What people say --------------------------------------------------------------------------------

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten."""
        if self._interpreter is not None:
            self._interpreter.tell_noten(seat)

    def answer(self, question: Question, tile: Tile | None) -> None:
        """A person says what a doubted piece is; None: it is not part of the game."""
        if self._interpreter is not None:
            self._interpreter.answer(question, tile)

    def ignore(self, tracks: tuple[int, ...]) -> None:
        """These pieces are no part of the game."""
        if self._interpreter is not None:
            self._interpreter.ignore(tracks)

    def tracks_of(self, seq: int | None) -> tuple[int, ...]:
        """The pieces that are the tile of an event of this deal."""
        keeper = self._table.keeper
        anchor = None if seq is None else anchor_of(keeper.deal_history, keeper.deal_number, seq)
        return () if anchor is None or self._interpreter is None else self._interpreter.tracks_at(anchor)
