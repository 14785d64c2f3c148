"""Replaying a game record through the rules engine alone, and comparing what it reaches with the record's figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event, GameStarted
from mahjong_rules.records import (
    ExpectedEnd,
    ExpectedResult,
    ExpectedStart,
    RecordError,
    RecordItem,
    record_events,
)
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where engine and record part: `line` of the record, what it says, what the engine says."""

    line: int
    what: str
    recorded: str
    reached: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}: the record says {self.recorded}, the rules say {self.reached}"


class _DifferenceError(Exception):
    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record came to: the game as far as it was played, and the first difference, if any."""

    path: Path
    game: Game | None
    difference: Difference | None


def replay_file(path: Path, rules: RuleSystem) -> Replay:
    """Replay the record in `path` up to its end or its first difference.

    Raises:
        RecordError: the file cannot be read or is no complete record.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise RecordError(f"{path} cannot be read ({error.strerror}); give the path of an mjai record.") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text file; give the path of an mjai record.") from error
    try:
        items = list(record_events(lines, rules.name, rules.traits.seats.in_play))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
    player = _Player(rules)
    try:
        player.play(items)
    except _DifferenceError as error:
        return Replay(path, player.game, error.difference)
    return Replay(path, player.game, None)


@dataclass(slots=True)
class _Player:
    rules: RuleSystem
    game: Game | None = None
    line: int = field(default=0)

    def play(self, items: Iterable[RecordItem]) -> None:
        """All steps; stops with `_DifferenceError` at the first difference."""
        for item in items:
            self.line = item.line
            match item.content:
                case ExpectedStart():
                    self._compare_start(item.content)
                case ExpectedResult():
                    self._compare_result(item.content)
                case ExpectedEnd():
                    self._compare_end(item.content)
                case event:
                    self._apply(event)

    def _apply(self, event: Event) -> None:
        if isinstance(event, GameStarted):
            self.game = self.rules.new_game(event)
            return
        try:
            self.game = self.rules.apply(self._game(), event)
        except IllegalEvent as refusal:
            name = type(event).__name__
            raise _DifferenceError(Difference(self.line, name, "it happened", str(refusal))) from refusal

    def _game(self) -> Game:
        if self.game is None:
            raise RecordError("The record has no start_game; use a complete record.")
        return self.game

    def _compare(self, what: str, recorded: object, reached: object) -> None:
        if recorded is not None and recorded != reached:
            raise _DifferenceError(Difference(self.line, what, _text(recorded), _text(reached)))

    def _compare_start(self, start: ExpectedStart) -> None:
        game = self._game()
        self._compare("game", "another deal", "it is over") if game.is_over else None
        self._compare("scores", start.scores, game.scores)
        self._compare("bakaze", start.prevalent_wind.letter, game.header.prevalent_wind.letter)
        self._compare("oya", start.dealer, game.header.dealer)
        self._compare("kyoku", start.number_in_round, game.header.number_in_round(game.first_dealer))
        self._compare("honba", start.honba, game.header.honba)
        self._compare("kyotaku", start.riichi_sticks, game.riichi_sticks)

    def _compare_result(self, result: ExpectedResult) -> None:
        game = self._game()
        if game.deal is None or game.deal.result is None:
            raise _DifferenceError(Difference(self.line, "deal", "it is over", "nobody has ended it"))
        self._compare("deltas", result.deltas, game.deal.result.deltas)

    def _compare_end(self, end: ExpectedEnd) -> None:
        game = self._game()
        self._compare("game", "it is over", "another deal follows") if not game.is_over else None
        self._compare("final scores", end.scores, game.scores)


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
