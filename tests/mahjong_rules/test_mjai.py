from __future__ import annotations

import json
import random
from typing import Any

import pytest
from compact_record import record_lines
from random_play import NAMES, RandomTable
from scripted_table import ScriptedTable

from mahjong_rules.events import (
    AbortReason,
    DealStarted,
    Drawn,
    Event,
    GameStarted,
)
from mahjong_rules.mjai import to_mjai
from mahjong_rules.mjai_tiles import mjai_name, tile_of_mjai
from mahjong_rules.records import ExpectedEnd, ExpectedResult, ExpectedStart, record_events
from mahjong_rules.tiles import ALL_KINDS, RED_FIVES, Tile, TileError, parse_tile
from table_daemon.rules.presets import load_rules

TENHOU = load_rules("tenhou")
HAND = "234m22456678p45s"


class TalkingTable(ScriptedTable):
    """Notes the mjai messages of everything that happens."""

    said: list[dict[str, Any]]

    def apply(self, event: Event) -> None:
        before = self.game
        super().apply(event)
        self.said = [*getattr(self, "said", []), *to_mjai(event, before, self.game)]

    def types(self) -> list[str]:
        return [message["type"] for message in self.said]


@pytest.mark.parametrize("tile", [*ALL_KINDS, *RED_FIVES], ids=str)
def test_every_tile_has_an_mjai_name_and_comes_back(tile: Tile) -> None:
    assert tile_of_mjai(mjai_name(tile)) == tile


def test_red_fives_and_dragons_have_the_names_other_programs_use() -> None:
    assert [mjai_name(parse_tile(name)) for name in ("0m", "5m", "5z", "6z", "7z")] == ["5mr", "5m", "P", "F", "C"]
    assert mjai_name(None) == "?"


@pytest.mark.parametrize("name", ["", "?", "0m", "5er", "6mr", "10m", "X", "ES"])
def test_other_names_are_no_tiles(name: str) -> None:
    with pytest.raises(TileError):
        tile_of_mjai(name)


def _told(lines: list[str]) -> list[dict[str, Any]]:
    """What we say of a record, replayed with all tiles known."""
    said: list[dict[str, Any]] = []
    game = None
    for item in record_events(lines, "tenhou"):
        event = item.content
        if isinstance(event, ExpectedStart | ExpectedResult | ExpectedEnd):
            continue
        before = game
        game = TENHOU.new_game(event) if isinstance(event, GameStarted) else TENHOU.apply(game, event)  # type: ignore[arg-type]
        said += to_mjai(event, before, game)
    return said


def test_what_is_told_of_a_game_is_the_record_it_was_played_from() -> None:
    lines = record_lines("whole_game")
    told, recorded = _told(lines), [json.loads(line) for line in lines]
    assert [message["type"] for message in told] == [message["type"] for message in recorded]
    for ours, theirs in zip(told, recorded, strict=True):
        for key in theirs.keys() - {"tehais", "tsumogiri", "consumed"}:
            assert ours[key] == theirs[key], (ours, theirs)
        if "consumed" in theirs:
            assert sorted(ours["consumed"]) == sorted(theirs["consumed"])


def test_a_deal_is_announced_with_its_indicator_and_hidden_hands() -> None:
    at = TalkingTable().set(honba=2, riichi_sticks=1)
    at.apply(DealStarted())
    assert getattr(at, "said", []) == []
    at.play("*5s 0+")
    start, draw = at.said
    assert start | {"tehais": 0} == {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": 2,
        "kyotaku": 1,
        "oya": 0,
        "dora_marker": "5s",
        "scores": [25000] * 4,
        "tehais": 0,
    }
    assert start["tehais"] == [["?"] * 13] * 4
    assert draw == {"type": "tsumo", "actor": 0, "pai": "?"}


def test_riichi_is_told_in_three_steps_and_its_discards_are_the_drawn_tiles() -> None:
    at = TalkingTable().deal().play("0=1m 1-2m 2-3m 3-4m 0-9m")
    assert at.types()[1:6] == ["tsumo", "reach", "dahai", "reach_accepted", "tsumo"]
    accepted = at.said[4]
    assert (accepted["deltas"], accepted["scores"]) == ([-1000, 0, 0, 0], [24000, 25000, 25000, 25000])
    assert [message["tsumogiri"] for message in at.said if message["type"] == "dahai"] == [False] * 4 + [True]


def test_melds_name_the_claimed_and_the_own_tiles() -> None:
    at = TalkingTable().deal().play("0-4m 1c06m 1-1z")
    assert at.said[3] == {"type": "chi", "actor": 1, "target": 0, "pai": "4m", "consumed": ["5mr", "6m"]}
    at = TalkingTable().deal().play("0-3m 1p33m 1-1z 2-2z 3-2z 0-2z 1a3m 1+ *2p")
    kan = next(message for message in at.said if message["type"] == "kakan")
    assert kan == {"type": "kakan", "actor": 1, "pai": "3m", "consumed": ["3m", "3m", "3m"]}
    assert at.said[-1] == {"type": "dora", "dora_marker": "2p"}
    at = TalkingTable().deal().play("0q1111z")
    assert at.said[-1] == {"type": "ankan", "actor": 0, "consumed": ["E"] * 4}


def test_each_winner_is_told_with_the_own_deltas_and_the_scores_after_it() -> None:
    at = TalkingTable().set(honba=1).deal().play("0-1z 1-2z 2-6s").ron({0: HAND, 3: "345p234345m88p78s"})
    first, second = [message for message in at.said if message["type"] == "hora"]
    assert (first["actor"], first["target"], first["deltas"]) == (3, 2, [0, 0, -2300, 2300])
    assert (second["actor"], second["scores"]) == (0, list(at.game.scores))
    assert (first["fan"], first["fu"], first["hora_points"]) == (2, 30, 2000)
    assert first["yakus"] == [["pinfu", 1], ["tanyao", 1]]
    assert at.types()[-1] == "end_kyoku"


def test_drawn_deals_name_their_reason() -> None:
    at = TalkingTable().deal().idle(kept="123456789m23s11z").exhaust({0: "123456789m23s11z"})
    drawn = at.said[-2]
    assert (drawn["reason"], drawn["tenpais"], drawn["deltas"]) == (
        "fanpai",
        [True, False, False, False],
        [3000, -1000, -1000, -1000],
    )
    at = TalkingTable().deal().play("0-4z 1-4z 2-4z 3-4z").abort(reason=AbortReason.FOUR_WINDS)
    assert at.said[-2]["reason"] == "sufonrenta"
    at = TalkingTable().deal().play("0=1z 1=2z 2=3z 3=4z").abort(reason=AbortReason.FOUR_RIICHI)
    assert at.types()[-3:] == ["reach_accepted", "ryukyoku", "end_kyoku"]
    at = TalkingTable().deal().play("0-4z").chombo(1)
    assert (at.said[-2]["reason"], at.said[-2]["actor"]) == ("jantaku_chombo", 1)
    at = TalkingTable().deal("9m").play("0=9p").idle(kept="123456789m23s11z").exhaust({1: "123456789m23s11z"})
    drawn = at.said[-2]
    assert (drawn["reason"], drawn["actor"], drawn["tenpais"]) == ("jantaku_chombo", 0, [False, True, False, False])


@pytest.mark.clause("A-21")
def test_a_chombo_of_two_names_both_in_the_one_message_that_ends_the_deal() -> None:
    at = (
        TalkingTable("doman")
        .deal("9m")
        .play("0=9p 1=9p")
        .idle(kept="123456789m23s11z")
        .exhaust({2: "123456789m23s11z"})
    )
    *_, drawn, end = at.said
    assert (drawn["actor"], end) == (0, {"type": "end_kyoku"})
    assert drawn["jantaku_chombos"] == [
        {"actor": 0, "reason": "noten_riichi"},
        {"actor": 1, "reason": "noten_riichi"},
    ]
    assert at.types().count("ryukyoku") == 1


def test_the_end_of_the_game_follows_its_last_deal() -> None:
    at = TalkingTable().set(scores=(100, 33300, 33300, 33300)).deal().play("0-6s").ron({2: HAND})
    assert at.types()[-3:] == ["hora", "end_kyoku", "end_game"]
    assert at.said[-1]["scores"] == [-1900, 33300, 35300, 33300]


def test_a_fifth_kong_is_told_and_then_the_end_of_the_deal() -> None:
    at = TalkingTable("doman").deal("9m")
    at.play("0q1111p *1s 0q2222p *2s 0q3333p *3s 0q4444p *4s 0-1z 1-2z 3k222z")
    assert at.types()[-3:] == ["daiminkan", "ryukyoku", "end_kyoku"]
    assert at.said[-2]["reason"] == "sukaikan"


@pytest.mark.parametrize("name", ["jp_classic", "simple", "tchou", "doman"])
def test_a_whole_random_game_of_any_system_is_told_deal_by_deal(name: str) -> None:
    rules = load_rules(name)
    at = RandomTable(rules, random.Random(5))
    final = at.play(most_deals=6)
    game, said = rules.new_game(GameStarted(name, NAMES, final.first_dealer)), []
    for event in at.events:
        before, game = game, rules.apply(game, event)
        said += to_mjai(event, before, game)
    assert json.loads(json.dumps(said)) == said
    begin, end = ("start_kyoku", "end_kyoku") if name == "doman" else ("jantaku_start_deal", "jantaku_end_deal")
    types = [message["type"] for message in said]
    assert types.count(begin) == types.count(end) == len(final.results)
    deltas = [message["deltas"] for message in said if message["type"] == "jantaku_end_deal"]
    assert deltas == [] if name == "doman" else deltas == [list(result.deltas) for result in final.results]


def test_the_start_of_a_game_names_the_players() -> None:
    start = GameStarted("ema", ("A", "B", "C", "D"))
    assert to_mjai(start, None, TENHOU.new_game(start)) == [{"type": "start_game", "names": ["A", "B", "C", "D"]}]
    game = ScriptedTable().deal().game
    drawn = Drawn(game.header.dealer, parse_tile("0p"))
    assert to_mjai(drawn, game, TENHOU.apply(game, drawn))[0]["pai"] == "5pr"
