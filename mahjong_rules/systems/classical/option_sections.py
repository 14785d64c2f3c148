"""Switches that the three classical systems share: each class is a section of their presets (config/rules/*.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.seats import Wind
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import CountFrom, FirstDealt, ReplacementSource, WallRules, lengths_for


class WindLetter(StrEnum):
    """A wind as presets write it."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def wind(self) -> Wind:
        """The wind itself."""
        return Wind("ESWN".index(self.value))


class DealerAfterWin(StrEnum):
    """Who deals after a deal that the dealer won; when another player wins, the next deals."""

    STAYS = "stays"
    """The same dealer."""
    PASSES = "passes"
    """The next player, whoever wins."""


class DealerAfterDraw(StrEnum):
    """Who deals after a deal that nobody won."""

    PASSES = "passes"
    """The next player (Kanai French l.29)."""
    STAYS = "stays"
    """The same dealer."""
    STAYS_WITHOUT_KONG = "stays_without_kong"
    """The same dealer, unless a kong lies on the table (Tchou 1924 l.426)."""


class NineIsolated(StrEnum):
    """Which dealt hand may demand that the deal is annulled (Tchou 1924 l.619, R-15)."""

    NONE = "none"
    """No hand."""
    DISTINCT = "distinct"
    """Nine different terminals and honours."""
    SINGLETONS = "singletons"
    """Nine different terminals and honours, each of them once."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Tiles and walls."""

    bonus_tiles: bool = False
    """Four flowers and four seasons are played with: 144 tiles, walls of 18; otherwise 136."""
    flower_winds: tuple[WindLetter, WindLetter, WindLetter, WindLetter] = (
        WindLetter.EAST,
        WindLetter.SOUTH,
        WindLetter.WEST,
        WindLetter.NORTH,
    )
    """The winds of plum, orchid, chrysanthemum and bamboo; the seasons go from spring, E, to winter, N."""
    count_from: CountFrom = CountFrom.RIGHT
    """The end of the own wall, as the opener sees it, where the count for the break begins."""
    first_dealt: FirstDealt = FirstDealt.AFTER
    """Dealing begins after the stack the count ends on, or at it."""
    lifts_stack: bool = False
    """The stack the count ends on is lifted, and its two tiles lie loose on the reserve."""
    reserve_tiles: int = 14
    """Tiles at the end of the walls that are never drawn."""
    reserve_grows: bool = False
    """Every declared kong keeps one tile more from being drawn."""
    replacements: ReplacementSource = ReplacementSource.QUEUE
    """Where the tiles for kongs and flowers come from: the end of the walls, or a hill that shrinks."""

    def __post_init__(self) -> None:
        """Refuse walls that cannot be built and flowers without a wind of their own."""
        if sorted(self.flower_winds) != sorted(WindLetter):
            raise ValueError(f"flower_winds must name each of E, S, W and N once, not {', '.join(self.flower_winds)}")
        if self.replacements is ReplacementSource.DEAD_WALL:
            raise ValueError("replacements must be queue or hill, a dead wall of fourteen belongs to riichi")
        if self.reserve_grows and self.replacements is ReplacementSource.HILL:
            raise ValueError("reserve_grows must be false with a hill, whose tiles are drawn for kongs")
        try:
            _ = self.wall
        except ValueError as error:
            raise ValueError(f"reserve_tiles, first_dealt and lifts_stack must make a wall: {error}") from error

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return TileStock(bonus=self.bonus_tiles)

    @property
    def winds_of_flowers(self) -> tuple[Wind, ...]:
        """The winds of flowers 1 to 4."""
        return tuple(letter.wind for letter in self.flower_winds)

    @property
    def wall(self) -> WallRules:
        """How the walls are built, counted, broken and drawn from."""
        return WallRules(
            lengths=lengths_for(self.stock.count),
            count_from=self.count_from,
            first_dealt=self.first_dealt,
            lifts_stack=self.lifts_stack,
            reserve_tiles=self.reserve_tiles,
            replacements=self.replacements,
        )


@dataclass(frozen=True, slots=True)
class ClaimOptions:
    """Claims and kongs."""

    robbing_kong: bool = True
    """A tile added to an exposed pung may be won by another player."""
    kong_in_claim_turn: bool = False
    """A player who has just claimed a chow or pung may declare a kong in the same turn."""


@dataclass(frozen=True, slots=True)
class CourseOptions:
    """Course and end of a game."""

    start_points: int = 0
    """What everybody begins with."""
    rounds: int = 4
    """How often the deal goes round the table."""
    dealer_after_draw: DealerAfterDraw = DealerAfterDraw.PASSES
    """Who deals after a deal that nobody won."""
    deals_after_time: int = 0
    """Deals that still begin after the one in which the time is called."""
    seats_drawn_every: int = 0
    """Rounds after which seats are drawn anew while the game goes on; 0: people stay."""

    def __post_init__(self) -> None:
        """Refuse a game without an end."""
        if not 1 <= self.rounds <= 12:
            raise ValueError(f"rounds must be a number from 1 to 12, not {self.rounds}")
        if not 0 <= self.deals_after_time <= 16:
            raise ValueError(f"deals_after_time must be a number from 0 to 16, not {self.deals_after_time}")
        if not 0 <= self.seats_drawn_every <= 12:
            raise ValueError(f"seats_drawn_every must be a number from 0 to 12, not {self.seats_drawn_every}")


@dataclass(frozen=True, slots=True)
class PenaltyOptions:
    """Annulments, false wins and the stake."""

    false_win_points: int = 0
    """Who declares a hand that is not complete pays each other player the price of a hand of so many points."""
    nine_isolated: NineIsolated = NineIsolated.NONE
    """A dealt hand that may demand that the deal is annulled."""
    stakes: bool = False
    """The dealer may lay a stake for the next winner and add to the dice."""

    def __post_init__(self) -> None:
        """Refuse a fine below nothing."""
        if not 0 <= self.false_win_points <= 10_000:
            raise ValueError(f"false_win_points must be a number from 0 to 10000, not {self.false_win_points}")
