"""An evening whose table counts wrong now and then, and people who put it right with the commands of the page.

What really happened is played first by random players; then it is told to a keeper with mistakes in it. A mistake is
corrected at a random moment later, at the latest when the game cannot go on with it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from keepers import keeper_on
from random_play import NAMES, Moods, RandomTable
from scripted_machine import ScriptedMachine
from sent_commands import command_of

from mahjong_rules.codec import event_to_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Called, Discarded, Drawn, Event, FlowerLaid, GameStarted, IndicatorTurned, WinsDeclared
from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game, Turn
from mahjong_rules.tiles import ALL_KINDS, Tile
from table_daemon.corrections.correction_handler import CorrectionHandler
from table_daemon.corrections.corrections import Corrections
from table_daemon.game.intake import Intake
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.journal.journal import Journal
from table_daemon.machine.between_deals import BetweenDeals
from wire.commands.corrections import CorrectionCommand
from wire.messages import Json


def real_game(rules: RuleSystem, seed: int, deals: int) -> list[Event]:
    """What really happened, as a camera can know it: draws are unseen."""
    table = RandomTable(rules, random.Random(seed), Moods(penalty=0.0, time=0.0))
    table.play(deals)
    start = GameStarted(rules.name, NAMES, table.game.first_dealer)
    return [start, *(Drawn(event.seat) if isinstance(event, Drawn) else event for event in table.events)]


def without_mistakes(rules: RuleSystem, events: Sequence[Event]) -> Game:
    """The game when everything is told as it was."""
    start, *others = events
    assert isinstance(start, GameStarted)
    game = rules.new_game(start)
    for event in others:
        game = rules.apply(game, event)
    return game


class ClumsyEvening:
    """A keeper that is told `events` with mistakes; `made` counts what people did to put them right, by command."""

    def __init__(self, path: Path, events: Sequence[Event], seed: int, wanted: int) -> None:
        self.journal = Journal.open(path)
        self.prepare(keeper_on(self.journal), events, seed, wanted)
        reading = TableReading(InterpreterSettings())
        between = BetweenDeals(self.keeper, ScriptedMachine(), next_deal_s=0)  # type: ignore[arg-type] # a stand-in
        self.corrections = Corrections(self.keeper, Intake(self.keeper), reading, between)
        self.handler = CorrectionHandler(self.keeper, self.corrections)

    def prepare(self, keeper: GameKeeper, events: Sequence[Event], seed: int, wanted: int) -> None:
        """Nothing has happened yet."""
        self.keeper = keeper
        self.chance = random.Random(seed)
        self.events = list(events)
        self.wanted = wanted
        self.made: Counter[str] = Counter()
        self._correction: Callable[[], object] | None = None

    def undo_targets(self) -> list[int]:
        """Events that one may go back to."""
        return self.keeper.undo_targets()

    @property
    def game(self) -> Game:
        assert self.keeper.game is not None
        return self.keeper.game

    def send(self, name: str, **data: object) -> Json:
        """A command of the page."""
        answer = self.carry_out(name, dict(data))
        self.made[f"{name} {data.get('kind', '')}".strip()] += 1
        return answer

    def carry_out(self, name: str, data: Json) -> Json:
        """What the table answers."""
        command = command_of(name, data).data
        assert isinstance(command, CorrectionCommand)
        return self.handler.carry_out(command, "page")

    def play(self) -> None:
        """Everything that happened, mistakes and corrections."""
        start, *others = self.events
        assert isinstance(start, GameStarted)
        self.keeper.start(start, "page")
        every = max(1, len(others) // (self.wanted + 5))
        for place, event in enumerate(others):
            if self.chance.random() < 0.2:
                self.put_right()
            is_due = place % every == every - 1 or (_is_rare(event) and self.chance.random() < 0.5)
            if not (is_due and self._correction is None and self._err(event)):
                self._tell(event)
        self.put_right()
        while self.made.total() < self.wanted:
            self._take_back()

    def put_right(self) -> None:
        """Repair the mistake that is in the game, if there is one."""
        correction, self._correction = self._correction, None
        if correction is not None:
            correction()

    def _tell(self, event: Event) -> None:
        try:
            self.keeper.commit(event, "camera")
        except IllegalEvent:
            if self._correction is None:
                raise
            self.put_right()
            self.keeper.commit(event, "camera")

    def _wrongly(self, event: Event) -> int | None:
        """The number of a wrong event that the rules accept."""
        try:
            self.keeper.commit(event, "camera")
        except IllegalEvent:
            return None
        return self.keeper.history[-1].seq

    # Mistakes: whether one was made in place of (or before) telling this event -------------------------

    def _err(self, event: Event) -> bool:
        errors = [self._misread, self._miss, self._miscall, self._miss_riichi, self._miss_win]
        if isinstance(event, Called) and self._miscall(event):
            return True
        early = [self._invent_call, self._wrong_scores, self._void, self._take_back, self._force]
        self.chance.shuffle(errors)
        if any(error(event) for error in errors):
            return True
        if not self.chance.choice(early)():
            return False
        self._tell(event)
        return True

    def _misread(self, event: Event) -> bool:
        if not isinstance(event, Discarded | IndicatorTurned | FlowerLaid) or self.chance.random() < 0.3:
            return False
        for tile in self.chance.sample(ALL_KINDS, 6):
            seq = self._wrongly(replace(event, tile=tile)) if tile != event.tile else None
            if seq is not None:
                self._correction = partial(self.send, "correct", kind="tile", event=seq, tile=str(event.tile))
                return True
        return False

    def _miss(self, event: Event) -> bool:
        if not isinstance(event, Discarded | IndicatorTurned | FlowerLaid | Called):
            return False
        after, data = self.keeper.history[-1].seq, event_to_json(event)
        self._correction = partial(self.send, "correct", kind="insert", after=after, events=[data])
        return True

    def _miscall(self, event: Event) -> bool:
        if not isinstance(event, Called):
            return False
        for wrong in self._calls(event.meld.called_tile):
            seq = self._wrongly(wrong) if wrong != event else None
            if seq is not None:
                meld = event_to_json(event)["meld"]
                seat = int(event.seat)
                self._correction = partial(self.send, "correct", kind="call", event=seq, seat=seat, meld=meld)
                return True
        return False

    def _miss_riichi(self, event: Event) -> bool:
        if not isinstance(event, Discarded) or not event.riichi:
            return False
        seq = self._wrongly(replace(event, riichi=False))
        self._correction = partial(self.send, "correct", kind="riichi", event=seq)
        return True

    def _miss_win(self, event: Event) -> bool:
        if not isinstance(event, WinsDeclared):
            return False
        deal, data = self.keeper.deal_number, event_to_json(event)
        self.send("void_deal", reason="nobody looked")
        self._correction = partial(self.send, "correct", kind="result", deal=deal, events=[data])
        return True

    def _invent_call(self) -> bool:
        deal = self.game.deal
        if deal is None or deal.turn is not Turn.CLAIM or deal.kong_tile is not None:
            return False
        for wrong in self._calls(deal.rivers[deal.seat][-1].tile):
            seq = self._wrongly(wrong)
            if seq is not None:
                self._correction = partial(self.send, "correct", kind="remove", events=[seq])
                return True
        return False

    def _wrong_scores(self) -> bool:
        step = self.keeper.rules.traits.score.step
        scores = [score + step * self.chance.randint(-20, 40) for score in self.game.scores]
        if self.game.is_over:
            return False
        self.send("set_scores", scores=scores, reason="a slip", force=True)
        seq = self.keeper.history[-1].seq
        self._correction = partial(self.send, "correct", kind="remove", events=[seq])
        return True

    def _void(self) -> bool:
        deal = self.game.deal
        if deal is None or deal.turn is Turn.OVER or self.game.is_over:
            return False
        self.send("void_deal", reason="a slip")
        seq = self.keeper.history[-1].seq
        self._correction = partial(self.send, "correct", kind="remove", events=[seq])
        return True

    def _take_back(self) -> bool:
        """Some events are taken back, and the undo is undone."""
        targets = self.undo_targets()
        if not targets:
            return False
        made = self.send("undo", to_seq=self.chance.choice(targets[-6:]))
        self._correction = None
        self.send("undo", correction=made["seq"])
        return True

    def _force(self) -> bool:
        """An event of this deal is taken out whatever stands against it, and that is undone."""
        before, targets = self.game, self.undo_targets()[1:]
        if not targets:
            return False
        made = self.send("correct", kind="remove", events=[self.chance.choice(targets)], force=True)
        self.send("undo", correction=made["seq"])
        assert self.game == before
        return True

    def _calls(self, tile: Tile | None) -> Iterator[Called]:
        """Claims of the last discard, possible or not, in any order."""
        deal = self.game.deal
        if deal is None or tile is None:
            return
        plain = tile.plain
        ways = [(MeldKind.PUNG, [plain] * 2), (MeldKind.MELDED_KONG, [plain] * 3)]
        if tile.is_number:
            for low in range(max(1, tile.number - 2), min(7, tile.number) + 1):
                run = [Tile(tile.suit, number) for number in range(low, low + 3) if number != tile.number]
                ways.append((MeldKind.CHOW, run))
        found = [(seat, kind, own) for seat in SEATS for kind, own in ways]
        self.chance.shuffle(found)
        for seat, kind, own in found:
            try:
                yield Called(Seat(seat), Meld(kind, (*own, tile), deal.seat, tile))
            except MeldError:
                continue


def _is_rare(event: Event) -> bool:
    """What would hardly ever be met by chance."""
    return isinstance(event, WinsDeclared | Called) or (isinstance(event, Discarded) and event.riichi)
