from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_vectors import vectors

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.classical.jp_values import Rounding
from mahjong_rules.systems.classical.keys import ALL_PAYMENT_REASONS
from mahjong_rules.systems.classical.settlement import (
    ImprudentPlay,
    Mode,
    SimpleScheme,
    TchouSettlement,
    false_win_settlement,
    fined_settlement,
    jp_settlement,
    simple_settlement,
    tchou_settlement,
)
from mahjong_rules.turns import deltas_of

CASES = vectors("tchou_scoring")["settlements"]
TEN_FRANCS = TchouSettlement(low_coefficient=2, centimes_per_1000=1000)
POINTS = TchouSettlement()
TOTALS = st.tuples(*[st.integers(0, 300)] * 4)
SEAT = st.sampled_from(SEATS)


def agreed(case: dict[str, Any]) -> TchouSettlement:
    return TchouSettlement(Mode(case["mode"]), case["low_coefficient"], centimes_per_1000=1000)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}-{case['status']}" for case in CASES])
@pytest.mark.clause("Tchou 1924 ch.V")
def test_every_settlement_of_the_vectors(case: dict[str, Any]) -> None:
    discarder = None if case["discarder"] is None else Seat(case["discarder"])
    payments = tchou_settlement(case["totals"], Seat(case["winner"]), discarder, Seat(case["first_hand"]), agreed(case))
    paid = sorted([part.payer, part.receiver, part.points] for part in payments)
    assert paid == sorted(entry for entry in case["payments_centimes"] if entry[2])
    if case["net_centimes"] is not None:
        assert list(deltas_of(payments)) == case["net_centimes"]


@pytest.mark.clause("Tchou 1924 ch.V", "Tchou 1924 l.314", "Tchou 1924 l.316", "R-19")
def test_the_printed_settlement_of_chapter_v_in_francs() -> None:
    """1.60 by the discarder, 0.80 by the others; 0.10, 0.35 and 0.30 among the losers."""
    payments = tchou_settlement((40, 20, 16, 2), Seat(0), Seat(1), Seat(2), TEN_FRANCS)
    found = {(part.payer, part.receiver): (part.points / 100, part.reason) for part in payments}
    assert found == {
        (1, 0): (1.60, "winner_high"),
        (2, 0): (0.80, "winner_low"),
        (3, 0): (0.80, "winner_low"),
        (2, 1): (0.10, "between_losers"),
        (3, 1): (0.35, "between_losers"),
        (3, 2): (0.30, "between_losers"),
    }


@pytest.mark.clause("R-19")
def test_without_money_points_are_not_rounded() -> None:
    assert deltas_of(tchou_settlement((41, 3, 0, 0), Seat(0), None, Seat(0), POINTS)) == (246, -76, -85, -85)


@pytest.mark.clause("Tchou 1924 l.631")
def test_a_full_fine_pays_for_everybody_and_losers_still_settle() -> None:
    payments = fined_settlement(
        (160, 10, 6, 0), Seat(0), Seat(1), Seat(2), TEN_FRANCS, [ImprudentPlay(Seat(1), is_full=True)], is_maximum=False
    )
    to_winner = [part for part in payments if part.receiver == 0]
    assert {part.payer for part in to_winner} == {1}
    assert sum(part.points for part in to_winner) == 1280
    assert {part.reason for part in payments} == {"winner_high", "fine_full", "between_losers"}


@pytest.mark.clause("Tchou 1924 l.651")
def test_beside_a_maximum_a_full_fine_leaves_nothing_among_losers() -> None:
    payments = fined_settlement(
        (300, 10, 6, 0), Seat(0), Seat(1), Seat(2), POINTS, [ImprudentPlay(Seat(1), is_full=True)], is_maximum=True
    )
    assert deltas_of(payments) == (1200, -1200, 0, 0)


@pytest.mark.clause("Tchou 1924 l.639", "R-17")
def test_a_half_fine_takes_over_half_of_what_the_others_owe_the_winner() -> None:
    payments = fined_settlement(
        (160, 0, 0, 0), Seat(0), Seat(2), Seat(3), TEN_FRANCS, [ImprudentPlay(Seat(1), is_full=False)], is_maximum=False
    )
    assert deltas_of(payments) == (1280, -800, -320, -160)


@pytest.mark.clause("R-18")
def test_a_full_fine_absorbs_half_fines_and_of_two_halves_the_last_counts() -> None:
    halves = [ImprudentPlay(Seat(1), is_full=False), ImprudentPlay(Seat(3), is_full=False)]
    both = fined_settlement((160, 0, 0, 0), Seat(0), None, Seat(3), POINTS, halves, is_maximum=False)
    assert deltas_of(both) == (960, -160, -160, -640)
    full = [*halves, ImprudentPlay(Seat(2), is_full=True)]
    absorbed = fined_settlement((160, 0, 0, 0), Seat(0), None, Seat(3), POINTS, full, is_maximum=False)
    assert deltas_of(absorbed) == (960, 0, -960, 0)


@pytest.mark.clause("Tchou 1924 l.643")
def test_a_false_win_costs_a_hand_of_a_hundred_points_to_each() -> None:
    assert deltas_of(false_win_settlement(Seat(2), 100, TEN_FRANCS)) == (400, 400, -1200, 400)


@given(TOTALS, SEAT, st.one_of(st.none(), SEAT), SEAT, st.sampled_from([POINTS, TEN_FRANCS]), st.booleans())
def test_payments_of_tchou_cancel_out(
    totals: tuple[int, ...], winner: Seat, discarder: Seat | None, first: Seat, options: TchouSettlement, full: bool
) -> None:
    if discarder == winner:
        discarder = None
    plain = tchou_settlement(totals, winner, discarder, first, options)
    offender = next(seat for seat in SEATS if seat != winner)
    fines = [ImprudentPlay(offender, is_full=full)]
    fined = fined_settlement(totals, winner, discarder, first, options, fines, is_maximum=False)
    for payments in (plain, fined):
        assert sum(deltas_of(payments)) == 0
        assert all(part.points > 0 and part.reason in ALL_PAYMENT_REASONS for part in payments)
        assert all(part.points % 5 == 0 for part in payments) or not options.centimes_per_1000
    assert deltas_of(plain)[winner] == deltas_of(fined)[winner]


@given(TOTALS, SEAT, SEAT, st.sampled_from([scheme for scheme in SimpleScheme if scheme is not SimpleScheme.TALLY]))
def test_payments_of_the_simple_game_cancel_out(
    totals: tuple[int, ...], winner: Seat, east: Seat, scheme: SimpleScheme
) -> None:
    assert sum(deltas_of(simple_settlement(totals, winner, None, east, scheme))) == 0


@pytest.mark.clause("A-11")
def test_the_simple_game_adds_every_hand_to_its_owner_unless_agreed_otherwise() -> None:
    hands = (28, 4, 0, 10)
    tally = simple_settlement(hands, Seat(0), Seat(1), Seat(3), SimpleScheme.TALLY)
    assert deltas_of(tally) == hands
    assert {part.payer for part in tally} == {None}
    only = simple_settlement(hands, Seat(0), Seat(1), Seat(3), SimpleScheme.WINNER_ONLY)
    assert deltas_of(only) == (84, -28, -28, -28)
    doubled = simple_settlement(hands, Seat(0), Seat(1), Seat(3), SimpleScheme.CLASSICAL)
    assert deltas_of(doubled) == (28 * 4, -28 + 4 - 12, -28 - 4 - 20, -56 + 12 + 20)
    assert deltas_of(simple_settlement(hands, Seat(0), Seat(1), Seat(3), SimpleScheme.TCHOU))[0] == 28 * 4


@pytest.mark.clause("A-18")
def test_a_child_of_thirty_points_is_paid_thirty_thirty_and_sixty() -> None:
    drawn = jp_settlement(30, 2000, Seat(1), None, Seat(0), Rounding.NEAREST)
    assert deltas_of(drawn) == (-60, 120, -30, -30)
    discarded = jp_settlement(30, 2000, Seat(1), Seat(3), Seat(0), Rounding.NEAREST)
    assert deltas_of(discarded) == (0, 120, 0, -120)
    assert deltas_of(jp_settlement(30, 3000, Seat(0), None, Seat(0), Rounding.NEAREST)) == (180, -60, -60, -60)


@pytest.mark.clause("R-19")
def test_the_exact_half_is_rounded_and_the_odd_sou_is_the_offenders() -> None:
    payments = fined_settlement(
        (38, 0, 0, 0), Seat(0), None, Seat(3), TEN_FRANCS, [ImprudentPlay(Seat(1), is_full=False)], is_maximum=False
    )
    found = {(part.payer, part.reason): part.points for part in payments}
    assert found[1, "winner_high"] == 150
    assert found[2, "winner_high"] == found[3, "winner_high"] == 75
    low = fined_settlement(
        (38, 0, 0, 0), Seat(0), Seat(2), Seat(3), TEN_FRANCS, [ImprudentPlay(Seat(1), is_full=False)], is_maximum=False
    )
    assert [part.points for part in low if part.payer == 3] == [35]
    assert [part.points for part in low if part.reason == "fine_half"] == [75, 40]


@pytest.mark.clause("A-18")
def test_a_winner_receives_the_limit_and_no_more() -> None:
    assert deltas_of(jp_settlement(2000, 2000, Seat(1), None, Seat(0), Rounding.NEAREST)) == (-1000, 2000, -500, -500)
    assert deltas_of(jp_settlement(3000, 3000, Seat(0), Seat(2), Seat(0), Rounding.NEAREST)) == (3000, 0, -3000, 0)


@pytest.mark.clause("A-18")
def test_the_unit_is_rounded_to_tens_before_east_doubles_it() -> None:
    down, up = (jp_settlement(22, 2000, Seat(1), None, Seat(0), rounding) for rounding in Rounding)
    assert deltas_of(down) == (-40, 80, -20, -20)
    assert deltas_of(up) == (-60, 120, -30, -30)
    nearest = jp_settlement(26, 2000, Seat(1), Seat(2), Seat(0), Rounding.NEAREST)
    assert deltas_of(nearest) == (0, 120, -120, 0)


@pytest.mark.clause("Tchou 1924 l.300")
def test_coefficients_that_the_source_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="1, 2 or 4"):
        TchouSettlement(low_coefficient=3)
    with pytest.raises(ValueError, match="from 0 to 1000000"):
        TchouSettlement(centimes_per_1000=-1)


OLD = TchouSettlement(Mode.OLD)


@pytest.mark.clause("Tchou 1924 l.304", "Tchou 1924 l.312")
def test_in_the_old_mode_the_first_hand_is_paid_and_pays_high_whoever_discards() -> None:
    won = tchou_settlement((100, 0, 0, 0), Seat(0), Seat(1), Seat(0), OLD)
    assert deltas_of(won) == (600, -200, -200, -200)
    lost = tchou_settlement((100, 0, 0, 0), Seat(0), Seat(1), Seat(2), OLD)
    assert deltas_of(lost) == (400, -100, -200, -100)


@pytest.mark.clause("Tchou 1924 l.318")
def test_the_new_mode_is_the_usual_one() -> None:
    assert TchouSettlement().mode is Mode.NEW


@pytest.mark.clause("Tchou 1924 l.324", "Tchou 1924 l.432")
def test_a_loser_with_more_points_pays_the_winner_in_full_and_may_receive_more() -> None:
    payments = tchou_settlement((22, 300, 0, 0), Seat(0), None, Seat(2), POINTS)
    assert (1, 0, 44) in [(part.payer, part.receiver, part.points) for part in payments]
    winner, loser, *_ = deltas_of(payments)
    assert (winner, loser) == (132, -44 + 600)
