"""One way to play, as everything else sees it: the table, the eyes, the page, the players and the command line.

Rules this file keeps:
* A rule system never changes its arguments and never accepts what cannot happen at a table: it raises `IllegalEvent`.
* It works with all tiles known (a record) and with what a camera knows (draws are None, hands open at the end).
* What differs between systems is asked of `Traits` and `Hints`; nobody outside branches on a system's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mahjong_rules.counted_hands import CountedFigures
from mahjong_rules.events import AbortReason, Event, GameStarted, PenaltyKind, Win
from mahjong_rules.finished_deal import FinishedDeal, ScoredDeal
from mahjong_rules.melds import Meld
from mahjong_rules.reseating import Exchange
from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game
from mahjong_rules.sticks import StickSet
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.wall import WallRules


@dataclass(frozen=True, slots=True)
class PeopleSettle:
    """People value the hands and type who gets what (`ResultTyped`); the engine keeps everything else."""

    sums_to_zero: bool
    """What some players get the others pay: any other sum is refused."""


@dataclass(frozen=True, slots=True)
class ScoreUnit:
    """In what scores are counted."""

    step: int
    """Scores are whole multiples of this."""
    name: str = "points"
    """"points", or "centimes" where people play for money."""
    stick_points: int = 0
    """Points that one riichi stick on the table stands for."""
    takes_penalties: bool = False
    """Referees may take points off a final score (`PointsPenalized`)."""
    sticks: StickSet | None = None
    """The sticks that scores are paid in, where the rules name them."""
    by_people: PeopleSettle | None = None
    """People value the hands; None: the engine does."""
    counted: CountedFigures | None = None
    """What people may say that a hand is worth without its tiles (`WinsCounted`); None: nothing."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """What people may say about the time of the game (`TimeCalled`)."""

    can_be_called: bool = False
    """The time is up: some deals follow, as the rules say."""
    can_stop_void: bool = False
    """A second limit stops the game, which then does not count (`TimeCalled` with `void`)."""


@dataclass(frozen=True, slots=True)
class SeatTraits:
    """How seats and the first dealer are found."""

    drawing: SeatDrawing
    every: int = 0
    """Rounds after which they are drawn anew while the game goes on; 0: people stay."""
    exchanges: tuple[Exchange, ...] = ()
    """The places that people then change to by a scheme, in turn; empty: chance says it."""
    in_play: tuple[Seat, ...] = SEATS
    """Where people play, in turn order; the others stay empty."""

    @property
    def empty(self) -> tuple[Seat, ...]:
        """Where nobody plays."""
        return tuple(seat for seat in SEATS if seat not in self.in_play)


@dataclass(frozen=True, slots=True)
class Traits:
    """What a way to play looks like on the table and on the page."""

    stock: TileStock
    """The pieces of one set."""
    wall: WallRules
    """How the walls are built, counted, broken and drawn from."""
    seats: SeatTraits

    has_indicators: bool
    """A dora indicator is turned at the start, and one for each kong."""
    has_ura: bool
    has_riichi: bool
    losers_show: bool
    """After a win the losers open their hands too, because they count."""
    draw_shows_hands: bool
    """When the wall has run out, hands are opened (tenpai) or laid face down; otherwise nobody shows anything."""
    claimed_kong_hides_two: bool
    """A claimed kong lies with two tiles face down (La Règle l.107), not only a concealed one (Tchou 1924 l.388)."""
    max_winners: int
    """On one discard; with 1 the first after the discarder wins."""
    has_prevalent_wind: bool
    score: ScoreUnit
    penalties: tuple[PenaltyKind, ...]
    """What people may declare."""
    hand_aborts: tuple[AbortReason, ...]
    """Annulments that a player claims by opening the whole hand in the first turn."""
    time: TimeLimits = TimeLimits()

    @property
    def hand_tiles(self) -> int:
        """A hand between two turns, without melds."""
        return self.wall.hand_tiles


@dataclass(frozen=True, slots=True)
class Hints:
    """What may happen next."""

    draws: Seat | None
    """Who takes the next tile from the wall if nobody claims."""
    discards: Seat | None
    claimable: Tile | None
    """The tile that others may win, or (if `can_be_melded`) claim for a meld."""
    can_be_melded: bool
    indicators_due: int
    """Dora indicators that may be turned now."""
    abort: AbortReason | None
    """The abortive draw that ends the deal unless the last discard is won."""
    is_wall_empty: bool
    shows: tuple[Seat, ...] = ()
    """Who has still to open the hand."""
    judged: tuple[Seat, ...] = ()
    """Whose fine has still to be confirmed or waived."""


NOTHING = Hints(None, None, None, can_be_melded=False, indicators_due=0, abort=None, is_wall_empty=False)
"""While no deal is in play."""


class RuleSystem(Protocol):
    """A rule system with its options: a preset."""

    @property
    def name(self) -> str:
        """The preset's name."""

    @property
    def traits(self) -> Traits:
        """What it looks like."""

    def new_game(self, event: GameStarted) -> Game:
        """A game before its first deal."""

    def apply(self, game: Game, event: Event) -> Game:
        """The game after `event`.

        Raises:
            IllegalEvent: it cannot happen now; the text says why in one sentence.
        """

    def hints(self, game: Game) -> Hints:
        """What the table may do now."""

    def win_problem(self, game: Game, win: Win, discarder: Seat | None) -> str | None:
        """Why this hand cannot win now, in one sentence; None when it can.

        Args:
            game: the game up to the winning tile.
            win: the opened hand and its winning tile.
            discarder: who gave the tile; None when it was drawn.
        """

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld] = ()) -> tuple[Tile, ...]:
        """The kinds that complete a hand of 13 tiles less 3 a meld; empty when it waits for none."""

    def score(self, deal: FinishedDeal) -> ScoredDeal:
        """The value of every hand that counts, and every payment, without a game around it.

        Raises:
            IllegalEvent: these hands cannot end a deal so; the text says why in one sentence.
        """
