"""Sticks of the old Japanese game: what changes hands, in which pieces, and that none is ever lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_moments import moments

from mahjong_rules.sticks import (
    TABLE,
    Debt,
    Handover,
    Holdings,
    StickSet,
    counted,
    first_holdings,
    settle,
)
from table_daemon.rules.presets import load_rules, preset_names

KANAI = StickSet((500, 100, 10), (2, 9, 10))
SET = (8, 36, 40)
PLACES = range(TABLE + 1)


def holding(*purses: tuple[int, int, int]) -> Holdings:
    """What four people hold; the rest of the set lies on the table."""
    rest = tuple(total - sum(column) for total, column in zip(SET, zip(*purses, strict=True), strict=True))
    return Holdings((*purses, rest))


@pytest.mark.clause("Kanai French l.56", "Kanai French l.59")
def test_the_sticks_of_the_set_are_all_handed_out_and_make_two_thousand_each() -> None:
    purses = first_holdings(KANAI).purses
    assert [KANAI.worth(purse) for purse in purses] == [2000, 2000, 2000, 2000, 0]
    assert tuple(map(sum, zip(*purses, strict=True))) == SET


@pytest.mark.clause("Kanai French l.61")
@pytest.mark.parametrize(
    ("points", "given", "back"),
    [
        (900, (2, 0, 0), (0, 1, 0)),
        (500, (1, 0, 0), (0, 0, 0)),
        (90, (0, 1, 0), (0, 0, 1)),
        (240, (0, 2, 4), (0, 0, 0)),
        (2000, (2, 9, 10), (0, 0, 0)),
    ],
)
def test_a_payment_moves_the_fewest_sticks_and_change_comes_back(
    points: int, given: tuple[int, ...], back: tuple[int, ...]
) -> None:
    paid = settle(KANAI, first_holdings(KANAI), (Debt(0, 1, points),))
    assert paid.handovers == (Handover(0, 1, given, back),)
    assert paid.holdings.debts == ()


@pytest.mark.clause("A-49")
def test_where_two_cannot_make_the_change_a_third_changes_first() -> None:
    start = holding((1, 2, 0), (2, 9, 0), (2, 9, 20), (3, 16, 20))
    paid = settle(KANAI, start, (Debt(0, 1, 30),))
    assert paid.handovers == (Handover(0, 2, (0, 1, 0), (0, 0, 10)), Handover(0, 1, (0, 0, 3), (0, 0, 0)))


@pytest.mark.clause("A-49")
def test_where_no_pair_can_make_the_change_all_share_out_anew() -> None:
    start = holding((1, 0, 1), (3, 31, 1), (4, 5, 6), (0, 0, 32))
    shared = settle(KANAI, start, (Debt(0, 1, 460),))
    assert shared.handovers == (
        Handover(0, TABLE, (1, 0, 0), (0, 0, 4)),
        Handover(1, TABLE, (0, 3, 0), (1, 0, 26)),
        Handover(3, TABLE, (0, 0, 30), (0, 3, 0)),
    )
    assert [KANAI.worth(purse) for purse in shared.holdings.purses] == [50, 5070, 2560, 320, 0]


@pytest.mark.clause("A-49")
def test_what_nobody_has_stays_owed_until_the_debtor_has_sticks() -> None:
    start = holding((0, 1, 0), (2, 9, 10), (3, 13, 15), (3, 13, 15))
    poor = settle(KANAI, start, (Debt(0, 1, 300),))
    assert poor.handovers == (Handover(0, 1, (0, 1, 0), (0, 0, 0)),)
    assert poor.holdings.debts == (Debt(0, 1, 200),)
    later = settle(KANAI, poor.holdings, (Debt(2, 0, 500),))
    assert later.holdings.debts == ()
    assert [KANAI.worth(purse) for purse in later.holdings.purses[:2]] == [300, 2000 + 300]


def test_who_receives_in_the_same_deal_pays_with_it() -> None:
    start = holding((0, 0, 0), (2, 9, 10), (3, 13, 15), (3, 14, 15))
    paid = settle(KANAI, start, (Debt(0, 1, 400), Debt(2, 0, 400)))
    assert paid.holdings.debts == ()
    assert [handover.giver for handover in paid.handovers] == [2, 0]


TWO_PLACES = st.permutations(PLACES).map(lambda places: places[:2])
DUES = st.lists(st.tuples(TWO_PLACES, st.integers(1, 400)), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.lists(DUES, min_size=1, max_size=8))
def test_no_stick_is_lost_and_everybody_has_what_the_score_says(deals: list[list[tuple[list[int], int]]]) -> None:
    holdings, scores = first_holdings(KANAI), [2000, 2000, 2000, 2000, 0]
    for deal in deals:
        dues = tuple(Debt(debtor, creditor, 10 * tens) for (debtor, creditor), tens in deal)
        for due in dues:
            scores[due.debtor] -= due.points
            scores[due.creditor] += due.points
        paid = settle(KANAI, holdings, dues)
        held = [list(purse) for purse in holdings.purses]
        for handover in paid.handovers:
            for kind, (given_, back) in enumerate(zip(handover.given, handover.back, strict=True)):
                assert held[handover.giver][kind] >= given_
                # A share-out goes by way of the table, which gives before it has got everything.
                assert handover.taker == TABLE or held[handover.taker][kind] >= back
                held[handover.giver][kind] += back - given_
                held[handover.taker][kind] += given_ - back
        holdings = paid.holdings
        assert [tuple(purse) for purse in held] == list(holdings.purses)
        assert tuple(map(sum, zip(*holdings.purses, strict=True))) == SET
        assert min(map(min, holdings.purses)) >= 0
        owed = [0] * len(PLACES)
        for debt in holdings.debts:
            assert KANAI.worth(holdings.purses[debt.debtor]) == 0, "nobody owes who has sticks"
            owed[debt.debtor] -= debt.points
            owed[debt.creditor] += debt.points
        assert [KANAI.worth(purse) + owed[place] for place, purse in enumerate(holdings.purses)] == scores


@pytest.mark.clause("A-49")
def test_sticks_are_counted_where_the_game_starts_with_those_of_the_source() -> None:
    assert load_rules("jp_classic").traits.score.sticks == KANAI
    assert load_rules("jp_classic", (("start_points", "1000"),)).traits.score.sticks is None
    assert {name for name in preset_names() if load_rules(name).traits.score.sticks is not None} == {"jp_classic"}


def test_random_games_pay_every_deal_in_sticks() -> None:
    games = [
        game
        for settings_ in ((("stakes", "true"),), (("seats_drawn_every", "1"),))
        for game in moments("jp_classic", random.Random(3), settings_)
    ]
    for game in games:
        holdings = counted(KANAI, game).holdings
        owed = [0] * len(PLACES)
        for debt in holdings.debts:
            owed[debt.debtor] -= debt.points
            owed[debt.creditor] += debt.points
        worths = [KANAI.worth(purse) + debt for purse, debt in zip(holdings.purses, owed, strict=True)]
        assert worths == [*game.scores, game.stake]
