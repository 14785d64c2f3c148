from __future__ import annotations

import pytest
from classical_table import ClassicalTable, flowers_of

from mahjong_rules.events import Called, Discarded, FlowerLaid
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles


@pytest.mark.clause("Tchou 1924 l.406")
def test_a_drawn_flower_is_replaced_before_the_discard() -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play("0+f1 0lf1")
    assert table.current.turn is Turn.DRAW
    assert table.rules.hints(table.game).draws == 0
    before = table.current.live_tiles
    table.play("0+3m")
    assert (table.current.turn, table.current.last_drawn) == (Turn.DISCARD, parse_tile("3m"))
    assert table.current.live_tiles == before - 1
    assert flowers_of(table) == [("f1",), (), (), ()]


@pytest.mark.clause("Kanai French l.48")
def test_flowers_of_the_dealt_hand_are_laid_before_the_normal_draw() -> None:
    table = ClassicalTable("jp_classic", bonus_tiles="true").deal().play("0-1m 1ly3 1+ 1lf2 1+")
    assert (table.current.turn, table.current.seat) == (Turn.DRAW, 1), "the normal draw is still to come"
    table.play("1+ 1-2m")
    assert flowers_of(table) == [(), ("y3", "f2"), (), ()]


def test_a_flower_before_the_draw_ends_the_claims_of_the_last_discard() -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play("0-1m 1lf4")
    assert not table.rules.hints(table.game).can_be_melded
    assert table.rules.hints(table.game).claimable is None
    pung = Meld(MeldKind.PUNG, parse_tiles("111m"), Seat(0), parse_tile("1m"))
    assert "cannot claim" in table.refused(Called(Seat(2), pung))


def test_a_flower_dealt_may_be_laid_after_a_claim_and_its_replacement_may_win() -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play("0-1z 1-2z 2-3z 3-4z 0-5p 1p55p 1lf1 1+")
    assert "may declare a kong in the next" in table.refusal("1q7777s")
    table.tsumo(1, "123m456m789m9p", "9p")
    assert table.current.turn is Turn.SHOW


@pytest.mark.parametrize(
    ("words", "flower", "reason"),
    [
        ("0+", "0lf1 0lf2", "draws a replacement first"),
        ("0+", "2lf1", "lays flowers in the own turn"),
        ("0-1m", "2lf1", "lays flowers in the own turn"),
        ("0+", "0l1m", "no flower or season"),
        ("0+ 0lf1 0+ 0-1m", "1lf1", "second f1"),
        ("0-1m 1k111m", "1lf1", "draws a replacement first"),
    ],
)
def test_a_flower_at_the_wrong_moment_is_refused_with_a_reason(words: str, flower: str, reason: str) -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play(words)
    assert reason in table.refusal(flower)


@pytest.mark.clause("Tchou 1924 l.137")
def test_without_bonus_tiles_no_flower_is_laid_and_no_flower_is_ever_discarded() -> None:
    table = ClassicalTable("tchou", bonus_tiles="false").deal().play("0+")
    assert "without flowers and seasons" in table.refused(FlowerLaid(Seat(0), parse_tile("f1")))
    with_flowers = ClassicalTable("tchou", bonus_tiles="true").deal().play("0+")
    assert "never discarded" in with_flowers.refused(Discarded(Seat(0), parse_tile("f1")))


@pytest.mark.clause("Tchou 1924 l.137", "R-31")
def test_of_four_series_two_flowers_of_a_name_are_laid_and_no_third() -> None:
    table = ClassicalTable("tchou", flower_series="4").deal().play("0+ 0lf1 0+ 0-1m 1lf1 1+ 1+")
    assert flowers_of(table) == [("f1",), ("f1",), (), ()]
    assert "third f1" in table.refusal("1lf1")
    assert "second f1" in ClassicalTable("tchou", flower_series="2").deal().play("0+ 0lf1 0+ 0-1m").refusal("1lf1")


@pytest.mark.clause("Tchou 1924 §2", "R-31")
def test_each_of_two_own_flowers_of_one_name_doubles() -> None:
    table = ClassicalTable("tchou", flower_series="4").deal().play("0-1z 1-2z 2-3z 3-4z 0lf1 0+ 0lf1 0+ 0lf2 0+ 0+")
    table.tsumo(0, "123m456m789m123p9p", "9p").close_all()
    (won,) = table.result.wins
    flowers = [(line.rule, line.points, line.fan) for line in won.value.lines if "flower" in line.rule]
    assert flowers == [("flower_own", 4, 1), ("flower_own", 4, 1), ("flower", 4, 0)]


def test_a_flower_that_is_the_last_tile_is_replaced_from_the_reserve() -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal()
    table.draw_until(1)
    seat = table.rules.hints(table.game).draws
    assert "draws first" in table.refusal(f"{seat}lf1"), "the wall cannot give both tiles"
    table.play(f"{seat}+f1 {seat}lf1")
    assert not table.rules.hints(table.game).is_wall_empty
    table.play(f"{seat}+ {seat}-1z")
    assert table.rules.hints(table.game).is_wall_empty
    assert table.current.live_tiles == 0


@pytest.mark.clause("La Règle l.107")
def test_flowers_of_the_simple_game_come_from_the_hill() -> None:
    table = ClassicalTable("simple", bonus_tiles="true").deal().play("0+")
    before = table.current.live_tiles
    table.play("0lf1 0+")
    assert table.current.live_tiles == before


def test_a_hand_that_still_holds_a_flower_cannot_win() -> None:
    table = ClassicalTable("tchou", bonus_tiles="true").deal().play("0-1z 1-2z 2-3z 3-4z 0-4p")
    with pytest.raises(ValueError, match="f1 in the hand of seat 1 is laid open"):
        table.ron({1: "123m456m789m23p5p f1"})
