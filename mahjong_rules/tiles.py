"""Tiles as the eye tells them apart.

Rules this file keeps:
* A `Tile` is a face, not a physical piece: four pieces of a set share one face.
* Notation: ``1m``..``9m`` characters, ``1p``..``9p`` dots, ``1s``..``9s`` bamboo, ``0m 0p 0s`` red fives,
  ``1z``..``4z`` E S W N, ``5z`` white, ``6z`` green, ``7z`` red, ``f1``..``f4`` flowers, ``y1``..``y4`` seasons.
* `parse_tile` and `str(tile)` are inverse to each other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Suit(StrEnum):
    """The family of a tile; the value is its letter in the notation."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    FLOWERS = "f"
    SEASONS = "y"


NUMBER_SUITS: Final = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
_HIGHEST: Final = {Suit.HONOURS: 7, Suit.FLOWERS: 4, Suit.SEASONS: 4}


class TileError(ValueError):
    """A text or number that names no tile."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A face: its suit, its number and whether it is the red five of its suit.

    `number` is 1-9 in the three suits, 1-7 for honours (E S W N white green red), 1-4 for bonus tiles.
    """

    suit: Suit
    number: int
    red: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.number <= _HIGHEST.get(self.suit, 9):
            raise TileError(f"no tile has number {self.number} in suit {self.suit.value!r}")
        if self.red and (self.number != 5 or self.suit not in NUMBER_SUITS):
            raise TileError(f"only the fives of the three suits can be red, not {self.number}{self.suit.value}")

    def __str__(self) -> str:
        if self.suit in (Suit.FLOWERS, Suit.SEASONS):
            return f"{self.suit.value}{self.number}"
        return f"{0 if self.red else self.number}{self.suit.value}"

    @property
    def plain(self) -> Tile:
        """The same tile without red paint."""
        return Tile(self.suit, self.number) if self.red else self

    @property
    def is_number(self) -> bool:
        """True in the three suits."""
        return self.suit in NUMBER_SUITS

    @property
    def is_honour(self) -> bool:
        """True for winds and dragons."""
        return self.suit is Suit.HONOURS

    @property
    def is_wind(self) -> bool:
        """True for E S W N."""
        return self.is_honour and self.number <= 4

    @property
    def is_dragon(self) -> bool:
        """True for white, green and red."""
        return self.is_honour and self.number >= 5

    @property
    def is_terminal_or_honour(self) -> bool:
        """True for ones, nines, winds and dragons."""
        return self.is_honour or (self.is_number and self.number in (1, 9))

    @property
    def is_bonus(self) -> bool:
        """True for flowers and seasons."""
        return self.suit in (Suit.FLOWERS, Suit.SEASONS)


def parse_tile(text: str) -> Tile:
    """The tile that `text` names, for example ``"3m"``, ``"0p"``, ``"7z"`` or ``"f2"``.

    Raises:
        TileError: `text` is not in the notation.
    """
    if len(text) == 2:
        first, second = text[0], text[1]
        if first in "fy" and second.isdecimal():
            return Tile(Suit(first), int(second))
        if first.isdecimal() and second in "mpsz":
            suit = Suit(second)
            if first == "0":
                return Tile(suit, 5, red=True)
            return Tile(suit, int(first))
    raise TileError(f"{text!r} names no tile; expected for example 3m, 0p, 7z or f2")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles from compact notation: ``"123m055p11z"`` or names divided by blanks."""
    tiles: list[Tile] = []
    for word in text.split():
        if word[0] in "fy":
            tiles.append(parse_tile(word))
            continue
        numbers = ""
        for character in word:
            if character.isdecimal():
                numbers += character
            elif not numbers:
                raise TileError(f"{word!r} has no number before {character!r}; expected for example 3m, 456p or 7z")
            else:
                tiles.extend(parse_tile(number + character) for number in numbers)
                numbers = ""
        if numbers:
            raise TileError(f"{word!r} ends without a suit letter; expected for example 123m or 7z")
    return tuple(tiles)


def tiles_text(tiles: Iterable[Tile]) -> str:
    """The tiles' names divided by blanks, in the given order."""
    return " ".join(str(tile) for tile in tiles)


def sort_key(tile: Tile) -> tuple[int, int, bool]:
    """Order on the rack: characters, dots, bamboo, honours, bonus; a red five before the plain ones."""
    return (list(Suit).index(tile.suit), tile.number, not tile.red)


ALL_KINDS: Final[tuple[Tile, ...]] = tuple(
    [Tile(suit, number) for suit in NUMBER_SUITS for number in range(1, 10)]
    + [Tile(Suit.HONOURS, number) for number in range(1, 8)]
)
"""The 34 kinds without bonus tiles and red fives."""

NORTH: Final = Tile(Suit.HONOURS, 4)
"""The wind that nobody plays where three do: it may be laid aside."""
RED_FIVES: Final = tuple(Tile(suit, 5, red=True) for suit in NUMBER_SUITS)
_PLAIN_TILES: Final = 4 * len(ALL_KINDS)
BONUS_TILES: Final = tuple(Tile(suit, number) for suit in (Suit.FLOWERS, Suit.SEASONS) for number in range(1, 5))


def tile_set(*, red_fives: bool, bonus: bool = False, flower_copies: int = 1) -> tuple[Tile, ...]:
    """Every piece of a set of 136 tiles, one red five a suit if `red_fives`, each flower `flower_copies` times."""
    pieces: list[Tile] = []
    for kind in ALL_KINDS:
        has_red = red_fives and kind.is_number and kind.number == 5
        pieces.extend([kind] * (3 if has_red else 4))
        if has_red:
            pieces.append(Tile(kind.suit, 5, red=True))
    if bonus:
        pieces.extend(BONUS_TILES * flower_copies)
    return tuple(pieces)


@dataclass(frozen=True, slots=True)
class TileStock:
    """Which pieces one set has: with red fives or not, with flowers and seasons or not.

    `flower_copies`: so many pieces of each flower and season, where there are any (1 or 2). `left_out` are kinds that
    this game is played without, all four pieces of each. `aside` are kinds that may be laid aside beside the bonus
    tiles, which always are.
    """

    red_fives: bool = False
    bonus: bool = False
    left_out: tuple[Tile, ...] = ()
    aside: tuple[Tile, ...] = ()
    flower_copies: int = 1

    @property
    def laid_aside(self) -> frozenset[Tile]:
        """The faces that are laid open beside the hand and replaced."""
        return frozenset((*self.aside, *(BONUS_TILES if self.bonus else ())))

    @property
    def count(self) -> int:
        """136, 144 with a flower of each name, 152 with two, 108 without seven kinds."""
        return _PLAIN_TILES + len(BONUS_TILES) * self.copies_of_flowers - 4 * len(self.left_out)

    @property
    def copies_of_flowers(self) -> int:
        """How many pieces of each flower and season the set has; 0 without them."""
        return self.flower_copies if self.bonus else 0

    def pieces(self) -> tuple[Tile, ...]:
        """Every piece."""
        pieces = tile_set(red_fives=self.red_fives, bonus=self.bonus, flower_copies=self.flower_copies)
        return tuple(tile for tile in pieces if tile.plain not in self.left_out) if self.left_out else pieces

    @property
    def kinds(self) -> frozenset[Tile]:
        """Every face: without bonus tiles none of those, without red fives no red one, and none that is left out."""
        faces = (*ALL_KINDS, *(RED_FIVES if self.red_fives else ()), *(BONUS_TILES if self.bonus else ()))
        return frozenset(face for face in faces if face.plain not in self.left_out)


def dora_of(indicator: Tile, left_out: Container[Tile] = ()) -> Tile:
    """The dora that an indicator points to: WRC 2015 §4.8 (1..9->1, E->S->W->N->E, white->green->red->white).

    Kinds that are left out of the set are passed over: without 2 to 8 of characters, 1 points to 9.
    """
    if indicator.is_number:
        following = Tile(indicator.suit, indicator.number % 9 + 1)
        return dora_of(following, left_out) if following in left_out else following
    if indicator.is_wind:
        return Tile(Suit.HONOURS, indicator.number % 4 + 1)
    if indicator.is_dragon:
        return Tile(Suit.HONOURS, (indicator.number - 5 + 1) % 3 + 5)
    raise TileError(f"{indicator} cannot be a dora indicator: bonus tiles are not in a riichi set")
