"""Riichi with three players: what the preset `sanma` promises, clause by clause."""

from __future__ import annotations

import pytest
from presets import riichi_options
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FlowerLaid,
    GameStarted,
    IndicatorTurned,
    PenaltyDeclared,
    ScoresSet,
    Win,
    WinsDeclared,
)
from mahjong_rules.finished_deal import FinishedDeal, FinishedHand, FinishedRiichi
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.riichi.player_options import MissingShare
from mahjong_rules.tiles import TileStock, dora_of, parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

WAITING, OTHER = "234p22456678p45s", "345p234345s88p78s"
"""Both wait for 6s."""
NORTH_WAIT = "123p456p789p11s44z"
"""Waits for 1s and for a north; concealed, worth a straight."""
ROUND = "0-1z 1-2z 2-1z"
"""The first turns: nothing that comes later is a blessing or a double riichi."""


def table(rules: str = "sanma", **changes: object) -> ScriptedTable:
    return ScriptedTable(rules, **changes)


def rules_of(at: ScriptedTable) -> dict[str, int]:
    return {line.rule: line.fan for line in at.result.wins[0].value.lines}


@pytest.mark.clause("mjstars §5")
def test_the_set_has_108_tiles_and_no_simples_of_characters() -> None:
    stock = load_rules("sanma").traits.stock
    assert stock.count == len(stock.pieces()) == 108
    assert {str(kind) for kind in stock.kinds if kind.suit.value == "m"} == {"1m", "9m"}
    assert [str(kind) for kind in sorted(stock.kinds) if kind.red] == ["0p", "0s"]
    for name in ("2m", "0m"):
        with pytest.raises(IllegalEvent, match="this game is played without"):
            table().deal().play(f"0-{name}")


def test_sets_of_136_and_144_tiles_are_counted_as_before() -> None:
    assert [TileStock(bonus=bonus).count for bonus in (False, True)] == [136, 144]
    assert [len(TileStock(bonus=bonus).pieces()) for bonus in (False, True)] == [136, 144]


@pytest.mark.clause("mjstars §6")
@pytest.mark.parametrize(("indicator", "dora"), [("1m", "9m"), ("9m", "1m"), ("9p", "1p"), ("3z", "4z"), ("4z", "1z")])
def test_the_one_of_characters_points_to_the_nine(indicator: str, dora: str) -> None:
    left_out = load_rules("sanma").traits.stock.left_out
    assert dora_of(parse_tile(indicator), left_out) == parse_tile(dora)


@pytest.mark.clause("mjstars §6")
def test_a_nine_of_characters_is_dora_behind_the_one() -> None:
    won = table().deal("1m").play(f"{ROUND} 0-1s").tsumo(1, "999m22345678p45s", "6s")
    assert rules_of(won) == {"menzen_tsumo": 1, "dora": 3}


@pytest.mark.clause("mjstars §7")
def test_nobody_makes_a_chow() -> None:
    at = table().deal().play("0-3s")
    assert at.refusal("1c45s") == "nobody makes a chow where three play"


@pytest.mark.clause("mjstars §1")
@pytest.mark.parametrize("empty", SEATS)
def test_turns_winds_and_dealers_go_round_the_three_seats_in_play(empty: Seat) -> None:
    first = next(seat for seat in SEATS if seat != empty)
    at = ScriptedTable("sanma", first, empty_seat=int(empty))
    others = [seat for seat in SEATS if seat != empty]
    assert at.game.names[empty] == ""
    assert at.game.scores[empty] == 0
    at.deal()
    assert [at.current.header.wind_of(seat).letter for seat in others] == ["E", "S", "W"]
    at.play(" ".join(f"{seat}-{number}z" for number, seat in enumerate(others, 1)))
    assert at.rules.hints(at.game).draws == first
    for dealer, label in ((first, 1), (others[1], 2), (others[2], 3)):
        assert (at.game.header.dealer, at.game.header.number_in_round(at.game.first_dealer)) == (dealer, label)
        at = end_undecided(at)
    assert at.game.header.dealer == first
    assert at.game.header.prevalent_wind.letter == "S"


def end_undecided(at: ScriptedTable) -> ScriptedTable:
    """The deal in play, or a new one, ends with an empty wall and nobody waits."""
    if at.current.result is not None:
        at.deal()
    return at.idle().exhaust()


def test_an_event_of_the_empty_seat_is_refused_with_a_reason() -> None:
    at = table().deal()
    events: list[Event] = [
        Drawn(Seat(3)),
        Discarded(Seat(3), parse_tile("1z")),
        FlowerLaid(Seat(3), parse_tile("4z")),
        PenaltyDeclared(Seat(3)),
        WinsDeclared((Win(Seat(3), parse_tiles(WAITING), parse_tile("6s")),), None),
        WinsDeclared((Win(Seat(0), parse_tiles(WAITING), parse_tile("6s")),), Seat(3)),
        ExhaustiveDraw((None, None, None, parse_tiles(WAITING))),
        ScoresSet((35000, 35000, 34000, 1000), "somebody sat down"),
    ]
    for event in events:
        with pytest.raises(IllegalEvent, match="nobody plays at seat 3: this game is played at the seats 0, 1, 2"):
            at.apply(event)
    with pytest.raises(IllegalEvent, match="nobody plays at seat 3"):
        at.rules.new_game(GameStarted("sanma", ("A", "B", "C", "D"), Seat(3)))


@pytest.mark.clause("mjstars §8", "A-46")
def test_a_north_laid_aside_is_a_fan_and_its_replacement_wins_as_one_of_a_kong() -> None:
    at = table().deal().play("0-1z 1-1z 2+ 2n")
    assert at.rules.hints(at.game).draws == 2
    won = at.tsumo(2, WAITING, "6s")
    found = rules_of(won)
    assert found["kita"] == 1
    assert found["rinshan_kaihou"] == 1
    assert won.result.wins[0].flowers == parse_tiles("4z")


@pytest.mark.clause("mjstars §8")
def test_norths_are_dora_besides_where_the_indicator_says_so() -> None:
    won = table().deal("3z").play("0-1z 1-1z 2+ 2n 2+ 2n").tsumo(2, WAITING, "6s")
    found = rules_of(won)
    assert (found["kita"], found["dora"]) == (2, 2)


@pytest.mark.clause("mjstars §11")
def test_a_north_that_stays_in_the_hand_is_a_wind_of_nobody() -> None:
    won = table().deal().play(f"{ROUND} 0-1s").tsumo(1, "444z22456678p45s", "6s")
    assert rules_of(won) == {"menzen_tsumo": 1}


@pytest.mark.clause("mjstars §9")
def test_no_north_is_laid_aside_right_after_a_claim() -> None:
    at = table().deal().play("0-5z 1p55z")
    assert at.refusal("1n") == "seat 1 has claimed a tile in this turn and must discard"


@pytest.mark.clause("mjstars §10")
def test_a_north_laid_aside_ends_first_turns_and_ippatsu() -> None:
    at = table().deal().play("0=1z 1+ 1n 1+")
    assert at.current.riichi.ippatsu == (False, False, False, False)
    assert not at.current.riichi.uninterrupted
    with pytest.raises(IllegalEvent, match="nine terminals are claimed in the first turn"):
        at.abort(1, "19m19p19s123567z11p")


@pytest.mark.clause("mjstars §12")
def test_a_north_laid_aside_can_be_won_and_is_no_robbed_kong() -> None:
    at = table().deal().play(f"{ROUND} 0-9s 1=9p 2+ 2n").ron({1: NORTH_WAIT}, ura="9s")
    found = rules_of(at)
    assert "chankan" not in found
    assert found["riichi"] == 1
    assert at.result.wins[0].discarder == 2


@pytest.mark.clause("mjstars §12")
def test_who_lets_a_north_go_by_is_furiten() -> None:
    at = table().deal().play("0-9s 1=9p 2+ 2n 2-8s 0+ 0n")
    win = Win(Seat(1), parse_tiles(NORTH_WAIT), parse_tile("4z"))
    assert at.rules.win_problem(at.game, win, Seat(0)) == "seat 1 is furiten: 4z was let go by in riichi"


def test_in_riichi_only_the_north_just_drawn_is_laid_aside() -> None:
    at = table().deal().play("0=9s 1-1z 2-1z 0+5p")
    assert at.refusal("0n") == "seat 0 is in riichi and lays aside only a north just drawn, not 5p"
    table().deal().play("0=9s 1-1z 2-1z 0+4z 0n 0+")


def test_nothing_but_a_north_is_laid_aside_and_only_in_the_own_turn() -> None:
    at = table().deal().play("0+")
    with pytest.raises(IllegalEvent, match="1z cannot be laid aside: only a north can"):
        at.apply(FlowerLaid(Seat(0), parse_tile("1z")))
    assert at.refusal("1n") == "seat 1 cannot lay a north aside: seat 0 is to discard"
    with pytest.raises(IllegalEvent, match="riichi is played without flowers and seasons"):
        table(kita=False).deal().play("0n")
    with pytest.raises(IllegalEvent, match="riichi is played without flowers and seasons"):
        table("tenhou").deal().play("0n")


def test_after_the_last_tile_no_north_is_laid_aside() -> None:
    at = table().deal().idle(until_live=1, kept="4444z")
    seat = at.rules.hints(at.game).draws
    at.play(f"{seat}+")
    assert at.refusal(f"{seat}n") == "no north is laid aside after the last tile: nothing is left to replace it"


@pytest.mark.clause("mjstars §4")
def test_every_north_and_kong_takes_a_tile_from_the_end_of_the_wall() -> None:
    at = table().deal()
    assert at.current.live_tiles == 108 - 14 - 3 * 13
    at.play("0+ 0n 0+ 0n 0+ 0q1111z 0+")
    assert at.current.live_tiles == 108 - 14 - 3 * 13 - 4


@pytest.mark.clause("A-47")
def test_an_indicator_that_is_still_owed_is_turned_before_the_replacement_of_a_north_wins() -> None:
    at = table().deal().play("0-5z 1k555z 1+ 1n")
    assert at.rules.hints(at.game).indicators_due == 0
    at.play("1+")
    assert at.rules.hints(at.game).indicators_due == 1
    at.apply(IndicatorTurned(parse_tile("1m")))
    assert at.rules.hints(at.game).indicators_due == 0


@pytest.mark.clause("A-46")
def test_a_self_drawn_hand_is_paid_by_two_and_the_missing_share_is_lost() -> None:
    won = table().set(honba=1).deal().play(f"{ROUND} 0-1s").tsumo(1, WAITING, "6s")
    assert won.result.wins[0].value.base_points == 20 << 5
    assert won.result.payments == (
        Payment(Seat(0), Seat(1), 1300, "tsumo"),
        Payment(Seat(2), Seat(1), 700, "tsumo"),
        Payment(Seat(0), Seat(1), 100, "honba"),
        Payment(Seat(2), Seat(1), 100, "honba"),
    )


def test_the_missing_share_may_be_split_among_the_two() -> None:
    won = table(missing_share=MissingShare.SPLIT).deal().play(f"{ROUND} 0-1s").tsumo(1, WAITING, "6s")
    assert won.result.deltas == (-1300 - 400, 2800, -700 - 400, 0)


@pytest.mark.clause("A-46")
def test_counters_are_worth_200_on_a_discard() -> None:
    won = table().set(honba=2).deal().play("0-1z 1-1z 2-6s").ron({0: WAITING})
    assert sum(item.points for item in won.result.payments if item.reason == "honba") == 400


@pytest.mark.clause("A-46")
@pytest.mark.parametrize(
    ("hands", "deltas"),
    [
        ({0: WAITING}, (2000, -1000, -1000, 0)),
        ({0: WAITING, 2: OTHER}, (1000, -2000, 1000, 0)),
        ({}, (0, 0, 0, 0)),
    ],
)
def test_who_does_not_wait_pays_a_thousand_to_or_for_each(hands: dict[int, str], deltas: tuple[int, ...]) -> None:
    at = table().deal().idle(kept="".join(hands.values())).exhaust(hands)
    assert at.result.deltas == deltas
    assert len(at.result.tenpai) == 4


def test_both_others_may_win_on_one_discard() -> None:
    won = table().deal().play("0-1z 1-1z 2-6s").ron({0: WAITING, 1: OTHER})
    assert [win.seat for win in won.result.wins] == [0, 1]
    assert won.result.deltas[3] == 0


@pytest.mark.clause("A-46")
def test_three_riichi_and_three_winds_end_no_deal() -> None:
    at = table().deal().play("0=1z 1=1z 2=1z 0-9p")
    assert at.current.riichi.abort_pending is None
    assert at.current.riichi.accepted == (True, True, True, False)


@pytest.mark.clause("mjstars §2", "mjstars §3")
def test_the_final_figures_are_counted_from_40000_with_uma_and_oka_for_three() -> None:
    at = table(rounds=1, extra_rounds=0).set(scores=(48700, 27600, 28700, 0))
    for _ in range(3):
        at = at.deal().idle().exhaust()
    assert [(line.seat, line.score) for line in at.game.standings] == [
        (0, 8700 + 20000 + 15000),
        (2, -11300),
        (1, -12400 - 20000),
    ]
    assert sum(line.score for line in at.game.standings) == 0


def test_a_game_goes_on_until_somebody_has_40000() -> None:
    at = table(rounds=1)
    for _ in range(3):
        at = at.deal().idle().exhaust()
    assert not at.game.is_over
    assert at.game.header.prevalent_wind.letter == "S"


def test_a_chombo_is_paid_to_the_two_others() -> None:
    at = table().deal().play("0-1z").chombo(0)
    assert at.result.deltas == (-8000, 4000, 4000, 0)


def test_a_finished_deal_of_three_is_scored_without_a_game() -> None:
    hand = FinishedHand(parse_tiles(WAITING), flowers=parse_tiles("4z4z"))
    riichi = FinishedRiichi(indicators=parse_tiles("3z"), honba=1)
    deal = FinishedDeal((None, hand, None, None), (Seat(1),), parse_tile("6s"), None, riichi=riichi)
    found = load_rules("sanma").score(deal)
    value = found.values[1]
    assert value is not None
    assert [(line.rule, line.fan) for line in value.lines][-2:] == [("kita", 2), ("dora", 2)]
    assert found.deltas == (-6100, 9200, -3100, 0)


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        (FinishedDeal((None, None, None, FinishedHand(parse_tiles(WAITING)))), "nobody plays at seat 3"),
        (FinishedDeal((None, None, None, None), dealer=Seat(3)), "nobody plays at seat 3"),
        (FinishedDeal((FinishedHand(parse_tiles("2m")), None, None, None)), "seat 0 with 0 melds holds 13"),
        (
            FinishedDeal((FinishedHand(parse_tiles("222m22456678p45s")), None, None, None)),
            "this game is played without 2m",
        ),
        (
            FinishedDeal((FinishedHand(parse_tiles(WAITING), flowers=parse_tiles("1z")), None, None, None)),
            "seat 0 has laid 1z aside, and only a north can be",
        ),
    ],
)
def test_a_finished_deal_that_three_cannot_have_played_is_refused(deal: FinishedDeal, problem: str) -> None:
    with pytest.raises(IllegalEvent, match=problem):
        load_rules("sanma").score(deal)


def test_mahjong_soul_is_the_same_game_with_two_options() -> None:
    settings = (("thirteen_orphans_rob_concealed_kong", "true"), ("double_yakuman", "dai_suushii"))
    assert load_rules("sanma", settings).traits == load_rules("sanma").traits


def test_four_players_have_no_seat_that_stays_empty() -> None:
    assert load_rules("tenhou").traits.seats.in_play == SEATS
    assert load_rules("sanma").traits.seats.empty == (3,)
    assert riichi_options("tenhou").live_tiles == 70
