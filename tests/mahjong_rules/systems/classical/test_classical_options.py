from __future__ import annotations

from dataclasses import replace

import pytest

from mahjong_rules.finished_deal import FinishedDeal, FinishedHand
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.classical import JpClassicOptions, SimpleOptions, TchouOptions
from mahjong_rules.systems.classical.settlement import TchouSettlement
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import PresetError, load_preset, load_rules

WAITING = "123m456m789m23p55s"


@pytest.mark.parametrize(
    ("options", "name"), [(SimpleOptions, "simple"), (JpClassicOptions, "jp_classic"), (TchouOptions, "tchou")]
)
def test_a_preset_says_what_the_defaults_are(options: type, name: str) -> None:
    preset = load_preset(name).options
    if name == "tchou":
        assert preset.settlement.low_coefficient == 2, "the book's example plays 2 and 4"
        preset = replace(preset, settlement=TchouSettlement())
    assert preset == options(name)


@pytest.mark.parametrize(
    ("rules", "option", "value", "reason"),
    [
        ("simple", "rounds", "0", "from 1 to 12"),
        ("tchou", "flower_winds", "E, E, S, W", "each of E, S, W and N once"),
        ("tchou", "replacements", "dead_wall", "queue or hill"),
        ("tchou", "replacements", "hill", "reserve_grows"),
        ("tchou", "reserve_tiles", "3", "must make a wall"),
        ("tchou", "first_dealt", "at", "must make a wall"),
        ("tchou", "false_win_points", "-1", "from 0 to 10000"),
        ("tchou", "deals_after_time", "17", "from 0 to 16"),
        ("tchou", "nine_isolated", "ten", "none, distinct, singletons"),
        ("jp_classic", "start_points", "2005", "whole tens"),
        ("jp_classic", "false_win_points", "5", "whole tens"),
        ("simple", "mode", "old", "no option"),
    ],
)
def test_an_option_that_no_table_plays_is_refused_in_a_sentence(
    rules: str, option: str, value: str, reason: str
) -> None:
    with pytest.raises(PresetError, match=reason):
        load_rules(rules, ((option, value),))


@pytest.mark.parametrize(
    ("rules", "flower", "wind"),
    [
        *(("tchou", f"{series}{number}", number - 1) for series in "fy" for number in (1, 2, 3, 4)),
        *(("jp_classic", flower, 0) for flower in ("y1", "f2")),
        *(("jp_classic", flower, 1) for flower in ("y2", "f4")),
        *(("jp_classic", flower, 2) for flower in ("y3", "f3")),
        *(("jp_classic", flower, 3) for flower in ("y4", "f1")),
    ],
)
@pytest.mark.clause(
    "Kanai French l.41", "Kanai French l.42", "Kanai French l.43", "Kanai French l.44", "Tchou 1924 §2 note"
)
def test_flowers_belong_to_the_winds_of_the_preset(rules: str, flower: str, wind: int) -> None:
    for seat in range(4):
        hands: list[FinishedHand | None] = [None] * 4
        hands[seat] = FinishedHand(parse_tiles(WAITING), flowers=parse_tiles(flower))
        # The round wind is another one, so that only the own wind can match.
        deal = FinishedDeal(tuple(hands), (Seat(seat),), parse_tile("4p"), None, Seat(0), Wind((wind + 1) % 4))
        value = load_rules(rules, (("bonus_tiles", "true"),)).score(deal).values[seat]
        assert value is not None
        assert ("flower_own" in [line.rule for line in value.lines]) is (seat == wind)


@pytest.mark.clause("Tchou 1924 l.282")
def test_a_game_of_tchou_lasts_four_eight_or_twelve_tours() -> None:
    for tours in (4, 8, 12):
        assert load_preset("tchou", (("rounds", str(tours)),)).options.course.rounds == tours
    for tours in (1, 5, 16):
        with pytest.raises(PresetError, match=r"rounds|must be 4, 8 or 12"):
            load_preset("tchou", (("rounds", str(tours)),))
