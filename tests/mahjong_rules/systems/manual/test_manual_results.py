from __future__ import annotations

import random

import pytest
from classical_table import ClassicalTable
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import RandomTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import ExhaustiveDraw, ResultTyped, Win, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.systems.manual.results import payments_of
from mahjong_rules.tiles import parse_tile, parse_tiles
from mahjong_rules.turns import deltas_of
from table_daemon.rules.presets import load_rules

ANY_HAND = "147m258p369s1234z"
"""Thirteen tiles that make no set: some game may know such a hand."""
OTHER_HAND = "258m369p147s5677z"
CLOSED = (None, None, None, None)


def table_of(**settings: str) -> ClassicalTable:
    return ClassicalTable("manual", **settings).deal()


def test_a_shown_hand_waits_for_the_payments_that_people_type() -> None:
    table = table_of().play("0-5m").ron({2: ANY_HAND})
    assert table.current.turn is Turn.SHOW
    assert not table.game.results
    table.typed([2], 0, -30, 0, 30, 0)
    assert table.result.outcome is Outcome.RON
    assert table.paid == [(0, 2, 30, "typed")]
    assert table.game.scores == (-30, 0, 30, 0)
    (win,) = table.result.wins
    assert (win.hand, win.winning_tile) == (parse_tiles("147m258p369s1234z"), parse_tile("5m"))
    assert (win.value.fan, win.value.base_points, win.value.lines) == (0, 0, ())


def test_a_win_that_no_camera_saw_is_typed_at_any_moment() -> None:
    table = table_of().play("0-5m 1-6m").typed([3], None, -2, -2, -2, 6)
    assert table.result.outcome is Outcome.TSUMO
    assert table.paid == [(0, 3, 2, "typed"), (1, 3, 2, "typed"), (2, 3, 2, "typed")]
    (win,) = table.result.wins
    assert (win.hand, win.winning_tile) == ((), None)


def test_the_discard_that_was_won_is_known_where_the_table_saw_it() -> None:
    table = table_of().play("0-5m").typed([1], 0, -8, 8, 0, 0)
    assert table.result.wins[0].winning_tile == parse_tile("5m")
    table = table_of().play("0-5m 1-6m").typed([2], 0, -8, 0, 8, 0)
    assert table.result.wins[0].winning_tile is None


def test_several_may_win_one_discard_and_payments_of_many_go_by_way_of_the_table() -> None:
    table = table_of().play("0-5m").ron({1: ANY_HAND, 3: OTHER_HAND}).typed([1, 3], 0, -24, 16, -2, 10)
    assert [win.seat for win in table.result.wins] == [1, 3]
    assert table.result.deltas == (-24, 16, -2, 10)
    assert table.paid == [
        (0, None, 24, "typed"),
        (2, None, 2, "typed"),
        (None, 1, 16, "typed"),
        (None, 3, 10, "typed"),
    ]


def test_one_payer_pays_each_winner_himself() -> None:
    table = table_of().play("0-5m").typed([1, 3], 0, -24, 16, 0, 8)
    assert table.paid == [(0, 1, 16, "typed"), (0, 3, 8, "typed")]


@pytest.mark.parametrize(
    ("options", "event", "sentence"),
    [
        ({}, ResultTyped((Seat(1),), None, (-10, 20, -10, 10)), "add up to 10, not to 0"),
        ({"score_step": "10"}, ResultTyped((Seat(1),), None, (-5, 5, 0, 0)), "whole multiples of 10"),
        ({}, ResultTyped((), None, (0, 0, 0, 0)), "needs a winner"),
        ({}, ResultTyped((Seat(1), Seat(1)), Seat(0), (0, 0, 0, 0)), "named twice"),
        ({}, ResultTyped((Seat(1), Seat(2)), None, (0, 0, 0, 0)), "only one player can win with a tile that was drawn"),
        ({}, ResultTyped((Seat(1),), Seat(1), (0, 0, 0, 0)), "cannot win the own discard"),
        (
            {"winners_on_discard": "1"},
            ResultTyped((Seat(1), Seat(2)), Seat(0), (0, 0, 0, 0)),
            "option winners_on_discard: 1",
        ),
        ({}, ExhaustiveDraw((parse_tiles(ANY_HAND), None, None, None)), "nobody opens a hand"),
    ],
)
def test_what_people_type_is_refused_with_its_reason(
    options: dict[str, str], event: ResultTyped | ExhaustiveDraw, sentence: str
) -> None:
    table = table_of(**options).play("0-5m")
    assert sentence in table.refused(event)


def test_payments_need_not_add_up_where_the_option_says_so() -> None:
    table = table_of(sums_to_zero="false").play("0-5m").typed([1], 0, 0, 12, 0, 0)
    assert table.game.scores == (0, 12, 0, 0)
    assert table.paid == [(None, 1, 12, "typed")]


def test_a_shown_hand_has_as_many_tiles_as_a_hand_has() -> None:
    table = table_of().play("0-5m")
    short = WinsDeclared((Win(Seat(1), parse_tiles("123m"), parse_tile("5m")),), Seat(0))
    assert "holds 13 tiles, not 3" in table.refused(short)
    fifth = Win(Seat(1), parse_tiles("1111m258p369s123z"), parse_tile("5m"))
    other = Win(Seat(2), parse_tiles("1111m147p258s567z"), parse_tile("5m"))
    assert "fifth 1m" in table.refused(WinsDeclared((fifth, other), Seat(0)))


def test_a_declared_win_is_settled_or_taken_back_and_nothing_else() -> None:
    table = table_of().play("0-5m").ron({1: ANY_HAND})
    again = WinsDeclared((Win(Seat(2), parse_tiles(OTHER_HAND), parse_tile("5m")),), Seat(0))
    assert "payments are to be typed" in table.refused(again)
    assert "payments are to be typed" in table.refused(ExhaustiveDraw(CLOSED))
    with pytest.raises(IllegalEvent, match="cannot draw"):
        table.play("1+")


def test_a_drawn_deal_may_be_told_before_the_wall_is_empty() -> None:
    table = table_of().play("0-5m").exhaust()
    assert (table.result.outcome, table.paid) == (Outcome.EXHAUSTIVE_DRAW, [])


def test_robbed_of_its_tile_a_kong_counts_as_the_pung_that_it_was() -> None:
    table = table_of().play("0-5z 1p55z 1-1m 2-2m 3-3m 0-4m 1a5z").ron({2: ANY_HAND}).typed([2], 1, 0, -9, 9, 0)
    assert table.result.wins[0].winning_tile == parse_tile("5z")


@given(st.tuples(*[st.integers(-500, 500)] * 4))
def test_payments_come_to_what_was_typed_whoever_pays_whom(deltas: tuple[int, int, int, int]) -> None:
    assert deltas_of(payments_of(deltas)) == deltas
    assert all(payment.points > 0 for payment in payments_of(deltas))


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_random_games_keep_points_and_refuse_what_does_not_come_to_nothing(seed: int) -> None:
    table = RandomTable(load_rules("manual", (("bonus_tiles", "true"), ("start_points", "500"))), random.Random(seed))
    table.play(most_deals=3)
    assert table.total() == 4 * 500
    assert all(sum(result.deltas) == 0 for result in table.game.results)
    assert not table.missing_tiles()
