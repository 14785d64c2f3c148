"""Zung Jung at the table: the classical moves with its scoring."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.events import Called, FlowerLaid, KongDeclared, PenaltyKind, Win, WinsDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.systems.cantonese.zungjung_scoring import ZungjungPayments
from mahjong_rules.tiles import parse_tile, parse_tiles

FLUSH = "123456789m111z2z"
"""East: 40 for the suit, 40 for the straight, 10 for the own wind, 5 for nothing claimed."""


def table(**settings: str) -> ClassicalTable:
    return ClassicalTable("zungjung", **settings)


@pytest.mark.clause("Zung Jung rules §1", "Zung Jung play §1", "Zung Jung play §2")
def test_a_drawn_hand_is_paid_by_all_alike() -> None:
    at = table().deal().play("0-1p 1-9s 2-9s 3-9s").tsumo(0, FLUSH, "2z")
    assert at.paid == [(seat, 0, 95, "winner") for seat in (1, 2, 3)]


@pytest.mark.clause("Zung Jung play §1", "Zung Jung play §3")
def test_for_a_discard_over_25_points_who_gave_it_pays_the_rest() -> None:
    at = table().deal().play("0-1p 1-9s 2-9s 3-2z").ron({0: FLUSH})
    assert at.paid == [(1, 0, 25, "par"), (2, 0, 25, "par"), (3, 0, 235, "responsible")]
    small = table().deal().play("0-1p 1-9s 2-9s 3-2p").ron({0: "345678m456s456p2p"})
    assert small.paid == [(seat, 0, 15, "winner") for seat in (1, 2, 3)]


@pytest.mark.clause("Zung Jung play §4")
def test_who_only_followed_a_discard_is_not_responsible() -> None:
    at = table().deal().play("0-1p 1-2z 2-9s 3-2z").ron({0: FLUSH})
    assert [(payer, reason) for payer, _, _, reason in at.paid] == [(1, "responsible"), (2, "par"), (3, "par")]
    plain = table(same_turn_immunity="false").deal().play("0-1p 1-2z 2-9s 3-2z").ron({0: FLUSH})
    assert [payer for payer, _, _, reason in plain.paid if reason == "responsible"] == [3]


@pytest.mark.clause("Zung Jung play §4")
def test_nobody_is_responsible_for_a_kind_that_the_winner_discarded_last() -> None:
    at = table().deal().play("0-2z 1-9s 2-9s 3-2z").ron({0: FLUSH})
    assert at.paid == [(seat, 0, 95, "winner") for seat in (1, 2, 3)]


@pytest.mark.clause("Zung Jung play §4")
def test_an_older_discard_of_the_kind_makes_nobody_else_responsible() -> None:
    at = table().deal().play("0-1p 1-2z 2-9s 3-9s 0-1p 1-9s 2-9p 3-2z").ron({0: FLUSH})
    assert [payer for payer, _, _, reason in at.paid if reason == "responsible"] == [3]


@pytest.mark.clause("Zung Jung play §4")
def test_turns_that_claims_took_away_still_tell_who_gave_it_first() -> None:
    at = table().deal().play("0-1p 1-9s 3p99s 3-2z 0-1p 1-8s 2-2z").ron({0: FLUSH})
    assert [payer for payer, _, _, reason in at.paid if reason == "responsible"] == [2]
    skipped = table().deal().play("0-1p 1-2z 2-9s 1p99s 1-8s 2-8p 3-2z").ron({0: FLUSH})
    assert [payer for payer, _, _, reason in skipped.paid if reason == "responsible"] == [1]


@pytest.mark.clause("Zung Jung play §5")
def test_fourteen_tiles_are_never_drawn_and_no_flower_is_in_the_set() -> None:
    at = table().deal()
    assert at.current.live_tiles == 136 - 52 - 14
    assert "without flowers" in at.refused(FlowerLaid(Seat(0), parse_tile("f1")))


@pytest.mark.clause("Zung Jung play §6")
def test_the_deal_always_passes_and_four_rounds_are_sixteen_deals() -> None:
    at = table().deal().play("0-1p 1-9s 2-9s 3-9s").tsumo(0, FLUSH, "2z")
    assert at.game.header.dealer == 1
    for _ in range(15):
        assert not at.game.is_over
        at.deal().run_out().exhaust()
    assert at.game.is_over


@pytest.mark.clause("Zung Jung play §7")
def test_the_first_in_turn_wins_alone() -> None:
    at = table().deal().play("0-2z")
    wins = tuple(Win(Seat(seat), parse_tiles(FLUSH), parse_tile("2z")) for seat in (3, 2))
    assert at.refused(WinsDeclared(wins, Seat(0))) == "only one player can win: seat 2, whose turn comes first"


@pytest.mark.clause("Zung Jung play §10")
def test_no_kong_in_the_turn_of_a_claim() -> None:
    at = table().deal().play("0-1p")
    at.apply(Called(Seat(1), Meld(MeldKind.PUNG, parse_tiles("111p"), Seat(0), parse_tile("1p"))))
    kong = KongDeclared(Seat(1), Meld(MeldKind.CONCEALED_KONG, parse_tiles("2222z")))
    assert "may declare a kong in the next" in at.refused(kong)


@pytest.mark.clause("Zung Jung §9.3")
def test_who_adds_the_tile_of_a_robbed_kong_is_the_discarder() -> None:
    at = table().deal().play("0-1p 1-9s 2-9s 3-5m 1p55m 1-8s 2-8s 3-8s 0-9p 1a5m").ron({0: "12346789m111z22z"})
    assert "robbed_kong" in [line.rule for line in at.result.wins[0].value.lines]
    assert [payer for payer, _, _, reason in at.paid if reason == "responsible"] == [1]


def test_a_false_win_costs_what_is_chosen() -> None:
    at = table().deal().play("0-1z").declare(2, PenaltyKind.FALSE_WIN)
    assert at.result.deltas == (25, 25, -75, 25)


def test_a_share_beyond_the_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="par_points must be a number from 0 to 320, not 321"):
        ZungjungPayments(par_points=321)
