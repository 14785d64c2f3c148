"""Fines for dangerous discards: found by the engine, judged by people, due once."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.events import FineJudged
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn

THREAT = "0-1p 3p11p 3-9m 0-5p 3p55p 3-9m 0-7p 3p77p 3-8m"
"""Seat 3 shows three pungs of dots."""


# Fines


@pytest.mark.clause("Tchou 1924 l.631")
def test_who_gives_the_winning_tile_to_a_hand_that_threatens_pays_for_all() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"})
    assert [(fine.offender, fine.case, fine.is_full) for fine in table.current.classical.fines] == [
        (0, "danger_one_suit", True)
    ]
    table.close_all()
    assert table.current.turn is Turn.SHOW, "people have still to judge"
    assert table.rules.hints(table.game).judged == (0,)
    table.judge(0, exempt=False)
    price = table.result.wins[0].value.base_points
    assert table.paid == [
        (0, 3, 4 * price, "winner_high"),
        (0, 3, 2 * price, "fine_full"),
        (0, 3, 2 * price, "fine_full"),
    ]
    assert [fine.exempt for fine in table.result.fines] == [False]


@pytest.mark.clause("Tchou 1924 l.649")
def test_people_may_waive_a_fine() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"}).close_all()
    table.judge(0, exempt=True)
    assert [reason for *_, reason in table.paid] == ["winner_high", "winner_low", "winner_low"]


@pytest.mark.clause("Tchou 1924 l.641")
def test_an_offender_who_waited_for_a_great_hand_is_excused_when_it_is_opened() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"})
    table.show({0: "1112345678999s"})
    assert table.current.classical.fines[0].exempt is True
    table.show({1: None, 2: None})
    assert [reason for *_, reason in table.paid if reason.startswith("fine")] == []


@pytest.mark.clause("Tchou 1924 l.639", "R-17")
def test_who_served_the_hand_before_it_won_pays_half_for_the_others() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p 3p22p 3-9s 0-1z 1-3z 2-4z")
    assert [(fine.offender, fine.is_full) for fine in table.current.classical.dangers] == [(0, False)]
    table.tsumo(3, "9p", "9p").close_all().judge(0, exempt=False)
    price = 4 * table.result.wins[0].value.base_points
    assert table.paid == [
        (0, 3, price, "winner_high"),
        (1, 3, price - price // 2, "winner_high"),
        (0, 3, price // 2, "fine_half"),
        (2, 3, price - price // 2, "winner_high"),
        (0, 3, price // 2, "fine_half"),
    ]


@pytest.mark.clause("R-18")
def test_a_full_fine_that_is_due_makes_half_fines_moot_and_a_waived_one_does_not() -> None:
    words = f"{THREAT} 0-2p 3p22p 3-9s 0-1z 1-9p"
    table = ClassicalTable("tchou").deal().play(words).ron({3: "9p"}).close_all()
    assert [(fine.offender, fine.is_full) for fine in table.current.classical.fines] == [(1, True), (0, False)]
    assert table.rules.hints(table.game).judged == (1,)
    table.judge(1, exempt=True)
    assert table.rules.hints(table.game).judged == (0,)
    table.judge(0, exempt=False)
    assert "fine_half" in [reason for *_, reason in table.paid]
    table = ClassicalTable("tchou").deal().play(words).ron({3: "9p"}).close_all().judge(1, exempt=False)
    assert [fine.offender for fine in table.result.fines] == [1]


def test_each_discard_of_an_offender_is_judged_by_itself() -> None:
    words = f"{THREAT} 0-2p 3p22p 3-9s 0-9p"
    table = ClassicalTable("tchou").deal().play(words).ron({3: "9p"}).close_all()
    assert [(fine.offender, fine.is_full) for fine in table.current.classical.fines] == [(0, True), (0, False)]
    table.judge(0, exempt=True)
    assert table.rules.hints(table.game).judged == (0,), "the earlier discard is still to be judged"
    table.judge(0, exempt=False)
    assert [reason for *_, reason in table.paid].count("fine_half") == 2


@pytest.mark.clause("Tchou 1924 l.651")
def test_beside_a_hand_of_exactly_the_limit_a_full_fine_leaves_nothing_among_losers() -> None:
    words = "0-2s 1k222s 1+ 1-1z 2-2z 3-3z 0-3s 1k333s 1+ 1-1z 2-2z 3-3z 0-1s 1p11s 1-4z 2-6z 3-7z 0-5s"
    table = ClassicalTable("tchou", limit="400").deal().play(words).ron({1: "9995s"})
    table.show({2: "789m789m222p3399p", 3: None, 0: None}).judge(0, exempt=False)
    assert table.result.wins[0].value.base_points == 400
    assert "between_losers" not in [reason for *_, reason in table.paid]


@pytest.mark.clause("Tchou 1924 l.641")
def test_a_hand_that_is_great_only_when_drawn_excuses_too() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"})
    table.show({0: "111222333m44s66s"})
    assert table.current.classical.fines[0].exempt is True


@pytest.mark.clause("Tchou 1924 l.649")
def test_a_hand_below_three_fan_brings_no_fine_about() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p").ron({3: "123s2p"})
    assert table.current.classical.fines == ()


def test_fines_can_be_agreed_away() -> None:
    table = ClassicalTable("tchou", danger_fines="false").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"})
    assert table.current.classical.fines == ()
    assert "no fine of seat 0" in table.refused(FineJudged(Seat(0), exempt=True))


def test_fines_are_judged_also_where_losers_do_not_settle() -> None:
    table = ClassicalTable("tchou", losers_settle="false").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"})
    assert not table.rules.traits.losers_show
    assert (table.rules.hints(table.game).shows, table.rules.hints(table.game).judged) == ((), (0,))
    table.judge(0, exempt=False)
    assert "fine_full" in [reason for *_, reason in table.paid]
