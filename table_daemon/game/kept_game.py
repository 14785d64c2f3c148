"""The current game as one may ask about it; only `keeper.GameKeeper` changes it."""

from __future__ import annotations

from mahjong_rules.events import Event, tile_of
from mahjong_rules.rule_system import RuleSystem, Traits
from mahjong_rules.state import Game
from mahjong_rules.tiles import Tile
from table_daemon.game.doubts import Candidates, OpenDoubts
from table_daemon.game.event_places import EventPlaces
from table_daemon.game.history import History, Played, place_of
from table_daemon.game.news import Context
from table_daemon.game.timeline import Correction, Op


class KeptGame:
    """A game with its history, its corrections and what is doubtful in it.

    Args:
        usual: rules by which a game begins that names none.
        seq: the newest entry of the journal.

    Attributes:
        history: every event that stands, with the game after it.
        corrections: every correction of the game, those that were taken back too.
        doubts: events that count although the camera was not sure of them.
        game_id: its name in the journal; "" before the first.
        seq: the newest entry of the journal.
    """

    def __init__(self, usual: RuleSystem, seq: int) -> None:
        self.history: History = ()
        self.corrections: tuple[Correction, ...] = ()
        self.doubts = OpenDoubts()
        self.game_id = ""
        self.seq = seq
        self._usual = usual
        self._rules: RuleSystem | None = None
        self._of_deal: tuple[History, History] = ((), ())
        """A history and the part of it that `deal_history` gives."""
        self._places: tuple[History, EventPlaces] = ((), EventPlaces.of((), 0))
        """A history and what `event_places` gives of it."""
        self._facts: set[str] = set()
        """Keys noted after the last event."""

    @property
    def game(self) -> Game | None:
        """The game as it stands; None before the first."""
        return self.history[-1].game if self.history else None

    @property
    def deal_history(self) -> History:
        """The events of the deal in progress or just ended, those of no deal before the first."""
        if self._of_deal[0] is not self.history:
            first = len(self.history)
            while first and self.history[first - 1].deal == self.deal_number:
                first -= 1
            self._of_deal = (self.history, self.history[first:])
        return self._of_deal[1]

    @property
    def event_places(self) -> EventPlaces:
        """Where the events of that deal lie on the table."""
        if self._places[0] is not self.history:
            self._places = (self.history, EventPlaces.of(self.deal_history, self.deal_number))
        return self._places[1]

    @property
    def has_aside(self) -> bool:
        """Whether events of that deal were set aside."""
        return any(item.line.is_aside for item in self.deal_history)

    @property
    def rules(self) -> RuleSystem:
        """The rules of the current game."""
        if self._rules is None:
            raise LookupError("no game has begun")
        return self._rules

    @property
    def traits(self) -> Traits:
        """Of the rules in play; before the first game those of the usual ones."""
        return (self._usual if self.game is None else self.rules).traits

    @property
    def deal_number(self) -> int:
        """Number of the deal in progress or just ended, 0 before the first."""
        return self.game.deal.header.number if self.game is not None and self.game.deal is not None else 0

    def context(self, cause: str) -> Context:
        """Where the game stands now, for something that `cause` leads to."""
        return Context(self.seq, self.game_id, self.deal_number, cause)

    def apply(self, game: Game, event: Event) -> Game:
        """The game after `event` under its rules; raises IllegalEvent."""
        return self.rules.apply(game, event)

    def open_doubts(self) -> dict[int, Candidates]:
        """What the tile of an event of the deal in play may be, by the event's number, until it is settled."""
        return dict(self.doubts.within(self.deal_history).tiles) if self.doubts.tiles else {}

    def played(self, seq: int) -> Played | None:
        """The event `seq` of the game; None when it has none of that number."""
        place = place_of(self.history, seq)
        return None if place is None else self.history[place]

    def tile_of(self, seq: int) -> Tile | None:
        """The tile that the event `seq` is about; None where it is about none."""
        item = self.played(seq)
        return None if item is None else tile_of(item.event)

    def is_noted(self, key: str) -> bool:
        """True when a fact with `key` was noted after the last event."""
        return key in self._facts

    def is_vouched_for(self, seq: int) -> bool:
        """True when a person entered, corrected or confirmed the event `seq`: no camera changes it any more."""
        by_person = any(item.seq == seq and item.line.by_person for item in self.history)
        return by_person or seq in self.doubts.vouched

    def undo_targets(self) -> list[int]:
        """The events of the deal in play that one may go back to, oldest first: all but its newest."""
        return [item.seq for item in self.deal_history if item.deal][:-1]

    def took_back_last(self) -> bool:
        """True when the newest thing that happened to the game is that events were taken back."""
        newest = next((item for item in reversed(self.corrections) if item.undone_by is None), None)
        if newest is None or not any(edit.op is Op.REMOVE for edit in newest.edits):
            return False
        return all(item.seq < newest.seq for item in self.history)
