from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.deal_result import Chombo, Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortClaimed, AbortReason, PenaltyDeclared, PenaltyKind, StakeLaid
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tiles

NINE = AbortReason.NINE_ISOLATED
ISOLATED = "19m19p19s123z2468p"
"""Thirteen tiles, nine of them different terminals and honours."""
PAIRED = "19m19p19s123z1199p"
WAITING = "123m456m789m23p55s"
ROUND = "0-1z 1-2z 2-3z 3-4z"


# Nine isolated tiles


@pytest.mark.clause("Tchou 1924 l.619", "Tchou 1924 l.647")
def test_nine_isolated_tiles_annul_the_deal_and_the_first_hand_stays() -> None:
    table = ClassicalTable("tchou", first_dealer=1).deal().play("1-4z").abort(3, ISOLATED, NINE)
    assert (table.result.outcome, table.result.abort_reason) == (Outcome.ABORTIVE_DRAW, NINE)
    assert table.paid == []
    assert table.game.header.dealer == 1
    assert [(hand.seat, len(hand.hand), hand.waits) for hand in table.result.opened] == [(3, 13, ())]


@pytest.mark.clause("R-15")
def test_the_dealer_shows_fourteen_tiles_before_the_first_discard() -> None:
    table = ClassicalTable("tchou").deal()
    assert "once the fourteenth tile is taken" in table.refused(AbortClaimed(Seat(0), parse_tiles(ISOLATED), NINE))
    table.play("0+5s")
    assert "14 tiles as dealt, not 13" in table.refused(AbortClaimed(Seat(0), parse_tiles(ISOLATED), NINE))
    assert "is not in the hand" in table.refused(AbortClaimed(Seat(0), parse_tiles(f"{ISOLATED}6s"), NINE))
    table.abort(0, f"{ISOLATED}5s", NINE)
    assert table.result.abort_reason is NINE


@pytest.mark.parametrize(
    ("words", "seat", "hand", "reason"),
    [
        ("0-4z", 1, "19m19p19s123z246p", "shows all 13 tiles"),
        ("0-4z", 1, "19m19p19s12z24567p", "8 isolated terminals and honours"),
        ("0-4z 1+", 1, ISOLATED, "before the first own draw"),
        ("0-4z 1-5p", 1, ISOLATED, "only with the hand as dealt"),
        ("0-4z 1lf1", 1, ISOLATED, "only with the hand as dealt"),
        ("0-5m 2p55m", 2, ISOLATED, "only with the hand as dealt"),
        ("0-1z 1-1z 2-1z 3-1z", 2, ISOLATED, "only with the hand as dealt"),
    ],
)
@pytest.mark.clause("R-15")
def test_a_hand_that_cannot_annul_the_deal_is_refused(words: str, seat: int, hand: str, reason: str) -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play(words)
    assert reason in table.refused(AbortClaimed(Seat(seat), parse_tiles(hand), NINE))


@pytest.mark.clause("R-15")
def test_the_stricter_reading_wants_nine_single_tiles() -> None:
    table = ClassicalTable("tchou").deal().play("0-4z")
    assert ClassicalTable("tchou").deal().play("0-4z").abort(1, "19m119p19s123z24p5s", NINE).result.abort_reason is NINE
    strict = ClassicalTable("tchou", nine_isolated="singletons").deal().play("0-4z")
    assert "8 isolated" in strict.refused(AbortClaimed(Seat(1), parse_tiles("19m119p19s123z24p5s"), NINE))
    assert table.rules.traits.hand_aborts == (NINE,)


@pytest.mark.parametrize("rules", ["simple", "jp_classic"])
def test_other_systems_know_no_annulment(rules: str) -> None:
    table = ClassicalTable(rules).deal().play("0-4z")
    assert table.rules.traits.hand_aborts == ()
    assert "nothing ends a deal" in table.refused(AbortClaimed(Seat(1), parse_tiles(ISOLATED), NINE))


def test_no_riichi_annulment_ends_a_classical_deal() -> None:
    table = ClassicalTable("tchou").deal().play("0+")
    assert "nothing ends a deal" in table.refused(AbortClaimed(Seat(0), parse_tiles(ISOLATED)))


# False wins


@pytest.mark.clause("Tchou 1924 l.643", "R-22")
def test_a_false_win_costs_the_price_of_100_points_to_each_and_the_deal_is_played_again() -> None:
    table = ClassicalTable("tchou", first_dealer=3).deal().play("3-1z").declare(1, PenaltyKind.FALSE_WIN)
    assert table.paid == [(1, seat, 400, "false_win") for seat in (0, 2, 3)]
    assert (table.result.outcome, table.game.header.dealer) == (Outcome.CHOMBO, 3)
    assert table.result.chombos == (Chombo(Seat(1), "false_win"),)


@pytest.mark.clause("Tchou 1924 l.643")
def test_a_false_win_at_a_centime_a_point_costs_four_francs_each() -> None:
    table = ClassicalTable("tchou", centimes_per_1000="1000").deal().declare(1, PenaltyKind.FALSE_WIN)
    assert [points for _, _, points, _ in table.paid] == [400] * 3, "centimes"


@pytest.mark.parametrize("rules", ["simple", "jp_classic"])
def test_elsewhere_a_false_win_only_annuls_unless_a_fine_is_agreed(rules: str) -> None:
    assert ClassicalTable(rules).deal().declare(2, PenaltyKind.FALSE_WIN).paid == []
    fined = ClassicalTable(rules, false_win_points="50").deal().declare(2, PenaltyKind.FALSE_WIN)
    assert fined.paid == [(2, seat, 50, "false_win") for seat in (0, 1, 3)]


# Dead hands


@pytest.mark.clause("Tchou 1924 l.424")
def test_a_dead_hand_plays_on_and_claims_but_does_not_win() -> None:
    table = ClassicalTable("tchou").deal().play(ROUND).declare(1, PenaltyKind.DEAD_HAND).play("0-4p")
    with pytest.raises(IllegalEvent, match="has a dead hand and cannot win"):
        table.ron({1: WAITING})
    assert len(table.play("1p44p 1-1z").current.melds[1]) == 1
    assert table.current.turn is Turn.CLAIM
    assert "dead already" in table.refused(PenaltyDeclared(Seat(1), PenaltyKind.DEAD_HAND))


@pytest.mark.clause("Tchou 1924 l.424")
def test_a_dead_hand_counts_among_the_losers_with_the_tiles_it_has() -> None:
    table = ClassicalTable("tchou").deal().play(ROUND).declare(2, PenaltyKind.DEAD_HAND).play("0-4p")
    table.ron({1: WAITING})
    assert "a hand dies while it is played" in table.refused(PenaltyDeclared(Seat(3), PenaltyKind.DEAD_HAND))
    table.show({2: "222s1357m468p77z", 3: None, 0: None})
    assert [loser.value.base_points for loser in table.result.losers] == [6, 0, 0]


# The stake


@pytest.mark.clause("Tchou 1924 l.765", "R-28")
def test_the_dealer_lays_a_stake_and_the_next_winner_collects_it() -> None:
    table = ClassicalTable("tchou").stake(0, 50, 3)
    assert (table.game.scores, table.game.stake, table.game.dice_added) == ((-50, 0, 0, 0), 50, 3)
    table.deal().run_out(kept="1111z").exhaust()
    assert (table.game.stake, table.game.dice_added) == (50, 0), "nobody won"
    table.stake(0, 20).deal().play(ROUND).tsumo(0, WAITING, "4p").close_all()
    assert table.paid[-1] == (None, 0, 70, "stake")
    assert (sum(table.game.scores), table.game.stake) == (0, 0)


@pytest.mark.clause("Tchou 1924 l.769")
def test_a_forgotten_stake_is_doubled_and_waits_for_the_next_winner() -> None:
    table = ClassicalTable("tchou").stake(0, 50).deal().play(ROUND).tsumo(0, WAITING, "4p").close_all()
    table.declare(0, PenaltyKind.STAKE_FORGOTTEN)
    assert (table.game.stake, table.game.scores) == (100, (3 * 88 - 100, -88, -88, -88))
    assert table.result.deltas == (3 * 88 + 50 - 100, -88, -88, -88)
    assert table.paid[-2:] == [(None, 0, 50, "stake"), (0, None, 100, "stake_forgotten")]
    assert table.current.result == table.result
    assert "collected no stake" in table.refused(PenaltyDeclared(Seat(0), PenaltyKind.STAKE_FORGOTTEN))


@pytest.mark.parametrize(
    ("rules", "stake", "reason"),
    [
        ("tchou", StakeLaid(Seat(1), 50, 1), "seat 0 deals next"),
        ("tchou", StakeLaid(Seat(0), 0, 1), "a whole multiple of 1 above 0"),
        ("tchou", StakeLaid(Seat(0), 50, 0), "at least 1 is added"),
        ("simple", StakeLaid(Seat(0), 50, 1), "under these rules"),
    ],
)
def test_a_stake_that_cannot_be_laid_is_refused_with_a_reason(rules: str, stake: StakeLaid, reason: str) -> None:
    assert reason in ClassicalTable(rules).refused(stake)


@pytest.mark.clause("R-28")
def test_a_stake_is_laid_once_and_before_the_dice() -> None:
    table = ClassicalTable("tchou").stake(0, 50, 2)
    assert "announced already" in table.refused(StakeLaid(Seat(0), 50, 1))
    assert "before the dice" in table.deal().refused(StakeLaid(Seat(0), 50, 1))


def test_a_stake_is_forgotten_only_by_who_collected_it() -> None:
    table = ClassicalTable("tchou").stake(0, 50).deal().play(ROUND)
    forgotten = PenaltyDeclared(Seat(0), PenaltyKind.STAKE_FORGOTTEN)
    assert "after the deal is settled" in table.refused(forgotten)
    table.tsumo(0, WAITING, "4p").close_all()
    assert "has collected no stake" in table.refused(PenaltyDeclared(Seat(1), PenaltyKind.STAKE_FORGOTTEN))
    assert "under these rules" in ClassicalTable("simple").deal().refused(forgotten)


def test_chombo_belongs_to_riichi() -> None:
    table = ClassicalTable("tchou").deal()
    assert "no chombo" in table.refused(PenaltyDeclared(Seat(0)))
    assert PenaltyKind.CHOMBO not in table.rules.traits.penalties
