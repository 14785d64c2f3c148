"""A deal after its last tile, described from outside: what `jantaku score` reads and a rule system values."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import HandValue, Payment
from mahjong_rules.tiles import Tile

_NOBODY = (False, False, False, False)


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """One player's tiles: a winner's `concealed` are without the winning tile (13 less 3 a meld)."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class FinishedRiichi:
    """What only riichi knows of a finished deal; `accepted`, `double` and `ippatsu` are by seat."""

    accepted: tuple[bool, bool, bool, bool] = _NOBODY
    double: tuple[bool, bool, bool, bool] = _NOBODY
    ippatsu: tuple[bool, bool, bool, bool] = _NOBODY
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    sticks: int = 0


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """Hands by seat (None: not shown) and how the deal ended.

    Without `winners` the wall ran out. `discarder` gave the winning tile (also by an added kong that is robbed);
    None: self-drawn. `first_turn`: before the winner's first discard and without any claim or kong by anybody.
    `last_tile`: nothing is left to draw.
    """

    hands: tuple[FinishedHand | None, FinishedHand | None, FinishedHand | None, FinishedHand | None]
    winners: tuple[Seat, ...] = ()
    winning_tile: Tile | None = None
    discarder: Seat | None = None
    dealer: Seat = SEATS[0]
    prevalent_wind: Wind = Wind.EAST
    replacement_tile: bool = False
    robbed_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    riichi: FinishedRiichi = FinishedRiichi()


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """Values by seat (None: that hand does not count) and who pays whom."""

    values: tuple[HandValue | None, ...]
    payments: tuple[Payment, ...]
    deltas: tuple[int, int, int, int]
