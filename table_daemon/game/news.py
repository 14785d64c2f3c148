"""What was written into the journal and nobody was told yet: values that wait until whoever announces asks for them.

Rule this file keeps: everything here is on disk, or needs no disk, before anybody hears of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.events import Event, SeatsRedrawn
from mahjong_rules.state import Game
from table_daemon.game.timeline import Correction
from table_daemon.journal.entries import Json


@dataclass(frozen=True, slots=True)
class Context:
    """Where the game stands when something is said: the fields that every envelope carries."""

    seq: int
    game: str = ""
    deal: int = 0
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that was written: `before` is None for the start of a game; `context` is the game with it."""

    seq: int
    event: Event
    before: Game | None
    after: Game
    context: Context

    @property
    def starts_game(self) -> bool:
        """True for the first event of a game."""
        return self.before is None

    @property
    def ends_deal(self) -> bool:
        """True when the deal is settled by it."""
        return has_result(self.after) and not has_result(self.before)

    @property
    def changes_seats(self) -> bool:
        """True when people have drawn new places between two deals."""
        return isinstance(self.event, SeatsRedrawn)


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction that was written."""

    correction: Correction
    context: Context


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is no event of the game and that everybody is told once, as `event/{kind}`."""

    kind: str
    data: Json
    context: Context


def has_result(game: Game | None) -> bool:
    """True when the deal that was played last is settled."""
    return game is not None and game.deal is not None and game.deal.result is not None


News = Happening | Corrected | Remark
