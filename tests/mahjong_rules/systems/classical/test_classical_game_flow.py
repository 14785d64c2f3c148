from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, DealVoided, ScoresSet, TimeCalled
from mahjong_rules.seats import SEATS, Seat, Wind, seat_wind

WAITING = "123m456m789m23p55s"


def won_by(table: ClassicalTable, winner: int) -> ClassicalTable:
    """A deal in which everybody draws once and `winner` then draws the last tile."""
    table.deal()
    dealer = table.current.header.dealer
    words = [f"{(dealer + step) % 4}-{step % 4 + 1}z" for step in range(4 + (winner - dealer) % 4)]
    table.play(" ".join(words)).tsumo(winner, WAITING, "4p")
    return table.close_all()


def drawn(table: ClassicalTable, *, kong: bool = False) -> ClassicalTable:
    table.deal()
    if kong:
        table.play(
            f"{table.current.header.dealer}q1111z {table.current.header.dealer}+ {table.current.header.dealer}-2z"
        )
    return table.run_out(kept="" if kong else "1111z").exhaust()


@pytest.mark.parametrize("rules", ["tchou", "simple", "jp_classic"])
@pytest.mark.clause("Kanai French l.11", "Tchou 1924 l.286")
def test_the_dealer_stays_after_the_own_win_only(rules: str) -> None:
    table = won_by(ClassicalTable(rules, first_dealer=1), 1)
    assert table.game.header.dealer == 1
    assert won_by(table, 3).game.header.dealer == 2


@pytest.mark.parametrize(
    ("rules", "stays", "stays_with_kong"),
    [("tchou", True, False), ("simple", False, False), ("jp_classic", False, False)],
)
@pytest.mark.clause("Kanai French l.29", "Tchou 1924 l.286", "Tchou 1924 l.428", "R-24")
def test_who_deals_after_a_drawn_deal_depends_on_the_system(rules: str, stays: bool, stays_with_kong: bool) -> None:
    assert (drawn(ClassicalTable(rules)).game.header.dealer == 0) is stays
    assert (drawn(ClassicalTable(rules), kong=True).game.header.dealer == 0) is stays_with_kong


def test_the_dealer_may_be_agreed_to_stay_after_every_drawn_deal() -> None:
    table = drawn(ClassicalTable("simple", dealer_after_draw="stays"), kong=True)
    assert table.game.header.dealer == 0


@pytest.mark.parametrize(("rules", "winds"), [("jp_classic", [0, 1, 2, 3]), ("tchou", [0, 0, 0, 0])])
@pytest.mark.clause("Kanai French l.31", "Kanai French l.32", "Tchou 1924 l.284")
def test_a_game_of_four_rounds_ends_when_the_deal_has_gone_round_four_times(rules: str, winds: list[int]) -> None:
    table = ClassicalTable(rules, first_dealer=2)
    seen = []
    while not table.game.is_over:
        won_by(table, (table.game.header.dealer + 1) % 4)
        seen.append((table.result.header.round_number, table.result.header.prevalent_wind, table.result.header.dealer))
    assert seen == [(number, Wind(winds[number]), (2 + step) % 4) for number in range(4) for step in range(4)]
    with pytest.raises(IllegalEvent, match="the game is over"):
        table.apply(DealStarted())


@pytest.mark.parametrize(("tours", "deals"), [("4", 16), ("8", 32), ("12", 48)])
@pytest.mark.clause("Tchou 1924 l.282")
def test_tchou_is_played_for_as_many_tours_as_agreed(tours: str, deals: int) -> None:
    table = ClassicalTable("tchou", rounds=tours)
    while not table.game.is_over:
        won_by(table, (table.game.header.dealer + 1) % 4)
    assert len(table.game.results) == deals


@pytest.mark.clause("Tchou 1924 l.294", "R-25")
def test_a_dealer_who_wins_the_last_deal_prolongs_the_game() -> None:
    table = ClassicalTable("tchou").set(round_number=3, dealer=Seat(3))
    assert not won_by(table, 3).game.is_over
    assert not drawn(table).game.is_over
    assert drawn(table, kong=True).game.is_over


def test_the_final_standing_ranks_points_and_equal_points_share_a_rank() -> None:
    table = ClassicalTable("tchou").set(round_number=3, dealer=Seat(3), scores=(100, 300, 100, 500))
    drawn(table, kong=True)
    assert [(item.seat, item.points, item.score, item.rank) for item in table.game.standings] == [
        (3, 500, 500, 1),
        (1, 300, 300, 2),
        (0, 100, 100, 3),
        (2, 100, 100, 3),
    ]


@pytest.mark.clause("Kanai French l.59")
def test_everybody_begins_with_2000_in_the_old_japanese_game_and_may_go_below_zero() -> None:
    table = ClassicalTable("jp_classic")
    assert table.game.scores == (2000,) * 4
    table.set(scores=(0, 4000, 2000, 2000))
    won_by(table, 1)
    assert min(table.game.scores) < 0
    assert not table.game.is_over


def test_after_the_time_is_called_the_deal_in_play_is_the_last() -> None:
    table = ClassicalTable("tchou").deal()
    table.apply(TimeCalled())
    assert "called already" in table.refused(TimeCalled())
    table.play("0-1z 1-2z 2-3z 3-4z").tsumo(0, WAITING, "4p").close_all()
    assert table.game.is_over


def test_time_called_between_two_deals_ends_the_game_at_once() -> None:
    table = won_by(ClassicalTable("simple"), 0)
    table.apply(TimeCalled())
    assert table.game.is_over
    assert "the game is over" in table.refused(TimeCalled())


def test_deals_may_be_agreed_to_follow_the_call_of_time() -> None:
    table = ClassicalTable("tchou", deals_after_time="1").deal()
    table.apply(TimeCalled())
    table.play("0-1z 1-2z 2-3z 3-4z").tsumo(0, WAITING, "4p").close_all()
    assert not table.game.is_over
    assert won_by(table, 0).game.is_over


def test_no_time_makes_a_classical_game_void() -> None:
    assert "void" in ClassicalTable("tchou").deal().refused(TimeCalled(void=True))


def test_scores_set_by_hand_stand_and_a_finished_game_is_ranked_again() -> None:
    table = ClassicalTable("jp_classic").set(round_number=3, dealer=Seat(3))
    assert "whole multiples of 10" in table.refused(ScoresSet((1, 2, 3, 4), "typo"))
    won_by(table, 0)
    table.apply(ScoresSet((1000, 3000, 2000, 2000), "counted again"))
    assert [item.seat for item in table.game.standings] == [1, 2, 3, 0]


@pytest.mark.clause("Tchou 1924 l.298", "R-19")
def test_money_is_counted_in_whole_sous() -> None:
    table = won_by(ClassicalTable("tchou", centimes_per_1000="1000"), 0)
    traits = table.rules.traits
    assert (traits.score.name, traits.score.step) == ("centimes", 5)
    assert [points for _, _, points, _ in table.paid] == [90, 90, 90], "22 points at four times a centime are 88"


def test_a_deal_is_not_begun_twice() -> None:
    table = ClassicalTable("tchou").deal()
    assert "no result yet" in table.refused(DealStarted())


@pytest.mark.parametrize("rules", ["tchou", "simple", "jp_classic"])
def test_a_voided_deal_costs_nobody_anything_and_is_played_again(rules: str) -> None:
    table = ClassicalTable(rules).deal().play("0-1z 1-2z")
    before = table.game.scores
    table.apply(DealVoided("the wall fell over"))
    assert table.game.results[-1].outcome is Outcome.VOID
    assert (table.game.scores, table.game.header.dealer, table.game.header.round_number) == (before, 0, 0)
    assert "no deal is in play" in table.refused(DealVoided("again"))


def test_there_are_no_sticks_or_honba_to_set() -> None:
    refusal = ClassicalTable("tchou").deal().refused(ScoresSet((0, 0, 0, 0), "x", riichi_sticks=1))
    assert "neither riichi sticks nor honba" in refusal


@pytest.mark.clause("Tchou 1924 l.276", "Tchou 1924 l.278", "Kanai French l.10", "Kanai French l.11")
@pytest.mark.parametrize("rules", ["tchou", "jp_classic"])
def test_the_winds_go_round_with_the_deal(rules: str) -> None:
    table = ClassicalTable(rules, first_dealer=2)
    assert "".join(seat_wind(seat, table.game.header.dealer).letter for seat in SEATS) == "WNES"
    won_by(table, 1)
    assert "".join(seat_wind(seat, table.game.header.dealer).letter for seat in SEATS) == "SWNE"
