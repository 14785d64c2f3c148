"""What can happen in a game, as facts: the only input of the rules and the only content of the journal.

Rules this file keeps:
* An event says what people did or the wall showed, never what follows from it: values, payments, dealer
  and honba are the engine's own.
* A camera sees no draws and no concealed tiles, so a drawn tile may be None and a hand appears only when
  its owner opens it.
* Every event is plain data; `event_to_json` and `event_from_json` (codec.py) are inverse to each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile


class AbortReason(StrEnum):
    """Abortive draws of the riichi family; only the first is claimed by a player, the engine finds the others."""

    NINE_TERMINALS = "nine_terminals"
    FOUR_WINDS = "four_winds"
    FOUR_RIICHI = "four_riichi"
    FOUR_KONGS = "four_kongs"
    TRIPLE_RON = "triple_ron"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: the preset's name, the players by seat, the first East."""

    rules: str
    names: tuple[str, str, str, str]
    first_dealer: Seat = SEATS[0]


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The walls stand and the dice are thrown; who deals, honba and sticks follow from the state.

    `dice` may be empty where nobody recorded them (a replayed game record).
    """

    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class IndicatorTurned:
    """A dora or kan dora indicator was turned."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """A player took a tile from the wall, or its replacement after a kong; None where nobody could see it."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A player laid a tile in the river, sideways if it declares riichi."""

    seat: Seat
    tile: Tile
    riichi: bool = False
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """A player claimed the last discard for a chow, a pung or a kong."""

    seat: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class KongDeclared:
    """A player declared a concealed kong, or added a tile to a pung."""

    seat: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class Win:
    """One winner: the concealed tiles without the winning tile (13 less three a meld), and that tile."""

    seat: Seat
    concealed: tuple[Tile, ...]
    winning_tile: Tile


@dataclass(frozen=True, slots=True)
class WinsDeclared:
    """One or more players opened a winning hand.

    `discarder` gave the tile (also by an added kong that is robbed); None: self-drawn.
    `ura_indicators` are turned when a winner is in riichi, as many as there are indicators.
    """

    wins: tuple[Win, ...]
    discarder: Seat | None
    ura_indicators: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The live wall is empty and nobody won; `hands` by seat holds opened hands, None where not shown."""

    hands: tuple[tuple[Tile, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class AbortClaimed:
    """A player ends the deal with nine kinds of terminals and honours in the first hand."""

    seat: Seat
    hand: tuple[Tile, ...]
    reason: AbortReason = AbortReason.NINE_TERMINALS


@dataclass(frozen=True, slots=True)
class PenaltyDeclared:
    """Chombo, told to the tablet: the rule system decides what it costs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoresSet:
    """A person set the scores by hand, with a reason that the audit list keeps."""

    scores: tuple[int, int, int, int]
    reason: str


Event = (
    GameStarted
    | DealStarted
    | IndicatorTurned
    | Drawn
    | Discarded
    | Called
    | KongDeclared
    | WinsDeclared
    | ExhaustiveDraw
    | AbortClaimed
    | PenaltyDeclared
    | ScoresSet
)
