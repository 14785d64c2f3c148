"""Wins that people tell by value, without the tiles: paid as the same hand is, refused where none is worth that."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.tiles import parse_tile


def riichi(rules: str = "tenhou") -> ScriptedTable:
    return ScriptedTable(rules).deal()


def classical(rules: str, **options: str) -> ClassicalTable:
    return ClassicalTable(rules, **options).deal()


@pytest.mark.clause("EMA 2025 §4.1")
@pytest.mark.parametrize(
    ("fan", "fu", "paid"),
    [
        (1, 30, 1000),
        (2, 25, 1600),
        (3, 40, 5200),
        (3, 60, 7700),
        (4, 30, 7700),
        (4, 40, 8000),
        (5, 0, 8000),
        (6, 30, 12_000),
        (8, 0, 16_000),
        (11, 0, 24_000),
    ],
)
def test_a_discarder_pays_what_the_table_of_han_and_fu_says(fan: int, fu: int, paid: int) -> None:
    table = riichi().play("0-5m").counted({2: (fan, fu)}, 0)
    assert table.result.outcome is Outcome.RON
    assert table.result.deltas == (-paid, 0, paid, 0)
    (win,) = table.result.wins
    assert (win.counted, win.hand, win.value.lines) == (True, (), ())
    assert (win.value.fan, win.value.fu, win.winning_tile) == (fan, fu, parse_tile("5m"))


@pytest.mark.clause("EMA 2025 §4.1")
def test_a_hand_told_is_paid_as_the_same_hand_shown() -> None:
    shown = riichi().play("0-5m 1-9p 2-9p 3-9p 0-1z 1-5s").ron({2: "234m567p22678s34s"})
    value = shown.result.wins[0].value
    told = riichi().play("0-5m 1-9p 2-9p 3-9p 0-1z 1-5s").counted({2: (value.fan, value.fu)}, 1)
    assert (told.result.payments, told.game.header) == (shown.result.payments, shown.game.header)


def test_counters_and_sticks_go_to_the_winner_as_always() -> None:
    table = ScriptedTable().set(honba=2, riichi_sticks=1).deal().play("0=5m 1-9p").counted({2: (3, 30)}, 1)
    assert table.paid == [(1, 2, 3900, "ron"), (1, 2, 600, "honba"), (None, 2, 2000, "riichi_sticks")]
    assert (table.game.riichi_sticks, table.game.header.honba, table.game.header.dealer) == (0, 0, 1)


def test_a_riichi_that_is_won_from_lays_no_stick_and_any_other_does() -> None:
    assert riichi().play("0=5m").counted({2: (1, 30)}, 0).paid == [(0, 2, 1000, "ron")]
    drawn = riichi().play("0=5m").counted({1: (1, 30)})
    assert drawn.paid[-1] == (None, 1, 1000, "riichi_sticks")
    assert drawn.result.outcome is Outcome.TSUMO


def test_the_dealer_stays_and_several_win_where_the_rules_have_that() -> None:
    table = riichi().play("0-5m 1-6m").counted({0: (2, 30), 2: (1, 40)}, 1)
    assert table.paid == [(1, 2, 1300, "ron"), (1, 0, 2900, "ron")]
    assert (table.game.header.dealer, table.game.header.honba) == (0, 1)
    three = riichi().play("0-5m").counted({1: (1, 30), 2: (1, 30), 3: (1, 30)}, 0)
    assert three.result.outcome is Outcome.ABORTIVE_DRAW


@pytest.mark.clause("EMA 2025 §4.1")
def test_yakuman_count_as_many_as_the_rules_let_count() -> None:
    assert riichi("mleague").counted({1: (0, 0, 2)}).result.deltas == (-32_000, 64_000, -16_000, -16_000)
    with pytest.raises(IllegalEvent, match="there are 1 to 1"):
        riichi("ema").counted({1: (0, 0, 2)})


@pytest.mark.clause("EMA 2025 §4.1")
@pytest.mark.parametrize(
    ("fan", "fu", "discarder", "why"),
    [
        (1, 20, None, "no hand of 1 han and 20 fu: 20 fu is a concealed pinfu that was drawn, of 2 han and more"),
        (2, 20, 0, "no hand of 20 fu that was won on a discard"),
        (1, 25, 0, "no hand of 1 han and 25 fu: 25 fu is seven pairs"),
        (4, 15, 0, "no hand of 4 han and 15 fu: fu are 20, 25, 30, 40"),
        (3, 0, 0, "no hand of 3 han and 0 fu"),
        (0, 30, 0, "no hand of 0 fan under these rules: fan go from 1 to 13"),
        (14, 0, 0, "no hand of 14 fan"),
        (6, 33, 0, "no hand of 6 han and 33 fu"),
    ],
)
def test_a_value_that_no_hand_has_is_refused_with_those_that_there_are(
    fan: int, fu: int, discarder: int | None, why: str
) -> None:
    with pytest.raises(IllegalEvent) as refused:
        riichi().play("0-5m").counted({2: (fan, fu)}, discarder)
    assert why in str(refused.value)


def test_who_has_claimed_a_tile_has_neither_seven_pairs_nor_a_pinfu_of_20_fu() -> None:
    table = riichi().play("0-5m 1c46m 1-9p")
    for fu in (20, 25):
        with pytest.raises(IllegalEvent, match=f"no open hand of {fu} fu"):
            table.counted({1: (3, fu)})


def test_who_cannot_win_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="cannot win the own discard"):
        riichi().play("0-5m").counted({0: (1, 30)}, 0)
    with pytest.raises(IllegalEvent, match="each of them once"):
        riichi().counted({}, 0)
    with pytest.raises(IllegalEvent, match="only winning hands count"):
        riichi().counted({1: (1, 30)}, 0, {2: (1, 30)})
    with pytest.raises(IllegalEvent, match="no deal is in play"):
        ScriptedTable().counted({1: (1, 30)}, 0)
    with pytest.raises(IllegalEvent, match="seat 3"):
        ScriptedTable("sanma").deal().counted({3: (1, 30)}, 0)


@pytest.mark.clause("MCR 2006 §3.9")
def test_points_of_the_official_game_are_paid_with_the_base_points() -> None:
    assert classical("mcr").play("0-5m").counted({2: (0, 24)}, 0).result.deltas == (-32, -8, 48, -8)
    assert classical("mcr").counted({2: (0, 24)}).result.deltas == (-32, -32, 96, -32)
    with pytest.raises(IllegalEvent, match="points go from 8 to 500"):
        classical("mcr").counted({2: (0, 7)})
    with pytest.raises(IllegalEvent, match="count no fan"):
        classical("mcr").counted({2: (3, 30)})


@pytest.mark.clause("HK §40")
def test_faan_are_paid_by_the_table_of_payments() -> None:
    assert classical("hongkong").play("0-5m").counted({2: (3, 0)}, 0).result.deltas == (-32, 0, 32, 0)
    assert classical("hongkong").counted({2: (3, 0)}).result.deltas == (-16, -16, 48, -16)
    with pytest.raises(IllegalEvent, match="fan go from 3 to 10"):
        classical("hongkong").counted({2: (2, 0)})


@pytest.mark.clause("Zung Jung play §2")
def test_points_of_zung_jung_are_paid_as_its_responsible_player_pays() -> None:
    assert classical("zungjung").play("0-5m").counted({2: (0, 40)}, 0).result.deltas == (-70, -25, 120, -25)
    with pytest.raises(IllegalEvent, match="points go from 1 to 480"):
        classical("zungjung").counted({2: (0, 481)})


@pytest.mark.clause("Tchou 1924 §24")
def test_points_and_fan_of_the_classical_game_count_for_everybody_who_tells_them() -> None:
    table = classical("tchou").play("0-5m").counted({2: (1, 36)}, 0, {1: (0, 8)})
    assert table.result.deltas == (-288 - 16, -144 + 32, 576, -144 - 16)
    assert [(loser.seat, loser.value.base_points, loser.counted) for loser in table.result.losers] == [
        (0, 0, True),
        (1, 8, True),
        (3, 0, True),
    ]
    assert classical("tchou").counted({2: (4, 60)}).result.wins[0].value.limit == "limit"
    with pytest.raises(IllegalEvent, match="points go from 20 to 300"):
        classical("tchou").counted({2: (0, 10)})


@pytest.mark.clause("Kanai French l.60")
def test_the_old_japanese_game_cuts_to_the_limit_of_the_winners_wind() -> None:
    assert classical("jp_classic").play("0-5m").counted({2: (1, 30)}, 0).result.deltas == (-240, 0, 240, 0)
    assert classical("jp_classic").counted({0: (8, 60)}).result.deltas[0] == 3000
    assert classical("jp_classic").counted({1: (8, 60)}).result.deltas[1] == 2000


@pytest.mark.clause("La Règle l.121")
def test_points_of_the_simple_game_are_told_for_all_hands_that_count() -> None:
    table = classical("simple").counted({2: (0, 44)}, None, {1: (0, 8)})
    assert table.result.wins[0].value.base_points == 44
    assert table.result.losers


def test_a_win_whose_tiles_lie_open_is_not_told_a_second_time() -> None:
    table = classical("tchou").play("0-5m").ron({2: "34m456p789s11222z"})
    with pytest.raises(IllegalEvent, match="declared already"):
        table.counted({2: (0, 30)}, 0)


def test_where_people_type_payments_nobody_tells_values() -> None:
    with pytest.raises(IllegalEvent, match="people type the payments"):
        classical("manual").counted({2: (0, 30)}, 0)
