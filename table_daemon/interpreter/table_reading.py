"""What the eyes see, read as a game: an observation and the situation of the table go in, what they say comes out.

Rules this file keeps:
* What lay on the table before the machine took the tiles is never read as part of the next deal.
* Nothing is read while the machine moves tiles, or while the eyes are taught.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.deal_start import break_of, is_bare
from table_daemon.interpreter.interpreter import Interpretation, Interpreter, InterpreterSettings
from table_daemon.interpreter.joint_reading import Copy
from table_daemon.interpreter.questions import Question
from table_daemon.interpreter.table_view import LyingPiece
from vision.sightings import Observation


@dataclass(frozen=True, slots=True)
class Situation:
    """What the table knows besides what its eyes see.

    Attributes:
        game: as it stands; None before the first.
        now_s: seconds of the caller's clock.
        is_moving: the machine moves tiles.
        is_cleared: the tiles of the last deal are in the machine, or on their way.
        is_teaching: what lies on the table is a lesson.
        is_waiting: a deal's end waits for an answer and nothing has happened since.
        called_wins: who has called a win that nothing on the table has answered yet.
        called_riichi: who has called riichi likewise.
    """

    game: Game | None
    now_s: float
    is_moving: bool = False
    is_cleared: bool = False
    is_teaching: bool = False
    is_waiting: bool = False
    called_wins: frozenset[Seat] = frozenset()
    called_riichi: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Findings:
    """What the table says.

    Attributes:
        found: events, doubts and contradictions; None where nothing was read.
        questions: pieces in doubt.
        tiles_seen: tiles that lie on the table by the newest observation.
    """

    found: Interpretation | None = None
    questions: tuple[Question, ...] = ()
    tiles_seen: int = 0


class TableReading:
    """Reads the games of one table.

    Args:
        settings: times that the interpreter waits.

    Attributes:
        newest: the reading of the newest look.
    """

    def __init__(self, settings: InterpreterSettings) -> None:
        self._settings = settings
        self._rules: RuleSystem | None = None
        self._interpreter: Interpreter | None = None
        self._seen: Observation | None = None
        self._awaits_bare_table = False
        self.newest = Findings()

    # Games and deals --------------------------------------------------------------------------------

    def begin_game(self, rules: RuleSystem) -> None:
        """From now on by these rules."""
        self.newest = replace(self.newest, found=None, questions=())
        self._rules = rules
        self._interpreter = Interpreter(rules, self._settings)

    def begin_deal(self, game: Game | None) -> Observation | None:
        """The walls stand: what lies on the table now, which is returned, belongs to the deal that has begun."""
        if game is None or game.deal is None or self._interpreter is None or self._rules is None:
            return None
        self._interpreter.begin_deal(break_of(game, self._rules.traits))
        return self._seen

    def restore(self, rules: RuleSystem, game: Game, *, takes_out: bool, has_aside: bool) -> None:
        """Go on with a game of the journal.

        Args:
            rules: of the game.
            game: as it stands.
            takes_out: events were taken back last: their pieces are not read again.
            has_aside: events of the deal were set aside: people are asked about those, not about their pieces.
        """
        self.begin_game(rules)
        self.begin_deal(game)
        if self._interpreter is not None and (takes_out or has_aside):
            self._interpreter.take_back(game, is_silent=has_aside)

    def forget_table(self) -> None:
        """The machine takes the tiles: what lies there now is no part of the next deal, seen gone or not."""
        self._seen = None
        self._awaits_bare_table = True

    def after_correction(
        self, game: Game | None, *, takes_out: bool, has_aside: bool, an_end_waits: bool = False
    ) -> None:
        """The pieces on the table are those of another game now.

        Args:
            game: as it stands.
            takes_out: events were taken out: their pieces are asked about, not read again.
            has_aside: see `restore`.
            an_end_waits: the deal's end was seen already and had to wait for this.
        """
        if self._interpreter is None or game is None:
            return
        if takes_out or has_aside:
            self._interpreter.take_back(game, is_silent=has_aside, an_end_waits=an_end_waits)
        else:
            self._interpreter.rebind(game)

    # Reading ----------------------------------------------------------------------------------------

    def read(self, observation: Observation | None, situation: Situation) -> Findings:
        """Draw the conclusions from a new observation or, with None, from the time that has passed."""
        found = self._interpretation(observation, situation)
        self.newest = Findings(
            found,
            self.newest.questions if found is None else found.questions,
            self.newest.tiles_seen if observation is None else len(observation.tiles),
        )
        return self.newest

    def _interpretation(self, observation: Observation | None, situation: Situation) -> Interpretation | None:
        if observation is not None and self._awaits_bare_table:
            if not is_bare(observation, is_being_cleared=situation.is_moving):
                return None
            self._awaits_bare_table = False
        self._seen = observation or self._seen
        if situation.is_moving or situation.is_teaching or (observation is None and situation.is_waiting):
            return None
        if self._interpreter is None or situation.game is None:
            return None
        self._interpreter.hear(situation.called_wins, situation.called_riichi)
        return self._interpreter.read(situation.game, observation, situation.now_s)

    def seen_at(self, anchor: Anchor) -> tuple[Tile | None, float] | None:
        """How the piece at a place of the game is read now, and how surely; None while it is not seen."""
        return None if self._interpreter is None else self._interpreter.seen_at(anchor)

    def leave_out(self, track: int, face: Tile, *, is_clear: bool) -> None:
        """This piece is no `face`, of which there are enough elsewhere; what it is instead is asked unless clear."""
        if self._interpreter is not None:
            self._interpreter.leave_out(track, face, is_clear=is_clear)

    def forget_names(self, anchor: Anchor) -> None:
        """What people said about the pieces of a tile or meld counts no more: they are what they look like."""
        if self._interpreter is not None:
            self._interpreter.name(self._interpreter.tracks_at(anchor), None)

    def copies_of(self, game: Game, face: Tile) -> tuple[Copy, ...]:
        """The tiles of the game that count as `face`, with what else each may be."""
        return () if self._interpreter is None else self._interpreter.copies_of(game, face)

    def tracks_at(self, anchor: Anchor | None) -> tuple[int, ...]:
        """The pieces that are the tile at a place of the game."""
        return () if anchor is None or self._interpreter is None else self._interpreter.tracks_at(anchor)

    def lying(self) -> tuple[LyingPiece, ...]:
        """Every piece of the newest look, with what it is in the game."""
        return () if self._interpreter is None else self._interpreter.lying()

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

    def name(self, tracks: tuple[int, ...], tile: Tile) -> None:
        """A person says what these pieces are; where they belong is read anew."""
        if self._interpreter is not None:
            self._interpreter.name(tracks, tile)
