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
    """Deals that end without a win before the wall does.

    The first two are claimed by a player who opens the hand, the engine finds the others.
    """

    NINE_TERMINALS = "nine_terminals"
    NINE_ISOLATED = "nine_isolated"
    """Nine isolated terminals and honours in the hand as dealt (Tchou 1924 l.619)."""
    FOUR_WINDS = "four_winds"
    FOUR_RIICHI = "four_riichi"
    FOUR_KONGS = "four_kongs"
    TRIPLE_RON = "triple_ron"


class PenaltyKind(StrEnum):
    """What a camera cannot see and people tell the tablet."""

    CHOMBO = "chombo"
    """Riichi: the deal is void, the offender pays."""
    FALSE_WIN = "false_win"
    """A hand shown as complete that is not (Tchou 1924 l.643): the deal is void, the offender pays."""
    WRONG_WIN = "wrong_win"
    """The same where the deal goes on (MCR 2006 §3.11): the hand is dead, and the offender pays when the deal ends."""
    DEAD_HAND = "dead_hand"
    """A hand with a tile too many or too few, or otherwise out: it plays on and cannot win.

    Riichi forbids its claims too, the classical systems do not (Tchou 1924 l.424).
    """
    STAKE_FORGOTTEN = "stake_forgotten"
    """The last winner opened the hand before collecting the stake (Tchou 1924 l.769): it is doubled and stays."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: the preset's name, the players by seat, the first East.

    `settings` are options that differ from the preset, as (name, value) texts.
    """

    rules: str
    names: tuple[str, str, str, str]
    first_dealer: Seat = SEATS[0]
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The walls stand and the dice are thrown; who deals, honba and sticks follow from the state.

    `dice` are the pips of every die in the order of the throws: two, or four where the opener throws again; empty
    where nobody recorded them (a replayed game record).
    """

    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class IndicatorTurned:
    """A dora or kan dora indicator was turned."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class FlowerLaid:
    """A player laid a flower or season open; a replacement is drawn next."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """A player took a tile from the wall, or a replacement after a kong or flower; None where nobody could see it."""

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
class ResultTyped:
    """People say who won and what everybody gets (+) or pays (-), by seat: a game that nothing here values.

    `discarder` gave the tile; None: self-drawn.
    """

    winners: tuple[Seat, ...]
    discarder: Seat | None
    deltas: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ToldHand:
    """What people say that a hand is worth, its tiles untold.

    `fan` and `fu` as in `HandValue`: han and fu of riichi, doublings and points of the classical games, or the one of
    the two that a game counts. `yakuman`: so many of them instead.
    """

    seat: Seat
    fan: int = 0
    fu: int = 0
    yakuman: int = 0


@dataclass(frozen=True, slots=True)
class WinsCounted:
    """People say who won and what each hand is worth; nobody told its tiles.

    `discarder` gave the tile; None: self-drawn. `losers` are the other hands that count, who is not among them has
    nothing.
    """

    wins: tuple[ToldHand, ...]
    discarder: Seat | None
    losers: tuple[ToldHand, ...] = ()


@dataclass(frozen=True, slots=True)
class HandShown:
    """After a win a loser opens the concealed tiles, to be counted; None: they stay closed and count nothing."""

    seat: Seat
    hand: tuple[Tile, ...] | None


@dataclass(frozen=True, slots=True)
class FineJudged:
    """People decide on the fine that the engine found against `seat` (a dangerous discard): due, or exempt."""

    seat: Seat
    exempt: bool


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The live wall is empty and nobody won; `hands` by seat holds opened hands, None where not shown."""

    hands: tuple[tuple[Tile, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class AbortClaimed:
    """A player ends the deal by opening the hand (nine terminals), or nobody won the discard that ends it."""

    seat: Seat
    hand: tuple[Tile, ...]
    reason: AbortReason = AbortReason.NINE_TERMINALS


@dataclass(frozen=True, slots=True)
class PenaltyDeclared:
    """Something told to the tablet: the rule system decides what it costs."""

    seat: Seat
    kind: PenaltyKind = PenaltyKind.CHOMBO


@dataclass(frozen=True, slots=True)
class PointsPenalized:
    """A referee takes `points` off the final score of `seat`, after uma (EMA 2025 §6.10, §6.12, §7)."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class StakeLaid:
    """Before the dice the dealer lays `points` on the table and announces how much is added to the dice.

    The next winner collects them (Tchou 1924 l.765-769).
    """

    seat: Seat
    points: int
    added: int


@dataclass(frozen=True, slots=True)
class SeatsRedrawn:
    """People changed places in the middle of a game: `seats` says where each old seat went, names and scores go along.

    The next deal is the first of a new count of rounds and is dealt by `first_dealer`, a new seat (Tchou 1924 l.296).
    """

    seats: tuple[Seat, Seat, Seat, Seat]
    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The time of the game is up: the rule system says how many deals follow.

    `void`: the last limit has passed, the game stops and does not count (Doman guide l.72).
    """

    void: bool = False


@dataclass(frozen=True, slots=True)
class GameEnded:
    """People end the game before its rules do: a deal in play does not count, the scores of now stand."""


@dataclass(frozen=True, slots=True)
class ScoresSet:
    """A person set the scores by hand, with a reason that the audit list keeps.

    `riichi_sticks` on the table and `honba` (of the deal in play, else of the next one) stay when they are None.
    """

    scores: tuple[int, int, int, int]
    reason: str
    riichi_sticks: int | None = None
    honba: int | None = None


@dataclass(frozen=True, slots=True)
class DealVoided:
    """People agree that the deal does not count (walls knocked over, tiles mixed up): it is played again."""

    reason: str


Event = (
    GameStarted
    | DealStarted
    | IndicatorTurned
    | FlowerLaid
    | Drawn
    | Discarded
    | Called
    | KongDeclared
    | WinsDeclared
    | ResultTyped
    | WinsCounted
    | HandShown
    | FineJudged
    | ExhaustiveDraw
    | AbortClaimed
    | PenaltyDeclared
    | PointsPenalized
    | StakeLaid
    | SeatsRedrawn
    | TimeCalled
    | GameEnded
    | ScoresSet
    | DealVoided
)
_EventOfSeat = (
    FlowerLaid
    | Drawn
    | Discarded
    | Called
    | KongDeclared
    | HandShown
    | FineJudged
    | AbortClaimed
    | PenaltyDeclared
    | PointsPenalized
    | StakeLaid
)
_EventOfTile = IndicatorTurned | FlowerLaid | Drawn | Discarded


def actor_of(event: Event) -> Seat | None:
    """Whose act this is; None where it is nobody's or where several may act together (`WinsDeclared`)."""
    return event.seat if isinstance(event, _EventOfSeat) else None


def tile_of(event: Event) -> Tile | None:
    """The one tile that this event names; None where it names none, several, or one that nobody saw."""
    return event.tile if isinstance(event, _EventOfTile) else None
