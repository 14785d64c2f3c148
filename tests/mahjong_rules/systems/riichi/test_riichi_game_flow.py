from __future__ import annotations

from dataclasses import replace

import pytest
from presets import riichi_options
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, DealVoided, PointsPenalized, ScoresSet, TimeCalled
from mahjong_rules.seats import Seat, Wind, seat_wind
from mahjong_rules.systems.riichi.game_flow import final_standings

CHEAP = "234m22456678p45s"
"""Waits for 3s and 6s; pinfu and tanyao, 2,000 on a discard, 2,900 for the dealer."""
TENPAI = "123m456m789m23s11z"
LAST = {"prevalent_wind": Wind.SOUTH, "dealer": Seat(3)}


def table(rules: str = "tenhou", **state: object) -> ScriptedTable:
    return ScriptedTable(rules).set(**state).deal("9m")


def ron(at: ScriptedTable, winner: int, discarder: int) -> ScriptedTable:
    """The winner takes a 6s of the discarder after a turn in which nothing happens."""
    dealer = at.current.header.dealer
    words = [f"{(dealer + step) % 4}-{1 + step}z" for step in range(4)]
    while (dealer + len(words)) % 4 != discarder:
        words.append(f"{(dealer + len(words)) % 4}-1p")
    return at.play(" ".join([*words, f"{discarder}-6s"])).ron({winner: CHEAP})


def draw(at: ScriptedTable, tenpai: dict[int, str]) -> ScriptedTable:
    return at.idle(kept=TENPAI).exhaust(tenpai)


def test_the_dealer_stays_after_a_win_and_passes_the_deal_after_another_s() -> None:
    at = ron(table(), 0, 1)
    assert (at.game.header.dealer, at.game.header.honba, at.game.header.prevalent_wind) == (0, 1, Wind.EAST)
    at = ron(at.deal("9m"), 2, 1)
    assert (at.game.header.dealer, at.game.header.honba) == (1, 0)


@pytest.mark.clause("WRC 2015 §4.3")
def test_the_round_ends_when_the_deal_comes_back_to_the_first_dealer() -> None:
    at = ron(ScriptedTable(first_dealer=2).set(dealer=Seat(1)).deal("9m"), 3, 0)
    assert (at.game.header.dealer, at.game.header.prevalent_wind) == (2, Wind.SOUTH)


def test_the_game_ends_after_south_four_when_somebody_has_the_target() -> None:
    at = ron(table(**LAST, scores=(32000, 22000, 23000, 23000)), 0, 1)
    assert at.game.is_over
    assert [(item.seat, item.points, item.score, item.rank) for item in at.game.standings] == [
        (0, 34000, 44000, 1),
        (2, 23000, 3000, 2),
        (3, 23000, -17000, 3),
        (1, 20000, -30000, 4),
    ]
    with pytest.raises(IllegalEvent, match="the game is over"):
        at.apply(DealStarted())


def test_west_is_played_while_nobody_has_the_target_and_ends_at_once_when_somebody_has() -> None:
    at = ron(table(**LAST), 0, 1)
    assert not at.game.is_over
    assert (at.game.header.prevalent_wind, at.game.header.dealer) == (Wind.WEST, 0)
    at.set(scores=(24000, 24000, 26000, 26000))
    assert not ron(at.deal("9m"), 2, 1).game.is_over
    at.set(scores=(24000, 20000, 26000, 30000))
    assert ron(at.deal("9m"), 3, 0).game.is_over


def test_west_four_ends_the_game_whatever_the_scores() -> None:
    assert ron(table(prevalent_wind=Wind.WEST, dealer=Seat(3)), 0, 1).game.is_over


@pytest.mark.clause("WRC 2015 §4.3")
def test_ema_ends_after_south_four_without_a_target() -> None:
    assert ron(table("ema", **LAST), 0, 1).game.is_over


def test_a_leading_dealer_ends_the_last_deal_by_winning_or_waiting_under_tenhou_only() -> None:
    ahead, behind = (20000, 22000, 23000, 35000), (35000, 22000, 23000, 20000)
    assert ron(table(**LAST, scores=ahead), 3, 1).game.is_over
    assert not ron(table(**LAST, scores=behind), 3, 1).game.is_over
    assert draw(table(**LAST, scores=ahead), {3: TENPAI}).game.is_over
    assert draw(table(**LAST, scores=behind), {1: TENPAI}).game.is_over
    assert not ron(table("ema", **LAST, scores=ahead), 3, 1).game.is_over


def test_a_score_below_zero_ends_the_game_under_tenhou_and_zero_does_not() -> None:
    assert not ron(table(scores=(2000, 30000, 30000, 38000)), 2, 0).game.is_over
    assert ron(table(scores=(1900, 30000, 30000, 38100)), 2, 0).game.is_over
    assert not ron(table("ema", scores=(1900, 30000, 30000, 58100)), 2, 0).game.is_over


def test_an_abortive_draw_never_ends_the_game() -> None:
    at = table(**LAST, scores=(40000, 20000, 20000, 20000)).play("3+").abort(3, "19m19p19s123z25678s")
    assert not at.game.is_over
    assert (at.game.header.dealer, at.game.header.honba) == (3, 1)


def test_sticks_left_over_go_to_the_winner_of_the_game() -> None:
    at = draw(table(**LAST, scores=(40000, 20000, 20000, 18000), riichi_sticks=2), {})
    assert at.game.scores == (42000, 20000, 20000, 18000)
    assert at.result.scores == (40000, 20000, 20000, 18000)
    assert at.game.riichi_sticks == 0


@pytest.mark.clause("EMA 2025 §3.7")
def test_ties_go_by_seat_under_tenhou_and_share_rank_uma_and_sticks_under_ema() -> None:
    scores = (20000, 35000, 35000, 10000)
    tenhou = draw(table(**LAST, scores=scores), {})
    assert [(item.seat, item.rank, item.score) for item in tenhou.game.standings] == [
        (1, 1, 45000),
        (2, 2, 15000),
        (0, 3, -20000),
        (3, 4, -40000),
    ]
    ema = draw(table("ema", **LAST, scores=(30000, 44000, 44000, 1000), riichi_sticks=1), {})
    assert [(item.seat, item.rank, item.points, item.score) for item in ema.game.standings] == [
        (1, 1, 44500, 24500),
        (2, 1, 44500, 24500),
        (0, 3, 30000, -5000),
        (3, 4, 1000, -44000),
    ]


@pytest.mark.parametrize(
    ("rules", "parts"),
    [
        ("mleague", [(0, 30000, 15000, 0), (1, 10000, -5000, 20000), (2, -10000, -5000, 0), (3, -30000, -5000, 0)]),
        ("ema", [(0, 15000, 0, 0), (1, 5000, 0, 20000), (2, -5000, 0, 0), (3, -15000, 0, 0)]),
    ],
)
def test_a_final_score_is_what_was_won_with_uma_and_oka_less_the_penalty(
    rules: str, parts: list[tuple[int, int, int, int]]
) -> None:
    """Uma and oka come to nothing among all; the oka is less the 5,000 that everybody returned."""
    options = riichi_options(rules)
    began = ScriptedTable(rules).game
    won = (6000, 1000, -2000, -5000)
    scores = tuple(began.start_points + points for points in won)
    lines = final_standings(replace(began, scores=scores, penalty_points=(0, 20000, 0, 0)), options)
    assert [(line.seat, line.uma, line.oka, line.penalty) for line in lines] == parts
    assert [line.score for line in lines] == [won[seat] + uma + oka - penalty for seat, uma, oka, penalty in parts]
    assert sum(line.score for line in lines) == -20000


def test_players_with_equal_points_share_uma_and_oka() -> None:
    began = ScriptedTable("mleague").game
    lines = final_standings(replace(began, scores=(35000, 35000, 20000, 10000)), riichi_options("mleague"))
    assert [(line.uma, line.oka) for line in lines][:2] == [(20000, 5000), (20000, 5000)]


@pytest.mark.clause("EMA 2025 §3.4.6")
def test_a_chombo_costs_twenty_thousand_after_the_uma_under_ema() -> None:
    at = table("ema", **LAST).chombo(0)
    assert not at.game.is_over
    at = draw(at.deal("9m"), {})
    assert {item.seat: item.score for item in at.game.standings} == {0: -20000, 1: 0, 2: 0, 3: 0}


def test_scores_set_by_hand_stand_and_rank_a_finished_game_again() -> None:
    at = table()
    at.apply(ScoresSet((24000, 26000, 25000, 25000), "a stick was miscounted"))
    assert at.game.scores == (24000, 26000, 25000, 25000)
    with pytest.raises(IllegalEvent, match="full hundreds"):
        at.apply(ScoresSet((24001, 25999, 25000, 25000), "typo"))
    over = draw(table("ema", **LAST), {})
    over.apply(ScoresSet((10000, 40000, 35000, 35000), "counted again"))
    assert [item.seat for item in over.game.standings] == [1, 2, 3, 0]


def test_a_voided_deal_is_played_again_and_gives_its_sticks_back() -> None:
    at = ScriptedTable().deal("9m").play("0=1z 1-2z")
    assert (at.game.scores[0], at.game.riichi_sticks) == (24000, 1)
    at.apply(DealVoided("the wall fell over"))
    assert at.result.outcome is Outcome.VOID
    assert (at.game.scores, at.game.riichi_sticks) == ((25000,) * 4, 0)
    assert (at.game.header.dealer, at.game.header.honba, len(at.game.results)) == (0, 0, 1)
    with pytest.raises(IllegalEvent, match="no deal is in play"):
        at.apply(DealVoided("again"))


def test_sticks_and_honba_are_set_with_the_scores_and_count_at_the_next_win() -> None:
    at = ScriptedTable().deal("9m").play("0-1z 1-2z")
    at.apply(ScoresSet((24000, 25000, 25000, 25000), "a stick lay there", riichi_sticks=1, honba=2))
    assert (at.game.riichi_sticks, at.game.header.honba, at.current.header.honba) == (1, 2, 2)
    over = draw(table("ema", **LAST), {})
    over.apply(ScoresSet((30000,) * 4, "counted again", honba=3))
    assert over.result.header.honba != 3


@pytest.mark.clause("WRC 2015 §4.1")
def test_everybody_begins_with_30000_under_ema_and_plays_on_below_zero() -> None:
    assert ScriptedTable("ema").game.scores == (30000,) * 4
    at = ron(table("ema", scores=(39000, 1000, 40000, 40000)), 2, 1)
    assert at.game.scores[1] < 0
    assert not at.game.is_over


@pytest.mark.clause("WRC 2015 §4.2", "WRC 2015 §4.3")
def test_in_a_whole_game_under_ema_everybody_is_east_in_both_rounds() -> None:
    at, seen = ScriptedTable("ema", first_dealer=3), []
    while not at.game.is_over:
        dealer = at.game.header.dealer
        seen.append((at.game.header.prevalent_wind, dealer))
        ron(at.deal("9m"), (dealer + 1) % 4, (dealer + 2) % 4)
    assert seen == [(wind, Seat((3 + step) % 4)) for wind in (Wind.EAST, Wind.SOUTH) for step in range(4)]
    assert [seat_wind(Seat(seat), Seat(3)) for seat in (3, 0, 1, 2)] == list(Wind)


@pytest.mark.clause("EMA 2025 §7.4")
def test_after_the_signal_the_deal_in_play_and_one_more_are_played_under_ema() -> None:
    at = table("ema")
    at.apply(TimeCalled())
    assert not ron(at, 2, 1).game.is_over
    assert ron(at.deal("9m"), 3, 2).game.is_over


@pytest.mark.clause("EMA 2025 §3.4.6")
def test_after_the_signal_a_chombo_counts_as_a_deal_under_ema() -> None:
    at = table("ema")
    at.apply(TimeCalled())
    at.chombo(0)
    assert (at.game.deals_left, at.game.is_over) == (1, False)
    assert at.deal("9m").chombo(1).game.is_over


@pytest.mark.clause("EMA 2025 §3.4.6")
def test_before_the_signal_and_for_deals_that_people_void_nothing_is_used_up() -> None:
    at = table("ema").chombo(0)
    at.deal("9m").apply(TimeCalled())
    at.apply(DealVoided("walls knocked over"))
    assert at.game.deals_left == 2


@pytest.mark.clause("EMA 2025 §3.1")
@pytest.mark.clause("EMA 2025 §7.4")
def test_a_signal_between_two_deals_leaves_the_next_and_one_more_under_ema() -> None:
    at = ron(table("ema"), 2, 1)
    at.apply(TimeCalled())
    assert not ron(at.deal("9m"), 3, 2).game.is_over
    assert ron(at.deal("9m"), 0, 3).game.is_over


@pytest.mark.clause("EMA 2025 §7.4")
def test_the_signal_is_due_fifteen_minutes_before_the_end_of_ninety() -> None:
    assert ScriptedTable("ema").options.time.time_limit_minutes == 90 - 15


@pytest.mark.clause("EMA 2025 §3.7")
@pytest.mark.parametrize(("rules", "points"), [("ema", 30300), ("mleague", 30400)])
def test_a_stick_left_over_among_three_winners_is_rounded_down_under_ema(rules: str, points: int) -> None:
    at = table(rules, **LAST, scores=(30000, 30000, 30000, 29000), riichi_sticks=1)
    at.idle(kept=TENPAI).exhaust()
    assert at.game.is_over
    assert [line.points for line in at.game.standings] == [points, 30300, 30300, 29000]


@pytest.mark.clause("EMA 2025 §6.10")
@pytest.mark.clause("EMA 2025 §6.12")
@pytest.mark.clause("EMA 2025 §7")
def test_points_that_a_referee_takes_come_off_the_score_after_uma_in_play_and_afterwards() -> None:
    at = table("ema", **LAST)
    at.apply(PointsPenalized(Seat(1), 1000, "late"))
    assert at.game.scores == (30000,) * 4
    ron(at, 1, 2).apply(PointsPenalized(Seat(1), 48000, "left the table"))
    first = at.game.standings[0]
    assert (first.seat, first.rank, first.penalty) == (1, 1, 49000)
    assert first.score == first.points - 30000 + 15000 - 49000
    assert [line.penalty for line in at.game.standings[1:]] == [0, 0, 0]


@pytest.mark.parametrize(
    ("rules", "points", "reason"),
    [
        ("tenhou", 1000, "option point_penalties"),
        ("ema", 150, "a multiple of 100 above 0"),
        ("ema", 0, "above 0, not 0"),
    ],
)
def test_points_that_cannot_be_taken_are_refused(rules: str, points: int, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        table(rules).apply(PointsPenalized(Seat(1), points, "late"))
