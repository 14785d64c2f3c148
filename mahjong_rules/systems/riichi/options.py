"""Switches of the riichi family: a rule system is code, its options are data (config/rules/*.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.melds import MeldKind
from mahjong_rules.tiles import TileStock


class KongDoraTiming(StrEnum):
    """When the indicator of a kong is turned."""

    AT_ONCE = "at_once"
    """Before the replacement tile is drawn."""
    AFTER_DISCARD = "after_discard"
    """With the discard that follows; not for a win on the replacement tile."""
    NEVER = "never"


class SwapCalling(StrEnum):
    """Which discards a chow or pung forbids in the same turn (kuikae)."""

    ALLOWED = "allowed"
    SAME_TILE = "same_tile"
    """The tile just claimed may not be discarded."""
    SAME_AND_OTHER_END = "same_and_other_end"
    """Neither may the tile that completes the other end of the chow."""


class Renho(StrEnum):
    """A win on a discard before the own first draw."""

    NONE = "none"
    FIVE_FAN_ALONE = "five_fan_alone"
    """Worth five fan and combined with nothing, unless the hand itself is worth more."""


class TieRule(StrEnum):
    """Players with equal final points."""

    SEAT_ORDER = "seat_order"
    """The one who sat nearer to the first East is ahead."""
    SHARE = "share"
    """They share rank and uma."""


class HonbaReceiver(StrEnum):
    """Who gets the counters when several players win on one discard."""

    FIRST = "first"
    EACH = "each"


class PaoHonbaPayer(StrEnum):
    """Who pays the counters when a liable player and a discarder share a payment."""

    LIABLE = "liable"
    DISCARDER = "discarder"


class ChomboPenalty(StrEnum):
    """What a chombo costs."""

    REVERSE_MANGAN = "reverse_mangan"
    """A self-drawn mangan paid to the others, at once."""
    AFTER_UMA = "after_uma"
    """`chombo_points` off the final score."""


@dataclass(frozen=True, slots=True)
class RiichiOptions:
    """One preset. Points are plain points, not thousands; the defaults are those of Tenhou's ranked games.

    `clause_yaku`, `clause_fu` and `clause_dora` name the source on every score line.
    """

    name: str
    clause_yaku: str
    clause_fu: str
    clause_dora: str

    # Tiles and claims
    red_fives: bool = True
    """One red five in each suit, each worth a fan."""
    swap_calling: SwapCalling = SwapCalling.SAME_AND_OTHER_END
    concealed_kong_in_riichi: bool = True
    thirteen_orphans_rob_concealed_kong: bool = False

    # Dora
    kong_dora_concealed: KongDoraTiming = KongDoraTiming.AT_ONCE
    kong_dora_melded: KongDoraTiming = KongDoraTiming.AFTER_DISCARD
    kong_dora_added: KongDoraTiming = KongDoraTiming.AFTER_DISCARD
    ura_dora: bool = True

    # Hand values
    open_tanyao: bool = True
    ippatsu: bool = True
    double_wind_pair_fu: int = 4
    round_up_mangan: bool = False
    """4 fan 30 fu and 3 fan 60 fu count as mangan (kiriage)."""
    counted_yakuman: bool = True
    """13 fan are a yakuman (kazoe); otherwise they stay sanbaiman."""
    stacked_yakuman: bool = True
    double_yakuman: bool = False
    """Four single-wait forms count twice."""
    renho: Renho = Renho.NONE

    # Riichi
    riichi_needs_points: bool = True
    """The player must own the 1,000 points of the stick."""
    riichi_min_live_tiles: int = 4

    # Several winners
    max_winners: int = 3
    """1: only the first after the discarder wins (atamahane)."""
    honba_receiver: HonbaReceiver = HonbaReceiver.FIRST
    own_riichi_stick_returns: bool = False
    """Each winner in riichi takes back the own stick; the first winner takes the others."""

    # Counters and draws
    honba_points: int = 300
    noten_pool_points: int = 3000
    dead_wait_is_noten: bool = True
    """A hand that waits only for a tile of which it holds all four is noten."""
    nagashi_mangan: bool = True
    dealer_stays_when_tenpai: bool = True
    abort_nine_terminals: bool = True
    abort_four_winds: bool = True
    abort_four_riichi: bool = True
    abort_four_kongs: bool = True
    abort_triple_ron: bool = True

    # Liability
    pao_three_dragons: bool = True
    pao_four_winds: bool = True
    pao_four_kongs: bool = False
    pao_honba_payer: PaoHonbaPayer = PaoHonbaPayer.LIABLE
    pao_covers_whole_hand: bool = False
    """False: only the yakuman that the liable player completed."""

    # Course and end of the game
    start_points: int = 25000
    rounds: int = 2
    extra_rounds: int = 1
    target_points: int = 30000
    """While nobody has them after the last round, extra rounds are played."""
    ends_below_zero: bool = True
    dealer_ends_when_winning: bool = True
    """In the last deal a leading dealer who wins does not go on (agari-yame)."""
    dealer_ends_when_tenpai: bool = True
    return_points: int = 30000
    """What is taken off every final figure before the uma."""
    uma: tuple[int, int, int, int] = (20000, 10000, -10000, -20000)
    oka_points: int = 20000
    ties: TieRule = TieRule.SEAT_ORDER
    leftover_sticks_to_first: bool = True

    # Penalties
    chombo: ChomboPenalty = ChomboPenalty.REVERSE_MANGAN
    chombo_points: int = 20000

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return TileStock(red_fives=self.red_fives)

    def kong_dora(self, kind: MeldKind) -> KongDoraTiming:
        """When the indicator for a kong of this kind is turned."""
        match kind:
            case MeldKind.CONCEALED_KONG:
                return self.kong_dora_concealed
            case MeldKind.MELDED_KONG:
                return self.kong_dora_melded
            case _:
                return self.kong_dora_added
