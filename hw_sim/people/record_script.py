"""A real game record as a script for the simulated players: moves and expected figures, deal by deal.

Rules this file keeps:
* A move is an event of the rule book with everything the player himself knows (his draws, his whole hand).
* The record's deltas and scores are kept apart from the moves: the command that plays the record compares them
  with what the tablet showed, nothing else ever sees them.
* A record that ends early or contradicts itself is refused before the table moves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from mahjong_rules.events import (
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    WinsDeclared,
)
from mahjong_rules.hands import waits
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.mjai_tiles import tile_of_mjai
from mahjong_rules.records import ExpectedEnd, ExpectedResult, ExpectedStart, RecordError, RecordItem, record_events
from mahjong_rules.seats import SEATS, Seat, seat_after
from mahjong_rules.tiles import Tile

Hands = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """One deal of a record.

    `hands` are the 13 tiles dealt to each seat; `live_draws` the tiles taken from the live wall in order, beginning
    with the dealer's fourteenth; `moves` what people do from the first indicator on; `deltas` and `scores` the
    record's own figures after it.
    """

    label: str
    dealer: Seat
    hands: Hands
    live_draws: tuple[Tile, ...] = ()
    replacements: tuple[Tile, ...] = ()
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    moves: tuple[Event, ...] = ()
    deltas: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptedGame:
    """A whole record."""

    names: tuple[str, str, str, str]
    deals: tuple[ScriptedDeal, ...]


def read_record(path: Path) -> ScriptedGame:
    """The script of the record in `path` (mjai, one JSON object a line).

    Raises:
        RecordError: the file is missing, cut off, or no record of a four-player game.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise RecordError(f"{path} cannot be read ({error.strerror}); give the path of an mjai record.") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text file; give the path of an mjai record.") from error
    try:
        return script_of(lines)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def script_of(lines: Sequence[str]) -> ScriptedGame:
    """The script of a record's lines.

    Raises:
        RecordError: the record ends early, contradicts itself, or gives no scores to compare with.
    """
    names: tuple[str, str, str, str] = ("East", "South", "West", "North")
    deals: list[ScriptedDeal] = []
    scores: list[tuple[int, ...]] = []
    deal = _DealScript(ScriptedDeal("", SEATS[0], ()))
    for item in record_events(lines):
        match item.content:
            case GameStarted():
                names = item.content.names
            case ExpectedStart():
                scores.append(_given(item, item.content.scores))
                deal = _DealScript(_deal_begun(item.content, lines[item.line - 1]))
            case ExpectedResult():
                deals.append(deal.finish(_given(item, item.content.deltas)))
            case ExpectedEnd():
                scores.append(_given(item, item.content.scores))
            case DealStarted():
                pass
            case event:
                deal.add(event)
    return ScriptedGame(
        names, tuple(replace(deal, scores=after) for deal, after in zip(deals, scores[1:], strict=True))
    )


def _given(item: RecordItem, figures: tuple[int, ...] | None) -> tuple[int, ...]:
    if figures is None:
        raise RecordError(f"Line {item.line} gives no figures to compare with; use a record that has them.")
    return figures


def _deal_begun(start: ExpectedStart, line: str) -> ScriptedDeal:
    hands = tuple(tuple(tile_of_mjai(name) for name in hand) for hand in json.loads(line)["tehais"])
    counters = f"-{start.honba}" if start.honba else ""
    label = f"{start.prevalent_wind.letter}{start.number_in_round}{counters}"
    return ScriptedDeal(label, start.dealer, hands)


@dataclass(slots=True)
class _DealScript:
    """Sorts the events of one deal by what they ask of the walls."""

    begun: ScriptedDeal
    moves: list[Event] = field(default_factory=list)
    live_draws: list[Tile] = field(default_factory=list)
    replacements: list[Tile] = field(default_factory=list)
    melds: list[list[Meld]] = field(default_factory=lambda: [[] for _ in SEATS])
    owes_replacement: bool = False
    late_indicators: list[IndicatorTurned] = field(default_factory=list)
    """Records note them beside the replacement tile; at a table they are turned with the discard that follows."""

    def add(self, event: Event) -> None:
        """The next move."""
        if isinstance(event, IndicatorTurned) and self.moves and isinstance(self.moves[-1], Drawn):
            self.late_indicators.append(event)
            return
        if not isinstance(event, Discarded):
            self._turn_late_indicators()
        self.moves.append(self._as_at_a_table(event))
        if isinstance(event, Discarded):
            self._turn_late_indicators()

    def _as_at_a_table(self, event: Event) -> Event:
        match event:
            case Drawn(tile=tile) if tile is not None:
                (self.replacements if self.owes_replacement else self.live_draws).append(tile)
                self.owes_replacement = False
            case Called(seat=seat, meld=meld) | KongDeclared(seat=seat, meld=meld):
                self._note_meld(seat, meld)
            case ExhaustiveDraw(hands=hands):
                return ExhaustiveDraw(tuple(self._shown(seat, hands[seat] or ()) for seat in SEATS))
            case WinsDeclared():
                return _in_turn_order(event)
            case _:
                pass
        return event

    def finish(self, deltas: tuple[int, ...]) -> ScriptedDeal:
        """The whole deal."""
        last = self.moves[-1] if self.moves else None
        return replace(
            self.begun,
            live_draws=tuple(self.live_draws),
            replacements=tuple(self.replacements),
            indicators=tuple(move.tile for move in self.moves if isinstance(move, IndicatorTurned)),
            ura_indicators=last.ura_indicators if isinstance(last, WinsDeclared) else (),
            moves=tuple(self.moves),
            deltas=deltas,
        )

    def _turn_late_indicators(self) -> None:
        self.moves += self.late_indicators
        self.late_indicators.clear()

    def _note_meld(self, seat: Seat, meld: Meld) -> None:
        self.owes_replacement = meld.kind.is_kong
        own = self.melds[seat]
        if meld.kind is MeldKind.ADDED_KONG:
            own[:] = [known for known in own if known.tiles[0].plain != meld.tiles[0].plain]
        own.append(meld)

    def _shown(self, seat: Seat, hand: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
        """A player opens a hand that waits for something and keeps any other closed."""
        return hand if waits(hand, self.melds[seat]) else None


def _in_turn_order(event: WinsDeclared) -> WinsDeclared:
    first = event.wins[0].seat if event.discarder is None else seat_after(event.discarder)
    return replace(event, wins=tuple(sorted(event.wins, key=lambda win: (win.seat - first) % 4)))
