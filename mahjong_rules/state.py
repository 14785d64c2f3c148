"""The state of a game: immutable values that everything else reads; what a deal came to is `deal_result`.

Rules this file keeps: nothing here computes a score; tuples indexed by seat have four entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.deal_result import DealHeader, DealResult, Fine, Payment
from mahjong_rules.events import AbortReason, Win
from mahjong_rules.melds import Meld
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile


class Turn(StrEnum):
    """What the table waits for."""

    INDICATOR = "indicator"
    """The first dora indicator."""
    DRAW = "draw"
    """`seat` takes a tile (from the wall, or the replacement after a kong)."""
    DISCARD = "discard"
    """`seat` holds 14 tiles: discard, kong or self-drawn win."""
    CLAIM = "claim"
    """`seat` has discarded (or added to a pung): others may claim, otherwise the next player draws."""
    SHOW = "show"
    """A win is declared; losers open their hands, fines are judged, then it is settled."""
    OVER = "over"
    """The deal has a result."""


class Stop(StrEnum):
    """How a game ended that its rules did not end."""

    VOID = "void"
    """It does not count."""
    EARLY = "early"
    """People ended it (`GameEnded`); its scores stand."""


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard; one that was claimed keeps its place with the claimer's seat."""

    tile: Tile
    riichi: bool = False
    tsumogiri: bool | None = None
    claimed_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class RiichiState:
    """What only the riichi family keeps of a deal; as it is at the start in every other system."""

    indicators: tuple[Tile, ...] = ()
    pending_indicators: int = 0
    """Kan dora indicators that are to be turned: now, or after the discard, as the preset says."""
    early_indicators: int = 0
    """Of `pending_indicators`, those of a kong whose discard is still to come: a win does not wait for them."""
    accepted: tuple[bool, ...] = (False, False, False, False)
    """Accepted riichi by seat: the stick lies."""
    double: tuple[bool, ...] = (False, False, False, False)
    """Declared with the first discard, by seat."""
    ippatsu: tuple[bool, ...] = (False, False, False, False)
    pending: Seat | None = None
    """Declared with the last discard, not yet safe from ron."""
    kongs: tuple[tuple[Seat, Tile], ...] = ()
    """Kongs declared in riichi, whose and of what: whether they kept the waits shows when the hand is opened."""
    uninterrupted: bool = True
    """No call or kong yet: first-turn hands and nine terminals are possible."""
    passed: tuple[tuple[Tile, ...], ...] = ((), (), (), ())
    """By seat: kinds let go by since the own last discard (in riichi: since it), for furiten."""
    forbidden_discards: tuple[Tile, ...] = ()
    """Kinds that swap-calling forbids in this turn."""
    liable: tuple[tuple[Seat, Seat, str], ...] = ()
    """Pao: (winner to be, liable player, yakuman key)."""
    abort_pending: AbortReason | None = None
    """The deal ends with this abortive draw unless the last discard is won: an `AbortClaimed` says nobody did."""
    norths: tuple[tuple[Tile, ...], ...] = ((), (), (), ())
    """Norths laid aside (kita), by seat."""
    is_kita: bool = False
    """The tile that may be robbed is such a north: who wins it robs no kong."""


@dataclass(frozen=True, slots=True)
class PausedTurn:
    """A turn that goes on once another player's flower is replaced."""

    turn: Turn
    seat: Seat
    drew: bool
    last_drawn: Tile | None


@dataclass(frozen=True, slots=True)
class ClassicalState:
    """What only the classical systems keep of a deal; as it is at the start in riichi."""

    claimed: bool = False
    """`seat` claimed a chow or pung in this turn; a replacement may be drawn after it."""
    flowers: tuple[tuple[Tile, ...], ...] = ((), (), (), ())
    """Flowers and seasons laid open, by seat."""
    flower_owed: bool = False
    """A replacement for a flower is to be drawn."""
    flower_replaced: bool = False
    """The tile in hand replaced a flower."""
    before_draw: bool = False
    """The flower was laid before the normal draw of the turn, which follows the replacement."""
    past_last: bool = False
    """The tile in hand is one of those that are never drawn: it replaced a flower that was the last of the others."""
    discard_order: tuple[Seat, ...] = ()
    """Who discarded, in order: claims take turns away, so the rivers alone do not tell."""
    kongs_in_turn: int = 0
    """Kongs declared since the last discard, each with its replacement drawn."""
    dangers: tuple[Fine, ...] = ()
    """Dangerous discards so far, as far as open tiles tell; which of them cost something shows at a win."""
    declared: tuple[Win, ...] = ()
    """Declared wins while the losers open their hands."""
    shown: tuple[tuple[Tile, ...] | None, ...] = (None, None, None, None)
    """Hands opened after the win, by seat."""
    to_show: tuple[Seat, ...] = ()
    """Who has still to open the hand."""
    fines: tuple[Fine, ...] = ()
    """Fines found at the win, judged or not."""
    owed: tuple[Payment, ...] = ()
    """Fines of false wins while the deal goes on: they are paid when it ends."""
    paused: PausedTurn | None = None
    """Whose turn it was when another player laid a flower of the dealt hand."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal (kyoku) in progress or just ended; what one engine alone needs of it is in that engine's record."""

    header: DealHeader
    turn: Turn
    seat: Seat
    """Whose draw, discard or discarded tile `turn` is about."""
    live_tiles: int
    """Tiles that can still be drawn from the live wall."""
    dice: tuple[int, ...] = ()
    rivers: tuple[tuple[RiverTile, ...], ...] = ((), (), (), ())
    melds: tuple[tuple[Meld, ...], ...] = ((), (), (), ())
    drew: bool = False
    """`seat` holds a tile from the wall, not a claimed one: kong and self-drawn win are possible."""
    last_drawn: Tile | None = None
    after_kong: bool = False
    """The tile in hand is a replacement, or one is to be drawn."""
    kong_tile: Tile | None = None
    """A tile just added to a pung (or a concealed kong's tile), which may be robbed."""
    dead_hands: tuple[bool, ...] = (False, False, False, False)
    result: DealResult | None = None
    riichi: RiichiState = RiichiState()
    classical: ClassicalState = ClassicalState()

    @property
    def laid_aside(self) -> tuple[tuple[Tile, ...], ...]:
        """Tiles laid open beside the hand and replaced, by seat: flowers and seasons, or norths."""
        return self.riichi.norths if any(self.riichi.norths) else self.classical.flowers


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's final figure, all in points, rank from 1.

    Where riichi is played `score` is what the points changed by since the start, with `uma` and `oka` added and
    `penalty` taken off; elsewhere the points. `oka` is less what everybody returned: it comes to 0 among all.
    """

    seat: Seat
    points: int
    score: int
    rank: int
    penalty: int = 0
    uma: int = 0
    oka: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. `deal` is None before the first and is kept with its result until the next begins."""

    rules: str
    names: tuple[str, ...]
    first_dealer: Seat
    scores: tuple[int, ...]
    riichi_sticks: int
    """Sticks on the table, those of this deal included."""
    header: DealHeader
    """Of the deal in play; between two deals, of the next one."""
    deal: Deal | None
    results: tuple[DealResult, ...]
    standings: tuple[Standing, ...]
    """Empty until the game is over, then by rank."""
    penalty_points: tuple[int, ...] = (0, 0, 0, 0)
    """What chombo and referees take off the final score, by seat."""
    start_points: int = 0
    """What everybody began with."""
    stake: int = 0
    """Laid on the table for the next winner."""
    dice_added: int = 0
    """What the dealer announced to add to the next dice."""
    deals_left: int | None = None
    """After time was called: deals that may still begin."""
    stop: Stop | None = None
    """Set where something else than the rules ended the game."""

    @property
    def is_void(self) -> bool:
        """The game was stopped and does not count."""
        return self.stop is Stop.VOID

    @property
    def is_over(self) -> bool:
        """True when the final standing stands, or the game was stopped."""
        return bool(self.standings) or self.is_void
