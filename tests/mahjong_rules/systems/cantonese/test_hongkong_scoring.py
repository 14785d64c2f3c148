"""Hong Kong old style at the table: the classical moves with its scoring."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable, flowers_of

from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import Drawn, ExhaustiveDraw, FlowerLaid, PenaltyKind, Win, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import ALL_KINDS, parse_tile, parse_tiles
from table_daemon.rules.presets import PresetError, load_rules

ROUND = "0-1z 1-1z 2-1z 3-1z"
FLUSH = "123456789m111z2z"
"""Waits for 2z: one suit with honours, concealed, and East's own and prevalent wind."""


def table(**settings: str) -> ClassicalTable:
    return ClassicalTable("hongkong", **settings)


@pytest.mark.clause("HK §1", "HK §2")
def test_the_walls_follow_the_set() -> None:
    assert table().rules.traits.wall.lengths == (18, 18, 18, 18)
    plain = table(bonus_tiles="false")
    assert plain.rules.traits.wall.lengths == (17, 17, 17, 17)
    assert "without flowers" in plain.deal().refused(FlowerLaid(Seat(0), parse_tile("f1")))
    assert table(fixed_break="7").rules.traits.wall.throws == 0


@pytest.mark.clause("HK §3")
def test_every_tile_is_drawn() -> None:
    assert table().deal().current.live_tiles == 144 - 52
    assert table(reserve_tiles="14").deal().current.live_tiles == 144 - 52 - 14


@pytest.mark.clause("HK §3", "HK §52")
def test_a_flower_that_cannot_be_replaced_ends_the_deal_without_payments() -> None:
    at = table().deal().draw_until(1)
    seat = at.rules.hints(at.game).draws
    assert seat is not None
    at.play(f"{seat}+f1 {seat}lf1")
    hints = at.rules.hints(at.game)
    assert (hints.draws, hints.is_wall_empty) == (None, True)
    assert at.refused(Drawn(seat)) == "the wall is empty: nothing is left to replace the last tile"
    at.exhaust()
    assert (at.result.outcome, at.result.payments) == (Outcome.EXHAUSTIVE_DRAW, ())


def test_a_deal_is_not_drawn_while_tiles_are_left() -> None:
    assert "91 tiles are left to draw" in table().deal().play("0-1m").refused(ExhaustiveDraw((None,) * 4))


@pytest.mark.clause("HK §5", "HK §42")
def test_the_first_in_turn_wins_alone_and_the_discarder_pays_for_all() -> None:
    at = table().deal().play("0-2z")
    wins = tuple(Win(Seat(seat), parse_tiles(FLUSH), parse_tile("2z")) for seat in (1, 2))
    assert at.refused(WinsDeclared(wins, Seat(0))) == "only one player can win: seat 1, whose turn comes first"
    at.play("1-9s").ron({2: "123456789p333z9s"})
    assert at.paid == [(1, 2, 4 * 8, "discarder")]


@pytest.mark.clause("HK §5", "HK §44")
def test_two_or_three_win_where_tables_agree_on_it() -> None:
    at = table(winners_on_discard="2").deal().play(f"{ROUND} 0-9s")
    third = {1: "123456789p222z9s", 2: "123456789m333z9s", 3: "456s456777p44z"}
    wins = tuple(Win(Seat(seat), parse_tiles(hand), parse_tile("9s")) for seat, hand in third.items())
    assert at.refused(WinsDeclared((wins[0], wins[0]), Seat(0))) == "a winner is named twice"
    assert "2 players can win on one discard: seat 1 and seat 2" in at.refused(WinsDeclared(wins, Seat(0)))
    at.ron({2: "123456789m333z9s", 1: "123456789p222z9s"})
    assert [win.seat for win in at.result.wins] == [1, 2]
    assert at.result.deltas == (-2 * 32, 32, 32, 0)
    assert at.game.header.dealer == 1


def test_two_winners_cannot_hold_the_same_tile_five_times() -> None:
    at = table(winners_on_discard="3").deal().play("0-9s")
    wins = tuple(Win(Seat(seat), parse_tiles("123456789p222z9s"), parse_tile("9s")) for seat in (1, 2))
    assert "fifth" in at.refused(WinsDeclared(wins, Seat(0)))


def test_a_drawn_tile_wins_for_one_player() -> None:
    at = table(winners_on_discard="3").deal().play("0+2z")
    wins = tuple(Win(Seat(seat), parse_tiles(FLUSH), parse_tile("2z")) for seat in (0, 1))
    assert at.refused(WinsDeclared(wins, None)) == "only one player can win with a tile that was drawn"


@pytest.mark.clause("HK §6", "HK §8")
def test_a_win_below_the_minimum_is_refused_with_its_faan() -> None:
    at = table(bonus_tiles="false").deal().play(f"{ROUND} 0-5p")
    chicken = Win(Seat(1), parse_tiles("123m456s777p99s55p"), parse_tile("5p"))
    refusal = at.refused(WinsDeclared((chicken,), Seat(0)))
    assert refusal == "seat 1 cannot win: the hand has 1 faan, it takes 3 to win (option minimum_faan)"
    lenient = table(bonus_tiles="false", minimum_faan="1").deal().play(f"{ROUND} 0-5p").ron({1: "123m456s777p99s55p"})
    assert lenient.paid == [(0, 1, 8, "discarder")]


@pytest.mark.clause("HK §41", "HK §43")
def test_a_drawn_hand_costs_everybody_two_units_in_cents() -> None:
    at = table(chicken="25").deal().play("0-1p 1-9s 2-9s 3-9s").tsumo(0, FLUSH, "2z")
    assert at.result.wins[0].value.fan == 8
    assert at.paid == [(seat, 0, 2 * 25 * 64, "winner") for seat in (1, 2, 3)]
    assert at.rules.traits.score.step == 25


@pytest.mark.clause("HK §42")
def test_under_half_gun_everybody_pays_a_part() -> None:
    at = table(gun="half").deal().play("0-1p 1-9s").ron({2: "123456789p333z9s"})
    assert sorted(at.paid) == [(0, 2, 8, "winner"), (1, 2, 16, "discarder"), (3, 2, 8, "winner")]


FED_TWELVE = (
    "0-2m 1p22m 1-9s 2-9s 3-9s 0-4m 1p44m 1-9p 2-1z 3-1z 0-6m 1p66m 1-3z 2-3z 3-1z 0-8m 1p88m 1-3z 2-4z 3-4z 0-4z"
)


@pytest.mark.clause("HK §45", "HK §49")
def test_who_fed_the_fourth_open_set_pays_for_a_drawn_hand() -> None:
    at = table().deal().play(FED_TWELVE).tsumo(1, "9m", "9m")
    assert at.paid == [(0, 1, 6 * at.result.wins[0].value.base_points, "fed_twelve")]
    assert at.result.fines == ()


@pytest.mark.clause("HK §45", "HK §49")
def test_feeding_the_fourth_open_set_costs_nothing_when_another_gives_the_last_tile() -> None:
    at = table().deal().play(f"{FED_TWELVE} 1-3z 2-9m").ron({1: "9m"})
    assert [(payer, reason) for payer, _, _, reason in at.paid] == [(2, "discarder")]
    shared = table(shares_discard="true").deal().play(f"{FED_TWELVE} 1-3z 2-9m").ron({1: "9m"})
    assert [(payer, reason) for payer, _, _, reason in shared.paid] == [(2, "discarder"), (0, "fed_twelve")]


@pytest.mark.clause("HK §45")
def test_tables_without_the_rule_let_everybody_pay() -> None:
    at = table(twelve_tiles="none").deal().play(FED_TWELVE).tsumo(1, "9m", "9m")
    assert {payer for payer, _, _, _ in at.paid} == {0, 2, 3}


@pytest.mark.clause("HK §47", "HK §49")
def test_who_fed_the_third_pung_of_dragons_pays_for_a_drawn_hand() -> None:
    words = "0-5z 1p55z 1-9s 2-6z 1p66z 1-9s 2-7z 1p77z 1-9p 2-1z 3-1z 0-2s"
    at = table().deal().play(words).tsumo(1, "123p4m", "4m")
    assert at.paid == [(2, 1, 6 * 128, "fed_dragons")]


@pytest.mark.clause("HK §48")
def test_who_fed_the_fourth_pung_of_winds_pays_for_a_drawn_hand() -> None:
    words = "0-1z 1p11z 1-9s 2-2z 1p22z 1-9s 2-3z 1p33z 1-9p 2-4z 1p44z 1-9p 2-8s 3-8s 0-2s"
    at = table().deal().play(words).tsumo(1, "4m", "4m")
    assert [(payer, reason) for payer, _, _, reason in at.paid] == [(2, "fed_winds")]


@pytest.mark.clause("HK §46")
def test_the_winning_tile_makes_liable_where_tables_agree_on_nine_tiles() -> None:
    words = "0-2m 1p22m 1-9s 2-9s 3-9s 0-4m 1p44m 1-9p 2-1z 3-1z 0-6m 1p66m 1-3z 2-8m"
    at = table(nine_tiles="true", gun="half").deal().play(words).ron({1: "8899m"})
    assert [(payer, reason) for payer, _, _, reason in at.paid] == [(2, "fed_nine")]
    plain = table(gun="half").deal().play(words).ron({1: "8899m"})
    assert len(plain.paid) == 3


@pytest.mark.clause("HK §31")
def test_a_kong_on_the_replacement_of_a_kong_wins_the_limit() -> None:
    words = "0-9p 1-9s 2-9s 3-9s 0q1111m 0+ 0q2222m 0+3p"
    at = table().deal().play(words).tsumo(0, "456m12p88s", "3p")
    assert (at.result.wins[0].value.lines[0].rule, at.result.wins[0].value.fan) == ("kong_after_kong", 10)


@pytest.mark.clause("HK §30", "HK §32")
def test_a_kong_between_discards_is_no_kong_after_a_kong() -> None:
    words = "0-9p 1-9s 2-9s 3-9s 0q1111m 0-9p 1-8s 2-8s 3-8s 0q2222m 0+3p"
    at = table().deal().play(words).tsumo(0, "456m12p55z", "3p")
    assert "kong_replacement" in [line.rule for line in at.result.wins[0].value.lines]


@pytest.mark.clause("HK §39")
def test_seven_flowers_win_at_the_table() -> None:
    laid = " ".join(f"0l{name} 0+" for name in ("f1", "f2", "f3", "f4", "y1", "y2"))
    at = table(flower_win="true").deal().play(f"0+ {laid} 0ly3").tsumo(0, "147m258p369s1234z", "5z")
    assert len(next(iter(flowers_of(at)))) == 7
    assert at.result.wins[0].value.fan == 3


@pytest.mark.clause("HK §54")
@pytest.mark.parametrize(("words", "has_line"), [("0+f2 0lf2 0+2z", True), ("0lf2 0+ 0+2z", False), ("0+2z", False)])
def test_the_replacement_of_a_flower_is_worth_a_faan_where_tables_agree_on_it(words: str, has_line: bool) -> None:
    """A flower that is laid before the normal draw is replaced first: the tile that is drawn then replaces nothing."""
    for faan in ("1", "0"):
        at = table(flower_replacement_faan=faan).deal().play(f"0-1p 1-9s 2-9s 3-9s {words}").tsumo(0, FLUSH, "2z")
        lines = {line.rule: line.fan for line in at.result.wins[0].value.lines}
        assert lines.get("flower_replacement") == (1 if has_line and faan == "1" else None)


@pytest.mark.clause("HK §54")
def test_a_kong_after_the_flower_is_replaced_by_itself() -> None:
    words = "0-9p 1-9s 2-9s 3-9s 0+f2 0lf2 0+1m 0q1111m 0+3p"
    at = table(flower_replacement_faan="1").deal().play(words).tsumo(0, "456m12p789s55z", "3p")
    keys = {line.rule for line in at.result.wins[0].value.lines}
    assert keys & {"flower_replacement", "kong_replacement"} == {"kong_replacement"}


def late_win(*before: str, left: int = 5, **settings: str) -> ClassicalTable:
    """Seat 0 gives 9p, with so many tiles left, to seat 1 who waits for it; 9p lay open before as told."""
    at = table(bonus_tiles="false", gun="half", minimum_faan="0", **settings).deal().play(" ".join(before))
    hand = "777999m77s111z99p"
    free = [tile for tile in ALL_KINDS for _ in range(4) if tile != parse_tile("9p")]
    for tile in (*(tile for tile in parse_tiles(hand) if tile in free), *parse_tiles("223z" if before else "")):
        free.remove(tile)
    while at.current.live_tiles > left or at.rules.hints(at.game).draws != 0:
        at.play(f"{at.rules.hints(at.game).draws}-{free.pop()}")
    return at.play("0-9p").ron({1: hand})


@pytest.mark.clause("HK §55")
def test_who_gives_a_new_tile_near_the_end_pays_for_everybody_where_tables_agree_on_it() -> None:
    at = late_win(new_tile_from="5")
    assert at.current.live_tiles <= 5
    assert [(payer, reason) for payer, _, _, reason in at.paid] == [(0, "new_tile")]
    assert {payer for payer, *_ in late_win().paid} == {0, 2, 3}, "off unless agreed on"
    assert sum(points for _, _, points, _ in at.paid) == sum(points for _, _, points, _ in late_win().paid)
    assert len(late_win(left=12, new_tile_from="5").paid) == 3, "too early"
    assert len(late_win("0-9p 1-2z 2-2z 3-3z", new_tile_from="5").paid) == 3, "9p lay open"


@pytest.mark.clause("HK §54", "HK §55")
@pytest.mark.parametrize(
    ("option", "text", "problem"),
    [("new_tile_from", "21", "from 0 to 20, not 21"), ("flower_replacement_faan", "14", "from 0 to 13, not 14")],
)
def test_what_no_table_agrees_on_is_refused(option: str, text: str, problem: str) -> None:
    with pytest.raises(PresetError, match=problem):
        load_rules("hongkong", ((option, text),))


@pytest.mark.clause("HK §50")
def test_the_dealer_deals_again_after_winning_and_after_a_drawn_deal_unless_tables_agree_otherwise() -> None:
    words = "0-1p 1-9s 2-9s 3-9s"
    assert table().deal().play(words).tsumo(0, FLUSH, "2z").game.header.dealer == 0
    passes = table(dealer_after_win="passes", dealer_after_draw="passes")
    assert passes.deal().play(words).tsumo(0, FLUSH, "2z").game.header.dealer == 1
    for settings, dealer in (({}, 0), ({"dealer_after_draw": "passes"}, 1)):
        at = table(bonus_tiles="false", **settings).deal().draw_until(0).exhaust()
        assert at.game.header.dealer == dealer


@pytest.mark.clause("HK §51")
def test_each_round_has_its_wind_and_the_fourth_ends_the_game() -> None:
    at = table(dealer_after_draw="passes", rounds="2", bonus_tiles="false")
    winds = []
    for _ in range(8):
        winds.append(at.game.header.prevalent_wind)
        at.deal().draw_until(0).exhaust()
    assert winds == [0] * 4 + [1] * 4
    assert at.game.is_over


@pytest.mark.clause("HK §53")
@pytest.mark.parametrize(("shares", "paid"), [("1", 256), ("3", 768), ("0", 0)])
def test_a_false_win_costs_shares_of_the_limit(shares: str, paid: int) -> None:
    at = table(false_win_shares=shares).deal().play("0-1z").declare(2, PenaltyKind.FALSE_WIN)
    assert at.result.deltas == (paid, paid, -3 * paid, paid)
    assert at.game.header.dealer == 0


def test_nobody_has_a_hand_to_judge_or_to_open() -> None:
    at = table().deal().play("0-1p 1-9s 2-9s 3-9s").tsumo(0, FLUSH, "2z")
    assert at.current.result is not None
    assert not at.rules.traits.losers_show


@pytest.mark.clause("HK §7")
def test_more_faan_than_the_limit_are_paid_as_the_limit() -> None:
    at = table(limit_faan="8").deal().play(FED_TWELVE).tsumo(1, "9m", "9m")
    value = at.result.wins[0].value
    assert (value.fan, value.limit, value.base_points) == (12, "limit", 64)
