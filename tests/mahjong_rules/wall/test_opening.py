from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import (
    JP_CLASSIC_WALL,
    RIICHI_WALL,
    SIMPLE_WALL,
    TCHOU_WALL,
    Break,
    FirstDealt,
    ReplacementSource,
    StackLevel,
    StackPlace,
    TilePlace,
    TilePosition,
    WallRules,
    open_wall,
)

SYSTEMS = (RIICHI_WALL, JP_CLASSIC_WALL, SIMPLE_WALL, TCHOU_WALL, WallRules(first_dealt=FirstDealt.AT))
seats = st.sampled_from(SEATS)
throws = st.integers(2, 12)


@st.composite
def openings(draw: st.DrawFn) -> tuple[Break, Seat]:
    """Any wall of any system with walls of any length from 10 to 20 stacks."""
    lengths = draw(st.tuples(*[st.integers(10, 20)] * 4))
    rules = draw(st.sampled_from(SYSTEMS)).with_lengths(lengths)
    dealer = draw(seats)
    dice = tuple(draw(throws) for _ in range(rules.throws))
    return open_wall(rules, dealer, dice, draw(st.integers(0, 30))), dealer


def all_tiles(wall: Break) -> set[TilePlace]:
    return {tile for stack in wall.shape.ring() for tile in TilePlace.both(stack)}


@given(openings())
def test_every_tile_is_either_dealt_or_live_or_in_the_reserve(opening: tuple[Break, Seat]) -> None:
    wall, dealer = opening
    dealt = [place for _, place in wall.deal_order(dealer)]
    drawn = wall.live_tiles()[wall.rules.dealt_tiles :]
    parts = (*dealt, *drawn, *wall.reserve)
    assert len(dealt) == wall.rules.dealt_tiles == 53
    assert len(wall.reserve) == wall.rules.reserve_tiles
    assert len(parts) == len(set(parts)) == 2 * wall.shape.stacks
    assert set(parts) == all_tiles(wall)


@given(openings())
@pytest.mark.clause("La Règle l.75", "La Règle l.83", "Tchou 1924 l.355", "WRC 2015 §4.9")
def test_the_dealer_gets_fourteen_tiles_and_the_others_thirteen_from_the_head(opening: tuple[Break, Seat]) -> None:
    wall, dealer = opening
    owners = [seat for seat, _ in wall.deal_order(dealer)]
    assert [owners.count(seat) for seat in SEATS] == [14 if seat == dealer else 13 for seat in SEATS]
    assert {place for _, place in wall.deal_order(dealer)} == set(wall.draw_order()[: wall.rules.dealt_tiles])


@given(openings())
def test_the_order_of_drawing_names_no_tile_twice_and_ends_at_the_break(opening: tuple[Break, Seat]) -> None:
    wall, _ = opening
    order = wall.draw_order()
    assert len(order) == len(set(order))
    assert order[: len(wall.live_tiles())] == wall.live_tiles()
    if wall.rules.replacements is ReplacementSource.QUEUE:
        assert set(order) == all_tiles(wall)
        assert order[-1] == TilePlace(wall.dead_wall[0], StackLevel.BOTTOM)
    else:
        assert set(order) == all_tiles(wall) - set(wall.reserve)


@given(openings(), st.integers(0, 16))
def test_head_and_queue_never_meet_while_fourteen_tiles_are_left(opening: tuple[Break, Seat], taken: int) -> None:
    wall, _ = opening
    if wall.rules.replacements is not ReplacementSource.QUEUE:
        assert set(wall.replacements) <= set(wall.reserve)
        return
    undealt = 2 * wall.shape.stacks - wall.rules.dealt_tiles
    from_queue = wall.replacements[: min(taken, undealt - 14)]
    from_head = wall.draw_order()[: wall.rules.dealt_tiles + undealt - 14 - len(from_queue)]
    left = all_tiles(wall) - set(from_queue) - set(from_head)
    assert not set(from_queue) & set(from_head)
    assert len(left) == 14
    assert len(set(wall.replacements)) == undealt


@given(openings())
def test_a_tile_is_taken_only_when_none_lies_on_it(opening: tuple[Break, Seat]) -> None:
    wall, _ = opening
    for order in (wall.draw_order(), wall.replacements):
        taken: set[TilePosition] = set()
        stood = {wall.standing(place) for place in all_tiles(wall)}
        untouched = stood - {wall.standing(place) for place in order}
        assert len(stood) == 2 * wall.shape.stacks
        for place in order:
            here = wall.standing(place)
            above = {
                spot for spot in stood - untouched if spot.stack == here.stack and spot.tiles_below > here.tiles_below
            }
            assert above <= taken
            taken.add(here)


@pytest.mark.clause("La Règle l.73", "A-10", "R-27")
def test_the_first_loose_tile_lies_next_to_the_break_and_the_second_is_taken_first() -> None:
    wall = open_wall(SIMPLE_WALL, Seat(0), (8, 5))
    lifted = StackPlace(Seat(3), 5)
    assert wall.standing(TilePlace(lifted, StackLevel.TOP)) == TilePosition(StackPlace(Seat(3), 4), 2)
    assert wall.standing(TilePlace(lifted, StackLevel.BOTTOM)) == TilePosition(StackPlace(Seat(3), 2), 2)
    hill = StackPlace(Seat(3), 4)
    assert wall.replacements[:4] == (*TilePlace.both(lifted)[::-1], *TilePlace.both(hill))
    assert len(wall.replacements) == 14


def test_a_riichi_wall_of_eighteen_has_five_indicators_and_four_replacements() -> None:
    wall = open_wall(RIICHI_WALL.with_lengths((18, 18, 18, 18)), Seat(2), (2,))
    assert wall.dead_wall[:3] == (StackPlace(Seat(3), 2), StackPlace(Seat(3), 1), StackPlace(Seat(0), 18))
    assert [place.stack for place in wall.indicators] == list(wall.dead_wall[2:])
    assert wall.replacements == tuple(tile for stack in wall.dead_wall[:2] for tile in TilePlace.both(stack))
    assert {place.level for place in wall.ura_indicators} == {StackLevel.BOTTOM}


@pytest.mark.clause("Tchou 1924 l.765")
def test_announced_pips_are_added_to_the_first_throw() -> None:
    plain, raised = open_wall(TCHOU_WALL, Seat(0), (5, 6)), open_wall(TCHOU_WALL, Seat(0), (3, 6), added=2)
    assert raised == plain


@pytest.mark.parametrize(
    ("rules", "dice", "added", "message"),
    [
        (RIICHI_WALL, (1,), 0, "show 2 to 12, not 1"),
        (TCHOU_WALL, (5, -3), 0, "show 2 to 12, not -3"),
        (TCHOU_WALL, (13, 3), 0, "show 2 to 12, not 13"),
        (TCHOU_WALL, (5,), 0, "with two throws of two dice, but 1 came"),
        (RIICHI_WALL, (5, 6), 0, "with one throw of two dice, but 2 came"),
        (TCHOU_WALL, (5, 6), -1, "not taken away: -1"),
    ],
)
def test_impossible_dice_are_refused_with_a_sentence(
    rules: WallRules, dice: tuple[int, ...], added: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        open_wall(rules, Seat(0), dice, added)


@pytest.mark.clause("A-1", "La Règle l.76")
def test_only_east_jumps_over_a_stack_at_the_end_of_the_deal() -> None:
    wall = open_wall(SIMPLE_WALL, Seat(0), (8, 5))
    first, second, third = (wall.live_tiles()[48 + 2 * number].stack for number in range(3))
    assert {place: seat for seat, place in wall.deal_order(Seat(0))[48:]} == {
        TilePlace(first, StackLevel.TOP): 0,
        TilePlace(first, StackLevel.BOTTOM): 1,
        TilePlace(second, StackLevel.TOP): 2,
        TilePlace(second, StackLevel.BOTTOM): 3,
        TilePlace(third, StackLevel.TOP): 0,
    }
    assert wall.draw_order()[53] == TilePlace(third, StackLevel.BOTTOM), "the next tile: no hole is left"


@pytest.mark.clause("La Règle l.87")
def test_the_upper_tile_of_a_stack_is_drawn_before_the_lower_one() -> None:
    drawn = open_wall(SIMPLE_WALL, Seat(0), (8, 5)).live_tiles()
    for upper, lower in zip(drawn[::2], drawn[1::2], strict=True):
        assert (upper.stack, upper.level, lower.level) == (lower.stack, StackLevel.TOP, StackLevel.BOTTOM)


@pytest.mark.clause("WRC 2015 §4.5", "La Règle l.55", "Tchou 1924 l.262", "Kanai French l.13")
def test_136_tiles_make_four_walls_of_seventeen_stacks() -> None:
    for rules in (RIICHI_WALL, JP_CLASSIC_WALL, SIMPLE_WALL, TCHOU_WALL):
        assert rules.lengths == (17, 17, 17, 17)


@pytest.mark.clause("La Règle l.31", "La Règle l.33", "La Règle l.39")
def test_a_set_has_four_of_each_tile_and_one_of_each_flower() -> None:
    copies = Counter(TileStock(bonus=True).pieces())
    numbers = [tile for tile in copies if tile.is_number]
    assert len(numbers) == 3 * 9
    assert {copies[tile] for tile in copies if not tile.is_bonus} == {4}
    assert [copies[tile] for tile in copies if tile.is_bonus] == [1] * 8


@pytest.mark.clause("WRC 2015 §4")
@pytest.mark.parametrize("count", range(2, 13))
def test_a_fixed_break_opens_the_wall_where_dice_of_that_sum_would(count: int) -> None:
    fixed = RIICHI_WALL.with_fixed_break(count)
    for dealer in SEATS:
        opened, thrown = open_wall(fixed, dealer, ()), open_wall(RIICHI_WALL, dealer, (count,))
        assert (opened.opener, opened.draw_order(), opened.reserve) == (
            thrown.opener,
            thrown.draw_order(),
            thrown.reserve,
        )
    with pytest.raises(ValueError, match="no dice are thrown"):
        open_wall(fixed, SEATS[0], (count,))
