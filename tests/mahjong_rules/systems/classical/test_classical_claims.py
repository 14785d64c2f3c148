"""Turns and claims of the three classical games, clause by clause."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Called, Win
from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles

SYSTEMS = ["tchou", "simple", "jp_classic"]
PAIR_WAIT, CHOW_WAIT, PUNG_WAIT = "123m456m789m555s4p", "123m456m789m23p55s", "123m456m789m44p55s"
"""Three hands that win with 4p."""
LATE = "0-1z 1-2z 2-3z 3-4z"


def table(rules: str, words: str = "") -> ClassicalTable:
    return ClassicalTable(rules).deal().play(words)


def problem(at: ClassicalTable, seat: int, hand: str) -> str | None:
    return at.rules.win_problem(at.game, Win(Seat(seat), parse_tiles(hand), parse_tile("4p")), at.current.seat)


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.clause("Kanai French l.17", "La Règle l.83", "Tchou 1924 l.372", "Tchou 1924 l.400")
def test_the_dealer_discards_first_and_then_each_to_the_right_draws(rules: str) -> None:
    at = ClassicalTable(rules, first_dealer=2).deal()
    drawers = []
    for seat in (2, 3, 0, 1, 2):
        drawers.append(at.rules.hints(at.game).draws)
        at.play(f"{seat}-{len(drawers)}z")
    assert drawers == [2, 3, 0, 1, 2]


@pytest.mark.clause("Tchou 1924 l.412", "La Règle l.91")
def test_who_draws_instead_of_claiming_lets_the_tile_go_for_good() -> None:
    at = table("simple", "0-1m 1-2m")
    late = Called(Seat(2), Meld(MeldKind.PUNG, parse_tiles("111m"), Seat(0), parse_tile("1m")))
    assert at.refused(late) == "the tile to claim is from seat 1, not from seat 0"
    assert at.rules.hints(at.game).claimable == parse_tile("2m")


@pytest.mark.parametrize("claim", ["1c23m", "1p11m", "1+"])
@pytest.mark.clause("Tchou 1924 l.402", "La Règle l.97")
def test_who_takes_a_tile_in_discards_one(claim: str) -> None:
    at = table("tchou", f"0-1m {claim}")
    assert (at.rules.hints(at.game).discards, at.rules.hints(at.game).draws) == (1, None)


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.clause("Kanai French l.20", "La Règle l.91", "La Règle l.99", "Tchou 1924 l.382", "A-7")
def test_anybody_claims_a_pung_and_it_lies_open(rules: str, seat: int) -> None:
    at = table(rules, f"0-1m {seat}p11m")
    (meld,) = at.current.melds[seat]
    assert (meld.kind, meld.called_from, meld.is_open) == (MeldKind.PUNG, 0, True)


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.clause("Kanai French l.28", "La Règle l.91", "Tchou 1924 l.384", "A-7")
def test_anybody_claims_a_kong_for_a_concealed_pung(rules: str, seat: int) -> None:
    at = table(rules, f"0-1m {seat}k111m")
    assert [meld.kind for meld in at.current.melds[seat]] == [MeldKind.MELDED_KONG]
    assert at.rules.hints(at.game).draws == seat, "the replacement comes first"


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.clause("Kanai French l.22", "La Règle l.91", "Tchou 1924 l.380")
def test_only_the_next_player_claims_a_run(rules: str) -> None:
    at = table(rules, "0-1m")
    for seat in (2, 3):
        assert "only seat 1 can chow" in at.refusal(f"{seat}c23m")
    at.play("1c23m")
    assert [meld.kind for meld in at.current.melds[1]] == [MeldKind.CHOW]


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.clause("La Règle l.97", "Kanai French l.24", "Tchou 1924 l.398")
def test_a_pung_takes_the_turn_of_those_between(rules: str) -> None:
    at = table(rules, "0-1m 3p11m 3-9s")
    assert at.rules.hints(at.game).draws == 0


@pytest.mark.clause("La Règle l.93")
def test_nobody_claims_a_tile_for_a_pair_except_to_win() -> None:
    with pytest.raises(MeldError):
        Meld(MeldKind.PUNG, parse_tiles("44p"), Seat(0), parse_tile("4p"))
    assert problem(table("simple", f"{LATE} 0-4p"), 3, PAIR_WAIT) is None


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("hand", [PAIR_WAIT, CHOW_WAIT, PUNG_WAIT])
@pytest.mark.clause("Kanai French l.22", "Tchou 1924 l.394")
def test_anybody_wins_with_a_discard_for_any_set_or_the_pair(rules: str, seat: int, hand: str) -> None:
    assert problem(table(rules, f"{LATE} 0-4p"), seat, hand) is None


@pytest.mark.clause("Kanai French l.18")
def test_a_complete_hand_is_four_sets_and_a_pair() -> None:
    at = table("jp_classic", f"{LATE} 0-4p")
    assert problem(at, 1, "11m33m55m77m99m11s4p") == "the hand is not complete"
    assert problem(at, 1, "123m456m789m23p56s") == "the hand is not complete"
    assert problem(at, 1, CHOW_WAIT) is None


@pytest.mark.clause("Kanai French l.27", "Kanai French l.28")
def test_four_equal_tiles_in_the_hand_may_be_laid_as_a_kong_and_are_replaced() -> None:
    at = table("jp_classic", "0q1111m")
    assert [meld.is_open for meld in at.current.melds[0]] == [False]
    assert at.current.turn is Turn.DRAW
    assert at.rules.hints(at.game).draws == 0


@pytest.mark.clause("La Règle l.105")
def test_an_exposed_pung_takes_no_discard_in_the_simple_game() -> None:
    at = table("simple", "0-1z 2p11z 2-9s 3-8s 0-7s 1-1z")
    assert "takes no discard" in at.refusal("2k111z")


@pytest.mark.clause("La Règle l.106")
def test_an_exposed_pung_takes_a_drawn_tile_in_the_simple_game() -> None:
    at = table("simple", "0-1z 2p11z 2-9s 3-8s 0-7s 1-6s 2a1z 2+ 2-5s")
    assert [meld.kind for meld in at.current.melds[2]] == [MeldKind.ADDED_KONG]


@pytest.mark.clause("Kanai French l.47")
def test_a_flower_is_replaced_from_the_end_of_the_wall_like_a_kong() -> None:
    at = ClassicalTable("jp_classic", bonus_tiles="true").deal().play("0+f1")
    before = at.current.live_tiles
    at.play("0lf1 0+3m")
    assert at.current.turn is Turn.DISCARD
    assert before - at.current.live_tiles == 1, "14 tiles stay, so the end of the wall gives one of those to draw"


@pytest.mark.clause("La Règle l.111", "A-23")
def test_who_draws_the_last_tile_discards_it_and_it_can_be_won() -> None:
    at = ClassicalTable("simple").deal().draw_until(1)
    last = at.rules.hints(at.game).draws
    assert last is not None
    at.play(f"{last}-4p")
    assert at.rules.hints(at.game).is_wall_empty
    assert problem(at, (last + 2) % 4, CHOW_WAIT) is None
    with pytest.raises(IllegalEvent, match="the wall is empty"):
        at.play(f"{(last + 1) % 4}+")
    assert at.exhaust().paid == []
