"""The interpreter: keeps the link between pieces and game, and turns observations into events.

Rules this file keeps:
* Each call explains as much of the table as the rules allow, one step after the other, until nothing changes.
* A hand that is still moving says nothing: endings wait until the table has been quiet.
* A piece that stays unexplained becomes a question, never a guess; a question never blocks the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from mahjong_rules.events import Event
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game, Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.wall import Break
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.endings import Manners, read_ending
from table_daemon.interpreter.play import read_corner, read_discard, read_indicator
from table_daemon.interpreter.questions import Question
from table_daemon.interpreter.steps import Apply, Doubt, Step, View
from vision.sightings import Observation, SettledTile


@dataclass(frozen=True, slots=True)
class InterpreterSettings:
    """Times in seconds: how long the table is quiet before an ending counts, how long a doubt may last."""

    tile_width_mm: float = 20.5
    ura_dora: bool = True
    red_fives: bool = True
    quiet_s: float = 1.0
    others_s: float = 2.5
    """After a win on a discard, for other winners to open their hands."""
    abort_s: float = 5.0
    """Before an abortive draw, for a player who wins the last discard."""
    doubt_s: float = 3.0


@dataclass(frozen=True, slots=True)
class Interpretation:
    """New events in order, and every open question."""

    events: tuple[Event, ...]
    questions: tuple[Question, ...]


class Interpreter:
    """One deal after the other, from observations to events."""

    def __init__(self, apply: Apply, settings: InterpreterSettings) -> None:
        self._apply = apply
        self._settings = settings
        self._bindings = Bindings()
        self._break: Break | None = None
        self._observation: Observation | None = None
        self._changed_at = 0.0
        self._answers: dict[int, Tile] = {}
        self._told_noten: frozenset[Seat] = frozenset()
        self._doubted_since: dict[int, float] = {}

    def begin_deal(self, wall_break: Break | None) -> None:
        """Forget the pieces of the last deal; `wall_break` says where indicators lie, None if unknown."""
        self._bindings = Bindings()
        self._break = wall_break
        self._observation = None
        self._answers = {}
        self._told_noten = frozenset()
        self._doubted_since = {}

    def forget_links(self) -> None:
        """Bind all pieces anew at the next observation, as after an undo."""
        self._bindings = Bindings()
        self._doubted_since = {}

    def answer(self, question: Question, tile: Tile) -> None:
        """A person says what the doubted piece is."""
        self._answers[question.track] = tile
        self._doubted_since.pop(question.track, None)

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten; counts at an exhaustive draw."""
        self._told_noten |= {seat}

    def look(self, game: Game, observation: Observation | None, now: float) -> Interpretation:
        """Explain the table as it is now.

        Args:
            game: the game up to the last event.
            observation: what is settled on the table; None when only time has passed.
            now: seconds of the caller's clock.
        """
        if observation is not None:
            self._observation = observation
            self._changed_at = now
        events: list[Event] = []
        doubts: list[Doubt] = []
        while (view := self._view(game)) is not None:
            self._bindings.renew(view.deal, view.observation)
            found = list(self._first_step(view, now))
            step = next((item for item in found if isinstance(item, Step)), None)
            if step is None:
                doubts = [item for item in found if isinstance(item, Doubt)]
                break
            events.extend(step.events)
            game = step.game
            for anchor, explained in step.bindings:
                self._bindings.bind(anchor, explained)
        return Interpretation(tuple(events), self._questions(doubts, now))

    def _view(self, game: Game) -> View | None:
        deal = game.deal
        if deal is None or deal.turn is Turn.OVER or self._observation is None:
            return None
        tiles = tuple(self._with_answer(piece) for piece in self._observation.tiles)
        return View(game, deal, replace(self._observation, tiles=tiles), self._apply)

    def _with_answer(self, piece: SettledTile) -> SettledTile:
        tile = self._answers.get(piece.track)
        if tile is None:
            return piece
        return replace(piece, tile=tile, candidates=((tile, 1.0),), confidence=1.0)

    def _first_step(self, view: View, now: float) -> Iterator[Step | Doubt]:
        """The readers in order of certainty, up to the first step."""
        settings = self._settings
        quiet_s = now - self._changed_at
        manners = Manners(
            settings.tile_width_mm,
            settings.ura_dora,
            self._told_noten,
            others_may_win=quiet_s < settings.others_s,
            abort_is_certain=quiet_s >= settings.abort_s,
        )
        answered = frozenset(self._answers)
        wall_break = None if answered and self._is_indicator_answered(view) else self._break
        bindings, width_mm, red_fives = self._bindings, settings.tile_width_mm, settings.red_fives
        readers: list[Callable[[], Step | Doubt | None]] = [
            partial(read_indicator, view, bindings, wall_break, width_mm),
            *(partial(read_corner, view, bindings, seat, red_fives=red_fives) for seat in SEATS),
            partial(read_discard, view, bindings, answered),
        ]
        if quiet_s >= settings.quiet_s:
            readers.append(partial(read_ending, view, bindings, manners))
        for reader in readers:
            found = reader()
            if found is not None:
                yield found
            if isinstance(found, Step):
                return

    def _is_indicator_answered(self, view: View) -> bool:
        """True when a person vouched for a tile on the wall: its place is then no longer doubted."""
        return any(piece.track in self._answers and piece.zone.value == "wall" for piece in view.observation.tiles)

    def _questions(self, doubts: list[Doubt], now: float) -> tuple[Question, ...]:
        """A doubt becomes a question when it has lasted."""
        current = {doubt.piece.track: doubt for doubt in doubts}
        self._doubted_since = {track: self._doubted_since.get(track, now) for track in current}
        return tuple(
            _question(doubt)
            for track, doubt in current.items()
            if now - self._doubted_since[track] >= self._settings.doubt_s
        )


def _question(doubt: Doubt) -> Question:
    piece = doubt.piece
    return Question(
        id=f"q-{piece.track}",
        reason=doubt.reason,
        seat=piece.seat,
        zone=piece.zone,
        track=piece.track,
        candidates=tuple(str(tile) for tile, _ in piece.candidates),
        detail=doubt.detail,
    )
