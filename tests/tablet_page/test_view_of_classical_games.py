"""The documents of games that real rules have played, not built by hand."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from classical_table import ClassicalTable
from fake_service import CAMERA, READY
from played_moments import moments, played_moment
from played_tours import four_tours

from mahjong_rules.deal_result import Fine
from mahjong_rules.events import SeatsRedrawn
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game, Turn
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules
from tablet_page.game_document import game_document
from tablet_page.results import result_document
from tablet_page.view import MAX_STATE_BYTES, board_document, state_document

CLASSICAL = ("jp_classic", "simple", "tchou")


def state(game: Game):
    return state_document(game, load_rules(game.rules).traits, machine=READY, camera=CAMERA, rules=game.rules)


def board(game: Game):
    return board_document(game, load_rules(game.rules).traits)


def result_of(game: Game):
    found = result_document(game, load_rules(game.rules).traits)
    assert found is not None
    return found


def is_won(game: Game) -> bool:
    return bool(game.results and game.results[-1].wins)


def is_showing(game: Game) -> bool:
    return game.deal is not None and game.deal.turn is Turn.SHOW


def test_a_game_of_tchou_says_what_its_page_needs() -> None:
    document = state(played_moment("tchou", lambda game: game.deal is not None))
    system = document["system"]
    assert (system["has_riichi"], system["has_prevalent_wind"], system["has_flowers"]) == (False, False, False)
    assert (system["losers_show"], system["draw_shows_hands"], system["score_unit"]) == (True, False, "points")
    assert system["penalties"] == ["false_win", "dead_hand", "stake_forgotten"]
    assert (document["deal_label"], document["round_number"]) == ("1-1", 0)
    assert len(document["dice"]) == 4


def test_a_stake_lies_on_the_table_until_it_is_collected() -> None:
    game = played_moment("tchou", lambda game: game.stake > 0)
    document = state(game)
    assert (document["stake"], document["dice_added"]) == (game.stake, game.dice_added)
    assert document["next_dealer"] == game.header.dealer
    won = played_moment(
        "tchou", lambda game: is_won(game) and any(p.reason == "stake" for p in game.results[-1].payments)
    )
    assert state(won)["stake"] == 0


def test_opened_hands_are_shown_while_others_have_still_to_open() -> None:
    game = played_moment("tchou", lambda game: is_showing(game) and len(game.deal.classical.to_show) == 1)
    document, lies = state(game), board(game)
    assert document["phase"] == "play"
    assert document["turn"] is None
    winner = document["winners"][0]
    assert len(lies["opened"][winner]) + 3 * len(lies["melds"][winner]) == 14
    assert lies["opened"][document["to_show"][0]] is None


def test_no_concealed_tile_is_published_before_it_is_opened() -> None:
    game = played_moment("tchou", lambda game: game.deal is not None and game.deal.last_drawn is not None)
    assert board(game)["opened"] == [None] * 4


def test_a_fine_waits_for_a_judgement_only_until_it_is_judged() -> None:
    game = played_moment("tchou", is_showing)
    fine = Fine(SEATS[1], SEATS[3], "danger_dragons", parse_tile("7z"), is_full=True)
    fines = (fine, replace(fine, offender=SEATS[2], exempt=True))
    deal = replace(game.deal, classical=replace(game.deal.classical, fines=fines))
    assert state(replace(game, deal=deal))["fines"] == [
        {"offender": 1, "winner": 3, "case": "danger_dragons", "tile": "7z", "is_full": True, "exempt": None}
    ]


@pytest.mark.parametrize("preset", CLASSICAL)
def test_a_win_shows_every_line_of_every_hand_that_counts(preset):
    game = played_moment(preset, is_won)
    result = result_of(game)
    win = result["wins"][0]
    losers = {hand["seat"] for hand in result["losers"]}
    assert losers == (set(SEATS) - {win["seat"]} if load_rules(preset).traits.losers_show else set())
    for hand in (win, *result["losers"]):
        assert sum(line["fan"] for line in hand["lines"]) == hand["fan"]
        if not hand["limit"]:
            assert sum(line["points"] for line in hand["lines"]) == hand["fu"]


def test_a_tchou_hand_is_points_doubled_by_every_fan() -> None:
    game = played_moment("tchou", lambda game: is_won(game) and not game.results[-1].wins[0].value.limit)
    win = result_of(game)["wins"][0]
    assert win["total"] == win["fu"] * 2 ** win["fan"]


def test_a_line_about_a_set_is_named_with_its_tiles_in_english_and_french() -> None:
    def has_pung(game):
        return is_won(game) and any(line.rule == "pung_exposed" for line in game.results[-1].wins[0].value.lines)

    lines = result_of(played_moment("tchou", has_pung))["wins"][0]["lines"]
    line = next(line for line in lines if line["rule"] == "pung_exposed")
    assert len(set(line["tiles"])) == 1
    assert line["name"]["en"].startswith("Exposed pung: ")
    assert line["name"]["fr"].startswith("Brelan découvert : ")
    assert line["clause"].startswith("Tchou 1924 §")


def test_a_stake_is_no_part_of_what_the_hand_receives() -> None:
    game = played_moment(
        "tchou", lambda game: is_won(game) and any(p.reason == "stake" for p in game.results[-1].payments)
    )
    win = result_of(game)["wins"][0]
    assert win["points"] == sum(
        payment.points
        for payment in game.results[-1].payments
        if payment.receiver == win["seat"] and payment.reason != "stake"
    )


@pytest.mark.parametrize("preset", ["jp_classic", "tchou"])
def test_flowers_lie_before_their_player(preset):
    flowers = ("bonus_tiles", "true")
    game = played_moment(preset, lambda game: game.deal is not None and any(game.deal.classical.flowers), flowers)
    seat = next(seat for seat in SEATS if game.deal.classical.flowers[seat])
    assert board(game)["flowers"][seat] == [str(tile) for tile in game.deal.classical.flowers[seat]]


@pytest.mark.parametrize(
    ("preset", "reserve", "stacks"), [("jp_classic", "reserve", 7), ("simple", "hill", 6), ("tchou", "reserve", 6)]
)
def test_the_walls_are_marked_where_they_open(preset, reserve, stacks):
    wall = board(played_moment(preset, lambda game: game.deal is not None))["wall"]
    marks = {mark["mark"]: mark["places"] for mark in wall["marks"]}
    assert len(marks[reserve]) == stacks
    assert len(marks["first_dealt"]) == 1
    assert ("loose" in marks) == (preset != "jp_classic")
    assert "dora_indicator" not in marks
    assert all(1 <= place["number"] <= wall["lengths"][place["seat"]] for place in marks[reserve])


def test_the_indicator_is_marked_on_the_riichi_wall_and_the_hidden_one_is_not() -> None:
    wall = board(played_moment("ema", lambda game: game.deal is not None))["wall"]
    marks = {mark["mark"]: mark["places"] for mark in wall["marks"]}
    assert marks["dora_indicator"][0]["level"] == "top"
    assert "ura_indicator" not in marks


def test_after_the_deal_no_wall_is_shown() -> None:
    assert board(played_moment("tchou", is_won))["wall"] is None


def test_the_list_of_deals_adds_up_with_stakes_and_corrections() -> None:
    game = played_moment("tchou", lambda game: len(game.results) >= 5, seed=2)
    document = game_document(game, load_rules("tchou").traits)
    totals = list(document["start_scores"])
    for result in document["results"]:
        totals = [sum(parts) for parts in zip(totals, result["deltas"], result["other"], strict=True)]
        assert totals == result["scores"]
    assert [sum(parts) for parts in zip(totals, document["other_since"], strict=True)] == list(game.scores)


@pytest.mark.parametrize("preset", CLASSICAL)
def test_every_moment_has_its_documents_and_none_is_too_large(preset):
    for game in moments(preset, random.Random(5), ()):
        assert len(json.dumps(state(game)).encode()) < MAX_STATE_BYTES
        json.dumps([board(game), result_document(game, load_rules(preset).traits)])


def test_money_is_announced_as_centimes() -> None:
    rules = load_rules("tchou", [("centimes_per_1000", "1000")])
    game = played_moment("tchou", is_won, ("centimes_per_1000", "1000"))
    document = state_document(game, rules.traits, machine=READY, camera=CAMERA, rules="tchou")
    assert document["system"]["score_unit"] == "centimes"


@pytest.mark.clause("Tchou 1924 §28")
def test_a_maximum_hand_is_shown_by_its_name_though_another_reading_is_cut_to_its_worth() -> None:
    table = ClassicalTable("tchou", bonus_tiles="yes").deal().play("0-1z 1-2z 2-3z 3-4z 0+f1 0lf1")
    hand = result_of(table.tsumo(0, "44m555m666m777m88m", "8m").close_all().game)["wins"][0]
    assert (hand["limit"], [line["rule"] for line in hand["lines"]]) == ("maximum", ["four_concealed_pungs"])


@pytest.mark.clause("Tchou 1924 l.296")
def test_the_documents_follow_people_who_change_places() -> None:
    table = four_tours()
    before = table.game
    assert state(before)["seats_due"]
    table.apply(SeatsRedrawn((SEATS[2], SEATS[0], SEATS[3], SEATS[1]), SEATS[1]))
    document = state(table.game)
    assert (document["seats_due"], document["names"]) == (False, ["B", "D", "A", "C"])
    assert document["scores"] == [before.scores[old] for old in (1, 3, 0, 2)]
    assert (document["dealer"], document["winds"], document["deal_label"]) == (1, ["N", "E", "S", "W"], "5-1")
    assert result_document(table.game, table.rules.traits) is None, "the last deal was played at other seats"
    old, new = (game_document(game, table.rules.traits) for game in (before, table.game))
    assert [line["deal_label"] for line in new["results"]] == [line["deal_label"] for line in old["results"]]
    for was, now in zip(old["results"], new["results"], strict=True):
        assert now["deltas"] == [was["deltas"][seat] for seat in (1, 3, 0, 2)]
        assert [(1, 3, 0, 2)[seat] for seat in now["winners"]] == was["winners"]
        assert now["other"] == [0, 0, 0, 0]
    assert new["other_since"] == [0, 0, 0, 0]
