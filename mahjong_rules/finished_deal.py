"""A deal after its last tile, described from outside: what `jantaku score` reads and a rule system values."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.deal_result import Chombo, HandValue, Payment
from mahjong_rules.events import PenaltyDeclared
from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat, Wind
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
    nagashi: tuple[Seat, ...] = ()
    """Whose river holds nothing but terminals and honours, none of them claimed, now that the wall has run out."""


@dataclass(frozen=True, slots=True)
class FinedDiscard:
    """A dangerous discard that people fine: it made a set of the winner, or won (Tchou 1924 l.621-651)."""

    offender: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class FinishedClassical:
    """What only the classical systems know of a finished deal."""

    fines: tuple[FinedDiscard, ...] = ()
    stake: int = 0
    """What lay on the table for the next winner (Tchou 1924 l.765)."""
    stake_forgotten: bool = False
    """The winner opened the hand before collecting it (Tchou 1924 l.769)."""
    flower_tile: bool = False
    """The winning tile replaced a flower (HK §54)."""
    new_tile: bool = False
    """The winning discard was of a kind that lay open nowhere, so late that its discarder is liable (HK §55)."""
    first_giver: Seat | None = None
    """Who discarded the winning kind first since the winner's own last discard, that one included, where it was not the
    discarder (Zung Jung play §4)."""


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """Hands by seat (None: not shown) and how the deal ended.

    Without `winners` the wall ran out, or a `penalty` (chombo, false win) annulled the deal. `discarder` gave the
    winning tile (also by an added kong that is robbed); None: self-drawn. `first_turn`: before the winner's first
    discard and without any claim or kong by anybody. `last_tile`: nothing is left to draw. `last_of_its_kind`: the
    other three copies of the winning tile lay open.
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
    last_of_its_kind: bool = False
    riichi: FinishedRiichi = FinishedRiichi()
    classical: FinishedClassical = FinishedClassical()
    penalty: PenaltyDeclared | None = None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """Values by seat (None: that hand does not count) and who pays whom; `chombos` made the deal void."""

    values: tuple[HandValue | None, ...]
    payments: tuple[Payment, ...]
    deltas: tuple[int, int, int, int]
    chombos: tuple[Chombo, ...] = ()
