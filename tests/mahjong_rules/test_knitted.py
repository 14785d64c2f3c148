"""Knitted hands: what is complete, and what a hand waits for."""

from __future__ import annotations

import random

import pytest
from mcr_wins import random_case

from mahjong_rules.decomposition import GroupKind, knitted_readings
from mahjong_rules.hands import Shapes, is_complete, kind_counts, waits
from mahjong_rules.knitted import PATTERNS, knitted_body, without_body
from mahjong_rules.tiles import ALL_KINDS, parse_tile, parse_tiles

SHAPES = Shapes(equal_pairs=True, knitted=True)


def test_six_patterns_knit_three_suits() -> None:
    assert len(set(PATTERNS)) == 6
    assert all(sorted(index % 9 for index in pattern) == list(range(9)) for pattern in PATTERNS)


@pytest.mark.clause("MCR 2006 §3.7")
def test_a_hand_waits_for_just_the_kinds_that_complete_it() -> None:
    chance = random.Random(23)
    for _ in range(600):
        case = random_case(chance)
        concealed, melds = case.hand.concealed, case.hand.melds
        owned = kind_counts([*concealed, *(tile for meld in melds for tile in meld.tiles)])
        expected = [
            kind
            for index, kind in enumerate(ALL_KINDS)
            if owned[index] < 4 and is_complete((*concealed, kind), melds, SHAPES)
        ]
        assert list(waits(concealed, melds, shapes=SHAPES)) == expected
        assert case.how.winning_tile in expected


@pytest.mark.clause("MCR 2006 §3.8.35")
def test_a_knitted_straight_is_read_with_each_group_that_the_last_tile_may_complete() -> None:
    hand, tile = parse_tiles("147m258p369s12m55z"), parse_tile("3m")
    (reading,) = knitted_readings(hand, tile, (), claimed=True)
    assert [group.kind for group in reading if group.completed] == [GroupKind.CHOW]
    doubled = list(knitted_readings(parse_tiles("147m258p369s23m55z"), parse_tile("1m"), (), claimed=True))
    assert [sum(group.completed for group in reading) for reading in doubled] == [1, 0]
    assert not list(knitted_readings(parse_tiles("147m258p36s11z234m"), parse_tile("1z"), (), claimed=True))


def test_other_games_know_no_knitted_hand_and_no_equal_pairs() -> None:
    assert not waits(parse_tiles("147m258p369s1234z"))
    assert not waits(parse_tiles("1111m2255p3377s4z"))
    assert waits(parse_tiles("1111m2255p3377s4z"), shapes=SHAPES) == parse_tiles("4z")


def test_a_body_leaves_the_rest() -> None:
    counts = kind_counts(parse_tiles("147m258p369s123m55z"))
    body = knitted_body(counts)
    assert body is not None
    assert sum(without_body(counts, body)) == sum(counts) - 9
