from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fake_service import CAMERA, READY
from sample_games import (
    game_before_first_deal,
    game_in_play,
    game_over,
    game_with_exhaustive_draw,
    game_with_result,
    river,
)
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.events import DealVoided, PointsPenalized, TimeCalled
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import Game, Turn
from mahjong_rules.tiles import parse_tiles
from table_daemon.rules.presets import load_rules
from tablet_page.game_document import game_document
from tablet_page.results import deal_label, result_document
from tablet_page.view import (
    MAX_STATE_BYTES,
    board_document,
    phase_of,
    state_document,
    turn_of,
)


def traits_of(game: Game | None):
    return load_rules(game.rules if game else "ema").traits


def state(game: Game | None, **options: object):
    traits = traits_of(game)
    return state_document(game, traits, machine=READY, camera=CAMERA, rules="ema", **options)  # type: ignore[arg-type]  # test options


def board(game: Game | None):
    return board_document(game, traits_of(game))


def result_of(game: Game | None):
    return result_document(game, traits_of(game))


def deals(game: Game | None):
    return game_document(game, traits_of(game))


def test_nobody_is_in_riichi_any_more_once_the_deal_is_void() -> None:
    game = game_in_play()
    assert any(state(game)["riichi"])
    assert state(load_rules(game.rules).apply(game, DealVoided("tiles fell")))["riichi"] == [False] * 4


def test_the_snapshot_of_a_deal_in_play() -> None:
    document = state(game_in_play())
    assert document["phase"] == "play"
    assert document["deal_label"] == "S2"
    assert document["scores"] == [26500, 31400, 24600, 16500]
    assert document["winds"] == ["N", "E", "S", "W"]
    assert (document["round_wind"], document["dealer"], document["honba"]) == ("S", 1, 1)
    assert (document["riichi_sticks"], document["riichi"]) == (1, [False, False, True, False])
    assert (document["live_tiles"], document["dice"], document["rules"]) == (31, [3, 4], "tenhou")


def test_what_an_undo_would_keep_is_shown() -> None:
    assert state(game_in_play())["undo_to"] is None
    assert state(game_in_play(), undo_to=811)["undo_to"] == 811


def test_before_a_deal_no_number_of_tiles_is_shown() -> None:
    assert state(game_before_first_deal())["live_tiles"] is None


def test_every_indicator_has_its_dora() -> None:
    document = state(game_in_play())
    assert document["dora_indicators"] == ["3m", "7z"]
    assert document["dora"] == ["4m", "5z"]


@pytest.mark.parametrize(
    ("turn", "expected"),
    [(Turn.INDICATOR, None), (Turn.DRAW, 0), (Turn.DISCARD, 0), (Turn.CLAIM, 1), (Turn.OVER, None)],
)
def test_whose_turn_is_shown(turn, expected):
    deal = game_in_play().deal
    assert deal is not None
    assert turn_of(replace(deal, turn=turn, seat=SEATS[0])) == expected


def test_phases() -> None:
    assert phase_of(None, clearing=False) == "idle"
    assert phase_of(game_before_first_deal(), clearing=False) == "machine"
    assert phase_of(game_in_play(), clearing=False) == "play"
    assert phase_of(game_with_result(), clearing=False) == "result"
    assert phase_of(game_with_result(), clearing=True) == "machine"
    assert phase_of(game_over(), clearing=True) == "over"


def header(wind: Wind, round_number: int, dealer: Seat) -> DealHeader:
    return DealHeader(1, wind, dealer, honba=0, round_number=round_number)


def test_deal_labels_count_from_the_first_dealer() -> None:
    traits = load_rules("ema").traits
    assert deal_label(traits, header(Wind.EAST, 0, SEATS[2]), SEATS[2]) == "E1"
    assert deal_label(traits, header(Wind.WEST, 2, SEATS[1]), SEATS[2]) == "W4"


def test_where_no_wind_prevails_the_tour_is_counted() -> None:
    traits = load_rules("tchou").traits
    assert deal_label(traits, header(Wind.EAST, 2, SEATS[1]), SEATS[2]) == "3-4"


def test_the_fullest_snapshot_stays_small() -> None:
    game = game_in_play()
    assert game.deal is not None
    deal = replace(game.deal, riichi=replace(game.deal.riichi, indicators=parse_tiles("1m 2m 3m 4m 5m")))
    game = replace(game, deal=deal, names=("乙" * 24,) * 4, scores=(-123400, 223400, 0, 0))
    fault = {"id": "f" * 16, "code": "lift_stall", "text": "x" * 300, "action": "y" * 300}
    document = state_document(
        game,
        traits_of(game),
        machine={"state": "fault", "text": "z" * 200, "progress": 0.123456789, "fault": fault},  # type: ignore[typeddict-item]  # a plain dict
        camera=CAMERA,
        rules="ema",
    )
    assert len(json.dumps(document).encode()) < MAX_STATE_BYTES


def test_the_snapshot_without_a_game() -> None:
    document = state(None)
    assert (document["phase"], document["scores"], document["rules"]) == ("idle", [0] * 4, "ema")


def test_the_board_mirrors_rivers_and_melds() -> None:
    shown = board(game_in_play())
    assert shown["rivers"][0][5] == {"tile": "8s", "riichi": False, "claimed_by": 1}
    assert shown["rivers"][2][5]["riichi"]
    assert shown["melds"][1][0] == {"kind": "chow", "tiles": ["6s", "7s", "8s"], "called_from": 0, "called_tile": "8s"}
    assert shown["melds"][3][0]["called_from"] is None
    assert board(None)["rivers"] == [[], [], [], []]


def test_no_concealed_tile_is_shown_while_a_deal_is_in_play() -> None:
    game = game_in_play()
    assert game.deal is not None
    game = replace(game, deal=replace(game.deal, last_drawn=parse_tiles("9p")[0], rivers=(river("1m"),) * 4))
    shown = json.dumps([state(game), board(game)])
    assert "9p" not in shown


def test_a_result_has_its_lines_payments_and_scores() -> None:
    result = result_of(game_with_result())
    assert result is not None
    assert (result["deal_label"], result["outcome"], result["honba"]) == ("S2", "ron", 1)
    win = result["wins"][0]
    assert (win["seat"], win["discarder"], win["winning_tile"]) == (2, 0, "8p")
    assert (win["fan"], win["fu"], win["limit"], win["points"]) == (6, 30, "haneman", 12000)
    assert [line["rule"] for line in win["lines"]][:2] == ["riichi", "pinfu"]
    assert sum(line["fan"] for line in win["lines"]) == win["fan"]
    assert {"payer": None, "receiver": 2, "points": 1000, "reason": "riichi_sticks"} in result["payments"]
    assert result["ura_indicators"] == ["9s", "1p"]


def test_a_draw_says_who_was_ready() -> None:
    result = result_of(game_with_exhaustive_draw())
    assert result is not None
    assert (result["wins"], result["tenpai"]) == ([], [True, False, True, False])


@pytest.mark.clause("EMA 2025 §6.6.2")
def test_a_void_deal_says_whose_chombo_it_was_and_why() -> None:
    at = ScriptedTable("ema").deal("9m").play("0=9p").idle().exhaust()
    result = result_of(at.game)
    assert result is not None
    assert result["outcome"] == "chombo"
    assert result["chombos"] == [{"seat": 0, "reason": "noten_riichi", "penalty": 20000}]
    told = result_of(ScriptedTable("ema").deal("9m").play("0-9p").chombo(2).game)
    assert told is not None
    assert told["chombos"] == [{"seat": 2, "reason": "declared", "penalty": 20000}]


def test_sticks_that_come_back_from_a_deal_that_does_not_count_are_no_gain_in_the_list() -> None:
    at = ScriptedTable("ema").deal("9m").play("0=9p")
    voided = at.rules.apply(at.game, DealVoided("tiles fell"))
    chombo = at.idle().exhaust().game
    for game, outcome in ((voided, "void"), (chombo, "chombo")):
        short = deals(game)["results"][-1]
        assert (short["outcome"], short["scores"]) == (outcome, [30000] * 4)
        assert (short["deltas"], short["other"]) == ([0] * 4, [0] * 4)


def test_there_is_no_result_before_the_first() -> None:
    assert result_of(None) is None
    assert result_of(game_before_first_deal()) is None


def test_the_list_of_deals_leads_from_the_start_to_now() -> None:
    document = deals(game_with_result())
    assert document["start_scores"] == [25000] * 4
    assert [short["deal_label"] for short in document["results"]] == ["E1", "E2", "E3", "E4", "S1", "S2"]
    assert document["results"][-1]["winners"] == [2]
    assert document["standings"] == []


@pytest.mark.clause("EMA 2025 §7")
def test_points_that_a_referee_takes_are_shown_in_play_and_in_the_final_standing() -> None:
    at = ScriptedTable("ema").deal("9m")
    at.apply(PointsPenalized(Seat(1), 1000, "late"))
    assert deals(at.game)["penalty_points"] == [0, 1000, 0, 0]
    at.apply(TimeCalled())
    at.chombo(0).deal("9m").chombo(2)
    assert {line["seat"]: line["penalty"] for line in deals(at.game)["standings"]} == {
        0: 20000,
        1: 1000,
        2: 20000,
        3: 0,
    }


def test_the_final_standing_is_by_rank() -> None:
    assert [line["seat"] for line in deals(game_over())["standings"]] == [2, 1, 3, 0]


def test_a_drawn_deal_tells_the_open_hands_with_what_they_wait_for() -> None:
    document = result_of(game_with_exhaustive_draw())
    assert document is not None
    first, second = document["opened"]
    assert (first["seat"], first["waits"], len(first["melds"])) == (0, ["4p", "7p"], 1)
    assert (second["seat"], second["waits"], len(second["hand"])) == (2, ["3s", "6s", "9s"], 13)


def test_a_chombo_tells_what_it_takes_off_the_final_score() -> None:
    document = result_of(ScriptedTable("mleague").deal("9m").play("0-1z").chombo(2).game)
    assert document is not None
    assert document["chombos"] == [{"seat": 2, "reason": "declared", "penalty": 20000}]
