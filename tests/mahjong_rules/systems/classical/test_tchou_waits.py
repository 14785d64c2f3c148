from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from rule_vectors import tiles, vectors

from mahjong_rules.hands import STANDARD_SHAPE, Shapes, Thirteen, waits
from mahjong_rules.tiles import ALL_KINDS, Suit, Tile, parse_tiles

FORMULAS = vectors("tchou_waits")["formulas"]
NUMBERS = tuple(Tile(Suit.CHARACTERS, number) for number in range(1, 10))


@pytest.mark.parametrize("case", FORMULAS, ids=[case["formula"] for case in FORMULAS])
@pytest.mark.clause("Tchou 1924 ch.VIII")
def test_every_formula_of_chapter_viii_waits_for_the_printed_tiles(case: dict[str, Any]) -> None:
    found = waits(tiles(case["hand"]), shapes=STANDARD_SHAPE, partial=True)
    assert set(found) == set(tiles(case["waits"]))


@pytest.mark.parametrize("count", vectors("one_suit_wait_census")["hands"])
def test_the_one_suit_hands_that_wait_for_most_or_fewest_tiles_wait_for_the_printed_ones(count: str) -> None:
    named = vectors("one_suit_wait_census")["hands"][count]
    for numbers, expected in named.items():
        waiting = waits(parse_tiles(f"{numbers}m"), shapes=STANDARD_SHAPE)
        assert waiting == parse_tiles(f"{expected}m")
        assert len(waiting) == int(count)


@pytest.mark.slow
@pytest.mark.campaign
def test_the_census_of_all_one_suit_hands() -> None:
    census = vectors("one_suit_wait_census")
    found = Counter[str]()
    named: dict[str, dict[str, str]] = {count: {} for count in census["hands"]}
    for counts in _hands(9, 13):
        hand = tuple(tile for tile, count in zip(NUMBERS, counts, strict=True) for _ in range(count))
        waiting = waits(hand, shapes=STANDARD_SHAPE)
        found[str(len(waiting))] += 1
        if str(len(waiting)) in named:
            numbers = "".join(str(tile.number) for tile in hand)
            named[str(len(waiting))][numbers] = "".join(str(tile.number) for tile in waiting)
    assert found.total() == census["total"] == 93_600
    assert found == census["census"]
    assert named == census["hands"]


def _hands(kinds: int, left: int) -> Iterator[tuple[int, ...]]:
    """Every way to have `left` tiles of `kinds` numbers, at most four of each."""
    if kinds == 0:
        yield from [()] if left == 0 else []
        return
    for count in range(max(0, left - 4 * (kinds - 1)), min(4, left) + 1):
        yield from ((count, *rest) for rest in _hands(kinds - 1, left - count))


@pytest.mark.clause("R-14")
def test_the_thirteen_wait_for_any_tile_by_the_letter() -> None:
    hand = parse_tiles("19m19p19s1234567z")
    assert waits(hand, shapes=Shapes(seven_pairs=False, thirteen=Thirteen.ANY14TH)) == ALL_KINDS
    assert len(waits(hand, shapes=Shapes(seven_pairs=False))) == 13
    assert waits(hand, shapes=STANDARD_SHAPE) == ()


@pytest.mark.clause("Tchou 1924 ch.VIII")
def test_parts_of_a_hand_wait_only_when_asked_as_parts() -> None:
    assert waits(parse_tiles("34m")) == ()
    assert waits(parse_tiles("34m"), partial=True) == parse_tiles("25m")
    assert waits(parse_tiles("123m"), partial=True) == ()
