"""A second library's word on a hand: `jansou`, which knows neither renho nor EMA."""

from __future__ import annotations

from dataclasses import replace

import jansou.core.hand as oracle_hand
import jansou.core.tiles as oracle_tiles
from jansou.core.notation import parse_mpsz
from jansou.core.rules import Rules, preset
from jansou.scoring.context import WinContext
from jansou.scoring.score import ScoreResult, ScoringError, score
from random_wins import RandomWin

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.tiles import Tile

PLAIN_RULES = preset("tenhou")
_KINDS = {
    MeldKind.CHOW: oracle_hand.MeldType.CHII,
    MeldKind.PUNG: oracle_hand.MeldType.PON,
    MeldKind.MELDED_KONG: oracle_hand.MeldType.DAIMINKAN,
    MeldKind.CONCEALED_KONG: oracle_hand.MeldType.ANKAN,
}


def oracle_rules(options: RiichiOptions) -> Rules:
    """The oracle's rules that come nearest to a preset."""
    values = options.values
    return replace(
        PLAIN_RULES,
        double_wind_fu=values.double_wind_pair_fu,
        kiriage_mangan=values.round_up_mangan,
        kazoe_yakuman=values.counted_yakuman,
        multiple_yakuman=values.most_yakuman > 1,
        double_yakuman=bool(values.double_yakuman),
        kuitan=values.open_tanyao,
        aka_dora=options.tiles.red_fives,
        ura_dora=options.tiles.ura_dora,
    )


def oracle_hand_of(win: RandomWin) -> oracle_hand.Hand:
    """The hand in the oracle's terms."""
    return oracle_hand.Hand(tuple(map(oracle_tile, (*win.concealed, win.winning))), tuple(map(_meld, win.melds)))


def oracle_context(win: RandomWin, rules: Rules) -> WinContext:
    """How it was won in the oracle's terms."""
    how = win.circumstances
    return WinContext(
        rules,
        oracle_tiles.Wind(how.prevalent_wind.value),
        oracle_tiles.Wind(how.seat_wind.value),
        is_tsumo=how.self_drawn,
        riichi=how.riichi and not how.double_riichi,
        double_riichi=how.double_riichi,
        ippatsu=how.ippatsu,
        haitei=how.last_tile and how.self_drawn,
        houtei=how.last_tile and not how.self_drawn,
        rinshan=how.replacement_tile,
        chankan=how.robbed_kong,
        tenhou=how.first_turn and how.self_drawn and how.is_dealer,
        chiihou=how.first_turn and how.self_drawn and not how.is_dealer,
        dora_indicators=tuple(map(oracle_tile, how.indicators)),
        ura_indicators=tuple(map(oracle_tile, how.ura_indicators)),
    )


def oracle_score(win: RandomWin, rules: Rules) -> ScoreResult | None:
    """The oracle's value; None when it finds no yaku."""
    try:
        return score(oracle_hand_of(win), oracle_tile(win.winning), oracle_context(win, rules))
    except ScoringError:
        return None


def oracle_tile(tile: Tile) -> oracle_tiles.Tile:
    """A tile in the oracle's terms."""
    return parse_mpsz(str(tile))[0]


def _meld(own: Meld) -> oracle_hand.Meld:
    tiles = tuple(map(oracle_tile, own.tiles))
    if own.called_tile is None:
        return oracle_hand.Meld(_KINDS[own.kind], tiles)
    return oracle_hand.Meld(_KINDS[own.kind], tiles, oracle_tile(own.called_tile), oracle_hand.CallSource.KAMICHA)
