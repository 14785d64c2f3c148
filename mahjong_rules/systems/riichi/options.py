"""Switches of the riichi family: a rule system is code, its options are data (config/rules/*.toml).

Rules this file keeps: a section here is a section of the preset file; the text below an option is what
`jantaku rules show` says of it; points are plain points, not thousands; defaults are Tenhou's ranked games.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mahjong_rules.melds import MeldKind
from mahjong_rules.systems.riichi.choices import (
    ChomboPenalty,
    DoubleYakuman,
    FifthKong,
    HonbaReceiver,
    KongDoraTiming,
    NotenRiichi,
    PaoHonbaPayer,
    Renho,
    RiichiKong,
    SwapCalling,
    TieRule,
)
from mahjong_rules.systems.riichi.player_options import PlayerOptions
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import WallRules


@dataclass(frozen=True, slots=True)
class Clauses:
    """What the score lines name as their source."""

    clause_yaku: str = "Tenhou"
    """Source named beside a yaku."""
    clause_fu: str = "Tenhou"
    """Source named beside fu."""
    clause_dora: str = "Tenhou"
    """Source named beside dora."""


@dataclass(frozen=True, slots=True)
class WallOptions:
    """How the wall is opened."""

    fixed_break: int = 0
    """Without dice the wall is opened as if they showed this sum (an automatic table); 0: people throw."""

    def __post_init__(self) -> None:
        """Refuse what two dice never show."""
        _check(self.fixed_break in (0, *range(2, 13)), "fixed_break", "0 or 2 to 12", self.fixed_break)


@dataclass(frozen=True, slots=True)
class TileOptions:
    """Tiles, claims and dora."""

    red_fives: bool = True
    """One five of each suit is red; in riichi each is worth a fan."""
    swap_calling: SwapCalling = SwapCalling.SAME_AND_OTHER_END
    """Discards that a chow or pung forbids in the same turn (kuikae)."""
    riichi_kong: RiichiKong = RiichiKong.SAME_WAITS
    """Concealed kongs of a player in riichi."""
    fifth_kong: FifthKong = FifthKong.FORBIDDEN
    """What another kong does when one player has four."""
    thirteen_orphans_rob_concealed_kong: bool = False
    """Thirteen orphans may win the tile of a concealed kong."""
    kong_dora_concealed: KongDoraTiming = KongDoraTiming.AT_ONCE
    """When the indicator of a concealed kong is turned."""
    kong_dora_melded: KongDoraTiming = KongDoraTiming.AFTER_DISCARD
    """When the indicator of a claimed kong is turned."""
    kong_dora_added: KongDoraTiming = KongDoraTiming.AFTER_DISCARD
    """When the indicator of a kong added to a pung is turned."""
    ura_dora: bool = True
    """A winner in riichi turns the tiles under the indicators too."""

    def kong_dora(self, kind: MeldKind) -> KongDoraTiming:
        """When the indicator for a kong of this kind is turned."""
        match kind:
            case MeldKind.CONCEALED_KONG:
                return self.kong_dora_concealed
            case MeldKind.MELDED_KONG:
                return self.kong_dora_melded
            case _:
                return self.kong_dora_added


@dataclass(frozen=True, slots=True)
class ValueOptions:
    """Hand values."""

    open_tanyao: bool = True
    """An open hand may win with all simples alone (kuitan)."""
    ippatsu: bool = True
    """A win within one uninterrupted turn after riichi is worth a fan."""
    double_wind_pair_fu: int = 4
    """Fu of a pair that is both seat wind and prevalent wind, 2 or 4."""
    round_up_mangan: bool = False
    """4 fan 30 fu and 3 fan 60 fu count as mangan (kiriage)."""
    counted_yakuman: bool = True
    """13 fan are a yakuman (kazoe); otherwise they stay sanbaiman."""
    most_yakuman: int = 6
    """How many yakuman one hand may be worth, 1 to 6; with 1 they do not add up."""
    double_yakuman: tuple[DoubleYakuman, ...] = ()
    """Forms that count as two yakuman."""
    renho: Renho = Renho.NONE
    """A win on a discard before the own first draw."""

    def __post_init__(self) -> None:
        """Refuse values that no table plays."""
        _check(self.double_wind_pair_fu in (2, 4), "double_wind_pair_fu", "2 or 4", self.double_wind_pair_fu)
        _check_range("most_yakuman", self.most_yakuman, 1, 6)


@dataclass(frozen=True, slots=True)
class DeclarationOptions:
    """When riichi may be declared; always with a waiting closed hand, also in furiten."""

    riichi_needs_points: bool = True
    """The player must own the 1,000 points of the stick."""
    riichi_min_live_tiles: int = 4
    """Tiles that must be left to draw."""

    def __post_init__(self) -> None:
        """Refuse what the wall cannot hold."""
        _check_range("riichi_min_live_tiles", self.riichi_min_live_tiles, 0, 69)


@dataclass(frozen=True, slots=True)
class SettlementOptions:
    """Several winners and counters."""

    max_winners: int = 3
    """Winners on one discard; with 1 only the first after the discarder wins (atamahane)."""
    honba_points: int = 300
    """What one counter is worth to a winner."""
    honba_receiver: HonbaReceiver = HonbaReceiver.FIRST
    """Who gets the counters when several players win on one discard."""
    own_riichi_stick_returns: bool = False
    """Each winner in riichi takes back the own stick; the first winner takes the others."""

    def __post_init__(self) -> None:
        """Refuse sums that cannot be shared."""
        _check_range("max_winners", self.max_winners, 1, 3)
        _check_step("honba_points", self.honba_points, 100)


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """Deals that nobody wins."""

    noten_pool_points: int = 3000
    """Paid by those without to those with a waiting hand when the wall is empty."""
    dead_wait_is_noten: bool = True
    """A hand that waits only for a tile of which it holds all four is noten."""
    nagashi_mangan: bool = True
    """A river of nothing but unclaimed terminals and honours earns a mangan when the wall is empty."""
    nagashi_needs_closed_hand: bool = False
    """Nagashi mangan only without open melds of the own."""
    dealer_stays_when_tenpai: bool = True
    """The dealer deals again with a waiting hand when the wall is empty."""
    abort_nine_terminals: bool = True
    """Nine kinds of terminals and honours in the first turn end the deal, if the player likes."""
    abort_four_winds: bool = True
    """The same wind as everybody's first discard ends the deal."""
    abort_four_riichi: bool = True
    """The fourth riichi ends the deal."""
    abort_four_kongs: bool = True
    """Four kongs of two or more players end the deal."""
    abort_triple_ron: bool = True
    """Three winners on one discard end the deal."""

    def __post_init__(self) -> None:
        """Refuse a pool that no players can share."""
        _check_step("noten_pool_points", self.noten_pool_points, 200)


@dataclass(frozen=True, slots=True)
class LiabilityOptions:
    """Pao: who feeds the last open set of certain yakuman is liable."""

    pao_three_dragons: bool = True
    """For the third dragon set."""
    pao_four_winds: bool = True
    """For the fourth wind set."""
    pao_four_kongs: bool = False
    """For the fourth kong."""
    pao_honba_payer: PaoHonbaPayer = PaoHonbaPayer.LIABLE
    """Who pays the counters when a liable player and a discarder share a payment."""
    pao_covers_whole_hand: bool = False
    """The liable player answers for the whole hand; otherwise only for the yakuman that was fed."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Course and end of a game."""

    start_points: int = 25000
    """What everybody begins with."""
    rounds: int = 2
    """How often the deal goes round the table."""
    extra_rounds: int = 1
    """Rounds that follow while nobody has `target_points`."""
    target_points: int = 30000
    """Points that make extra rounds unnecessary."""
    ends_below_zero: bool = True
    """A player below zero ends the game; exactly zero does not."""
    dealer_ends_when_winning: bool = True
    """In the last deal a leading dealer who wins does not go on (agari-yame)."""
    dealer_ends_when_tenpai: bool = True
    """In the last deal a leading dealer who is tenpai at the end of the wall does not go on."""
    return_points: int = 30000
    """What is taken off every final figure before the uma."""
    uma: tuple[int, ...] = (20000, 10000, -10000, -20000)
    """Added to the final figures, first to last."""
    oka_points: int = 20000
    """To the winner: what everybody returned above the start."""
    ties: TieRule = TieRule.SEAT_ORDER
    """Players with equal final points."""
    leftover_sticks_to_first: bool = True
    """Sticks left on the table at the end go to the winner."""
    odd_leftover_counts: bool = True
    """Of sticks that several winners share, odd hundreds go to the one nearest the first East; otherwise to nobody."""

    def __post_init__(self) -> None:
        """Refuse a course that has no end, and scores that are no full hundreds."""
        _check_range("rounds", self.rounds, 1, 4)
        _check_range("extra_rounds", self.extra_rounds, 0, 4 - self.rounds)
        for name in ("target_points", "return_points", "oka_points"):
            _check_step(name, getattr(self, name), 100)
        _check(self.start_points % 100 == 0, "start_points", "full hundreds", self.start_points)
        _check(
            sum(self.uma) == 0 and not any(uma % 100 for uma in self.uma), "uma", "full hundreds, 0 in all", self.uma
        )


@dataclass(frozen=True, slots=True)
class TimeOptions:
    """How long a game may last."""

    time_limit_minutes: int = 0
    """Playing time after which the time may be called; 0: none."""
    deals_after_time: int = 1
    """Deals that still begin after the one in which the time is called."""
    deal_begins_at_end_of_last: bool = False
    """A deal begins when the one before ends: a time that is called between two is called in the next."""
    chombo_uses_up_deal: bool = False
    """A deal that a chombo voids counts as one of those that still begin, though it is played again."""
    void_limit_minutes: int = 0
    """Playing time after which the game stops and does not count; 0: none."""

    def __post_init__(self) -> None:
        """Refuse what no evening lasts."""
        for name in ("time_limit_minutes", "void_limit_minutes", "deals_after_time"):
            _check_range(name, getattr(self, name), 0, 600)


@dataclass(frozen=True, slots=True)
class ChomboOptions:
    """Penalties."""

    chombo: ChomboPenalty = ChomboPenalty.REVERSE_MANGAN
    """What a chombo costs."""
    chombo_points: int = 20000
    """Off the final score for each chombo, with `after_uma`."""
    noten_riichi: NotenRiichi = NotenRiichi.CHOMBO
    """A player in riichi whose hand does not wait, or is not shown, when the wall is empty."""
    point_penalties: bool = False
    """Referees may take points off a final score, after uma."""

    def __post_init__(self) -> None:
        """Refuse odd points."""
        _check_step("chombo_points", self.chombo_points, 100)


@dataclass(frozen=True, slots=True)
class RiichiOptions:
    """One preset of the riichi family."""

    name: str
    clauses: Clauses = field(default_factory=Clauses)
    players: PlayerOptions = field(default_factory=PlayerOptions)
    wall: WallOptions = field(default_factory=WallOptions)
    tiles: TileOptions = field(default_factory=TileOptions)
    values: ValueOptions = field(default_factory=ValueOptions)
    riichi: DeclarationOptions = field(default_factory=DeclarationOptions)
    settlement: SettlementOptions = field(default_factory=SettlementOptions)
    draws: DrawOptions = field(default_factory=DrawOptions)
    liability: LiabilityOptions = field(default_factory=LiabilityOptions)
    game: GameOptions = field(default_factory=GameOptions)
    time: TimeOptions = field(default_factory=TimeOptions)
    penalties: ChomboOptions = field(default_factory=ChomboOptions)

    def __post_init__(self) -> None:
        """Refuse points that so many players cannot share, and an uma for others."""
        others = self.players.players - 1
        wanted = f"{self.players.players} figures, one for each player"
        _check(len(self.game.uma) == self.players.players, "uma", wanted, self.game.uma)
        _check_step("honba_points", self.settlement.honba_points, 100 * others)
        _check_step("noten_pool_points", self.draws.noten_pool_points, 600 if others > 2 else 200)

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return self.players.stock(red_fives=self.tiles.red_fives)

    @property
    def wall_rules(self) -> WallRules:
        """How the walls are built and opened: by a throw, or at a fixed place."""
        wall = self.players.wall(self.stock.count)
        return wall.with_fixed_break(self.wall.fixed_break) if self.wall.fixed_break else wall

    @property
    def live_tiles(self) -> int:
        """Tiles to draw when everybody has a hand: the dealer's one more is the first draw."""
        wall = self.wall_rules
        return self.stock.count - wall.reserve_tiles - (wall.dealt_tiles - 1)


def _check(is_right: bool, name: str, wanted: str, found: object) -> None:
    if not is_right:
        raise ValueError(f"{name} must be {wanted}, not {found}")


def _check_range(name: str, found: int, least: int, most: int) -> None:
    _check(least <= found <= most, name, f"{least} to {most}", found)


def _check_step(name: str, found: int, step: int) -> None:
    _check(found >= 0 and found % step == 0, name, f"0 or a multiple of {step}", found)
