from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import Discarded, HandShown, Win, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles

ROUND = "0-1z 1-2z 2-3z 3-4z"
WORTHLESS = "123m456m789m23p55s"
"""Waits for 1p and 4p: base points only."""
EMPTY = "1357m1468p2479s2z"


@pytest.mark.clause("Tchou 1924 l.430", "Tchou 1924 l.314", "Tchou 1924 l.316")
def test_a_win_waits_for_the_losers_hands_in_turn_order() -> None:
    table = ClassicalTable("tchou").deal().play(f"{ROUND} 0-4p").ron({1: WORTHLESS})
    assert table.current.turn is Turn.SHOW
    assert table.rules.hints(table.game).shows == (2, 3, 0)
    table.show({0: None, 3: EMPTY})
    assert table.rules.hints(table.game).shows == (2,)
    table.show({2: "222s1357m468p777z"})
    assert table.result.outcome is Outcome.RON
    assert table.paid == [
        (0, 1, 80, "winner_high"),
        (2, 1, 40, "winner_low"),
        (3, 1, 40, "winner_low"),
        (0, 2, 48, "between_losers"),
        (3, 2, 48, "between_losers"),
    ]
    assert [(loser.seat, loser.value.base_points) for loser in table.result.losers] == [(2, 24), (3, 0), (0, 0)]
    assert table.result.losers[2].hand == ()


@pytest.mark.clause("Tchou 1924 l.314")
def test_a_self_drawn_win_is_paid_at_the_high_coefficient_by_all() -> None:
    table = ClassicalTable("tchou").deal().play(ROUND).tsumo(0, WORTHLESS, "4p").close_all()
    assert table.paid == [(seat, 0, 88, "winner_high") for seat in (1, 2, 3)]


@pytest.mark.clause("Tchou 1924 §2 note", "R-6")
def test_a_closed_hand_counts_melds_and_flowers() -> None:
    table = (
        ClassicalTable("tchou", bonus_tiles="true").deal().play("0-1z 1-2z 2-3z 3-4z 0-7z 2p77z 2lf2 2+ 2-9s 3-9s 0-4p")
    )
    table.ron({1: WORTHLESS}).close_all()
    values = {loser.seat: loser.value for loser in table.result.losers}
    assert [(line.rule, line.points, line.fan) for line in values[Seat(2)].lines] == [
        ("pung_exposed", 4, 1),
        ("flower", 4, 0),
    ]


@pytest.mark.clause("Kanai French l.61", "A-5")
def test_only_the_winner_is_paid_where_losers_do_not_count() -> None:
    table = ClassicalTable("jp_classic").deal().play(f"{ROUND} 0-4p").ron({1: WORTHLESS})
    assert table.current.turn is Turn.OVER
    assert [(payer, receiver) for payer, receiver, _, _ in table.paid] == [(0, 1)]
    assert table.result.losers == ()


@pytest.mark.clause("A-11", "La Règle l.131")
def test_everybody_adds_up_the_own_hand_in_the_simple_game() -> None:
    table = ClassicalTable("simple").deal().play(f"{ROUND} 0-4p").ron({1: WORTHLESS})
    table.show({2: "222s1357m468p777z", 3: EMPTY, 0: None})
    assert table.paid == [(None, 1, 20, "tally"), (None, 2, 20, "tally")]
    assert table.game.scores == (0, 20, 20, 0)


def test_hands_shown_after_a_win_must_be_possible() -> None:
    table = ClassicalTable("tchou").deal().play(f"{ROUND} 0-4p")
    assert "no hand to open" in table.refused(HandShown(Seat(2), None))
    table.ron({1: WORTHLESS})
    assert "shows 13 tiles, not 12" in table.refused(HandShown(Seat(2), parse_tiles(EMPTY)[:12]))
    assert "a fifth 5s" in table.refused(HandShown(Seat(2), parse_tiles("555s1357m468p777z")))
    assert "no hand to open" in table.refused(HandShown(Seat(1), None))
    table.show({2: None})
    assert "no hand to open" in table.refused(HandShown(Seat(2), None))
    assert "the hands are being opened" in table.refused(Discarded(Seat(2), parse_tile("1m")))
    assert "declared already" in table.refused(
        WinsDeclared((Win(Seat(3), parse_tiles(WORTHLESS), parse_tile("4p")),), Seat(0))
    )


@pytest.mark.clause("Tchou 1924 §28", "R-16")
def test_a_maximum_hand_keeps_its_name_when_another_reading_is_cut_to_the_same_limit() -> None:
    """Read as 567m three times and 44m the hand is cut to 300; read as pungs it is a maximum hand of 300."""
    table = ClassicalTable("tchou", bonus_tiles="yes").deal().play("0-1z 1-2z 2-3z 3-4z 0+f1 0lf1")
    table.tsumo(0, "44m555m666m777m88m", "8m").close_all()
    value = table.result.wins[0].value
    assert ([line.rule for line in value.lines], value.limit) == (["four_concealed_pungs"], "maximum")


@pytest.mark.clause("A-18")
def test_nothing_of_a_maximum_hand_is_called_cut() -> None:
    table = ClassicalTable("jp_classic").deal().play("0-1z 1-2z 2-3z 3-4z")
    assert {reason for *_, reason in table.tsumo(0, "44m555m666m777m88m", "8m").paid} == {"winner"}
