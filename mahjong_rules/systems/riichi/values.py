"""Hand values of riichi, by the library `mahjong`, behind our own types.

Rules this file keeps:
* The library finds yaku, fu and the best reading of a hand; limits, stacking, rounding and renho are ours, because
  EMA 2025 differs there from what the library offers.
* Every value is for a hand alone: honba, sticks and liability belong to the settlement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld as LibraryMeld

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.errors import Refusal
from mahjong_rules.hands import kind_index
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Wind
from mahjong_rules.systems.riichi.choices import Renho
from mahjong_rules.systems.riichi.keys import DORA_KEYS, KITA, LIMITS, RENHOU, YAKU_KEYS, YAKUMAN_LIMITS
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.tiles import ALL_KINDS, RED_FIVES, Tile
from mahjong_rules.told import Told, sentence

MANGAN_BASE_POINTS: Final = 2000
"""What fu and fan reach at most below a limit (EMA 2025 §4.1): the lowest of `LIMITS`."""
YAKUMAN_BASE_POINTS: Final = 8000
"""Four times mangan (EMA 2025 §4.1)."""
YAKUMAN_FAN: Final = 13
"""What one yakuman is written as in a line, so that fan add up: as many as a counted yakuman needs (A-14)."""
RENHO_FAN: Final = 5
"""EMA 2016: a win on a discard before the own first draw is worth a mangan."""
_FIRST_WIND_INDEX: Final = 27
"""The library's number of the East wind, the first kind after three suits of nine."""
_BASE_FU: Final = 20
"""Every hand has them (EMA 2025 §4.1)."""
_CONCEALED_RON_FU: Final = 10
"""For a concealed hand won on a discard (EMA 2025 §4.1); the library adds them to the base and names only the sum."""


class NoValue(Refusal):
    """A hand that cannot win; the text says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a hand was won.

    `first_turn`: before the winner's first discard, no call or kong by anybody (a win on a discard then also comes
    before the winner's first draw). `last_tile`: nothing is left in the live wall. `fed`: yakuman for which another
    player is liable (pao). `norths`: laid aside, each worth a fan and whatever it is as dora.
    """

    self_drawn: bool
    seat_wind: Wind
    prevalent_wind: Wind
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    replacement_tile: bool = False
    robbed_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    fed: tuple[str, ...] = ()
    norths: int = 0

    @property
    def is_dealer(self) -> bool:
        """True for East."""
        return self.seat_wind is Wind.EAST


def hand_value(
    concealed: Sequence[Tile],
    winning_tile: Tile,
    melds: Sequence[Meld],
    circumstances: Circumstances,
    options: RiichiOptions,
) -> HandValue:
    """The value of a winning hand under a preset.

    Args:
        concealed: the concealed tiles without the winning tile, 13 less 3 a meld.
        winning_tile: drawn, discarded, or added to a kong that is robbed.
        melds: the melds on the table.
        circumstances: how the hand was won.
        options: the preset.

    Raises:
        NoValue: the hand is not complete, or has no yaku.
    """
    regular, refusal = _regular_value(concealed, winning_tile, melds, circumstances, options)
    is_renho = (
        options.values.renho is Renho.FIVE_FAN_ALONE and _is_renho(melds, circumstances) and refusal != _NOT_COMPLETE
    )
    if is_renho and (regular is None or regular.base_points < MANGAN_BASE_POINTS):
        line = ScoreLine(RENHOU, options.clauses.clause_yaku, fan=RENHO_FAN)
        return HandValue(RENHO_FAN, 0, (line,), (), "mangan", MANGAN_BASE_POINTS)
    if regular is None:
        raise NoValue(refusal or _NOT_COMPLETE)
    return regular


_DORA: Final = "dora"
_NOT_COMPLETE: Final = sentence("the hand is not complete")
_NO_YAKU: Final = sentence("the hand has no yaku")
_REFUSALS: Final = {
    HandCalculator.ERR_HAND_NOT_WINNING: _NOT_COMPLETE,
    HandCalculator.ERR_NO_YAKU: _NO_YAKU,
}


def _is_renho(melds: Sequence[Meld], circumstances: Circumstances) -> bool:
    return circumstances.first_turn and not (circumstances.self_drawn or circumstances.is_dealer or melds)


def _regular_value(
    concealed: Sequence[Tile],
    winning_tile: Tile,
    melds: Sequence[Meld],
    circumstances: Circumstances,
    options: RiichiOptions,
) -> tuple[HandValue | None, Told | None]:
    response = HandCalculator.estimate_hand_value(
        **library_question(concealed, winning_tile, melds, circumstances, options)
    )
    if response.error is not None:
        otherwise = sentence("the hand cannot win so: {error}", error=response.error.replace("_", " "))
        return None, _REFUSALS.get(response.error, otherwise)
    return _value_of(response, circumstances, options), None


def library_question(
    concealed: Sequence[Tile],
    winning_tile: Tile,
    melds: Sequence[Meld],
    circumstances: Circumstances,
    options: RiichiOptions,
) -> dict[str, Any]:
    """What the library is asked: the arguments of its `estimate_hand_value`, good for one call."""
    pieces = _Pieces()
    hand = pieces.take_all(concealed)
    winning = pieces.take(winning_tile)
    library_melds = [_library_meld(meld, pieces) for meld in melds]
    has_double_wind_pair = (
        circumstances.seat_wind is circumstances.prevalent_wind
        and Counter([*concealed, winning_tile])[circumstances.seat_wind.tile] == 2
    )
    return {
        "tiles": [*hand, winning, *(piece for meld in library_melds for piece in meld.tiles)],
        "win_tile": winning,
        "melds": library_melds,
        "dora_indicators": [_first_piece(tile) for tile in circumstances.indicators],
        "ura_dora_indicators": [_first_piece(tile) for tile in circumstances.ura_indicators],
        "config": _library_config(circumstances, options, has_double_wind_pair=has_double_wind_pair),
    }


def _library_config(circumstances: Circumstances, options: RiichiOptions, *, has_double_wind_pair: bool) -> HandConfig:
    """A fresh configuration: the library changes the one it is given.

    A pair of the double wind cannot be a pung, so leaving out the prevalent wind takes away 2 fu and no yaku.
    """
    self_drawn, last_tile = circumstances.self_drawn, circumstances.last_tile
    counts_pair_once = has_double_wind_pair and options.values.double_wind_pair_fu == 2
    return HandConfig(
        is_tsumo=self_drawn,
        is_riichi=circumstances.riichi or circumstances.double_riichi,
        is_daburu_riichi=circumstances.double_riichi,
        is_ippatsu=circumstances.ippatsu and options.values.ippatsu,
        is_rinshan=circumstances.replacement_tile and self_drawn,
        is_chankan=circumstances.robbed_kong,
        is_haitei=last_tile and self_drawn and not circumstances.replacement_tile,
        is_houtei=last_tile and not self_drawn and not circumstances.robbed_kong,
        is_tenhou=circumstances.first_turn and self_drawn and circumstances.is_dealer,
        num_nuki_dora=circumstances.norths,
        is_chiihou=circumstances.first_turn and self_drawn and not circumstances.is_dealer,
        player_wind=_FIRST_WIND_INDEX + circumstances.seat_wind,
        round_wind=None if counts_pair_once else _FIRST_WIND_INDEX + circumstances.prevalent_wind,
        options=OptionalRules(
            has_open_tanyao=options.values.open_tanyao,
            has_aka_dora=options.tiles.red_fives,
            has_double_yakuman=False,
            kazoe_limit=HandConstants.KAZOE_LIMITED
            if options.values.counted_yakuman
            else HandConstants.KAZOE_SANBAIMAN,
            kiriage=options.values.round_up_mangan,
            is_three_player=options.players.is_three,
        ),
    )


def _value_of(response: Any, circumstances: Circumstances, options: RiichiOptions) -> HandValue:
    """Our value of the library's best reading (an untyped `HandResponse`)."""
    yakuman = [yaku for yaku in response.yaku if yaku.is_yakuman]
    if yakuman:
        return _yakuman_value(yakuman, circumstances.fed, options)
    lines = tuple(_yaku_line(yaku, options, is_open=response.is_open_hand) for yaku in response.yaku)
    if circumstances.norths:
        lines = tuple(_with_norths(lines, circumstances.norths, options))
    fan = sum(line.fan for line in lines)
    limit, base_points = limit_of(fan, response.fu, options)
    return HandValue(fan, response.fu, lines, _fu_lines(response, options), limit, base_points)


def _yaku_line(yaku: Any, options: RiichiOptions, *, is_open: bool) -> ScoreLine:
    key = YAKU_KEYS[yaku.yaku_id]
    clause = options.clauses.clause_dora if key in DORA_KEYS else options.clauses.clause_yaku
    return ScoreLine(key, clause, fan=yaku.han_open if is_open and yaku.han_open else yaku.han_closed)


def _with_norths(lines: Iterable[ScoreLine], norths: int, options: RiichiOptions) -> Iterator[ScoreLine]:
    """The lines with one of their own for the norths, which the library counts with the dora."""
    for line in lines:
        if line.rule != _DORA:
            yield line
            continue
        yield ScoreLine(KITA, options.clauses.clause_dora, fan=norths)
        if line.fan > norths:
            yield replace(line, fan=line.fan - norths)


def _fu_lines(response: Any, options: RiichiOptions) -> tuple[ScoreLine, ...]:
    """Every fu with its reason, the rounding too, so that they add up."""
    parts: list[tuple[str, int]] = []
    for detail in response.fu_details or ():
        if detail["reason"] == "base" and detail["fu"] == _BASE_FU + _CONCEALED_RON_FU:
            parts += [("base", _BASE_FU), ("concealed_ron", _CONCEALED_RON_FU)]
        else:
            parts.append((detail["reason"], detail["fu"]))
    rounding = response.fu - sum(fu for _, fu in parts)
    if rounding:
        parts.append(("rounding", rounding))
    return tuple(ScoreLine(key, options.clauses.clause_fu, fu=fu) for key, fu in parts)


def _yakuman_value(yakuman: Iterable[Any], fed: Sequence[str], options: RiichiOptions) -> HandValue:
    """Yakuman stand alone; those beyond the most that count are named and count nothing."""
    # Those that were fed count first: with few that count, who is liable would otherwise answer for nothing.
    lines: list[ScoreLine] = []
    left = options.values.most_yakuman
    for yaku in sorted(yakuman, key=lambda yaku: YAKU_KEYS[yaku.yaku_id] not in fed):
        key = YAKU_KEYS[yaku.yaku_id]
        multiple = min(left, 2 if key in options.values.double_yakuman else 1)
        left -= multiple
        lines.append(ScoreLine(key, options.clauses.clause_yaku, fan=multiple * YAKUMAN_FAN))
    multiple = options.values.most_yakuman - left
    limit = YAKUMAN_LIMITS[multiple - 1]
    return HandValue(multiple * YAKUMAN_FAN, 0, tuple(lines), (), limit, multiple * YAKUMAN_BASE_POINTS)


def limit_of(fan: int, fu: int, options: RiichiOptions) -> tuple[str, int]:
    """The limit's key ("" below mangan) and the base points of `fan` and `fu`, without yakuman."""
    for min_fan, key, base_points in LIMITS:
        if fan >= min_fan and (key != "kazoe_yakuman" or options.values.counted_yakuman):
            return key, base_points
    base_points = fu << (fan + 2)
    is_rounded_up = options.values.round_up_mangan and (fan, fu) in {(4, 30), (3, 60)}
    if base_points >= MANGAN_BASE_POINTS or is_rounded_up:
        return "mangan", MANGAN_BASE_POINTS
    return "", base_points


def _pieces_of(tile: Tile) -> tuple[int, ...]:
    """The library's numbers of a tile's pieces: 4 a kind, and of the fives the first is the red one."""
    first = kind_index(tile) * 4
    if tile.red:
        return (first,)
    is_five = tile.is_number and tile.number == 5
    return (first + 1, first + 2, first + 3, first) if is_five else (first, first + 1, first + 2, first + 3)


_PIECES: Final = {tile: _pieces_of(tile) for tile in (*ALL_KINDS, *RED_FIVES)}


class _Pieces:
    """Hands out numbers for single pieces."""

    def __init__(self) -> None:
        self._taken: dict[Tile, int] = {}

    def take(self, tile: Tile) -> int:
        """A number that was not handed out yet for this tile's kind."""
        place = self._taken.get(tile, 0)
        self._taken[tile] = place + 1
        numbers = _PIECES[tile]
        return numbers[place % len(numbers)]

    def take_all(self, tiles: Iterable[Tile]) -> list[int]:
        """One number a tile."""
        return [self.take(tile) for tile in tiles]


def _first_piece(tile: Tile) -> int:
    return kind_index(tile) * 4


def _library_meld(meld: Meld, pieces: _Pieces) -> LibraryMeld:
    """The library wants the tiles of a chow in order."""
    kinds = {
        MeldKind.CHOW: LibraryMeld.CHI,
        MeldKind.PUNG: LibraryMeld.PON,
        MeldKind.MELDED_KONG: LibraryMeld.KAN,
        MeldKind.ADDED_KONG: LibraryMeld.SHOUMINKAN,
        MeldKind.CONCEALED_KONG: LibraryMeld.KAN,
    }
    return LibraryMeld(kinds[meld.kind], sorted(pieces.take_all(meld.tiles)), opened=meld.is_open)


@dataclass(frozen=True, slots=True)
class KnownYaku:
    """What the library says of a yaku: its key, and fan of a concealed and of an open hand; 0: not when open."""

    key: str
    fan: int
    open_fan: int
    is_yakuman: bool


def known_yaku() -> tuple[KnownYaku, ...]:
    """Every yaku that has a key, in the order of the library's numbers."""
    library = {yaku.yaku_id: yaku for yaku in vars(HandConfig().yaku).values()}
    return tuple(
        KnownYaku(key, library[number].han_closed, library[number].han_open, library[number].is_yakuman)
        for number, key in YAKU_KEYS.items()
    )
