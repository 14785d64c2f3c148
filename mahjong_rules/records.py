"""Reading a game record (mjai, one JSON object a line) as events and the record's own figures.

Rules this file keeps:
* Taken from a record is only what players do and the wall gives: draws, discards, claims, riichi, wins declared,
  draws claimed, indicators turned. Its figures are handed on to be compared, never used.
* A record that is damaged or cut off raises `RecordError` with the number of the line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FlowerLaid,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import HAND_TILES, Meld, MeldKind
from mahjong_rules.mjai import MELD_TYPES
from mahjong_rules.mjai_players import KITA_NAMES, NUMBERS, by_seat, seat_of
from mahjong_rules.mjai_tiles import tile_of_mjai
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.tiles import NORTH, Tile

Json = Mapping[str, Any]


class RecordError(ValueError):
    """A record that cannot be read; the text is one sentence that names the line."""


@dataclass(frozen=True, slots=True)
class ExpectedStart:
    """What the record says when a deal begins."""

    prevalent_wind: Wind
    dealer: Seat
    honba: int
    riichi_sticks: int
    number_in_round: int
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """What the record says when a deal ends: all its changes but for riichi sticks; None if it says nothing."""

    deltas: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ExpectedEnd:
    """The record's final scores, None if it gives none."""

    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RecordItem:
    """One step of a record: an event, or figures that hold at this point. `line` counts from 1."""

    line: int
    content: Event | ExpectedStart | ExpectedResult | ExpectedEnd


_CLAIMS: Final = {MELD_TYPES[kind]: kind for kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.MELDED_KONG)}
_ABORTS: Final = {
    "kyushukyuhai": AbortReason.NINE_TERMINALS,
    "yao9": AbortReason.NINE_TERMINALS,
    "sufonrenta": AbortReason.FOUR_WINDS,
    "kaze4": AbortReason.FOUR_WINDS,
    "suchareach": AbortReason.FOUR_RIICHI,
    "reach4": AbortReason.FOUR_RIICHI,
    "sukaikan": AbortReason.FOUR_KONGS,
    "kan4": AbortReason.FOUR_KONGS,
    "sanchaho": AbortReason.TRIPLE_RON,
    "ron3": AbortReason.TRIPLE_RON,
}
_EXHAUSTED: Final = frozenset({"", "exhaustive", "fanpai", "nagashimangan", "nm"})


def record_events(lines: Iterable[str], rules: str = "", seats: Sequence[Seat] = SEATS) -> Iterator[RecordItem]:
    """The steps of a record in order.

    Args:
        lines: the record, one JSON object a line; blank lines are skipped.
        rules: the preset's name for the `GameStarted` event.
        seats: where its players sit; three of them make it a record of three players.

    Raises:
        RecordError: while iterating, at the first line that cannot be understood.
    """
    reader = _Reader(rules, seats)
    number = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            contents = reader.read(message)
        except json.JSONDecodeError as error:
            raise RecordError(f"Line {number} is cut off or no JSON; use a complete record.") from error
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise RecordError(f"Line {number} cannot be understood ({_reason(error)}).") from error
        yield from (RecordItem(number, content) for content in contents)
    if not reader.is_ended:
        raise RecordError(f"The record stops after line {number}, before its end_game; use a complete record.")


def _reason(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


@dataclass(slots=True)
class _Reader:
    """Follows the hands, so that wins and drawn deals can be told with the tiles they open."""

    rules: str
    seats: Sequence[Seat]
    is_ended: bool = False
    has_begun: bool = False
    hands: list[list[Tile]] | None = None
    melds: list[list[Meld]] = field(default_factory=list)
    last_tile: Tile | None = None
    last_actor: Seat = SEATS[0]
    declares_riichi: bool = False
    wins: list[Win] = field(default_factory=list)
    discarder: Seat | None = None
    ura: tuple[Tile, ...] = ()
    deltas: list[int] | None = None

    def read(self, message: Json) -> list[Any]:
        """What one line says: events and expected figures."""
        kind = message["type"]
        if self.is_ended:
            raise ValueError("nothing follows an end_game")
        if kind in _CLAIMS:
            return [self._claim(message, _CLAIMS[kind])]
        readers: dict[str, Callable[[Json], list[Any]]] = {
            "start_game": self._start_game,
            "start_kyoku": self._start_deal,
            "tsumo": self._draw,
            "dahai": self._discard,
            "reach": self._riichi,
            "reach_accepted": lambda _: [],
            "ankan": self._concealed_kong,
            **dict.fromkeys(KITA_NAMES if len(self.seats) < len(SEATS) else (), self._north),
            "kakan": self._added_kong,
            "dora": lambda dora: [IndicatorTurned(tile_of_mjai(dora["dora_marker"]))],
            "hora": self._win,
            "ryukyoku": self._drawn_deal,
            "end_kyoku": self._end_deal,
            "end_game": self._end_game,
        }
        if kind not in readers:
            raise ValueError(f"{kind!r} is no mjai message of a {NUMBERS[len(self.seats)]}-player game")
        return readers[kind](message)

    def _start_game(self, message: Json) -> list[Any]:
        told = list(message.get("names") or ["East", "South", "West", "North"])
        if len(told) not in (len(self.seats), len(SEATS)):
            raise ValueError(f"a game of {NUMBERS[len(self.seats)]} players is expected, not of {len(told)}")
        one, two, three, four = by_seat(told, self.seats, str, "")
        self.has_begun = True
        return [GameStarted(self.rules, (one, two, three, four), self.seats[0])]

    def _start_deal(self, message: Json) -> list[Any]:
        if not self.has_begun:
            raise ValueError("a record begins with start_game")
        if self.hands is not None:
            raise ValueError("the deal before has no end_kyoku")
        hands: list[list[Tile]] = by_seat(
            message["tehais"], self.seats, lambda hand: [tile_of_mjai(name) for name in hand], []
        )
        if any(len(hands[seat]) != HAND_TILES for seat in self.seats):
            raise ValueError(f"{NUMBERS[len(self.seats)]} hands of {HAND_TILES} known tiles are expected")
        self.hands, self.melds = hands, [[] for _ in SEATS]
        self.last_tile, self.discarder, self.deltas = None, None, None
        self.wins, self.ura, self.declares_riichi = [], (), False
        return [
            ExpectedStart(
                prevalent_wind=Wind("ESWN".index(message["bakaze"])),
                dealer=self._seat(message["oya"]),
                honba=int(message["honba"]),
                riichi_sticks=int(message["kyotaku"]),
                number_in_round=int(message["kyoku"]),
                scores=self._points(message.get("scores")),
            ),
            DealStarted(),
            IndicatorTurned(tile_of_mjai(message["dora_marker"])),
        ]

    def _hand(self, seat: Seat) -> list[Tile]:
        if self.hands is None:
            raise ValueError("something happens between start_game and start_kyoku")
        return self.hands[seat]

    def _take(self, seat: Seat, tile: Tile) -> Tile:
        if tile not in self._hand(seat):
            raise ValueError(f"player {seat} does not hold {tile}")
        self._hand(seat).remove(tile)
        return tile

    def _draw(self, message: Json) -> list[Any]:
        seat, tile = self._seat(message["actor"]), tile_of_mjai(message["pai"])
        self._hand(seat).append(tile)
        self.last_tile, self.last_actor = tile, seat
        return [Drawn(seat, tile)]

    def _riichi(self, _message: Json) -> list[Any]:
        self.declares_riichi = True
        return []

    def _discard(self, message: Json) -> list[Any]:
        seat = self._seat(message["actor"])
        tile = self._take(seat, tile_of_mjai(message["pai"]))
        riichi, self.declares_riichi = self.declares_riichi, False
        self.last_tile, self.last_actor = tile, seat
        return [Discarded(seat, tile, riichi, message.get("tsumogiri"))]

    def _claim(self, message: Json, kind: MeldKind) -> Called:
        seat, called = self._seat(message["actor"]), tile_of_mjai(message["pai"])
        consumed = [self._take(seat, tile_of_mjai(name)) for name in message["consumed"]]
        meld = Meld(kind, (*consumed, called), self._seat(message["target"]), called)
        self.melds[seat].append(meld)
        return Called(seat, meld)

    def _concealed_kong(self, message: Json) -> list[Any]:
        seat = self._seat(message["actor"])
        meld = Meld(
            MeldKind.CONCEALED_KONG, tuple(self._take(seat, tile_of_mjai(name)) for name in message["consumed"])
        )
        self.melds[seat].append(meld)
        self.last_tile, self.last_actor = meld.tiles[0], seat
        return [KongDeclared(seat, meld)]

    def _north(self, message: Json) -> list[Any]:
        seat = self._seat(message["actor"])
        self.last_tile, self.last_actor = self._take(seat, NORTH), seat
        return [FlowerLaid(seat, NORTH)]

    def _added_kong(self, message: Json) -> list[Any]:
        seat = self._seat(message["actor"])
        tile = self._take(seat, tile_of_mjai(message["pai"]))
        melds = self.melds[seat]
        pung = next((m for m in melds if m.kind is MeldKind.PUNG and m.tiles[0].plain == tile.plain), None)
        if pung is None:
            raise ValueError(f"player {seat} has no pung of {tile.plain}")
        kong = Meld(MeldKind.ADDED_KONG, (*pung.tiles, tile), pung.called_from, pung.called_tile)
        melds[melds.index(pung)] = kong
        self.last_tile, self.last_actor = tile, seat
        return [KongDeclared(seat, kong)]

    def _win(self, message: Json) -> list[Any]:
        seat, target = self._seat(message["actor"]), self._seat(message["target"])
        if self.last_tile is None:
            raise ValueError("somebody wins before a tile was drawn")
        self.wins.append(self._win_of(seat, is_self_drawn=seat == target))
        self.discarder = None if seat == target else target
        self.ura = tuple(tile_of_mjai(name) for name in message.get("uradora_markers") or ()) or self.ura
        self._add_deltas(message)
        return []

    def _win_of(self, seat: Seat, *, is_self_drawn: bool) -> Win:
        assert self.last_tile is not None
        concealed = list(self._hand(seat))
        if is_self_drawn:
            concealed.remove(self.last_tile)
        return Win(seat, tuple(concealed), self.last_tile)

    def _drawn_deal(self, message: Json) -> list[Any]:
        self._add_deltas(message)
        reason = message.get("reason") or ""
        if reason in _EXHAUSTED:
            hands = (tuple(self._hand(seat)) if seat in self.seats else None for seat in SEATS)
            return [ExhaustiveDraw(tuple(hands))]
        if reason not in _ABORTS:
            raise ValueError(f"{reason!r} is no known reason of a drawn deal")
        if _ABORTS[reason] is AbortReason.TRIPLE_RON:
            self.discarder = self.last_actor
            self.wins = [self._win_of(seat, is_self_drawn=False) for seat in self.seats if seat != self.last_actor]
            return []
        hand = tuple(self._hand(self.last_actor)) if _ABORTS[reason] is AbortReason.NINE_TERMINALS else ()
        return [AbortClaimed(self.last_actor, hand, _ABORTS[reason])]

    def _end_deal(self, _message: Json) -> list[Any]:
        if self.hands is None:
            raise ValueError("no deal is in play")
        contents: list[Any] = []
        if self.wins:
            contents.append(WinsDeclared(tuple(self.wins), self.discarder, self.ura))
        contents.append(ExpectedResult(tuple(self.deltas) if self.deltas is not None else None))
        self.hands = None
        return contents

    def _end_game(self, message: Json) -> list[Any]:
        if self.hands is not None:
            raise ValueError("the last deal has no end_kyoku")
        self.is_ended = True
        return [ExpectedEnd(self._points(message.get("scores")))]

    def _add_deltas(self, message: Json) -> None:
        deltas = self._points(message.get("deltas"))
        if deltas is not None:
            known = self.deltas or [0, 0, 0, 0]
            self.deltas = [old + new for old, new in zip(known, deltas, strict=True)]

    def _seat(self, value: Any) -> Seat:
        return seat_of(value, self.seats)

    def _points(self, value: Any) -> tuple[int, ...] | None:
        return None if value is None else tuple(by_seat(value, self.seats, int, 0))
