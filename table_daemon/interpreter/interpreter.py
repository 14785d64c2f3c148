"""The interpreter: keeps the link between pieces and game, and turns observations into events.

Rules this file keeps:
* Each call explains as much of the table as the rules allow, one step after the other, until nothing changes.
* A hand that is still moving says nothing: endings wait until the table has been quiet.
* A piece that is read badly counts as the likeliest tile that the rules accept, with its candidates beside it; one
  that nothing explains stays a question. Neither blocks the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from mahjong_rules.events import Event
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.wall import Break
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.contradictions import Contested, Contradiction, read_again
from table_daemon.interpreter.endings import EndingTimes
from table_daemon.interpreter.explanations import question_about
from table_daemon.interpreter.joint_reading import Copy, Surplus, counted_copies
from table_daemon.interpreter.questions import ABOUT_A_HAND, KONG_REASONS, Question, QuestionReason
from table_daemon.interpreter.readers import FirstReading, read_first
from table_daemon.interpreter.table_view import Answers, LyingPiece, View
from vision.sightings import Observation, Zone

_ASKED_ZONES: Final = (Zone.RIVER, Zone.WALL)


@dataclass(frozen=True, slots=True)
class InterpreterSettings:
    """Times in seconds: how long the table is quiet before an ending counts, how long a doubt may last."""

    tile_width_mm: float = 20.5
    quiet_s: float = 1.0
    others_s: float = 2.5
    """After a win on a discard, for other winners to open their hands."""
    abort_s: float = 5.0
    """Before a draw that nobody shows anything for, for a player who wins the last discard."""
    doubt_s: float = 4.0
    overdue_s: float = 20.0
    """Before anybody is asked about a wall that is gone. Chosen: longer than most think about their last tile."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """New events in order, every open question, and what contradicts the events before.

    `doubts`: what the tile of an event may be, by the event's place in `events`; it counts meanwhile.
    """

    events: tuple[Event, ...]
    questions: tuple[Question, ...]
    doubts: Mapping[int, tuple[tuple[Tile, float], ...]] = field(default_factory=dict)
    contradictions: tuple[Contradiction, ...] = ()
    surplus: Surplus | None = None
    """Too many tiles of one face: one of them is something else."""
    missing: tuple[Anchor, ...] = ()
    """When `events` end the deal: discards that were counted and lie on the table no more."""
    contested: tuple[Contested, ...] = ()
    """When `events` end the deal: tiles that may well be others than were counted."""


class Interpreter:
    """One deal after the other, from observations to events, by the rules of one game."""

    def __init__(self, rules: RuleSystem, settings: InterpreterSettings) -> None:
        self._rules = rules
        self._settings = settings
        self._bindings = Bindings()
        self._answers = Answers()
        self._break: Break | None = None
        self._deal: Deal | None = None
        self._observation: Observation | None = None
        self._changed_at = 0.0
        self._doubted_since: dict[int, float] = {}
        self._newest = FirstReading()
        self._fruitless: tuple[object, ...] = ()
        self._is_take_back_due = False
        self._is_silent = False
        self._overdue_in: Game | None = None
        self._contradicted_since: dict[tuple[Anchor, Tile], float] = {}

    def begin_deal(self, wall_break: Break | None) -> None:
        """Forget the pieces of the last deal; `wall_break` says where indicators lie, None if unknown."""
        self._bindings = Bindings()
        self._answers = Answers()
        self._break = wall_break
        self._observation = None
        self._doubted_since = {}
        self._newest = FirstReading()
        self._fruitless = ()
        self._is_take_back_due = False

    def take_back(self, game: Game, *, is_silent: bool = False, an_end_waits: bool = False) -> None:
        """After an undo: pieces whose event is no longer in `game` count again only when a person says what they are.

        A discard, indicator or flower is asked at once; a hand or meld counts when it is laid anew. Before the first
        observation of a deal this waits for it.

        Args:
            game: as it is now.
            is_silent: the events wait for a person themselves, so that nobody asks about their pieces.
            an_end_waits: the hands that lie open were part of no event yet: they count as they lie.
        """
        self.rebind(game)
        self._is_take_back_due, self._is_silent = self._observation is None, is_silent
        if game.deal is None or self._observation is None:
            return
        for piece in self._bindings.unbound(self._observation.tiles):
            if piece.zone is Zone.HAND and an_end_waits:
                continue
            is_flower = piece.zone is Zone.URA and bool(self._rules.traits.stock.laid_aside)
            is_asked = piece.zone in _ASKED_ZONES or is_flower
            if is_asked and is_silent:
                self._answers.aside.add(piece.track)
            else:
                (self._answers.taken_back if is_asked else self._answers.ignored).add(piece.track)
            self._answers.tiles.pop(piece.track, None)

    def rebind(self, game: Game) -> None:
        """After a correction: the pieces are those of the game as it is now; none of its events is asked again.

        Whether there was a kong is still asked.
        """
        before, self._bindings = self._bindings, Bindings()
        self._answers.aside.clear()
        self._answers.laid_on.clear()
        kongs = {doubt.piece.track for doubt in self._newest.doubts if doubt.reason in KONG_REASONS}
        self._doubted_since = {track: since for track, since in self._doubted_since.items() if track in kongs}
        self._fruitless = ()
        if game.deal is None or self._observation is None:
            return
        self._answers.let_in(game.deal, self._rules.traits.stock)
        self._bindings.renew(game.deal, self._applied(self._observation))
        if self._deal is not None:
            self._bindings.keep_melds(game.deal, before, self._deal)
            self._bindings.keep_rows(game.deal, self._applied(self._observation), before, self._deal)
        for track in self._bindings.anchors:
            self._answers.taken_back.discard(track)

    def tracks_at(self, anchor: Anchor) -> tuple[int, ...]:
        """The pieces that are the tile at a place of the game."""
        return tuple(track for track, bound in self._bindings.anchors.items() if bound == anchor)

    def ignore(self, tracks: Iterable[int]) -> None:
        """These pieces are no part of the game."""
        self._answers.ignored.update(tracks)
        self._fruitless = ()

    def name(self, tracks: Iterable[int], tile: Tile | None) -> None:
        """A person says what these pieces are; they and what lies beside them are read anew. None: as they look.

        An event that was taken back leaves what lies at its place out of the game (`take_back`): here it is only
        another tile than was thought.
        """
        named = dict.fromkeys(tracks, tile)
        seen = () if self._observation is None else self._observation.tiles
        places = {(piece.zone, piece.seat) for piece in seen if piece.track in named}
        self._answers.ignored -= {piece.track for piece in seen if (piece.zone, piece.seat) in places}
        for track in named:
            self._answers.tiles.pop(track, None)
        self._answers.tiles.update((track, said) for track, said in named.items() if said is not None)
        self._fruitless = ()

    def leave_out(self, track: int, face: Tile, *, is_clear: bool) -> None:
        """This piece is no `face`, of which there are enough elsewhere; what it is instead is asked unless it is clear.

        It may be one again once the game is corrected so that there is room for one.
        """
        self._answers.left_out.setdefault(track, {})[face] = is_clear
        self._doubted_since.pop(track, None)
        self._fruitless = ()

    def copies_of(self, game: Game, face: Tile) -> tuple[Copy, ...]:
        """The tiles of the game that count as `face`, with what else each may be."""
        view = self._view(game, self._changed_at)
        return () if view is None else counted_copies(view, self._bindings, face)

    def lying(self) -> tuple[LyingPiece, ...]:
        """Every piece of the newest look, with what it is in the game."""
        seen = () if self._observation is None else self._observation.tiles
        anchors, said = self._bindings.anchors, self._answers.tiles
        return tuple(LyingPiece(piece, anchors.get(piece.track), said.get(piece.track)) for piece in seen)

    def seen_at(self, anchor: Anchor) -> tuple[Tile | None, float] | None:
        """How the piece at a place of the game is read now; None while it is not seen."""
        if self._observation is None:
            return None
        found = (piece for piece in self._observation.tiles if self._bindings.anchors.get(piece.track) == anchor)
        piece = next(found, None)
        if piece is None:
            return None
        return self._answers.read(piece, self._rules.traits.stock.kinds)

    def answer(self, question: Question, tile: Tile | None) -> None:
        """A person says what the doubted piece is; None: it is not part of the game."""
        if question.reason is QuestionReason.LAID_ON_MELD:
            self._hear_of_kong(question.track, is_one=tile is not None)
        elif question.reason in ABOUT_A_HAND:
            self._answers.owned_chombo.add(question.seat)
        elif tile is None:
            self._answers.ignored.add(question.track)
        else:
            if self._answers.tiles.get(question.track) == tile:
                self._answers.confirmed.add(question.track)
            self._answers.tiles[question.track] = tile
        self._doubted_since.pop(question.track, None)
        self._fruitless = ()

    def _hear_of_kong(self, track: int, *, is_one: bool) -> None:
        """Whether this is a pung's fourth tile, or lies below it; if not it is no tile of the game, or was nudged."""
        if is_one:
            self._answers.laid_on.add(track)
        elif track not in self._bindings.anchors:
            self._answers.ignored.add(track)
        elif self._observation is not None:
            self._bindings.settle_meld(track, self._observation)

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten; counts at an exhaustive draw."""
        self._answers.told_noten.add(seat)
        self._fruitless = ()

    def hear(self, wins: frozenset[Seat], riichi: frozenset[Seat]) -> None:
        """Who has called a win, and riichi, and nothing on the table has answered it yet."""
        if (wins, riichi) != (self._answers.called_win, self._answers.called_riichi):
            self._answers.called_win, self._answers.called_riichi = wins, riichi
            self._fruitless = ()

    def read(self, game: Game, observation: Observation | None, now: float) -> Interpretation:
        """Explain the table as it is now.

        Args:
            game: the game up to the last event.
            observation: what is settled on the table; None when only time has passed.
            now: seconds of the caller's clock.
        """
        if observation is not None:
            self._observation = observation
            self._changed_at = now
            if self._is_take_back_due:
                self.take_back(game, is_silent=self._is_silent)
        events: list[Event] = []
        doubts: dict[int, tuple[tuple[Tile, float], ...]] = {}
        missing: tuple[Anchor, ...] = ()
        unsure: tuple[Contested, ...] = ()
        while not self._is_fruitless(game, now) and (view := self._view(game, now)) is not None:
            self._newest = found = self._first_reading(view, now)
            step = found.explanation
            if step is None:
                self._fruitless = self._situation(game, now)
                break
            events.extend(step.events)
            missing += found.missing
            unsure += found.contested
            if step.doubt:
                doubts[len(events) - 1] = step.doubt
            game = step.game
            for anchor, explained in step.bindings:
                self._bindings.bind(anchor, explained)
        self._deal = game.deal
        newest, questions = self._newest, self._questions(now)
        return Interpretation(tuple(events), questions, doubts, newest.contradictions, newest.surplus, missing, unsure)

    def _situation(self, game: Game, now: float) -> tuple[object, ...]:
        """Everything a reading depends on; as long as it is the same, looking again finds the same."""
        quiet_s, settings = now - self._changed_at, self._settings
        times = (settings.quiet_s, settings.others_s, settings.abort_s, settings.overdue_s)
        gates = tuple(quiet_s >= time_s for time_s in times)
        ripe = len(self._ripe(now))
        return (game, self._observation, ripe, *gates)

    def _is_fruitless(self, game: Game, now: float) -> bool:
        known, situation = self._fruitless, self._situation(game, now)
        return bool(known) and all(one is other for one, other in zip(known, situation, strict=True))

    def _ripe(self, now: float) -> frozenset[int]:
        """Pieces that have been doubted long enough."""
        doubted = self._doubted_since.items()
        return frozenset(track for track, since in doubted if now - since >= self._settings.doubt_s)

    def _view(self, game: Game, now: float) -> View | None:
        deal = game.deal
        if deal is None or deal.turn is Turn.OVER or self._observation is None:
            self._newest = FirstReading()
            return None
        seen = self._applied(self._observation)
        hints, width_mm = self._rules.hints(game), self._settings.tile_width_mm
        return View(game, deal, seen, self._rules, self._rules.traits, hints, self._break, width_mm, self._ripe(now))

    def _applied(self, observation: Observation) -> Observation:
        """The table as people say it is, by the kinds of tiles that this game has."""
        return self._answers.applied(observation, self._rules.traits.stock.kinds)

    def _first_reading(self, view: View, now: float) -> FirstReading:
        """The first that a reader finds, and what contradicts the game besides."""
        self._bindings.renew(view.deal, view.observation)
        lasting = self._lasting(read_again(view, self._bindings), now)
        found = read_first(view, self._bindings, self._answers, self._ending_times(view.game, now - self._changed_at))
        if any(doubt.reason is QuestionReason.BARE_WALL for doubt in found.doubts):
            self._overdue_in = view.game
        return replace(found, contradictions=(*lasting, *found.contradictions))

    def _ending_times(self, game: Game, quiet_s: float) -> EndingTimes | None:
        """How an ending is read; None while it was not quiet for long enough.

        What was overdue stays so until something happens in the game: an arm that reaches for the tablet lets nobody
        wait anew.
        """
        settings = self._settings
        if quiet_s < settings.quiet_s:
            return None
        return EndingTimes(
            others_may_win=quiet_s < settings.others_s,
            end_is_certain=quiet_s >= settings.abort_s,
            draw_is_overdue=quiet_s >= settings.overdue_s or game is self._overdue_in,
        )

    def _lasting(self, contradictions: Iterable[Contradiction], now: float) -> list[Contradiction]:
        """Readings that contradict the game and have not changed for a while: a passing shadow corrects nothing."""
        found = {(contradiction.anchor, contradiction.tile): contradiction for contradiction in contradictions}
        self._contradicted_since = {key: self._contradicted_since.get(key, now) for key in found}
        quiet_s = self._settings.quiet_s
        return [contradiction for key, contradiction in found.items() if now - self._contradicted_since[key] >= quiet_s]

    def _questions(self, now: float) -> tuple[Question, ...]:
        """A doubt becomes a question when it has lasted; one about an undone piece at once."""
        if self._observation is None:
            return ()
        current = {doubt.piece.track: doubt for doubt in self._newest.doubts}
        self._doubted_since = {track: self._doubted_since.get(track, now) for track in current}
        return tuple(
            question_about(doubt, self._observation)
            for track, doubt in current.items()
            if now - self._doubted_since[track] >= self._settings.doubt_s or track in self._answers.taken_back
        )
