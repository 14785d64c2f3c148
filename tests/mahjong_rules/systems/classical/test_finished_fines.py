"""Fines that people describe cost what the same discards cost in a game in play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from classical_table import ClassicalTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.finished_deal import FinedDiscard, FinishedClassical, FinishedDeal, FinishedHand, ScoredDeal
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

THREAT = "0-1p 3p11p 3-9m 0-5p 3p55p 3-9m 0-7p 3p77p 3-8m"
"""Seat 3 shows three pungs of dots."""
PUNGS = tuple(Meld(MeldKind.PUNG, parse_tiles(f"{n}{n}{n}p"), SEATS[0], parse_tile(f"{n}p")) for n in (1, 5, 7, 2))


def deal(concealed: str, tile: str, discarder: Seat | None, melds: tuple[Meld, ...], **changes: object) -> FinishedDeal:
    winner = FinishedHand(parse_tiles(concealed), melds)
    described = FinishedDeal((None, None, None, winner), (SEATS[3],), parse_tile(tile), discarder)
    return replace(described, **changes)  # type: ignore[arg-type]


def fined(offender: int, tile: str) -> FinishedClassical:
    return FinishedClassical(fines=(FinedDiscard(SEATS[offender], parse_tile(tile)),))


FULL = deal("34p99p", "2p", SEATS[0], PUNGS[:3], classical=fined(0, "2p"))
HALF = deal("9p", "9p", None, PUNGS, classical=fined(0, "2p"))


def score(described: FinishedDeal, rules: str = "tchou", **settings: str) -> ScoredDeal:
    return load_rules(rules, tuple(settings.items())).score(described)


@pytest.mark.clause("Tchou 1924 l.631")
def test_a_full_fine_costs_what_it_costs_at_the_table() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p").ron({3: "34p99p"}).close_all()
    assert score(FULL).payments == table.judge(0, exempt=False).result.payments


@pytest.mark.clause("Tchou 1924 l.639", "R-17")
def test_half_a_fine_costs_what_it_costs_at_the_table() -> None:
    table = ClassicalTable("tchou").deal().play(f"{THREAT} 0-2p 3p22p 3-9s 0-1z 1-3z 2-4z")
    table.tsumo(3, "9p", "9p").close_all().judge(0, exempt=False)
    assert score(HALF).payments == table.result.payments


@pytest.mark.clause("Tchou 1924 l.629", "Tchou 1924 l.649")
@pytest.mark.parametrize(
    ("described", "reason"),
    [
        (replace(FULL, classical=fined(1, "2p")), "seat 1 gave the winner no 2p, neither for a set nor to win"),
        (replace(HALF, classical=fined(0, "7p")), "7p from seat 0 served no hand that threatened openly: no fine"),
        (
            deal("3444m", "3m", SEATS[0], PUNGS[:3], classical=fined(0, "5p")),
            "5p from seat 0 served no hand that threatened openly: no fine",
        ),
        (deal("3m", "3m", None, PUNGS, classical=fined(0, "2p")), "is not what 2p from seat 0 risked: no fine"),
    ],
)
def test_a_discard_that_is_not_fined_at_the_table_is_not_fined_here(described: FinishedDeal, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        score(described)


def test_systems_without_fines_refuse_them() -> None:
    for rules in ("simple", "jp_classic"):
        with pytest.raises(IllegalEvent, match="no fine"):
            score(FULL, rules)
    with pytest.raises(IllegalEvent, match="no fines for dangerous discards"):
        score(FULL, "ema")
