from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    DealVoided,
    Discarded,
    Event,
    FineJudged,
    FlowerLaid,
    GameStarted,
    HandShown,
    IndicatorTurned,
    PenaltyDeclared,
    PointsPenalized,
    ScoresSet,
    StakeLaid,
    TimeCalled,
)
from mahjong_rules.finished_deal import FinishedDeal
from mahjong_rules.rule_system import PeopleSettle
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.manual import ManualRules
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import PresetError, load_rules


def won_by(table: ClassicalTable, winner: int) -> ClassicalTable:
    return table.deal().typed([winner], None, *(3 if seat == winner else -1 for seat in range(4)))


@pytest.mark.clause("Kanai French l.11")
def test_a_dealer_who_wins_deals_again_unless_the_option_says_otherwise() -> None:
    table = won_by(ClassicalTable("manual", first_dealer=1), 1)
    assert table.game.header.dealer == 1
    assert won_by(table, 3).game.header.dealer == 2
    assert won_by(ClassicalTable("manual", dealer_after_win="passes"), 0).game.header.dealer == 1


@pytest.mark.parametrize(
    ("after_draw", "kong", "dealer"),
    [("stays", False, 0), ("passes", False, 1), ("stays_without_kong", False, 0), ("stays_without_kong", True, 1)],
)
def test_the_option_says_who_deals_after_a_drawn_deal(after_draw: str, kong: bool, dealer: int) -> None:
    table = ClassicalTable("manual", dealer_after_draw=after_draw).deal()
    table.play("0q1111z 0-5m" if kong else "0-5m").exhaust()
    assert table.game.header.dealer == dealer


@pytest.mark.clause("Kanai French l.31")
def test_a_game_ends_after_its_rounds() -> None:
    table = ClassicalTable("manual", rounds="1", dealer_after_draw="passes")
    for _ in range(4):
        assert not table.game.is_over
        table.deal().exhaust()
    assert table.game.is_over


def test_a_game_without_rounds_goes_on_until_the_time_is_called() -> None:
    table = ClassicalTable("manual", rounds="0", dealer_after_draw="passes")
    for _ in range(40):
        table.deal().exhaust()
    assert not table.game.is_over
    assert table.game.header.prevalent_wind is Wind.WEST, "ten rounds: E S W N again and again"
    table.deal().apply(TimeCalled())
    assert not table.game.is_over
    assert won_by_now(table).game.is_over
    assert table.game.standings[0].seat == 2


def won_by_now(table: ClassicalTable) -> ClassicalTable:
    return table.typed([2], None, -1, -1, 3, -1)


@pytest.mark.clause("Kanai French l.22")
def test_a_chow_is_claimed_from_the_player_before_unless_the_option_says_from_anybody() -> None:
    with pytest.raises(IllegalEvent, match="only seat 1 can chow"):
        ClassicalTable("manual").deal().play("0-5m 2c46m")
    ClassicalTable("manual", chow_from_anybody="true").deal().play("0-5m 2c46m 2-1z")


@pytest.mark.clause("Kanai French l.17")
def test_the_option_says_how_many_tiles_are_never_drawn() -> None:
    assert ClassicalTable("manual").deal().current.live_tiles == 136 - 52
    assert ClassicalTable("manual", reserve_tiles="14").deal().current.live_tiles == 136 - 52 - 14
    assert ClassicalTable("manual", bonus_tiles="true").deal().current.live_tiles == 144 - 52


def test_a_flower_that_is_the_last_tile_of_all_is_not_replaced() -> None:
    table = ClassicalTable("manual", bonus_tiles="true").deal().draw_until(1)
    seat = table.rules.hints(table.game).draws
    table.play(f"{seat}+f1 {seat}lf1")
    hints = table.rules.hints(table.game)
    assert (hints.draws, hints.is_wall_empty) == (None, True)
    with pytest.raises(IllegalEvent, match="nothing is left to replace"):
        table.play(f"{seat}+")
    table.exhaust()
    assert table.result.outcome is Outcome.EXHAUSTIVE_DRAW


def test_where_tiles_are_kept_back_the_last_flower_is_replaced_from_them() -> None:
    table = ClassicalTable("manual", bonus_tiles="true", reserve_tiles="14").deal().draw_until(1)
    seat = table.rules.hints(table.game).draws
    table.play(f"{seat}+f1 {seat}lf1 {seat}+ {seat}-7z")
    assert table.rules.hints(table.game).is_wall_empty


def test_flowers_are_laid_where_the_set_has_them() -> None:
    table = ClassicalTable("manual", bonus_tiles="true").deal().play("0+ 0lf1 0+ 0-5m")
    assert table.current.classical.flowers[0] == (parse_tile("f1"),)
    with pytest.raises(IllegalEvent, match="without flowers"):
        ClassicalTable("manual").deal().play("0+ 0lf1")


def test_red_fives_are_in_the_set_where_the_option_says_so() -> None:
    ClassicalTable("manual", red_fives="true").deal().play("0-0m")
    with pytest.raises(IllegalEvent, match="no red five"):
        ClassicalTable("manual").deal().play("0-0m")


def test_one_throw_of_the_dice_breaks_the_wall_where_the_option_says_so() -> None:
    ClassicalTable("manual", throws="1").deal(dice=(3, 4))
    with pytest.raises(IllegalEvent, match="4 dice"):
        ClassicalTable("manual").deal(dice=(3, 4))


def test_no_dice_are_thrown_where_the_break_is_fixed() -> None:
    ClassicalTable("manual", fixed_break="7").deal(dice=())
    with pytest.raises(IllegalEvent, match="option fixed_break"):
        ClassicalTable("manual", fixed_break="7").deal(dice=(3, 4))


@pytest.mark.parametrize(
    "event",
    [
        GameStarted("manual", ("A", "B", "C", "D")),
        IndicatorTurned(parse_tile("1m")),
        HandShown(Seat(1), None),
        AbortClaimed(Seat(0), parse_tiles("19m19p19s1234567z")),
        PenaltyDeclared(Seat(0)),
        FineJudged(Seat(0), exempt=True),
        StakeLaid(Seat(0), 10, 1),
        PointsPenalized(Seat(0), 10, "late"),
        TimeCalled(void=True),
        FlowerLaid(Seat(0), parse_tile("f1")),
        Discarded(Seat(0), parse_tile("1m"), riichi=True),
        ScoresSet((1, 2, 3, 4), "by hand", riichi_sticks=1),
    ],
)
def test_what_this_game_has_not_is_refused_with_a_reason(event: Event) -> None:
    assert ClassicalTable("manual").deal().play("0+").refused(event)


def test_people_may_void_a_deal_or_set_the_scores() -> None:
    table = ClassicalTable("manual").deal().play("0-5m")
    table.apply(DealVoided("the walls fell"))
    assert (table.result.outcome, table.game.header.dealer) == (Outcome.VOID, 0)
    table.apply(ScoresSet((10, -10, 0, 0), "a bet"))
    assert table.game.scores == (10, -10, 0, 0)


def test_nothing_values_a_hand() -> None:
    rules = load_rules("manual")
    assert rules.traits.score.by_people == PeopleSettle(sums_to_zero=True)
    assert not rules.waits(parse_tiles("123m456m789m23p55s"))
    with pytest.raises(IllegalEvent, match="people type the payments"):
        rules.score(FinishedDeal((None, None, None, None)))


@pytest.mark.parametrize(
    "setting",
    [
        ("throws", "3"),
        ("fixed_break", "1"),
        ("reserve_tiles", "13"),
        ("reserve_tiles", "6"),
        ("reserve_tiles", "100"),
        ("winners_on_discard", "4"),
        ("score_step", "0"),
        ("rounds", "17"),
        ("seats_drawn_every", "-1"),
    ],
)
def test_options_that_no_game_has_are_refused_by_their_name(setting: tuple[str, str]) -> None:
    with pytest.raises(PresetError, match=setting[0]):
        load_rules("manual", (setting,))


def test_start_points_are_counted_in_the_step() -> None:
    assert isinstance(load_rules("manual", (("start_points", "500"), ("score_step", "25"))), ManualRules)
    with pytest.raises(PresetError, match="start_points must be whole multiples of score_step 25, not 510"):
        load_rules("manual", (("start_points", "510"), ("score_step", "25")))
