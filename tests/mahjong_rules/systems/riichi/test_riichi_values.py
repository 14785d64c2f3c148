from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from presets import riichi_options

from mahjong_rules.deal_result import HandValue
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.settlement import ron_points, tsumo_payments
from mahjong_rules.systems.riichi.values import Circumstances, NoValue, hand_value, limit_of
from mahjong_rules.tiles import parse_tile, parse_tiles

EXAMPLES = json.loads(
    (Path(__file__).parents[3] / "data" / "rules" / "ema_2025_examples.json").read_text(encoding="utf-8")
)["cases"]
EMA, TENHOU = riichi_options("ema"), riichi_options("tenhou")


def meld(kind: MeldKind, text: str) -> Meld:
    tiles = parse_tiles(text)
    return Meld(kind, tiles) if kind is MeldKind.CONCEALED_KONG else Meld(kind, tiles, Seat(3), tiles[0])


def value(hand: str, tile: str, options: RiichiOptions = EMA, *melds: Meld, **how: object) -> HandValue:
    facts = {"self_drawn": False, "seat_wind": Wind.SOUTH, "prevalent_wind": Wind.EAST} | how
    return hand_value(parse_tiles(hand), parse_tile(tile), melds, Circumstances(**facts), options)  # type: ignore[arg-type]


def rules_of(found: HandValue) -> dict[str, int]:
    return {line.rule: line.fan for line in found.lines}


def fu_of(found: HandValue) -> dict[str, int]:
    return {line.rule: line.fu for line in found.fu_lines}


@pytest.mark.parametrize("case", EXAMPLES, ids=[case["id"] for case in EXAMPLES])
@pytest.mark.clause("EMA 2025 §4.3")
def test_the_printed_examples_of_ema_2025_pay_what_is_printed(case: dict[str, Any]) -> None:
    wind = {"E": Wind.EAST, "S": Wind.SOUTH}
    expected, seat_wind = case["expected"], wind[str(case["seat_wind"])]
    found = value(
        str(case["concealed"]),
        str(case["winning_tile"]),
        EMA,
        *(meld(MeldKind(kind), text) for kind, text in case["melds"]),
        self_drawn=case["self_drawn"],
        seat_wind=seat_wind,
        prevalent_wind=wind[str(case["prevalent_wind"])],
        riichi=case["riichi"],
        ippatsu=case["ippatsu"],
        indicators=parse_tiles(str(case["indicators"])),
    )
    winner = Seat(0) if seat_wind is Wind.EAST else Seat(1)
    paid = {
        payment.payer: payment.points
        for payment in tsumo_payments(winner, Seat(0), found.base_points, "tsumo", EMA.players)
    }
    assert isinstance(expected, dict)
    if "from_discarder" in expected:
        assert ron_points(found.base_points, is_dealer=winner == 0) == expected["from_discarder"]
    elif "from_each" in expected:
        assert set(paid.values()) == {expected["from_each"]}
    else:
        assert (paid[Seat(0)], paid[Seat(2)]) == (expected["from_dealer"], expected["from_each_other"])


@pytest.mark.clause("EMA 2025 §4.1")
def test_a_pair_of_the_double_wind_is_two_fu_under_ema_and_four_under_tenhou() -> None:
    hand, how = "123m456p789s77m44z", {"seat_wind": Wind.NORTH, "prevalent_wind": Wind.NORTH, "riichi": True}
    assert fu_of(value(hand, "7m", EMA, **how))["valued_pair"] == 2
    assert fu_of(value(hand, "7m", TENHOU, **how))["double_valued_pair"] == 4


def test_a_pung_of_the_double_wind_keeps_both_fan_under_ema() -> None:
    found = value("123m456p78s99m111z", "9s", EMA, seat_wind=Wind.EAST)
    assert rules_of(found) == {"yakuhai_seat_wind_east": 1, "yakuhai_round_wind_east": 1}


def test_yakuman_stack_under_tenhou_and_do_not_under_ema() -> None:
    hand = "222555666777z1z"
    stacked = value(hand, "1z", TENHOU, self_drawn=True)
    assert (stacked.limit, stacked.base_points) == ("triple_yakuman", 24000)
    alone = value(hand, "1z", EMA, self_drawn=True)
    assert (alone.limit, alone.base_points, alone.fan) == ("yakuman", 8000, 13)
    assert sorted(rules_of(alone).values()) == [0, 0, 13]


def test_thirteen_fan_are_a_yakuman_under_tenhou_and_sanbaiman_under_ema() -> None:
    how = {"self_drawn": True, "riichi": True, "indicators": parse_tiles("1m1m"), "ura_indicators": parse_tiles("4m4m")}
    hand = "2233445566778m"
    assert value(hand, "8m", TENHOU, **how).limit == "kazoe_yakuman"
    assert (value(hand, "8m", EMA, **how).limit, value(hand, "8m", EMA, **how).base_points) == ("sanbaiman", 6000)


def test_four_fan_thirty_fu_are_mangan_only_where_the_rules_round_up() -> None:
    assert limit_of(4, 30, EMA) == limit_of(3, 60, EMA) == ("mangan", 2000)
    assert limit_of(4, 30, TENHOU) == limit_of(3, 60, TENHOU) == ("", 1920)
    assert limit_of(4, 40, TENHOU) == ("mangan", 2000)


@pytest.mark.clause("EMA 2025 §4.2")
def test_renho_is_five_fan_alone_under_ema_unless_the_hand_is_worth_more() -> None:
    first = {"first_turn": True}
    assert rules_of(value("123m456p789s1199m", "9m", EMA, **first)) == {"renhou": 5}
    assert rules_of(value("123m456p789s1189m", "7m", EMA, **first)) == {"renhou": 5}
    assert "renhou" not in rules_of(value("1122334455667m", "7m", EMA, **first))
    with pytest.raises(NoValue, match="no yaku"):
        value("123m456p789s1199m", "9m", TENHOU, **first)


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ({"self_drawn": True, "first_turn": True, "seat_wind": Wind.EAST}, "tenhou"),
        ({"self_drawn": True, "first_turn": True}, "chiihou"),
        ({"self_drawn": True, "last_tile": True}, "haitei_raoyue"),
        ({"last_tile": True}, "houtei_raoyui"),
        ({"self_drawn": True, "replacement_tile": True}, "rinshan_kaihou"),
        ({"robbed_kong": True}, "chankan"),
        ({"riichi": True, "ippatsu": True}, "ippatsu"),
        ({"double_riichi": True}, "double_riichi"),
    ],
)
def test_the_way_of_winning_is_worth_something(how: dict[str, object], rule: str) -> None:
    assert rule in rules_of(value("123m456p789s1199m", "9m", TENHOU, **how))


def test_a_win_on_the_last_tile_after_a_kong_is_a_replacement_win_only() -> None:
    found = rules_of(value("123m456p789s1199m", "9m", self_drawn=True, last_tile=True, replacement_tile=True))
    assert "rinshan_kaihou" in found
    assert "haitei_raoyue" not in found


def test_red_fives_count_only_where_the_set_has_them() -> None:
    assert rules_of(value("340m406p678s2245s", "6s", TENHOU))["aka_dora"] == 2
    assert value("345m555m45678s22p", "3s", EMA).fan == 1


def test_ura_indicators_count_for_riichi_only() -> None:
    hand, how = "234m456p678s2245s", {"ura_indicators": parse_tiles("1s")}
    assert "ura_dora" not in rules_of(value(hand, "6s", TENHOU, **how))
    assert rules_of(value(hand, "6s", TENHOU, riichi=True, **how))["ura_dora"] == 2


def test_fu_lines_add_up_to_the_fu_with_the_rounding_named() -> None:
    found = value("111m456p999s22p56s", "7s", TENHOU, riichi=True)
    assert fu_of(found) == {"base": 20, "concealed_ron": 10, "closed_terminal_pon": 8, "rounding": 4}
    assert sum(line.fu for line in found.fu_lines) == found.fu == 50


def test_every_line_names_its_source() -> None:
    found = value("234m456p678s2245s", "6s", EMA, riichi=True, indicators=parse_tiles("1s"))
    assert {line.clause for line in found.lines} == {"EMA 2025 §4.2", "EMA 2025 §4.1"}
    assert {line.clause for line in found.fu_lines} == {"EMA 2025 §4.1"}


def test_a_hand_that_is_not_complete_or_has_no_yaku_is_refused_with_the_reason() -> None:
    with pytest.raises(NoValue, match="not complete"):
        value("123m456p789s1189m", "1p")
    with pytest.raises(NoValue, match="no yaku"):
        value("123m456p1199m", "9m", TENHOU, meld(MeldKind.CHOW, "789s"))


def test_open_tanyao_follows_the_preset() -> None:
    hand, chow = ("234m456p5588m", meld(MeldKind.CHOW, "678s"))
    assert rules_of(value(hand, "8m", TENHOU, chow)) == {"tanyao": 1}
    with pytest.raises(NoValue, match="no yaku"):
        value(hand, "8m", riichi_options("tenhou", open_tanyao=False), chow)
