"""The gate through which every event that the camera saw passes into the game, and where a deal's end may have to wait.

Rules this file keeps:
* An event counts at once, with what it may be instead beside it; only a deal's end ever waits.
* An end waits while it could be another one by the answer to an open question, be it that a doubtful discard was none,
  and while discards that were counted lie on the table no more; people are asked about those.
* A doubtful flower may be any flower, because each maker draws others, so all of a player's are weighed together. Those
  of whoever wins come first: once they have their names, those of the others mostly decide nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from types import MappingProxyType

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortClaimed, Discarded, Drawn, Event, ExhaustiveDraw, FlowerLaid, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import with_item
from table_daemon.game.correction_edits import CorrectionError, removal_edits, tile_edits
from table_daemon.game.doubts import Candidates
from table_daemon.game.history import ConflictError, History, Played
from table_daemon.game.keeper import CAMERA, CorrectionRequest, GameKeeper
from table_daemon.game.news import Happening
from table_daemon.game.timeline import Edit, TimelineError

LIKELIHOOD_OF_MISSING = 0.5
"""How likely a counted discard was one although nothing lies there at the deal's end: nobody knows."""
_MAX_MISSING = 4
"""Of so many discards at once each may be a mistake; where more are gone people have begun to clear the table.

Chosen, not measured: a discard that was never laid is rare, and hands clear many tiles at a time."""
MIN_ALTERNATIVE = 0.05
"""A candidate less likely than this holds up no result. Chosen, not measured."""
_MAY_BE_NOTHING = 0.4
"""Where so much is left of the chances once every kind is counted that was named, a doubtful discard may be no tile.

Separates a back in a river, which is a blank white dragon with one half, from doubtful faces: their likeliest kinds
share nearly everything. Chosen, not measured."""
_MOST_WAYS = 100
"""Separates what is weighed name by name from what people are asked at once: eight flowers have 70 ways at most.

Two copies of each (152 tiles) have up to some thousand, each of which values a hand. Reckoned, not measured."""
Ending = WinsDeclared | ExhaustiveDraw | AbortClaimed


class Intake:
    """Takes what the camera saw into the game of one keeper.

    Attributes:
        holding: doubtful events that a deal's end waits for.
        missing: discards among them whose tile lies on the table no more.
    """

    def __init__(self, keeper: GameKeeper) -> None:
        self._keeper = keeper
        self._held_at: History = ()
        self._is_to_weigh = False
        """Whether what is held may have changed since: it is still asked about, and looked at again."""
        self.holding: tuple[int, ...] = ()
        self.missing: tuple[int, ...] = ()

    @property
    def is_waiting(self) -> bool:
        """True while a deal's end waits for an answer and nothing has happened since: looking again finds the same."""
        return bool(self.holding) and not self._is_to_weigh and self._held_at is self._keeper.history

    def take(
        self,
        events: Sequence[Event],
        doubts: Mapping[int, Candidates],
        missing: Sequence[int] = (),
        contested: Mapping[int, Candidates] = MappingProxyType({}),
    ) -> Iterator[Happening]:
        """Events that the camera saw, each written when it is asked for; an end that has to wait is left out.

        Args:
            events: in order.
            doubts: what they may be instead, by their place in `events`.
            missing: discards that lie on the table no more at that end, by their numbers: people say whether they
                were laid indeed.
            contested: what tiles that were counted may well be instead, as they are read at that end: people say which
                of those they are on which the points depend.
        """
        end = _end_of(events)
        for place, event in enumerate(events):
            if place == end:
                self.missing = self._ask_for(missing)
                if not self.missing:
                    self._ask_about(contested, events[place:])
                self.holding = self.missing or self._undecided(events[place:])
                if self.holding:
                    self._held_at, self._is_to_weigh = self._keeper.history, False
                    return
            yield self._keeper.commit(event, CAMERA, doubts.get(place, ()))
        if self._held_at is not self._keeper.history:
            self.holding = ()
        self._is_to_weigh = True  # where nothing has happened a hand may hide the end for a moment

    def settle(self, seq: int, cause: str) -> None:
        """A doubtful event is right as it stands."""
        self._keeper.settle(seq, cause)
        self.missing = tuple(other for other in self.missing if other != seq)
        self.holding = tuple(other for other in self.holding if other != seq)
        self._is_to_weigh = True

    def weigh_anew(self) -> None:
        """The game is another one now: the next look at the table judges what waited; it is asked about until then."""
        self._is_to_weigh = True

    def is_only_missing(self, seq: int) -> bool:
        """Whether nothing was ever doubtful about this event but that its tile was gone at the deal's end."""
        keeper = self._keeper
        return seq in self.missing and keeper.open_doubts()[seq] == ((keeper.tile_of(seq), LIKELIHOOD_OF_MISSING),)

    def _ask_for(self, missing: Sequence[int]) -> tuple[int, ...]:
        """Discards that are not to be seen and that no person has confirmed; a question is open about each.

        Where many are gone the rivers were pushed in early: that says nothing about what was counted before.
        """
        keeper = self._keeper
        if len(missing) > _MAX_MISSING:
            return ()
        asked = tuple(seq for seq in missing if not keeper.is_vouched_for(seq))
        for seq in asked:
            tile = keeper.tile_of(seq)
            if seq not in keeper.open_doubts() and tile is not None:
                keeper.doubt(seq, ((tile, LIKELIHOOD_OF_MISSING),), CAMERA)
        return asked

    def _ask_about(self, contested: Mapping[int, Candidates], ending: Sequence[Event]) -> None:
        """Tiles on which this end depends and that no person has named; a question is open about each.

        What would forbid the end is not asked about: people know better than the camera when they may win.
        """
        keeper = self._keeper
        reached = _outcome(keeper, keeper.history[-1], ending) if contested else ""
        if isinstance(reached, str):
            return
        for seq, candidates in contested.items():
            if seq in keeper.open_doubts() or keeper.is_vouched_for(seq):
                continue
            likely = (tile for tile, chance in candidates if chance >= MIN_ALTERNATIVE and tile != keeper.tile_of(seq))
            others = (self._outcome_with(seq, tile, ending) for tile in likely)
            if any(other not in (None, reached) and not isinstance(other, str) for other in others):
                keeper.doubt(seq, candidates, CAMERA)

    def _undecided(self, ending: Sequence[Event]) -> tuple[int, ...]:
        """Doubtful events by whose other candidates this end would be another one."""
        keeper = self._keeper
        reached = _outcome(keeper, keeper.history[-1], ending)
        if isinstance(reached, str):
            return ()
        doubts = keeper.open_doubts()
        nameless = self._nameless_flowers(doubts)
        flowers = set(chain.from_iterable(nameless.values()))
        others = {seq: candidates for seq, candidates in doubts.items() if seq not in flowers}
        deciding = [seq for seq, candidates in others.items() if self._decides(seq, candidates, ending, reached)]
        winners = {win.seat for event in ending if isinstance(event, WinsDeclared) for win in event.wins}
        deciding += self._deciding_flowers(winners, nameless, ending, reached)
        return tuple(deciding or self._deciding_flowers(set(nameless) - winners, nameless, ending, reached))

    def _decides(self, seq: int, candidates: Candidates, ending: Sequence[Event], reached: object) -> bool:
        """Whether this end is another one by what a doubtful event may be instead."""
        if any(self._matters(seq, tile, ending, reached) for tile in self._others(seq, candidates)):
            return True
        return self._may_be_nothing(seq, candidates, ending) and self._matters_at_all(seq, ending, reached)

    def _nameless_flowers(self, doubts: Iterable[int]) -> dict[Seat, dict[int, Tile]]:
        """Doubtful flowers by whoever laid them: the events with the names under which they count."""
        found: dict[Seat, dict[int, Tile]] = {}
        for seq in doubts:
            item = self._keeper.played(seq)
            if item is not None and isinstance(item.event, FlowerLaid) and item.event.tile.is_bonus:
                found.setdefault(item.event.seat, {})[seq] = item.event.tile
        return found

    def _deciding_flowers(
        self,
        seats: Iterable[Seat],
        nameless: Mapping[Seat, Mapping[int, Tile]],
        ending: Sequence[Event],
        reached: object,
    ) -> list[int]:
        """The doubtful flowers of those players by whose names this end could be another one."""
        last = self._keeper.history[-1]
        deal = last.game.deal
        if deal is None:
            return []
        free = Counter(tile for tile in self._keeper.traits.stock.pieces() if tile.is_bonus)
        free.subtract(chain.from_iterable(deal.laid_aside))
        free.update(chain.from_iterable(flowers.values() for flowers in nameless.values()))
        found: list[int] = []
        for seat in sorted(set(seats) & set(nameless)):
            known = Counter(deal.laid_aside[seat]) - Counter(nameless[seat].values())
            ways = set(combinations(sorted(free.elements()), len(nameless[seat])))
            rows = ((*known.elements(), *names) for names in ways)
            others = (_with_flowers(last, deal, seat, row) for row in rows)
            if len(ways) > _MOST_WAYS or any(_outcome(self._keeper, other, ending) != reached for other in others):
                found += nameless[seat]
        return found

    def _others(self, seq: int, candidates: Candidates) -> Iterable[Tile]:
        """What a doubtful tile may be instead: any kind where that as which it counts is no more than a guess."""
        keeper, chances = self._keeper, dict(candidates)
        counted = keeper.tile_of(seq)
        if counted is None or chances.get(counted, 0.0) >= MIN_ALTERNATIVE:
            return [tile for tile, chance in candidates if chance >= MIN_ALTERNATIVE and tile != counted]
        return [kind for kind in sorted(keeper.traits.stock.kinds) if kind != counted and not kind.is_bonus]

    def _may_be_nothing(self, seq: int, candidates: Candidates, ending: Sequence[Event]) -> bool:
        """Whether a doubtful discard may be no tile at all; one that left its river to be won is one."""
        last = self._keeper.history[-1]
        is_won = isinstance(ending[0], WinsDeclared) and ending[0].discarder is not None and last.seq == seq
        return not is_won and sum(chance for _, chance in candidates) <= 1.0 - _MAY_BE_NOTHING

    def _matters(self, seq: int, tile: Tile, ending: Sequence[Event], reached: object) -> bool:
        """Whether this end is another one if the tile of a doubtful event was this one."""
        return self._outcome_with(seq, tile, ending) not in (None, reached)

    def _outcome_with(self, seq: int, tile: Tile, ending: Sequence[Event]) -> object:
        """What decides the points if the tile of an event was this one; None if it cannot have been."""
        other = self._rehearsed("tile", lambda: tile_edits(self._keeper.history, seq, "", tile))
        if other is None or _shows_too_many(self._keeper, other, ending, tile):
            return None  # the hands that are shown say that it was not this tile
        return _outcome(self._keeper, other, ending)

    def _matters_at_all(self, seq: int, ending: Sequence[Event], reached: object) -> bool:
        """Whether this end is another one, or none, if a doubtful event never was."""
        other = self._rehearsed("remove", lambda: removal_edits(self._keeper.history, [seq]))
        return other is not None and _outcome(self._keeper, other, ending) != reached

    def _rehearsed(self, kind: str, edits: Callable[[], list[Edit]]) -> Played | None:
        """The game after these edits; None where what came after speaks against them."""
        try:
            return self._keeper.rehearse(CorrectionRequest(kind, tuple(edits()))).history[-1]
        except (ConflictError, TimelineError, CorrectionError, IllegalEvent):
            return None


def _end_of(events: Sequence[Event]) -> int | None:
    """Where the end of a deal begins in these events; with the discard that is won where it came with the win.

    Such a discard was seen in nobody's river: it is believed as far as the win is.
    """
    end = next((place for place, event in enumerate(events) if isinstance(event, Ending)), None)
    if end is None:
        return None
    won = events[end]
    if not isinstance(won, WinsDeclared) or won.discarder is None:
        return end
    for unseen in (Discarded, Drawn):
        before = events[end - 1] if end else None
        if isinstance(before, unseen) and before.seat == won.discarder:
            end -= 1
    return end


def _with_flowers(last: Played, deal: Deal, seat: Seat, row: tuple[Tile, ...]) -> Played:
    """The game as it would be if these flowers lay before a player: their names change nothing of the play."""
    flowers = with_item(deal.classical.flowers, seat, row)
    return replace(
        last, game=replace(last.game, deal=replace(deal, classical=replace(deal.classical, flowers=flowers)))
    )


def _shows_too_many(keeper: GameKeeper, last: Played, ending: Sequence[Event], tile: Tile) -> bool:
    """Whether the winning hands hold so many of this tile that one more cannot lie on the table."""
    if last.game.deal is None:
        return False
    hands = (win.concealed for event in ending if isinstance(event, WinsDeclared) for win in event.wins)
    shown = chain(open_tiles(last.game.deal), *hands)
    return sum(other == tile for other in shown) > keeper.traits.stock.pieces().count(tile)


def _outcome(keeper: GameKeeper, last: Played, ending: Sequence[Event]) -> object:
    """What decides the points after this end, or the rules' sentence against it."""
    game = last.game
    for event in ending:
        try:
            game = keeper.apply(game, event)
        except IllegalEvent as refusal:
            return str(refusal)
    deal = game.deal
    if deal is None or deal.result is None:
        return (game.scores, deal.classical.fines, deal.laid_aside) if deal is not None else None
    return (game.scores, deal.result.outcome, deal.result.deltas)
