"""A game of the Chinese official rules: deals, seats, flowers, false wins, payments, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from classical_table import ClassicalTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    Called,
    DealVoided,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    GameStarted,
    HandShown,
    IndicatorTurned,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
    Win,
    WinsDeclared,
)
from mahjong_rules.finished_deal import FinishedClassical, FinishedDeal, FinishedHand, FinishedRiichi
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.reseating import are_seats_due, exchanged
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.state import Turn
from mahjong_rules.systems.mcr.options import EXCHANGES
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import PresetError, load_rules

FLUSH = "1112345678999m"
"""Nine gates: it wins with any tile of characters."""
PLAIN = "123m456m234p99s67p"
"""Complete with a five or an eight of dots, and worth little."""


def table(first_dealer: int = 0, **settings: str) -> ClassicalTable:
    return ClassicalTable("mcr", first_dealer, **settings)


def drawn_round(game: ClassicalTable) -> ClassicalTable:
    """Four deals that nobody wins."""
    for _ in range(4):
        left(game.deal().play(f"{game.current.header.dealer}-9s"), 0).exhaust()
    return game


def left(game: ClassicalTable, live_tiles: int) -> ClassicalTable:
    """The same moment with so many tiles left to draw."""
    game.game = replace(game.game, deal=replace(game.current, live_tiles=live_tiles))
    return game


@pytest.mark.clause("MCR 2006 §3.4", "MCR 2006 §3.6")
def test_144_tiles_are_played_to_the_last() -> None:
    game = table().deal()
    assert game.current.live_tiles == 144 - 52
    assert table(bonus_tiles="false").deal().current.live_tiles == 136 - 52
    game.draw_until(2)
    assert "2 tiles are left to draw" in game.refused(ExhaustiveDraw((None,) * 4))


@pytest.mark.clause("MCR 2006 §3.5")
def test_the_deal_always_passes_and_a_game_has_sixteen() -> None:
    game = table(seat_moves="stay")
    game.deal().play("0-5m").tsumo(1, FLUSH, "4m")
    assert game.game.header.dealer == 1
    game.deal().tsumo(1, FLUSH, "4m")
    assert game.game.header.dealer == 2
    while not game.game.is_over:
        left(game.deal().play(f"{game.current.header.dealer}-9s"), 0).exhaust()
    assert len(game.game.results) == 16
    assert [result.header.prevalent_wind for result in game.game.results[::4]] == list(Wind)


@pytest.mark.clause("MCR 2006 §3.5")
def test_everybody_begins_one_round_as_east() -> None:
    game = table(first_dealer=2)
    first, order = [], []
    for number in range(4):
        order.append("".join(game.game.names[(2 + place) % 4] for place in range(4)))
        first.append(game.game.names[2])
        drawn_round(game)
        if number < 3:
            assert are_seats_due(game.game, 1)
            game.apply(exchanged(game.game, EXCHANGES))
            assert not are_seats_due(game.game, 1)
    assert order == ["CDAB", "DCBA", "ABDC", "BACD"]
    assert sorted(first) == ["A", "B", "C", "D"]
    assert game.game.is_over


@pytest.mark.clause("MCR 2006 §3.5")
def test_other_seats_than_those_of_the_scheme_are_refused() -> None:
    game = drawn_round(table())
    stay = SeatsRedrawn((Seat(0), Seat(1), Seat(2), Seat(3)), Seat(0))
    assert "by the scheme of these rules: seat 0 to 1, seat 1 to 0, seat 2 to 3, seat 3 to 2" in game.refused(stay)
    game.apply(exchanged(game.game, EXCHANGES))
    assert "once after each round" in game.refused(stay)
    assert "option seat_moves" in drawn_round(table(seat_moves="stay")).refused(stay)


@pytest.mark.clause("MCR 2006 §3.9")
def test_who_drew_is_paid_by_all_and_who_was_given_by_the_giver() -> None:
    game = table().deal().play("0-5m").tsumo(1, FLUSH, "4m")
    points = game.result.wins[0].value.base_points
    assert points > 88
    assert game.result.deltas == (-8 - points, 3 * (8 + points), -8 - points, -8 - points)
    game = table().deal().play("0-4m").ron({2: FLUSH})
    points = game.result.wins[0].value.base_points
    assert game.result.deltas == (-8 - points, -8, 24 + points, -8)
    assert {reason for *_, reason in game.paid} == {"base_points", "winner"}
    assert not table(base_points="0").deal().play("0-4m").ron({2: FLUSH}).result.deltas[1]


@pytest.mark.clause("MCR 2006 §3.6")
def test_only_the_nearest_wins_on_a_discard() -> None:
    game = table().deal().play("0-4m")
    two = WinsDeclared(tuple(Win(Seat(seat), parse_tiles(FLUSH), parse_tile("4m")) for seat in (3, 2)), Seat(0))
    assert "only one player can win: seat 2" in game.refused(two)


@pytest.mark.clause("MCR 2006 §3.7")
def test_a_hand_that_is_worth_too_little_is_refused_with_its_points() -> None:
    game = table().deal().play("0-8p")
    win = Win(Seat(1), parse_tiles(PLAIN), parse_tile("8p"))
    assert "it takes 8 to win (option least_points)" in game.refused(WinsDeclared((win,), Seat(0)))
    assert "without flowers" in (game.rules.win_problem(game.game, win, Seat(0)) or "")
    assert game.rules.waits(parse_tiles(PLAIN)) == parse_tiles("58p")
    assert table(least_points="1").deal().play("0-8p").ron({1: PLAIN}).result.wins


@pytest.mark.clause("MCR 2006 §3.6")
def test_flowers_of_the_dealt_hands_are_laid_before_the_first_discard() -> None:
    game = table().deal().play("0+5m 2lf1")
    assert (game.current.turn, game.current.seat) == (Turn.DRAW, 2)
    assert "draws a replacement first" in game.refused(FlowerLaid(Seat(1), parse_tile("f2")))
    game.play("2+y1 2ly1 2+ 3lf3 3+")
    assert (game.current.turn, game.current.seat, game.current.last_drawn) == (Turn.DISCARD, 0, parse_tile("5m"))
    assert game.current.live_tiles == 144 - 52 - 4
    game.play("0lf2 0+ 0-9s")
    assert "lays flowers in the own turn" in game.refused(FlowerLaid(Seat(2), parse_tile("y2")))
    game.play("1ly2 1+ 1+ 1-9s")


@pytest.mark.clause("MCR 2006 §3.6")
def test_a_pause_for_a_flower_does_not_take_the_dealers_first_win() -> None:
    game = table().deal().play("0+4m 2lf1 2+").tsumo(0, FLUSH, "4m")
    assert game.result.outcome is Outcome.TSUMO


@pytest.mark.clause("MCR 2006 §3.8.46")
def test_only_a_tile_for_a_kong_is_won_with_a_replacement() -> None:
    kong = table().deal().play("0+1z 0q1111z 0+").tsumo(0, "2345678999m", "1m")
    assert "mcr_replacement_tile" in rules_of(kong)
    flower = table().deal().play("0+1z 0q1111z 0+f1 0lf1 0+").tsumo(0, "2345678999m", "1m")
    assert "mcr_replacement_tile" not in rules_of(flower)


@pytest.mark.clause("MCR 2006 §3.8.47", "MCR 2006 §3.8.58")
def test_the_last_of_its_kind_is_seen_on_the_table_and_not_counted_for_a_robbed_kong() -> None:
    game = table().deal().play("0-4m 1p44m 1-9s 2-9s 3-9s 0-9p 1+ 1a4m")
    win = Win(Seat(2), parse_tiles("35m789p789s456s11z"), parse_tile("4m"))
    game.apply(WinsDeclared((win,), Seat(1)))
    assert "mcr_robbing_the_kong" in rules_of(game)
    assert "mcr_last_of_its_kind" not in rules_of(game)
    game = table().deal().play("0-4m 1p44m 1-9s 2-9s 3-4m")
    win = Win(Seat(0), parse_tiles("35m123m123p12399s"), parse_tile("4m"))
    game.apply(WinsDeclared((win,), Seat(3)))
    assert "mcr_last_of_its_kind" in rules_of(game)


@pytest.mark.clause("MCR 2006 §3.8.44", "MCR 2006 §3.8.45")
def test_the_last_tile_counts_drawn_and_given() -> None:
    game = left(table().deal().play("0-9s"), 1).tsumo(1, FLUSH, "4m")
    assert "mcr_last_tile_draw" in rules_of(game)
    game = left(table().deal().play("0-9s"), 1).play("1-4m").ron({2: FLUSH})
    assert "mcr_last_tile_claim" in rules_of(game)


def rules_of(game: ClassicalTable) -> set[str]:
    """The lines of the last winner."""
    return {line.rule for line in game.result.wins[0].value.lines}


@pytest.mark.clause("MCR 2006 §3.11", "A-42")
def test_a_false_win_is_paid_when_the_deal_ends_and_the_hand_is_dead() -> None:
    game = table().deal().play("0-4m")
    game.declare(2, PenaltyKind.WRONG_WIN)
    assert game.game.scores == (0, 0, 0, 0)
    win = Win(Seat(2), parse_tiles(FLUSH), parse_tile("4m"))
    assert "dead hand" in game.refused(WinsDeclared((win,), Seat(0)))
    assert "dead already" in game.refused(PenaltyDeclared(Seat(2), PenaltyKind.WRONG_WIN))
    game.ron({1: FLUSH})
    points = game.result.wins[0].value.base_points
    assert game.result.deltas == (10 - 8 - points, 10 + 24 + points, -30 - 8, 10 - 8)
    assert game.game.header.dealer == 1
    game = table(false_win_points="20").deal().declare(0, PenaltyKind.WRONG_WIN)
    game.apply(DealVoided("walls fell"))
    assert game.game.scores == (-60, 20, 20, 20)
    assert game.game.header.dealer == 0


@pytest.mark.clause("MCR 2006 §3.11")
def test_a_dead_hand_costs_nothing_and_may_still_claim() -> None:
    game = table().deal().play("0-4m").declare(1, PenaltyKind.DEAD_HAND).play("1p44m 1-9s")
    assert game.current.melds[1]
    assert left(game.play("2-9p"), 0).exhaust().result.payments == ()


@pytest.mark.clause("MCR 2006 §3.6")
def test_the_last_tile_is_only_won_and_a_last_flower_ends_the_deal() -> None:
    game = table().deal().draw_until(0)
    discarder, tile = game.current.seat, game.current.rivers[game.current.seat][-1].tile
    claim = Called(Seat((discarder + 1) % 4), Meld(MeldKind.PUNG, (tile,) * 3, discarder, tile))
    assert "can only be won" in game.refused(claim)
    assert game.exhaust().result.payments == ()
    game = table().deal().draw_until(1)
    seat = game.rules.hints(game.game).draws
    game.play(f"{seat}+f1 {seat}lf1")
    hints = game.rules.hints(game.game)
    assert (hints.is_wall_empty, hints.draws) == (True, None)
    assert "nothing is left to replace" in game.refused(Drawn(seat))
    assert game.exhaust().result.outcome is Outcome.EXHAUSTIVE_DRAW


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (GameStarted("mcr", ("A", "B", "C", "D")), "has begun already"),
        (IndicatorTurned(parse_tile("1m")), "no indicators"),
        (HandShown(Seat(1), None), "only winners open"),
        (FineJudged(Seat(1), exempt=True), "no discard is fined"),
        (AbortClaimed(Seat(0), ()), "no hand annuls a deal"),
        (StakeLaid(Seat(0), 10, 1), "nobody lays a stake"),
        (PointsPenalized(Seat(0), 10, ""), "no points are taken off"),
        (ResultTyped((Seat(0),), None, (3, -1, -1, -1)), "nobody types payments"),
        (PenaltyDeclared(Seat(0), PenaltyKind.CHOMBO), "no chombo"),
        (TimeCalled(void=True), "no time makes a game void"),
        (WinsDeclared((), None), "needs a winner"),
    ],
)
def test_what_these_rules_do_not_know_is_refused_with_a_reason(event: Event, why: str) -> None:
    assert why in table().deal().play("0+5m").refused(event)


def test_the_time_ends_the_game_after_the_deal_in_play() -> None:
    game = table().deal()
    game.apply(TimeCalled())
    game.play("0-4m").ron({2: FLUSH})
    assert game.game.is_over
    assert game.game.standings[0].seat == 2


@pytest.mark.parametrize(
    "setting",
    [
        ("fixed_break", "1"),
        ("rounds", "0"),
        ("deals_after_time", "17"),
        ("base_points", "-1"),
        ("false_win_points", "-1"),
    ],
)
def test_settings_that_no_table_has_are_refused(setting: tuple[str, str]) -> None:
    with pytest.raises(PresetError, match=setting[0]):
        load_rules("mcr", (setting,))


def finished(concealed: str, tile: str, **more: object) -> FinishedDeal:
    hand = FinishedHand(parse_tiles(concealed), flowers=parse_tiles("f1"))
    fields: dict[str, object] = {"discarder": Seat(1), **more}
    return FinishedDeal((hand, None, None, None), (Seat(0),), parse_tile(tile), **fields)  # type: ignore[arg-type]


@pytest.mark.clause("MCR 2006 §3.9")
def test_a_described_deal_is_valued_as_one_that_was_played() -> None:
    rules = load_rules("mcr")
    scored = rules.score(finished(FLUSH, "4m", last_of_its_kind=False))
    value = scored.values[0]
    assert value is not None
    assert scored.deltas == (24 + value.base_points, -8 - value.base_points, -8, -8)
    false_win = FinishedDeal((None,) * 4, penalty=PenaltyDeclared(Seat(2), PenaltyKind.WRONG_WIN))
    assert rules.score(false_win).deltas == (10, 10, -30, 10)
    assert rules.score(FinishedDeal((None,) * 4)).payments == ()


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (finished(PLAIN, "8p"), "it takes 8 to win"),
        (finished(FLUSH, "4m", discarder=Seat(0)), "the own discard"),
        (finished("111234567899m", "4m"), "concealed tiles beside the winning one"),
        (finished(FLUSH, "1m", riichi=FinishedRiichi(nagashi=(Seat(0),))), "no nagashi"),
        (finished(FLUSH, "1m", classical=FinishedClassical(stake=5)), "nobody lays a stake"),
        (FinishedDeal((None,) * 4, (Seat(0), Seat(1)), parse_tile("1m"), Seat(2)), "only one player can win: seat 0"),
        (FinishedDeal((None,) * 4, (Seat(0),), parse_tile("1m")), "is missing"),
        (FinishedDeal((None,) * 4, penalty=PenaltyDeclared(Seat(0), PenaltyKind.CHOMBO)), "know the wrong win"),
    ],
)
def test_a_described_deal_that_cannot_end_so_is_refused(deal: FinishedDeal, why: str) -> None:
    with pytest.raises(IllegalEvent, match=why):
        load_rules("mcr").score(deal)
