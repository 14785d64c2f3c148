"""How a deal ended, as values: which deal it was, hands line by line, payments with their reasons, fines.

Rules this file keeps: nothing here computes a score; tuples indexed by seat have four entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.events import AbortReason
from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat, Wind, seat_wind, turns_between
from mahjong_rules.tiles import Tile


class Outcome(StrEnum):
    """How a deal ended."""

    RON = "ron"
    TSUMO = "tsumo"
    EXHAUSTIVE_DRAW = "exhaustive_draw"
    NAGASHI_MANGAN = "nagashi_mangan"
    ABORTIVE_DRAW = "abortive_draw"
    CHOMBO = "chombo"
    VOID = "void"
    """People agreed that it does not count."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for a hand's value: `rule` is a key of the page's catalogues, `clause` its source.

    `tiles` is the set that the line is about, where it is about one.
    """

    rule: str
    clause: str
    fan: int = 0
    fu: int = 0
    points: int = 0
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of one hand.

    Riichi: `fan`, `fu`, and `base_points` before the payers' shares; `limit` is the key of mangan and above, "" below.
    Classical systems: `fan` doublings of `fu` points make `base_points`, at most the limit; `limit` is "limit" for a
    hand cut to it, "maximum" for one that is worth it by its form; `fu_lines` stays empty. Where a table of payments
    turns fan into points, `fu` is 0 and `base_points` what the table says.
    """

    fan: int
    fu: int
    lines: tuple[ScoreLine, ...]
    fu_lines: tuple[ScoreLine, ...]
    limit: str
    base_points: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that move; `payer` or `receiver` is None for sticks laid on or taken from the table.

    `reason` is a key of the page's catalogues: "ron", "tsumo", "honba", "riichi_sticks", "noten", "pao", ...
    """

    payer: Seat | None
    receiver: Seat | None
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class WinResult:
    """One winner's part of a result.

    Where people value the hands, `value` is empty, and `hand` and `winning_tile` too unless the hand was shown.
    """

    seat: Seat
    discarder: Seat | None
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    winning_tile: Tile | None
    value: HandValue
    flowers: tuple[Tile, ...] = ()
    counted: bool = False
    """People told its value and not its tiles: `value` has no lines."""


@dataclass(frozen=True, slots=True)
class LoserResult:
    """A hand that counts without winning; `hand` is empty when it stayed closed."""

    seat: Seat
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[Tile, ...]
    value: HandValue
    counted: bool = False
    """As of `WinResult`."""


@dataclass(frozen=True, slots=True)
class OpenedHand:
    """A hand that its player laid open although nobody won; `waits` is empty where it waits for nothing."""

    seat: Seat
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    waits: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine for dangerous play that the engine found: `case` is a key of the page's catalogues.

    `is_full`: the discard itself won; otherwise it only served the hand that won later. `exempt` is None until people
    have judged.
    """

    offender: Seat
    winner: Seat
    case: str
    tile: Tile
    is_full: bool
    exempt: bool | None = None


@dataclass(frozen=True, slots=True)
class Chombo:
    """A fault that made a deal void: whose, and why, a key of the page's catalogues."""

    seat: Seat
    reason: str
    penalty: int = 0
    """What it takes off the player's final score; 0 where it is paid at once."""


@dataclass(frozen=True, slots=True)
class DealHeader:
    """Which deal of a game it is: "East 3, one counter"; the same before, during and after it."""

    number: int
    """Counted through the game, from 1."""
    prevalent_wind: Wind
    dealer: Seat
    honba: int
    """Counters; 0 in the classical systems."""
    round_number: int
    """Rounds (tours) before this one."""
    seats: tuple[Seat, ...] = SEATS
    """Where people play, in turn order; the others stay empty."""

    def number_in_round(self, first_dealer: Seat) -> int:
        """The 3 of "East 3": how often the deal has passed on in this round, from 1."""
        return turns_between(first_dealer, self.dealer, self.seats) + 1

    def wind_of(self, seat: Seat) -> Wind:
        """What `seat`, where somebody plays, is in this deal."""
        return seat_wind(seat, self.dealer, self.seats)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """People changed places after a deal: names, scores and first dealer of the game are those of now."""

    first_dealer: Seat
    """Until then."""
    seats: tuple[Seat, Seat, Seat, Seat]
    """Where each seat's person went."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal. `deltas` are all changes since the deal began except riichi sticks laid down.

    The exact figure that mjai records call deltas; `scores` are those after it.
    """

    header: DealHeader
    outcome: Outcome
    abort_reason: AbortReason | None
    wins: tuple[WinResult, ...]
    tenpai: tuple[bool, ...]
    payments: tuple[Payment, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    losers: tuple[LoserResult, ...] = ()
    fines: tuple[Fine, ...] = ()
    change: SeatChange | None = None
    """After this deal; the result keeps the seats at which it was played."""
    chombos: tuple[Chombo, ...] = ()
    opened: tuple[OpenedHand, ...] = ()
    """Hands that lie open although nobody won, in seat order."""
