from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, Discarded, ExhaustiveDraw, KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles


@pytest.mark.parametrize(
    ("rules", "settings", "draws"),
    [
        ("tchou", {}, 69),
        ("tchou", {"bonus_tiles": "true"}, 77),
        ("simple", {}, 69),
        ("jp_classic", {}, 69),
        ("jp_classic", {"bonus_tiles": "true"}, 77),
    ],
)
@pytest.mark.clause("Kanai French l.29", "La Règle l.74", "Tchou 1924 l.426", "Kanai French l.13", "Kanai French l.45")
def test_a_deal_without_kongs_and_flowers_has_as_many_draws_as_the_source_says(rules, settings, draws) -> None:
    table = ClassicalTable(rules, **settings).deal().play("0+")
    assert table.current.live_tiles == draws, "the dealer's fourteenth tile is dealt"


@pytest.mark.parametrize(("rules", "taken"), [("tchou", 2), ("simple", 0), ("jp_classic", 1)])
@pytest.mark.clause("Kanai French l.29", "La Règle l.107", "Tchou 1924 l.426", "R-20")
def test_a_kong_costs_the_wall_what_the_source_says(rules: str, taken: int) -> None:
    table = ClassicalTable(rules).deal().play("0+")
    before = table.current.live_tiles
    table.play("0q1111z 0+")
    assert before - table.current.live_tiles == taken
    assert table.current.turn is Turn.DISCARD


@pytest.mark.parametrize(("rules", "taken"), [("tchou", 2), ("simple", 0), ("jp_classic", 1)])
@pytest.mark.clause("Kanai French l.28", "La Règle l.107", "Tchou 1924 l.404")
def test_a_claimed_kong_is_replaced_alike(rules: str, taken: int) -> None:
    table = ClassicalTable(rules).deal().play("0-1z")
    before = table.current.live_tiles
    table.play("2k111z 2+ 2-9s")
    assert before - table.current.live_tiles == taken
    assert table.rules.hints(table.game).draws == 3


@pytest.mark.clause("Tchou 1924 l.410", "Tchou 1924 l.388")
def test_an_exposed_pung_takes_no_discard_but_a_drawn_tile() -> None:
    table = ClassicalTable("tchou").deal().play("0-1z 2p11z 2-9s 3-8s 0-7s 1-1z")
    assert "takes no discard" in table.refusal("2k111z")
    table = ClassicalTable("tchou").deal().play("0-1z 2p11z 2-9s 3-8s 0-7s 1-6s 2a1z")
    assert table.current.kong_tile == parse_tile("1z")


@pytest.mark.parametrize("claim", ["1c23m", "1p11m"])
@pytest.mark.clause("Tchou 1924 l.408", "R-23")
def test_no_kong_is_declared_in_the_turn_of_a_claim_unless_the_preset_allows_it(claim: str) -> None:
    table = ClassicalTable("tchou").deal().play(f"0-1m {claim}")
    assert "may declare a kong in the next" in table.refusal("1q5555p")
    lenient = ClassicalTable("tchou", kong_in_claim_turn="true").deal().play(f"0-1m {claim}")
    assert lenient.play("1q5555p 1+ 1-9m").current.turn is Turn.CLAIM


@pytest.mark.clause("Tchou 1924 l.408")
def test_a_kong_is_possible_again_in_the_next_turn() -> None:
    table = ClassicalTable("tchou").deal().play("0-1m 1c23m 1-9p 2-9p 3-9s 0-9s 1+")
    assert table.play("1q5555p").current.after_kong


@pytest.mark.clause("Tchou 1924 l.380")
def test_only_the_next_player_claims_a_chow() -> None:
    table = ClassicalTable("tchou").deal().play("0-1m")
    assert "only seat 1 can chow" in table.refusal("2c23m")


@pytest.mark.clause("Kanai French l.24")
def test_after_a_pung_play_goes_on_to_the_right_of_who_claimed() -> None:
    table = ClassicalTable("jp_classic").deal().play("0-1m 2p11m 2-9s")
    assert table.rules.hints(table.game).draws == 3


@pytest.mark.clause("Tchou 1924 l.428")
def test_the_last_discard_can_only_be_won_and_the_wall_gives_nothing_more() -> None:
    table = ClassicalTable("tchou").deal().run_out(kept="11112222333344449999m")
    last = table.current.rivers[table.current.seat][-1].tile
    seat = table.current.seat
    assert not table.rules.hints(table.game).can_be_melded
    assert "the wall is empty" in table.refusal(f"{(seat + 1) % 4}+")
    assert "can only be won" in table.refusal(f"{(seat + 2) % 4}p{last}{last}")


@pytest.mark.clause("R-21", "Tchou 1924 l.426")
def test_no_kong_after_the_last_tile_of_the_wall() -> None:
    table = ClassicalTable("tchou").deal().draw_until(2).play("0+")
    assert "takes two to replace one" in table.refusal("0q1111z")
    table.play("0-9s 1+")
    assert "no kong after the last tile" in table.refusal("1q1111z")


@pytest.mark.clause("La Règle l.107")
def test_the_hill_of_the_simple_game_shrinks_and_then_no_kong_is_possible() -> None:
    table = ClassicalTable("simple", reserve_tiles="8").deal().play("0+")
    for seat, suit in ((0, "z"), (1, "m")):
        for kind in range(1, 5):
            table.play(f"{seat}q{str(kind) * 4}{suit} {seat}+")
        table.play(f"{seat}-{seat + 8}s {seat + 1}+")
    assert "the hill has no tile left" in table.refusal("2q1111p")


@pytest.mark.clause("Tchou 1924 l.436")
def test_a_drawn_deal_pays_nothing_and_nobody_opens_a_hand() -> None:
    table = ClassicalTable("tchou").deal().run_out()
    hand = tuple(parse_tile("1m") for _ in range(13))
    assert "nobody opens a hand" in table.refused(ExhaustiveDraw((hand, None, None, None)))
    table.exhaust()
    assert table.result.outcome is Outcome.EXHAUSTIVE_DRAW
    assert table.paid == []


def test_a_deal_is_not_drawn_while_tiles_are_left() -> None:
    table = ClassicalTable("tchou").deal().play("0-1m")
    assert table.refused(ExhaustiveDraw((None,) * 4)) == "69 tiles are left to draw"


def test_dice_come_in_two_throws() -> None:
    table = ClassicalTable("tchou")
    with pytest.raises(IllegalEvent, match="4 dice show 1 to 6 each"):
        table.apply(DealStarted((3, 4)))
    with pytest.raises(IllegalEvent, match="4 dice show 1 to 6 each"):
        table.apply(DealStarted((3, 4, 7, 1)))
    table.apply(DealStarted())
    assert table.current.turn is Turn.DRAW


def test_what_is_said_of_the_drawn_tile_must_be_possible() -> None:
    table = ClassicalTable("tchou").deal().play("0+3m")
    assert "is not the tile drawn" in table.refused(Discarded(Seat(0), parse_tile("1m"), tsumogiri=True))
    table.play("0-1m 1p11m")
    assert "drawn none" in table.refused(Discarded(Seat(1), parse_tile("9m"), tsumogiri=True))


@pytest.mark.parametrize(
    ("words", "refused", "reason"),
    [
        ("", "1+", "it is the turn of seat 0"),
        ("0+", "0+", "seat 0 is to discard"),
        ("0+", "1-1m", "seat 0 is to discard"),
        ("0-1m", "3+", "it is the turn of seat 1"),
        ("0-1m", "0p11m", "own discard"),
        ("0-1m 1p11m", "1+", "seat 1 is to discard"),
        ("0-1m 1-2m 2+", "1q2222m", "cannot declare a kong"),
        ("0-1m 1-1m 2-1m 3-1m 0+", "0-1m", "a fifth 1m"),
        ("0-1m 1-1m", "2p11m 2-9m 3+ 3-1m", "a fifth 1m"),
        ("0-1m 1-1m", "0k111m", "a fifth 1m"),
        ("0+", "0lf5", "no tile"),
    ],
)
def test_moves_out_of_order_are_refused_with_a_reason(words: str, refused: str, reason: str) -> None:
    table = ClassicalTable("tchou").deal().play(words)
    with pytest.raises(ValueError, match=reason):
        table.play(refused)


def test_nobody_discards_while_a_replacement_is_to_be_drawn() -> None:
    table = ClassicalTable("tchou").deal().play("0-1m 1k111m")
    assert table.refused(Discarded(Seat(1), parse_tile("2m"))) == "seat 1 cannot discard: seat 1 is to draw"


def test_a_kong_needs_its_pung_on_the_table() -> None:
    table = ClassicalTable("tchou").deal().play("0+")
    kong = Meld(MeldKind.ADDED_KONG, parse_tiles("1111m"), Seat(1), parse_tile("1m"))
    assert "has no pung of 1m" in table.refused(KongDeclared(Seat(0), kong))
