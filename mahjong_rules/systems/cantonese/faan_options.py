"""What tables of Hong Kong old style agree on about hands: the least and the most, faan of hands and of flowers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mahjong_rules.hands import Shapes, Thirteen

_MOST_FAAN: Final = 13
"""The highest limit that tables agree on (HK §7)."""


@dataclass(frozen=True, slots=True)
class FaanValues:
    """What hands are worth, and the least and the most that counts."""

    minimum_faan: int = 3
    """A hand of fewer faan is not complete; 0: every hand wins (雞糊)."""
    limit_faan: int = 10
    """No hand is worth more; hands that are worth the limit by their form are worth so many."""
    common_hand_faan: int = 1
    """Chows only (平糊)."""
    all_pungs_faan: int = 3
    """Pungs and kongs only (對對糊)."""
    mixed_one_suit_faan: int = 3
    """One suit with honours (混一色)."""
    one_suit_faan: int = 7
    """One suit only (清一色)."""
    mixed_terminals_faan: int = 1
    """Terminals and honours only (花幺), beside the faan of pungs."""
    little_dragons_faan: int = 5
    """Two pungs of dragons and a pair of the third (小三元), their own faan included."""
    big_dragons_faan: int = 8
    """Three pungs of dragons (大三元), their own faan included; 0: the limit."""
    little_winds_faan: int = 0
    """Three pungs of winds and a pair of the fourth (小四喜); 0: the limit."""
    all_honours_faan: int = 0
    """Winds and dragons only (字一色), the faan of pungs included; 0: the limit."""
    seven_pairs_faan: int = 0
    """Seven different pairs (七對); 0: they do not win."""
    concealed_faan: int = 1
    """Nothing was claimed before the winning tile (門前清); a concealed kong is fine."""
    last_discard: bool = True
    """The discard after the last tile of the wall has the faan of the last tile (海底撈月) too."""
    double_kong: bool = True
    """The replacement of a kong that was declared on the replacement of another wins the limit (槓上槓)."""

    def __post_init__(self) -> None:
        """Refuse faan that no table knows."""
        if not 1 <= self.limit_faan <= _MOST_FAAN:
            raise ValueError(f"limit_faan must be a number from 1 to {_MOST_FAAN}, not {self.limit_faan}")
        if not 0 <= self.minimum_faan <= self.limit_faan:
            raise ValueError(f"minimum_faan must be a number from 0 to limit_faan, not {self.minimum_faan}")
        for name in _FAAN_OPTIONS:
            if not 0 <= getattr(self, name) <= _MOST_FAAN:
                raise ValueError(f"{name} must be a number from 0 to {_MOST_FAAN}, not {getattr(self, name)}")

    @property
    def shapes(self) -> Shapes:
        """Winning shapes beside four sets and a pair."""
        return Shapes(seven_pairs=self.seven_pairs_faan > 0, thirteen=Thirteen.PAIR)


_FAAN_OPTIONS: Final = (
    "common_hand_faan",
    "all_pungs_faan",
    "mixed_one_suit_faan",
    "one_suit_faan",
    "mixed_terminals_faan",
    "little_dragons_faan",
    "big_dragons_faan",
    "little_winds_faan",
    "all_honours_faan",
    "seven_pairs_faan",
    "concealed_faan",
)


@dataclass(frozen=True, slots=True)
class FlowerFaan:
    """Faan of flowers, where they are played with."""

    no_flowers_faan: int = 1
    """The winner laid none (無花)."""
    own_flower_faan: int = 1
    """A flower or season of the own wind, 1 East to 4 North (正花)."""
    flower_set_faan: int = 2
    """All four flowers, or all four seasons (一台花); the own one of them counts no more."""
    flower_replacement_faan: int = 0
    """Self-drawn with the tile that replaced a flower (花上自摸); 0: nothing but the faan of a self-drawn hand."""
    flowers_in_minimum: bool = True
    """Faan of flowers count towards the minimum too."""
    flower_win: bool = False
    """Seven laid flowers win with the next tile drawn, whatever the hand is (花糊); all eight win the limit."""

    def __post_init__(self) -> None:
        """Refuse faan that no table knows."""
        for name in ("no_flowers_faan", "own_flower_faan", "flower_set_faan", "flower_replacement_faan"):
            if not 0 <= getattr(self, name) <= _MOST_FAAN:
                raise ValueError(f"{name} must be a number from 0 to {_MOST_FAAN}, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class FaanTable:
    """All that valuing a hand asks; `plays_flowers`: the set has them."""

    values: FaanValues
    flowers: FlowerFaan
    plays_flowers: bool
