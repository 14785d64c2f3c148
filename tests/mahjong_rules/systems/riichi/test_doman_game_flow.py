"""The Doman guide on abortive deals and the course of a game, under the preset `doman`."""

from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason, DealStarted, ScoresSet, TimeCalled
from mahjong_rules.rule_system import NOTHING
from mahjong_rules.seats import Seat, Wind

CHEAP = "234m22456678p45s"
"""Waits for 3s and 6s; 2,000 on a discard, 2,900 for the dealer."""
TENPAI, NINE = "123m456m789m23s11z", "19m19p19s123z25678s"
LAST = {"prevalent_wind": Wind.SOUTH, "dealer": Seat(3)}
FOUR_KONGS = "0q1111p *1s 0q2222p *2s 0q3333p *3s 0q4444p *4s 0-1z"


def table(rules: str = "doman", **state: object) -> ScriptedTable:
    return ScriptedTable(rules).set(**state).deal("9m")


def ron(at: ScriptedTable, winner: int, discarder: int) -> ScriptedTable:
    """The winner takes a 6s of the discarder after a turn in which nothing happens."""
    dealer = at.current.header.dealer
    words = [f"{(dealer + step) % 4}-{1 + step}z" for step in range(4)]
    while (dealer + len(words)) % 4 != discarder:
        words.append(f"{(dealer + len(words)) % 4}-1p")
    return at.play(" ".join([*words, f"{discarder}-6s"])).ron({winner: CHEAP})


def exhausted(at: ScriptedTable, tenpai: dict[int, str]) -> ScriptedTable:
    return at.idle(kept=TENPAI).exhaust(tenpai)


@pytest.mark.clause("Doman guide l.55", "Doman guide l.59")
def test_nine_terminals_end_the_deal_before_any_claim_or_concealed_kong() -> None:
    at = table().play("0-9s 1+").abort(1, NINE)
    assert (at.result.abort_reason, at.game.header.honba, at.game.header.dealer) == (AbortReason.NINE_TERMINALS, 1, 0)
    for before in ("0q2222m *1s 0-2s 1+", "0-2m 2p22m 2-8m 3+"):
        seat = int(before[-2])
        with pytest.raises(IllegalEvent, match="before any call or kong"):
            table().play(before).abort(seat, NINE)


@pytest.mark.clause("Doman guide l.58")
def test_four_equal_winds_as_first_discards_end_the_deal() -> None:
    at = table().play("0-4z 1-4z 2-4z 3-4z").abort(reason=AbortReason.FOUR_WINDS)
    assert at.result.outcome is Outcome.ABORTIVE_DRAW


@pytest.mark.clause("Doman guide l.57")
def test_four_kongs_of_two_players_end_the_deal_after_the_discard() -> None:
    at = table().play("0q1111m *1s 0q2222m *2s 0-9s 1q3333m *3s 1q4444m *4s 1-1z")
    assert at.abort(reason=AbortReason.FOUR_KONGS).result.outcome is Outcome.ABORTIVE_DRAW


@pytest.mark.clause("Doman guide l.60")
def test_four_kongs_of_one_player_go_on_until_a_fifth_ends_the_deal() -> None:
    """Whether it is claimed, concealed or added; an added one may be robbed first."""
    at = table().play(FOUR_KONGS)
    assert at.current.riichi.abort_pending is None
    concealed = table().play(FOUR_KONGS + " 1q6666p")
    assert (concealed.result.abort_reason, concealed.game.header.honba) == (AbortReason.FOUR_KONGS, 1)
    claimed = table().play(FOUR_KONGS + " 1-2z 3k222z")
    assert claimed.result.abort_reason is AbortReason.FOUR_KONGS


@pytest.mark.clause("Doman guide l.60")
def test_a_fifth_kong_by_adding_can_be_robbed_before_it_ends_the_deal() -> None:
    at = table().play("0-6s 1p66s 1-1z 2-1z 3-1z 0q1111p *1s 0q2222p *2s 0q3333p *3s 0q4444p *4s 0-2z 1a6s")
    hints = at.rules.hints(at.game)
    assert (hints.abort, hints.draws, hints.indicators_due) == (AbortReason.FOUR_KONGS, None, 0)
    robbed = at.game
    at.ron({3: "234m55567778m45s"})
    assert "chankan" in [line.rule for line in at.result.wins[0].value.lines]
    at.game = robbed
    at.abort(reason=AbortReason.FOUR_KONGS)
    assert at.result.outcome is Outcome.ABORTIVE_DRAW


@pytest.mark.clause("Doman guide l.54")
def test_four_riichi_do_not_end_the_deal() -> None:
    """The list has no such case."""
    assert table().play("0=1z 1=2z 2=3z 3=4z 0+").current.riichi.abort_pending is None


@pytest.mark.clause("Doman guide l.50")
def test_no_west_round_is_played_whatever_the_scores() -> None:
    at = ron(table(**LAST), 0, 1)
    assert at.game.is_over
    assert max(at.game.scores) < 30000


@pytest.mark.clause("Doman guide l.51")
def test_the_dealer_deals_again_after_winning_or_waiting() -> None:
    assert ron(table(), 0, 1).game.header.dealer == 0
    assert exhausted(table(), {0: TENPAI}).game.header.dealer == 0
    assert exhausted(table(), {1: TENPAI}).game.header.dealer == 1


@pytest.mark.clause("Doman guide l.52", "Doman guide l.67")
def test_below_zero_ends_the_game_and_exactly_zero_does_not() -> None:
    assert not ron(table(scores=(2000, 30000, 30000, 38000)), 2, 0).game.is_over
    assert ron(table(scores=(1900, 30000, 30000, 38100)), 2, 0).game.is_over


AHEAD, BEHIND = (20000, 22000, 23000, 35000), (35000, 22000, 23000, 20000)


@pytest.mark.clause("Doman guide l.68", "Doman guide l.69")
def test_the_last_deal_ends_the_game_when_another_wins() -> None:
    assert ron(table(**LAST, scores=AHEAD), 0, 1).game.is_over


@pytest.mark.parametrize(("scores", "is_over"), [(AHEAD, True), (BEHIND, False)])
@pytest.mark.clause("Doman guide l.53", "Doman guide l.70", "Doman guide l.71", "A-16")
def test_a_dealer_who_wins_or_waits_ends_the_game_only_in_first_place(scores: tuple[int, ...], is_over: bool) -> None:
    assert ron(table(**LAST, scores=scores), 3, 1).game.is_over == is_over
    assert exhausted(table(**LAST, scores=scores), {3: TENPAI}).game.is_over == is_over


@pytest.mark.clause("A-16", "Doman guide l.62")
def test_first_place_is_taken_after_the_payments_with_ties_by_the_first_wind() -> None:
    """The dealer of South 4 was North, so an equal score is not first."""
    assert exhausted(table(**LAST, scores=(26000, 25000, 25000, 23000)), {3: TENPAI}).game.is_over
    tied = exhausted(table(**LAST, scores=(27000, 25000, 25000, 23000)), {3: TENPAI})
    assert tied.game.scores[0] == tied.game.scores[3] == 26000
    assert not tied.game.is_over


@pytest.mark.clause("A-16")
def test_a_drawn_last_deal_with_a_dealer_who_does_not_wait_ends_the_game() -> None:
    assert exhausted(table(**LAST, scores=AHEAD), {0: TENPAI}).game.is_over


@pytest.mark.clause("A-16")
def test_an_abortive_last_deal_is_played_again() -> None:
    at = table(**LAST, scores=AHEAD).play("3+").abort(3, NINE)
    assert (at.game.is_over, at.game.header.dealer) == (False, 3)


@pytest.mark.clause("Doman guide l.61")
def test_sticks_left_over_go_to_the_first() -> None:
    at = exhausted(table(**LAST, scores=(40000, 20000, 20000, 18000), riichi_sticks=2), {})
    assert at.game.scores == (42000, 20000, 20000, 18000)


@pytest.mark.clause("Doman guide l.62")
def test_equal_points_are_ranked_by_the_wind_at_the_start() -> None:
    at = ScriptedTable("doman", first_dealer=2).set(prevalent_wind=Wind.SOUTH, dealer=Seat(1)).deal("9m")
    standings = exhausted(at, {}).game.standings
    assert [(item.seat, item.rank, item.points) for item in standings] == [
        (2, 1, 25000),
        (3, 2, 25000),
        (0, 3, 25000),
        (1, 4, 25000),
    ]


@pytest.mark.clause("Doman guide l.63")
def test_after_the_time_is_called_the_current_deal_and_one_more_are_played() -> None:
    at = table()
    at.apply(TimeCalled())
    ron(at, 2, 1)
    assert not at.game.is_over
    ron(at.deal("9m"), 3, 2)
    assert at.game.is_over
    assert len(at.game.standings) == 4


@pytest.mark.clause("A-22")
def test_time_called_between_deals_leaves_one_deal() -> None:
    at = ron(table(), 2, 1)
    at.apply(TimeCalled())
    with pytest.raises(IllegalEvent, match="called already"):
        at.apply(TimeCalled())
    assert ron(at.deal("9m"), 3, 2).game.is_over


@pytest.mark.clause("A-22")
def test_a_deal_that_a_chombo_voids_does_not_count_as_the_one_that_is_left() -> None:
    at = ron(table(), 2, 1)
    at.apply(TimeCalled())
    at.deal("9m").chombo(0)
    assert not at.game.is_over
    assert ron(at.deal("9m"), 3, 2).game.is_over


def test_where_no_deal_is_left_a_call_between_deals_ends_the_game() -> None:
    at = ron(ScriptedTable("doman", deals_after_time=0).deal("9m"), 2, 1)
    at.apply(TimeCalled())
    assert at.game.is_over
    assert at.game.standings[0].seat == 2
    during = ScriptedTable("doman", deals_after_time=0).deal("9m")
    during.apply(TimeCalled())
    assert ron(during, 2, 1).game.is_over


@pytest.mark.parametrize("in_play", [True, False])
@pytest.mark.clause("Doman guide l.72")
def test_after_two_hours_the_game_stops_and_does_not_count(in_play: bool) -> None:
    at = table() if in_play else ron(table(), 2, 1)
    at.apply(TimeCalled(void=True))
    assert (at.game.is_over, at.game.is_void, at.game.standings) == (True, True, ())
    assert at.rules.hints(at.game) == NOTHING
    for event in (DealStarted(), TimeCalled(), TimeCalled(void=True)):
        with pytest.raises(IllegalEvent, match="the game is over"):
            at.apply(event)
    at.apply(ScoresSet((25000, 25000, 25000, 25000), "typed"))
    assert at.game.standings == ()


def test_where_the_rules_set_no_limit_nobody_calls_the_time() -> None:
    with pytest.raises(IllegalEvent, match="no time limit under these rules"):
        table("tenhou").apply(TimeCalled())
    with pytest.raises(IllegalEvent, match="no time makes a game void"):
        table("ema").apply(TimeCalled(void=True))


@pytest.mark.clause("A-15")
def test_an_abortive_draw_pays_nobody_and_an_exhaustive_one_pays_who_waits() -> None:
    aborted = table().play("0+").abort(0, NINE)
    drawn = exhausted(table(), {1: TENPAI})
    assert (aborted.result.outcome, drawn.result.outcome) == (Outcome.ABORTIVE_DRAW, Outcome.EXHAUSTIVE_DRAW)
    assert aborted.game.scores == (25000,) * 4
    assert drawn.game.scores == (24000, 28000, 24000, 24000)
