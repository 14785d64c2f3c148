"""The list of yaku that these rules know, with their fan: what the library counts, as the options change it."""

from __future__ import annotations

from typing import Final

from mahjong_rules.deal_result import ScoreLine
from mahjong_rules.score_table import TableLine
from mahjong_rules.systems.riichi.choices import Renho
from mahjong_rules.systems.riichi.keys import DORA_KEYS, KITA, RENHOU
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.values import RENHO_FAN, YAKUMAN_FAN, KnownYaku, known_yaku

_TANYAO: Final = "tanyao"


def score_table(options: RiichiOptions) -> tuple[TableLine, ...]:
    """What a hand can be worth, for people: yaku by their fan, then yakuman, then dora."""
    known = [yaku for yaku in known_yaku() if _is_played(yaku.key, options)]
    yaku = [_line(yaku, options) for yaku in known if not yaku.is_yakuman and yaku.key not in DORA_KEYS]
    if options.values.renho is Renho.FIVE_FAN_ALONE:
        yaku.append(TableLine(ScoreLine(RENHOU, options.clauses.clause_yaku, fan=RENHO_FAN)))
    dora = (*(yaku.key for yaku in known if yaku.key in DORA_KEYS), *_kita(options))
    return (
        *sorted(yaku, key=lambda item: item.line.fan),
        *sorted((_yakuman(yaku.key, options) for yaku in known if yaku.is_yakuman), key=lambda item: item.line.fan),
        *(TableLine(ScoreLine(key, options.clauses.clause_dora, fan=1)) for key in dora),
    )


def _is_played(key: str, options: RiichiOptions) -> bool:
    switched = {
        "ippatsu": options.values.ippatsu,
        "ura_dora": options.tiles.ura_dora,
        "aka_dora": options.tiles.red_fives,
        "sanshoku_doujun": not options.players.is_three,
    }
    return switched.get(key, True)


def _line(yaku: KnownYaku, options: RiichiOptions) -> TableLine:
    line = ScoreLine(yaku.key, options.clauses.clause_yaku, fan=yaku.fan or yaku.open_fan)
    open_fan = 0 if yaku.key == _TANYAO and not options.values.open_tanyao else yaku.open_fan
    return TableLine(line, None if open_fan == line.fan else open_fan)


def _yakuman(key: str, options: RiichiOptions) -> TableLine:
    multiple = min(options.values.most_yakuman, 2 if key in options.values.double_yakuman else 1)
    return TableLine(ScoreLine(key, options.clauses.clause_yaku, fan=multiple * YAKUMAN_FAN), is_maximum=True)


def _kita(options: RiichiOptions) -> tuple[str, ...]:
    return (KITA,) if options.players.is_three and options.players.kita else ()
