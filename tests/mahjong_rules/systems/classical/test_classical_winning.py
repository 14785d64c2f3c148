"""Who may win with what in the classical systems, and what the moment of the win earns."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Win, WinsDeclared
from mahjong_rules.melds import MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles

ROUND = "0-1z 1-2z 2-3z 3-4z"
WORTHLESS = "123m456m789m23p55s"
"""Waits for 1p and 4p: base points only."""
EMPTY = "1357m1468p2479s2z"


@pytest.mark.clause("Tchou 1924 l.420", "Tchou 1924 §23", "R-26")
def test_an_added_kong_can_be_robbed_and_the_pung_remains() -> None:
    table = ClassicalTable("tchou").deal().play("0-1z 1-2z 2-3z 3-4p 0p44p 0-9s 1-9s 2-9s 3-1s 0a4p")
    table.ron({1: WORTHLESS}).close_all()
    assert "robbed_kong" in [line.rule for line in table.result.wins[0].value.lines]
    loser = next(loser for loser in table.result.losers if loser.seat == 0)
    assert [meld.kind for meld in loser.melds] == [MeldKind.PUNG]
    assert loser.value.base_points == 2
    assert (0, 1, 160, "winner_high") in table.paid


def test_where_kongs_cannot_be_robbed_the_replacement_is_drawn_at_once() -> None:
    table = ClassicalTable("jp_classic", robbing_kong="false").deal()
    table.play("0-1z 1-2z 2-3z 3-4p 0p44p 0-9s 1-9s 2-9s 3-1s 0a4p")
    assert (table.current.turn, table.current.kong_tile) == (Turn.DRAW, None)
    with pytest.raises(IllegalEvent, match="cannot win on a discard"):
        table.apply(WinsDeclared((Win(Seat(1), parse_tiles(WORTHLESS), parse_tile("4p")),), Seat(0)))


@pytest.mark.clause("Tchou 1924 l.420")
def test_a_concealed_kong_cannot_be_robbed() -> None:
    table = ClassicalTable("tchou").deal().play("0q4444p")
    orphans = Win(Seat(1), parse_tiles("19m19p19s1234567z"), parse_tile("4p"))
    assert table.rules.win_problem(table.game, orphans, Seat(0)) is not None


@pytest.mark.clause("Tchou 1924 l.422")
def test_of_several_winners_the_first_in_turn_order_is_named() -> None:
    table = ClassicalTable("tchou").deal().play(f"{ROUND} 0-4p")
    with pytest.raises(IllegalEvent, match="only one player can win: seat 1"):
        table.ron({3: "123m456m789m23p66s", 1: WORTHLESS})


@pytest.mark.parametrize(
    ("words", "win", "discarder", "reason"),
    [
        (f"{ROUND} 0-4p", Win(Seat(1), parse_tiles(EMPTY), parse_tile("4p")), 0, "the hand is not complete"),
        (f"{ROUND} 0-4p", Win(Seat(1), parse_tiles(WORTHLESS)[:12], parse_tile("4p")), 0, "holds 13 tiles"),
        (f"{ROUND} 0-4p", Win(Seat(1), parse_tiles(WORTHLESS), parse_tile("1p")), 0, "the last tile is 4p"),
        (f"{ROUND} 0-4p", Win(Seat(1), parse_tiles(WORTHLESS), parse_tile("4p")), 3, "the last tile is from seat 0"),
        (f"{ROUND} 0-4p", Win(Seat(0), parse_tiles(WORTHLESS), parse_tile("4p")), 0, "the last tile is from seat 0"),
        (ROUND, Win(Seat(0), parse_tiles(WORTHLESS), parse_tile("4p")), None, "has drawn no tile"),
        (f"{ROUND} 0+3p", Win(Seat(0), parse_tiles(WORTHLESS), parse_tile("4p")), None, "seat 0 drew 3p"),
        ("0-1m 1p11m", Win(Seat(1), parse_tiles("123456p1122s"), parse_tile("2s")), None, "drawn none"),
        (f"{ROUND} 0+", Win(Seat(1), parse_tiles(WORTHLESS), parse_tile("4p")), 0, "cannot win on a discard"),
    ],
)
def test_a_win_that_cannot_be_is_refused_with_a_reason(
    words: str, win: Win, discarder: int | None, reason: str
) -> None:
    table = ClassicalTable("tchou").deal().play(words)
    source = None if discarder is None else Seat(discarder)
    assert reason in (table.rules.win_problem(table.game, win, source) or "")
    assert reason in table.refused(WinsDeclared((win,), source))


@pytest.mark.clause("Tchou 1924 §29", "Tchou 1924 §30", "R-29")
def test_the_dealers_dealt_hand_and_the_first_discard_are_maximum_hands() -> None:
    table = ClassicalTable("tchou").deal().tsumo(0, WORTHLESS, "4p").close_all()
    assert table.result.wins[0].value.lines[0].rule == "dealer_complete"
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play("0lf1 0+ 0+ 0-4p").ron({2: WORTHLESS}).close_all()
    assert table.result.wins[0].value.lines[0].rule == "first_discard"
    table = ClassicalTable("tchou").deal().play("0-1z 1-4p").ron({2: WORTHLESS}).close_all()
    assert table.result.wins[0].value.limit == ""


@pytest.mark.clause("Tchou 1924 §21", "R-30")
def test_the_last_tile_drawn_earns_its_fan_and_the_last_discard_none() -> None:
    waiting = "222z55z123m456m78m"
    drawn = ClassicalTable("tchou").deal().draw_until(1).tsumo(1, waiting, "9m").close_all()
    assert "last_tile_drawn" in _rules_of(drawn)
    claimed = ClassicalTable("tchou").deal().draw_until(1).play("1-9m").ron({2: waiting}).close_all()
    assert claimed.current.live_tiles == 0
    assert "last_tile_drawn" not in _rules_of(claimed)
    earlier = ClassicalTable("tchou").deal().draw_until(2).tsumo(0, waiting, "9m").close_all()
    assert "last_tile_drawn" not in _rules_of(earlier)


@pytest.mark.clause("Tchou 1924 §20")
def test_a_win_on_a_replacement_tile_earns_its_fan_but_not_on_one_for_a_flower() -> None:
    waiting = "123m456m78m55s"
    kong = ClassicalTable("tchou").deal().play(f"{ROUND} 0+ 0q6666z").tsumo(0, waiting, "9m").close_all()
    assert "kong_replacement" in _rules_of(kong)
    flower = (
        ClassicalTable("tchou", bonus_tiles="true")
        .deal()
        .play(f"{ROUND} 0+ 0q6666z 0+f1 0lf1")
        .tsumo(0, waiting, "9m")
        .close_all()
    )
    assert "kong_replacement" not in _rules_of(flower)


def _rules_of(table: ClassicalTable) -> list[str]:
    return [line.rule for line in table.result.wins[0].value.lines]


def test_a_replacement_beyond_the_last_tile_is_not_the_last_tile() -> None:
    waiting = "222z55z123m456m78m"
    table = (
        ClassicalTable("tchou", bonus_tiles="true")
        .deal()
        .draw_until(1)
        .play("1+f1 1lf1")
        .tsumo(1, waiting, "9m")
        .close_all()
    )
    assert "last_tile_drawn" not in _rules_of(table)
