"""A real game record as a script for the simulated players: mjai lines in, moves and expected figures out.

Rules this file keeps:
* A move is an event of the rule book with everything the player himself knows (his draws, his whole hand).
* The record's deltas and scores are kept apart from the moves: the command that plays the record compares them
  with what the tablet showed, nothing else ever sees them.
* A record that ends early or contradicts itself is refused before the table moves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from mahjong_rules.events import (
    AbortClaimed,
    Called,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    IndicatorTurned,
    KongDeclared,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.seats import SEATS, Seat, seat_after
from mahjong_rules.tiles import Tile, TileError, parse_tile

Line = Mapping[str, Any]

_HONOURS: Final = dict(zip("ESWNPFC", range(1, 8), strict=True))
_CALLS: Final = {"chi": MeldKind.CHOW, "pon": MeldKind.PUNG, "daiminkan": MeldKind.MELDED_KONG}
_EXHAUSTED: Final = {"exhaustive", "fanpai", "nagashimangan", None}
_NINE_TERMINALS: Final = {"yao9", "kyushukyuhai"}


class RecordError(ValueError):
    """A game record that cannot be played."""


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """One deal of a record.

    `hands` are the 13 tiles dealt to each seat; `live_draws` the tiles taken from the live wall in order, beginning
    with the dealer's fourteenth; `moves` what people do from the first indicator on; `deltas` and `scores` the
    record's own figures after it.
    """

    label: str
    dealer: Seat
    hands: tuple[tuple[Tile, ...], ...]
    live_draws: tuple[Tile, ...]
    replacements: tuple[Tile, ...]
    indicators: tuple[Tile, ...]
    ura_indicators: tuple[Tile, ...]
    moves: tuple[Event, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScriptedGame:
    """A whole record."""

    names: tuple[str, str, str, str]
    deals: tuple[ScriptedDeal, ...]


def mjai_tile(name: str) -> Tile:
    """The tile of an mjai name such as ``5mr``, ``3s``, ``E`` or ``C``.

    Raises:
        TileError: no tile has this name.
    """
    if name in _HONOURS:
        return parse_tile(f"{_HONOURS[name]}z")
    if name.endswith("r") and name.startswith("5"):
        return parse_tile(f"0{name[1:-1]}")
    return parse_tile(name)


def read_record(path: Path) -> ScriptedGame:
    """The script of the record in `path` (mjai, one JSON object a line).

    Raises:
        RecordError: the file is missing, cut off, or no record of a four-player game.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"The game record {path} cannot be read ({error}); give the path of an mjai file.") from error
    lines: list[Line] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise RecordError(f"Line {number} of {path} is cut off or no JSON; use a complete record.") from error
    try:
        return script_of(lines)
    except RecordError as error:
        raise RecordError(f"{path} is no complete game record: {error}") from error


def script_of(lines: Sequence[Line]) -> ScriptedGame:
    """The script of a record's mjai objects.

    Raises:
        RecordError: the record ends early or contradicts itself.
    """
    names: tuple[str, str, str, str] = ("East", "South", "West", "North")
    deals: list[ScriptedDeal] = []
    scores: list[tuple[int, ...]] = []
    reader: _DealReader | None = None
    for number, line in enumerate(lines, start=1):
        try:
            kind = line["type"]
            if kind == "start_game":
                names = _four_names(line.get("names") or names)
            elif kind == "start_kyoku":
                reader = _DealReader.begin(line)
                scores.append(_figures(line["scores"]))
            elif kind == "end_kyoku":
                deals.append(_open(reader).finish())
                reader = None
            elif kind == "end_game":
                scores.append(_figures(line["scores"]))
            else:
                _open(reader).read(line)
        except (KeyError, TypeError, IndexError, TileError, MeldError, ValueError) as error:
            raise RecordError(f"entry {number} cannot be played ({error!r}).") from error
    if reader is not None or not deals or len(scores) != len(deals) + 1:
        raise RecordError("it ends before its end_game line; use a complete record.")
    return ScriptedGame(names, tuple(replace(deal, scores=scores[n]) for n, deal in enumerate(deals, start=1)))


def _four_names(names: Iterable[str]) -> tuple[str, str, str, str]:
    east, south, west, north = names
    return (east, south, west, north)


def _figures(values: Iterable[int]) -> tuple[int, ...]:
    figures = tuple(int(value) for value in values)
    if len(figures) != 4:
        raise RecordError("four players have four scores")
    return figures


def _open(reader: _DealReader | None) -> _DealReader:
    if reader is None:
        raise RecordError("something happens outside of a deal")
    return reader


@dataclass(slots=True)
class _DealReader:
    """Follows one deal line by line with everybody's tiles known."""

    label: str
    dealer: Seat
    dealt: tuple[tuple[Tile, ...], ...]
    hands: list[list[Tile]]
    melds: list[list[Meld]] = field(default_factory=lambda: [[] for _ in SEATS])
    live_draws: list[Tile] = field(default_factory=list)
    replacements: list[Tile] = field(default_factory=list)
    indicators: list[Tile] = field(default_factory=list)
    ura: tuple[Tile, ...] = ()
    moves: list[Event] = field(default_factory=list)
    wins: list[Win] = field(default_factory=list)
    deltas: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    owed_replacement: bool = False
    declares_riichi: bool = False
    discarder: Seat | None = None
    last_tile: Tile | None = None
    """The newest tile that can be won: drawn, discarded or laid to a kong."""

    @classmethod
    def begin(cls, line: Line) -> _DealReader:
        """From a start_kyoku line."""
        hands = [[mjai_tile(name) for name in hand] for hand in line["tehais"]]
        if [len(hand) for hand in hands] != [13] * 4:
            raise RecordError("a start_kyoku line needs four hands of 13 tiles")
        label = f"{line['bakaze']}{line['kyoku']}" + (f"-{line['honba']}" if line["honba"] else "")
        reader = cls(label, Seat(line["oya"]), tuple(tuple(hand) for hand in hands), hands)
        reader.turn_indicator(mjai_tile(line["dora_marker"]))
        return reader

    def read(self, line: Line) -> None:
        """One line between start_kyoku and end_kyoku."""
        kind = line["type"]
        if kind in _CALLS:
            self.call(line, _CALLS[kind])
            return
        actions: dict[str, Callable[[Line], None]] = {
            "tsumo": self.draw,
            "dahai": self.discard,
            "reach": self.riichi,
            "reach_accepted": lambda _: None,
            "ankan": self.concealed_kong,
            "kakan": self.added_kong,
            "dora": lambda dora: self.turn_indicator(mjai_tile(dora["dora_marker"])),
            "hora": self.win,
            "ryukyoku": self.draw_game,
        }
        if kind not in actions:
            raise RecordError(f"nobody at this table can do a {kind!r}")
        actions[kind](line)

    def turn_indicator(self, tile: Tile) -> None:
        """The first or a kan dora indicator."""
        self.indicators.append(tile)
        self.moves.append(IndicatorTurned(tile))

    def draw(self, line: Line) -> None:
        """A tile from the live or, after a kong, from the dead wall."""
        seat, tile = Seat(line["actor"]), mjai_tile(line["pai"])
        (self.replacements if self.owed_replacement else self.live_draws).append(tile)
        self.owed_replacement = False
        self.hands[seat].append(tile)
        self.last_tile, self.discarder = tile, None
        self.moves.append(Drawn(seat, tile))

    def riichi(self, _line: Line) -> None:
        """The next discard lies sideways."""
        self.declares_riichi = True

    def discard(self, line: Line) -> None:
        """A tile into the river."""
        seat, tile = Seat(line["actor"]), mjai_tile(line["pai"])
        self.hands[seat].remove(tile)
        self.moves.append(Discarded(seat, tile, self.declares_riichi, line.get("tsumogiri")))
        self.declares_riichi = False
        self.last_tile, self.discarder = tile, seat

    def call(self, line: Line, kind: MeldKind) -> None:
        """A chow, pung or kong with the last discard."""
        seat, called = Seat(line["actor"]), mjai_tile(line["pai"])
        consumed = self._consume(seat, line["consumed"])
        meld = Meld(kind, (*consumed, called), Seat(line["target"]), called)
        self.melds[seat].append(meld)
        self.moves.append(Called(seat, meld))
        self.owed_replacement = kind.is_kong

    def concealed_kong(self, line: Line) -> None:
        """Four tiles of the hand."""
        seat = Seat(line["actor"])
        meld = Meld(MeldKind.CONCEALED_KONG, self._consume(seat, line["consumed"]))
        self._declare(seat, meld, meld.tiles[0])

    def added_kong(self, line: Line) -> None:
        """A fourth tile to an own pung."""
        seat, tile = Seat(line["actor"]), mjai_tile(line["pai"])
        self.hands[seat].remove(tile)
        pung = next(m for m in self.melds[seat] if m.kind is MeldKind.PUNG and m.tiles[0].plain == tile.plain)
        self.melds[seat].remove(pung)
        self._declare(seat, Meld(MeldKind.ADDED_KONG, (*pung.tiles, tile), pung.called_from, pung.called_tile), tile)

    def win(self, line: Line) -> None:
        """One winner; several on one discard follow each other."""
        seat, target = Seat(line["actor"]), Seat(line["target"])
        if self.last_tile is None:
            raise RecordError("somebody wins before any tile was seen")
        concealed = list(self.hands[seat])
        if seat == target:
            concealed.remove(self.last_tile)
        self.wins.append(Win(seat, tuple(concealed), self.last_tile))
        self.discarder = None if seat == target else target
        self.ura = tuple(mjai_tile(name) for name in line.get("uradora_markers") or ()) or self.ura
        self._add(line["deltas"])

    def draw_game(self, line: Line) -> None:
        """Nobody wins: the wall is empty, nine terminals, or a draw that follows by itself."""
        reason = line.get("reason")
        shown = [hand is not None for hand in line.get("tehais") or [None] * 4]
        if reason in _NINE_TERMINALS:
            seat = Seat(shown.index(True))
            self.moves.append(AbortClaimed(seat, tuple(self.hands[seat])))
        elif reason in _EXHAUSTED:
            hands = tuple(tuple(self.hands[seat]) if shown[seat] else None for seat in SEATS)
            self.moves.append(ExhaustiveDraw(hands))
        elif reason == "sanchaho" and self.last_tile is not None and self.discarder is not None:
            self.wins = [Win(s, tuple(self.hands[s]), self.last_tile) for s in SEATS if s != self.discarder]
        self._add(line.get("deltas") or [0] * 4)

    def finish(self) -> ScriptedDeal:
        """The whole deal, wins together as one move."""
        if self.wins:
            first = seat_after(self.discarder) if self.discarder is not None else self.wins[0].seat
            wins = sorted(self.wins, key=lambda win: (win.seat - first) % 4)
            self.moves.append(WinsDeclared(tuple(wins), self.discarder, self.ura))
        return ScriptedDeal(
            label=self.label,
            dealer=self.dealer,
            hands=self.dealt,
            live_draws=tuple(self.live_draws),
            replacements=tuple(self.replacements),
            indicators=tuple(self.indicators),
            ura_indicators=self.ura,
            moves=tuple(self.moves),
            deltas=tuple(self.deltas),
            scores=(),
        )

    def _declare(self, seat: Seat, meld: Meld, tile: Tile) -> None:
        self.melds[seat].append(meld)
        self.moves.append(KongDeclared(seat, meld))
        self.owed_replacement = True
        self.last_tile, self.discarder = tile, seat

    def _consume(self, seat: Seat, names: Iterable[str]) -> tuple[Tile, ...]:
        tiles = tuple(mjai_tile(name) for name in names)
        for tile in tiles:
            self.hands[seat].remove(tile)
        return tiles

    def _add(self, deltas: Iterable[int]) -> None:
        for seat, delta in enumerate(deltas):
            self.deltas[seat] += delta
