"""A game as the events that made it, and what a change of one of them does to all that came after.

Rules this file keeps:
* Pure: a rehearsal gives another history, or says which later event stands against it; nothing is written.
* Nobody sees a draw, so a draw of an unknown tile is no fact of its own: a rehearsal takes out those that no longer
  fit and puts in those that a later event needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from mahjong_rules.codec import CodecError, event_from_json, event_to_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Called, Drawn, Event, GameStarted, WinsDeclared, actor_of
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.told import said_by
from table_daemon.game.timeline import Edit, Line, Op

MAX_DRAWS: Final = 3
"""More tiles in a row nobody takes without laying something open between them."""


@dataclass(frozen=True, slots=True)
class Played:
    """A line, its event, and the game after it (for a line that is set aside, the game before it)."""

    line: Line
    event: Event
    game: Game

    @property
    def seq(self) -> int:
        """The number of the line."""
        return self.line.seq

    @property
    def deal(self) -> int:
        """The number of the deal it belongs to, 0 before the first."""
        return self.game.deal.header.number if self.game.deal is not None else 0

    @property
    def is_hidden_draw(self) -> bool:
        """A draw that nobody saw."""
        return is_hidden_draw(self.event)


History = tuple[Played, ...]


class ConflictError(Exception):
    """A change that makes a later event impossible; `seq` is that event's number, `reason` the rules' sentence.

    With `is_wished` it is the wished event itself that cannot have happened.
    """

    def __init__(self, seq: int, event: Event, reason: str, *, is_wished: bool = False) -> None:
        super().__init__(reason)
        self.seq = seq
        self.event = event
        self.reason = reason
        self.is_wished = is_wished


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A history as it would be. `edits` are all that lead there; new lines have numbers below zero."""

    history: History
    edits: tuple[Edit, ...]

    @property
    def aside(self) -> tuple[int, ...]:
        """Lines that this sets aside."""
        return tuple(edit.seq for edit in self.edits if edit.op is Op.ASIDE)


def is_hidden_draw(event: Event) -> bool:
    """A draw that nobody saw."""
    return isinstance(event, Drawn) and event.tile is None


def place_of(history: Sequence[Played], seq: int) -> int | None:
    """Where the line `seq` stands; None when it is not there."""
    return next((place for place, played in enumerate(history) if played.seq == seq), None)


def with_needed_draws(rules: RuleSystem, game: Game, event: Event) -> tuple[tuple[Event, ...], Game] | str:
    """Unseen draws that make `event` possible and the game after it, or the rules' sentence against it after them.

    Args:
        rules: of the game.
        game: the game before.
        event: what happened.
    """
    draws: tuple[Event, ...] = ()
    refusal = ""
    while True:
        try:
            return draws, rules.apply(game, event)
        except IllegalEvent as error:
            refusal = said_by(error)
        drawer = rules.hints(game).draws
        if drawer is None or drawer != _actor(event) or len(draws) == MAX_DRAWS:
            return refusal
        try:
            game = rules.apply(game, Drawn(drawer))
        except IllegalEvent:
            return refusal
        draws = (*draws, Drawn(drawer))


def rehearse(
    rules: RuleSystem,
    history: History,
    lines: Sequence[Line],
    *,
    wished: frozenset[int] = frozenset(),
    force: bool = False,
) -> Rehearsal:
    """The history when `lines` are its lines; new ones (insertions) have numbers below zero.

    Args:
        rules: of the game.
        history: as it stands.
        lines: as they are wished; the first is the start of the game.
        wished: numbers of the lines that were changed: they are never set aside.
        force: set later events aside that the rules refuse, rather than give up.

    Raises:
        ConflictError: an event is impossible now.
    """
    same = _common(history, lines)
    number = min([0, *(line.seq for line in lines)]) - 1
    walk = _Walk(rules, list(history[:same]), wished, number, force=force)
    for line in lines[same:]:
        walk.take(line)
    return Rehearsal(tuple(walk.done), tuple(walk.edits))


def played(rules: RuleSystem, lines: Iterable[Line]) -> History:
    """The history of these lines as they stand, which the rules accept.

    Raises:
        IllegalEvent: they do not.
        CodecError: a line holds no event.
    """
    done: list[Played] = []
    for line in lines:
        event = event_from_json(line.payload)
        if not done:
            done.append(_first(rules, line, event))
        elif line.is_aside:
            done.append(Played(line, event, done[-1].game))
        else:
            done.append(Played(line, event, rules.apply(done[-1].game, event)))
    return tuple(done)


def _first(rules: RuleSystem, line: Line, event: Event) -> Played:
    if not isinstance(event, GameStarted):
        raise CodecError("a game begins with game_started")
    return Played(line, event, rules.new_game(event))


@dataclass(slots=True)
class _Walk:
    """The rehearsal as far as it has come."""

    rules: RuleSystem
    done: list[Played]
    wished: frozenset[int]
    next_number: int
    force: bool
    edits: list[Edit] = field(default_factory=list)

    def take(self, line: Line) -> None:
        """The next wished line."""
        try:
            event = event_from_json(line.payload)
        except CodecError as error:
            raise IllegalEvent(str(error)) from error
        if not self.done:
            self.done.append(_first(self.rules, line, event))
            return
        if line.is_aside:
            self.done.append(Played(line, event, self.game))
            return
        try:
            self.done.append(Played(line, event, self.rules.apply(self.game, event)))
        except IllegalEvent:
            if is_hidden_draw(event):
                self._remove(line.seq)
            elif refusal := self._with_other_draws(line, event):
                self._refuse(line, event, refusal)

    @property
    def game(self) -> Game:
        """After the last line."""
        return self.done[-1].game

    def _with_other_draws(self, line: Line, event: Event) -> str:
        """Take the event where other unseen draws just before make it possible; else the rules' sentence against it."""
        tail, refusal = 0, ""
        while tail < len(self.done) - 1 and self.done[-1 - tail].is_hidden_draw:
            tail += 1
        for dropped in range(tail + 1):
            before = self.done[len(self.done) - 1 - dropped].game
            found = with_needed_draws(self.rules, before, event)
            if not isinstance(found, str):
                self._drop(dropped)
                self._add_draws(found[0], line)
                self.done.append(Played(line, event, found[1]))
                return ""
            refusal = refusal or found
        return refusal

    def _drop(self, count: int) -> None:
        for _ in range(count):
            self._remove(self.done.pop().seq)

    def _remove(self, seq: int) -> None:
        """A line that was only put in by this rehearsal leaves no trace."""
        ours = [edit for edit in self.edits if edit.seq == seq]
        if ours:
            self.edits = [edit for edit in self.edits if edit not in ours]
        else:
            self.edits.append(Edit(Op.REMOVE, seq))

    def _add_draws(self, draws: Sequence[Event], like: Line) -> None:
        for draw in draws:
            payload = event_to_json(draw)
            self.edits.append(Edit(Op.INSERT, self.next_number, payload, after=self.done[-1].seq))
            new = Line(self.next_number, payload, like.at, like.cause)
            self.done.append(Played(new, draw, self.rules.apply(self.game, draw)))
            self.next_number -= 1

    def _refuse(self, line: Line, event: Event, refusal: str) -> None:
        if not self.force or line.seq in self.wished:
            raise ConflictError(line.seq, event, refusal, is_wished=line.seq in self.wished)
        self.edits.append(Edit(Op.ASIDE, line.seq))
        self.done.append(Played(replace(line, is_aside=True), event, self.game))


def _common(history: History, lines: Sequence[Line]) -> int:
    """How many lines at the beginning are the same."""
    same = 0
    for before, wished in zip(history, lines, strict=False):
        if (before.line.payload, before.line.is_aside, before.seq) != (wished.payload, wished.is_aside, wished.seq):
            break
        same += 1
    return same


def _actor(event: Event) -> Seat | None:
    """Whose draw may come before this event; nobody's before a claim of what another player laid."""
    if isinstance(event, WinsDeclared):
        return event.wins[0].seat if event.wins and event.discarder is None else None
    return None if isinstance(event, Called) else actor_of(event)
