from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.agari import Agari

from mahjong_rules.hands import is_complete, kind_counts, waits
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import ALL_KINDS, parse_tile, parse_tiles, tile_set


@pytest.mark.parametrize(
    ("hand", "waiting"),
    [
        ("1112345678999m", "123456789m"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1123456z", "7z"),
        ("113355779m1122p", "9m"),
        ("2223456m345p111z", "13467m"),
        ("123m456m789p11s23s", "14s"),
        ("1133557799m1111p", ""),
        ("147m258p369s1234z", ""),
    ],
)
def test_the_waits_of_a_closed_hand_are_found(hand: str, waiting: str) -> None:
    assert waits(parse_tiles(hand)) == parse_tiles(waiting)


def test_a_wait_for_the_own_fifth_tile_is_named_only_when_dead_waits_are_asked_for() -> None:
    hand = parse_tiles("123456789m5555z")
    assert waits(hand) == ()
    assert waits(hand, include_dead=True) == parse_tiles("5z")


def test_tiles_in_the_own_melds_count_as_owned() -> None:
    kong = Meld(MeldKind.MELDED_KONG, parse_tiles("3333p"), Seat(1), parse_tile("3p"))
    assert waits(parse_tiles("123m456m11s24p"), (kong,)) == ()
    assert waits(parse_tiles("123m456m11s24p"), (kong,), include_dead=True) == parse_tiles("3p")


def test_seven_pairs_and_thirteen_orphans_need_a_hand_without_melds() -> None:
    assert is_complete(parse_tiles("1133557799m1122p"))
    assert is_complete(parse_tiles("119m19p19s1234567z"))
    assert not is_complete(parse_tiles("1133m1122p1z1z1z"), (Meld(MeldKind.CONCEALED_KONG, parse_tiles("9999s")),))


def test_a_hand_of_the_wrong_size_is_neither_complete_nor_waiting() -> None:
    assert not is_complete(parse_tiles("11m"))
    assert waits(parse_tiles("123m")) == ()


def test_red_fives_count_as_fives() -> None:
    assert is_complete(parse_tiles("406m340p055s11122z"))


@given(st.integers(0, 2**32))
def test_completeness_agrees_with_the_library_on_random_hands(seed: int) -> None:
    chance = random.Random(seed)
    # Few kinds make complete hands likely.
    kinds = [*chance.sample(range(34), 5), *range(9)]
    pieces = [kind for kind in sorted(set(kinds)) for _ in range(4)]
    counts = [0] * 34
    for index in chance.sample(pieces, 14):
        counts[index] += 1
    hand = tuple(kind for kind, count in zip(ALL_KINDS, counts, strict=True) for _ in range(count))
    assert is_complete(hand) == Agari.is_agari(counts)


@given(st.integers(0, 2**32))
def test_every_wait_completes_the_hand_and_nothing_else_does(seed: int) -> None:
    hand = tuple(random.Random(seed).sample([tile for tile in tile_set(red_fives=True) if str(tile)[1] in "mz"], 13))
    counts = kind_counts(hand)
    free = [kind for index, kind in enumerate(ALL_KINDS) if counts[index] < 4]
    assert waits(hand) == tuple(kind for kind in free if is_complete((*hand, kind)))
