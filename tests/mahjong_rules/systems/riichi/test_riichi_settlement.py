from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from presets import RIICHI_PRESETS, riichi_options
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, RiichiState
from mahjong_rules.systems.riichi.choices import HonbaReceiver
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.systems.riichi.settlement import chombo_payments, noten_payments, win_payments
from mahjong_rules.turns import deltas_of

FIRST, SECOND, THIRD = "234m22456678p45s", "345p234345m88p78s", "567m3445588s567p"
"""All wait for 6s and are worth 2,000 (first, second) or 1,000 or more on a discard."""
DRAGONS = "0-5z 1p55z 1-1m 2-6z 1p66z 1-2m 2-9m 3-7z 1p77z 1-3m"
WINDS = "0-1z 1p11z 1-1m 2-9s 3-9s 0-2z 1p22z 1-2m 2-8m 3-8m 0-3z 1p33z 1-3m 2-7m 3-7m 0-4z 1p44z 1-9p 2-9p 3-9p 0-9p"


def table(rules: str = "tenhou", **state: object) -> ScriptedTable:
    return ScriptedTable(rules).set(**state).deal("9m")


def paid(at: ScriptedTable, reason: str) -> dict[tuple[int | None, int | None], int]:
    return {
        (payment.payer, payment.receiver): payment.points for payment in at.result.payments if payment.reason == reason
    }


def test_of_two_winners_the_first_after_the_discarder_takes_counters_and_sticks_under_tenhou() -> None:
    at = table(honba=2, riichi_sticks=3).play("0-1z 1-2z 2-6s").ron({0: FIRST, 3: SECOND})
    assert [win.seat for win in at.result.wins] == [3, 0]
    assert paid(at, "honba") == {(2, 3): 600}
    assert paid(at, "riichi_sticks") == {(None, 3): 3000}
    assert at.game.header.honba == 3


def test_of_two_winners_each_takes_counters_and_the_own_stick_under_ema() -> None:
    at = table("ema", honba=2, riichi_sticks=3).play("0=1z 1-2z 2-6s").ron({0: FIRST, 3: SECOND}, ura="1z")
    assert paid(at, "honba") == {(2, 3): 600, (2, 0): 600}
    assert paid(at, "riichi_sticks") == {(None, 3): 3000, (None, 0): 1000}


def test_three_winners_abort_the_deal_under_tenhou_and_all_win_under_ema() -> None:
    hands = {0: FIRST, 3: SECOND, 1: THIRD}
    aborted = table().play("0-1z 1=2z 2=6s").ron(hands, ura="1z")
    assert aborted.result.abort_reason == "triple_ron"
    assert aborted.result.deltas == (0, 0, 0, 0)
    assert [hand.seat for hand in aborted.result.opened] == [0, 1, 3]
    assert (aborted.game.header.honba, aborted.game.header.dealer, aborted.game.riichi_sticks) == (1, 0, 1)
    won = table("ema").play("0-1z 1-2z 2-6s").ron(hands)
    assert [win.seat for win in won.result.wins] == [3, 0, 1]
    assert sum(won.result.deltas) == 0


def test_where_only_one_may_win_a_second_is_refused() -> None:
    single = ScriptedTable(max_winners=1).deal("9m").play("0-1z 1-2z 2-6s")
    with pytest.raises(IllegalEvent, match="the first after the discarder does"):
        single.ron({0: FIRST, 3: SECOND})
    assert single.ron({3: SECOND}).result.deltas[2] < 0


def test_who_gives_the_third_dragon_pays_all_of_a_self_drawn_big_three_dragons() -> None:
    at = table(honba=1).play(DRAGONS + " 2-9p 3-9p 0-9p").tsumo(1, "456s8s", "8s")
    assert at.result.deltas == (0, 32300, 0, -32300)
    assert paid(at, "pao") == {(3, 1): 32000}


def test_liability_is_shared_with_the_discarder_and_the_preset_says_who_pays_counters() -> None:
    won = {1: "456s8s"}
    tenhou = table(honba=1).play(DRAGONS + " 2-9p 3-9p 0-8s").ron(won)
    assert tenhou.result.deltas == (-16000, 32300, 0, -16300)
    ema = table("ema", honba=1).play(DRAGONS + " 2-9p 3-9p 0-8s").ron(won)
    assert ema.result.deltas == (-16300, 32300, 0, -16000)


def test_a_liable_player_who_gives_the_winning_tile_pays_alone() -> None:
    at = table().play(DRAGONS + " 2-9p 3-8s").ron({1: "456s8s"})
    assert at.result.deltas == (0, 32000, 0, -32000)


def test_nobody_is_liable_for_a_hand_that_misses_the_yakuman() -> None:
    two_dragons = "0-5z 1p55z 1-1m 2-6z 1p66z 1-2m 2-9m 3-9p 0-9p"
    at = table().play(two_dragons).tsumo(1, "456s77z67s", "8s")
    assert paid(at, "pao") == {}
    assert at.current.riichi.liable == ()


def test_the_fourth_wind_makes_liable_too() -> None:
    at = table().play(WINDS).tsumo(1, "8s", "8s")
    assert at.current.riichi.liable == ((1, 0, "dai_suushii"),)
    assert [line.rule for line in at.result.wins[0].value.lines] == ["dai_suushii"]
    assert at.result.deltas == (-32000, 32000, 0, 0)


def test_under_tenhou_the_liable_player_pays_only_the_yakuman_that_was_completed() -> None:
    at = table().play(WINDS).tsumo(1, "5z", "5z")
    assert at.result.wins[0].value.limit == "double_yakuman"
    assert at.result.deltas == (-32000 - 16000, 64000, -8000, -8000)


def test_four_kongs_make_liable_where_the_preset_says_so() -> None:
    at = ScriptedTable("ema", pao_four_kongs=True).deal("9m")
    at.play("0-1m 1q1111p 1q2222p 1q3333p 1-2m 2-4p 1k444p")
    assert at.current.riichi.liable == ((1, 2, "suu_kantsu"),)


def test_chombo_costs_a_reverse_mangan_and_the_deal_is_played_again() -> None:
    at = table(honba=1).play("0=1m 1-2m").chombo(2)
    assert at.result.outcome == "chombo"
    assert at.result.deltas == (4000 + 1000, 2000, -8000, 2000)
    assert (at.game.scores, at.game.riichi_sticks) == ((29000, 27000, 17000, 27000), 0)
    assert (at.game.header.dealer, at.game.header.honba) == (0, 1)
    assert table().play("0-1m").chombo(0).result.deltas == (-12000, 4000, 4000, 4000)


def test_chombo_in_a_tournament_gives_the_sticks_of_the_deal_back_and_costs_after_uma() -> None:
    at = table("ema", riichi_sticks=2).play("0=1m 1-2m").chombo(2)
    assert at.game.scores == (30000, 30000, 30000, 30000)
    assert at.game.riichi_sticks == 2
    assert at.game.penalty_points == (0, 0, 20000, 0)


@given(st.tuples(*[st.booleans()] * 4))
def test_the_noten_pool_moves_and_cancels_out(tenpai: tuple[bool, ...]) -> None:
    deltas = deltas_of(noten_payments(tenpai, riichi_options("ema")))
    assert sum(deltas) == 0
    if any(tenpai) and not all(tenpai):
        assert sum(delta for delta in deltas if delta > 0) == 3000
        assert all((delta > 0) == is_tenpai for delta, is_tenpai in zip(deltas, tenpai, strict=True))
    else:
        assert deltas == (0, 0, 0, 0)


OPTIONS = st.builds(
    riichi_options,
    st.sampled_from(RIICHI_PRESETS),
    honba_receiver=st.sampled_from(HonbaReceiver),
    own_riichi_stick_returns=st.booleans(),
    pao_covers_whole_hand=st.booleans(),
)
VALUES = st.sampled_from(
    [
        HandValue(1, 30, (), (), "", 240),
        HandValue(2, 25, (), (), "", 400),
        HandValue(3, 70, (), (), "mangan", 2000),
        HandValue(26, 0, (ScoreLine("daisangen", "", 13), ScoreLine("tsuu_iisou", "", 13)), (), "", 16000),
    ]
)


@given(OPTIONS, st.data())
def test_the_payments_of_any_win_cancel_out_with_the_sticks(options: RiichiOptions, data: st.DataObject) -> None:
    seats = data.draw(st.permutations(SEATS))
    count = data.draw(st.integers(1, 3))
    discarder = data.draw(st.sampled_from([None, seats[3]])) if count == 1 else seats[3]
    riichi = data.draw(st.tuples(*[st.booleans()] * 4))
    sticks = sum(riichi) + data.draw(st.integers(0, 4))
    at = ScriptedTable().set(honba=data.draw(st.integers(0, 9)), dealer=data.draw(st.sampled_from(SEATS))).deal()
    liable = data.draw(st.sampled_from([(), *(((seats[0], other, "daisangen"),) for other in seats[count:])]))
    deal: Deal = replace(at.current, riichi=RiichiState(accepted=riichi, liable=liable))
    winners = [(seat, data.draw(VALUES)) for seat in seats[:count]]
    payments = win_payments(deal, winners, discarder, sticks, options)
    deltas = deltas_of(payments)
    assert sum(deltas) == sticks * STICK_POINTS
    assert all(payment.points > 0 and payment.points % 100 == 0 for payment in payments)
    assert all(deltas[seat] > 0 for seat, _ in winners)
    losers = set(SEATS) - {seat for seat, _ in winners}
    assert all(deltas[seat] <= 0 for seat in losers)


@given(st.sampled_from(SEATS), st.tuples(*[st.booleans()] * 4))
def test_a_chombo_cancels_out_with_the_sticks_that_go_back(offender: Seat, riichi: tuple[bool, ...]) -> None:
    deal = replace(ScriptedTable().deal().current, riichi=RiichiState(accepted=riichi))
    assert sum(deltas_of(chombo_payments(deal, [offender], riichi_options("tenhou")))) == sum(riichi) * STICK_POINTS


@pytest.mark.clause("Doman guide l.33")
@pytest.mark.parametrize("most", [1, 6])
def test_who_feeds_the_big_winds_is_liable_however_few_yakuman_count(most: int) -> None:
    words = "0-1z 1p11z 1-1m 2-9s 3-3z 1p33z 1-2m 2-8m 3-8m 0-9s 1+2z 1q2222z *8s 1-3m 2-4z 1p44z 1-9p 2-9p 3-9p 0-9p"
    at = ScriptedTable("tenhou", most_yakuman=most).deal("9m").play(words).tsumo(1, "7z", "7z")
    assert paid(at, "pao") == {(2, 1): 32000}
    assert next(line.rule for line in at.result.wins[0].value.lines if line.fan) == "dai_suushii"
