"""A finished deal of the classical systems valued without a game around it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from classical_table import ClassicalTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.finished_deal import FinishedClassical, FinishedDeal, FinishedHand, FinishedRiichi, ScoredDeal
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

WORTHLESS = FinishedHand(parse_tiles("123m456m789m23p55s"))
"""Waits for 1p and 4p."""
LOSER = FinishedHand(parse_tiles("222s1357m468p777z"))
SYSTEMS = ("tchou", "simple", "jp_classic")


def deal(discarder: int | None = 1) -> FinishedDeal:
    source = None if discarder is None else SEATS[discarder]
    return FinishedDeal((WORTHLESS, None, LOSER, None), (SEATS[0],), parse_tile("4p"), source)


def score(described: FinishedDeal, name: str = "tchou") -> ScoredDeal:
    return load_rules(name).score(described)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_winner_is_paid_and_closed_hands_count_nothing(name: str) -> None:
    found = score(deal(), name)
    assert found.deltas[0] > 0
    assert found.values[0] is not None
    assert found.values[1] is found.values[3] is None


@pytest.mark.parametrize(("name", "counts"), [("tchou", True), ("simple", True), ("jp_classic", False)])
def test_an_opened_losers_hand_counts_where_losers_count(name: str, counts: bool) -> None:
    assert (score(deal(), name).values[2] is not None) is counts


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_drawn_deal_moves_nothing(name: str) -> None:
    assert score(FinishedDeal((None, WORTHLESS, None, None)), name) == ScoredDeal((None,) * 4, (), (0, 0, 0, 0))


@pytest.mark.clause("Tchou 1924 §29", "Tchou 1924 §30")
@pytest.mark.parametrize(("discarder", "winner"), [(None, 0), (0, 1)])
def test_the_dealt_hand_and_the_first_discard_are_maximum_hands(discarder: int | None, winner: int) -> None:
    hands = tuple(WORTHLESS if seat == winner else None for seat in SEATS)
    described = replace(deal(discarder), hands=hands, winners=(SEATS[winner],), first_turn=True)
    value = score(described).values[winner]
    assert value is not None
    assert value.limit == "maximum"


@pytest.mark.parametrize(
    ("described", "problem"),
    [
        (replace(deal(), winners=(Seat(0), Seat(3))), "only one player can win: seat 3"),
        (replace(deal(), discarder=Seat(0)), "cannot win the own discard"),
        (replace(deal(), winning_tile=None), "is missing"),
        (replace(deal(), winning_tile=parse_tile("9s")), "seat 0 cannot win"),
        (replace(deal(), winning_tile=parse_tile("f1")), "lie open, not in the hand"),
        (replace(deal(), hands=(FinishedHand(parse_tiles("123m")), None, None, None)), "holds 13 concealed tiles"),
        (replace(deal(), hands=(WORTHLESS, FinishedHand(parse_tiles("5555s")), None, None)), "5s appears 6 times"),
    ],
)
def test_a_deal_that_cannot_end_so_is_refused_with_the_reason(described: FinishedDeal, problem: str) -> None:
    with pytest.raises(IllegalEvent, match=problem):
        load_rules("tchou", (("bonus_tiles", "true"),)).score(described)


@pytest.mark.clause("Tchou 1924 l.643", "R-22")
def test_a_false_win_costs_what_it_costs_at_the_table() -> None:
    table = ClassicalTable("tchou").deal().play("0-1z").declare(1, PenaltyKind.FALSE_WIN)
    penalty = PenaltyDeclared(SEATS[1], PenaltyKind.FALSE_WIN)
    found = score(FinishedDeal((None,) * 4, penalty=penalty))
    assert (found.payments, found.deltas) == (table.result.payments, (400, -1200, 400, 400))


@pytest.mark.clause("Tchou 1924 l.765")
def test_the_winner_collects_the_stake() -> None:
    staked = replace(deal(), classical=FinishedClassical(stake=50))
    assert score(staked).deltas[0] == score(deal()).deltas[0] + 50


@pytest.mark.clause("Tchou 1924 l.769")
def test_a_forgotten_stake_is_laid_down_twice() -> None:
    forgotten = replace(deal(), classical=FinishedClassical(stake=50, stake_forgotten=True))
    assert score(forgotten).deltas[0] == score(deal()).deltas[0] + 50 - 100


@pytest.mark.parametrize(
    ("described", "name", "problem"),
    [
        (
            FinishedDeal((None,) * 4, penalty=PenaltyDeclared(SEATS[1])),
            "tchou",
            "these rules know the false win, no ch",
        ),
        (replace(deal(), classical=FinishedClassical(stake=50)), "simple", "nobody lays a stake under these rules"),
        (FinishedDeal((None,) * 4, riichi=FinishedRiichi(nagashi=(SEATS[1],))), "tchou", "there is no nagashi mangan"),
    ],
)
def test_what_other_rules_know_is_refused(described: FinishedDeal, name: str, problem: str) -> None:
    with pytest.raises(IllegalEvent, match=problem):
        score(described, name)


@pytest.mark.clause("Tchou 1924 ch.V")
def test_a_stake_of_money_is_paid_in_whole_sous() -> None:
    rules = load_rules("tchou", (("centimes_per_1000", "1000"),))
    with pytest.raises(IllegalEvent, match="a whole multiple of 5, not 52"):
        rules.score(replace(deal(), classical=FinishedClassical(stake=52)))
