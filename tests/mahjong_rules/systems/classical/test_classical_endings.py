from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Discarded, FineJudged, HandShown, Win, WinsDeclared
from mahjong_rules.melds import MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Outcome, Turn
from mahjong_rules.tiles import parse_tile, parse_tiles

ROUND = "0-1z 1-2z 2-3z 3-4z"
WORTHLESS = "123m456m789m23p55s"
"""Waits for 1p and 4p: base points only."""
EMPTY = "1357m1468p2479s2z"
THREAT = "0-1p 3p11p 3-9m 0-5p 3p55p 3-9m 0-7p 3p77p 3-8m"
"""Seat 3 shows three pungs of dots."""


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
    table = ClassicalTable("tchou").deal().play("0-1z 1-2z 2-3z 3-4z 0-7z 2p77z 2lf2 2+ 2-9s 3-9s 0-4p")
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


@pytest.mark.clause("Tchou 1924 §29", "Tchou 1924 §30", "R-29")
def test_the_dealers_dealt_hand_and_the_first_discard_are_maximum_hands() -> None:
    table = ClassicalTable("tchou").deal().tsumo(0, WORTHLESS, "4p").close_all()
    assert table.result.wins[0].value.lines[0].rule == "dealer_complete"
    table = ClassicalTable("tchou").deal().play("0lf1 0+ 0+ 0-4p").ron({2: WORTHLESS}).close_all()
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
    flower = ClassicalTable("tchou").deal().play(f"{ROUND} 0+ 0q6666z 0+f1 0lf1").tsumo(0, waiting, "9m").close_all()
    assert "kong_replacement" not in _rules_of(flower)


def _rules_of(table: ClassicalTable) -> list[str]:
    return [line.rule for line in table.result.wins[0].value.lines]


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


def test_a_replacement_beyond_the_last_tile_is_not_the_last_tile() -> None:
    waiting = "222z55z123m456m78m"
    table = ClassicalTable("tchou").deal().draw_until(1).play("1+f1 1lf1").tsumo(1, waiting, "9m").close_all()
    assert "last_tile_drawn" not in _rules_of(table)


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
