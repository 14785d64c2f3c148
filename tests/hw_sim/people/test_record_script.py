"""Records become scripts, or one sentence why not."""

import json

import pytest
from compact_record import record_file
from mjai_lines import discard, draw, one_deal

from hw_sim.people.record_script import read_record
from mahjong_rules.events import (
    AbortClaimed,
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    IndicatorTurned,
    KongDeclared,
    WinsDeclared,
)
from mahjong_rules.melds import MeldKind
from mahjong_rules.records import RecordError
from mahjong_rules.tiles import parse_tile, parse_tiles

RECORD = record_file("whole_game")


def test_a_whole_record_is_read_with_its_figures():
    game = read_record(RECORD)
    assert len(game.deals) == 6
    assert game.deals[-1].scores == (34000, 44900, -3500, 24600)
    assert game.deals[-1].deltas == (0, 5200, -5200, 0)


def test_a_win_on_a_discard_leaves_the_winning_tile_out_of_the_hand():
    ron = {"type": "hora", "actor": 3, "target": 0, "deltas": [-8000, 0, 0, 8000]}
    deal = one_deal(draw(0, "S"), discard(0, "S"), ron, deltas=(-8000, 0, 0, 8000))
    wins = deal.moves[-1]
    assert isinstance(wins, WinsDeclared)
    assert wins.discarder == 0
    assert len(wins.wins[0].concealed) == 13
    assert wins.wins[0].winning_tile == parse_tile("2z")
    assert deal.deltas == (-8000, 0, 0, 8000)


def test_several_winners_are_one_move_beginning_right_of_the_discarder():
    wins = [{"type": "hora", "actor": actor, "target": 1, "deltas": [0, -1000, 0, 0]} for actor in (0, 2)]
    deal = one_deal(draw(0, "S"), discard(0, "1m"), draw(1, "4s"), discard(1, "4s"), *wins)
    assert [win.seat for win in deal.moves[-1].wins] == [2, 0]
    assert deal.deltas == (0, -2000, 0, 0)


def test_a_self_drawn_win_sets_the_drawn_tile_apart():
    deal = one_deal(draw(0, "1m"), {"type": "hora", "actor": 0, "target": 0, "deltas": [0] * 4})
    win = deal.moves[-1].wins[0]
    assert deal.moves[-1].discarder is None
    assert sorted(win.concealed) == sorted(parse_tiles("1112345678999m"))
    assert win.winning_tile == parse_tile("1m")


def test_a_tile_drawn_after_a_kong_comes_from_the_dead_wall():
    kong = {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4}
    dora = {"type": "dora", "dora_marker": "P"}
    deal = one_deal(draw(0, "1m"), kong, dora, draw(0, "E"), discard(0, "E"), draw(1, "7p"))
    assert deal.live_draws == parse_tiles("1m7p")
    assert deal.replacements == parse_tiles("1z")
    assert deal.indicators == parse_tiles("9s5z")
    assert [type(move) for move in deal.moves[1:3]] == [Drawn, KongDeclared]


def test_the_indicator_of_an_added_kong_is_turned_after_the_discard_that_follows():
    pon = {"type": "pon", "actor": 3, "target": 0, "pai": "8s", "consumed": ["8s", "8s"]}
    kakan = {"type": "kakan", "actor": 3, "pai": "8s", "consumed": ["8s", "8s", "8s"]}
    dora = {"type": "dora", "dora_marker": "P"}
    until_kong = [draw(0, "8s"), discard(0, "8s"), pon, discard(3, "S"), draw(0, "E"), discard(0, "E")]
    until_kong += [draw(1, "9p"), discard(1, "9p"), draw(2, "W"), discard(2, "W"), draw(3, "8s"), kakan, draw(3, "N")]
    one = one_deal(*until_kong, dora, discard(3, "N"))
    assert [type(move) for move in one.moves[-3:]] == [Drawn, Discarded, IndicatorTurned]
    assert one.indicators == parse_tiles("9s5z")


def test_riichi_lies_in_the_discard_that_follows():
    deal = one_deal(
        draw(0, "E"), {"type": "reach", "actor": 0}, discard(0, "E"), {"type": "reach_accepted", "actor": 0}
    )
    assert deal.moves[-1] == Discarded(0, parse_tile("1z"), riichi=True, tsumogiri=False)


def test_an_added_kong_remembers_whose_discard_the_pung_was():
    pon = {"type": "pon", "actor": 3, "target": 0, "pai": "E", "consumed": ["E", "E"]}
    kakan = {"type": "kakan", "actor": 3, "pai": "E", "consumed": ["E", "E", "E"]}
    deal = one_deal(
        draw(0, "E"), discard(0, "E"), pon, discard(3, "S"), draw(0, "9s"), discard(0, "9s"), draw(3, "E"), kakan
    )
    kong = deal.moves[-1].meld
    assert isinstance(deal.moves[3], Called)
    assert (kong.kind, kong.called_from) == (MeldKind.ADDED_KONG, 0)


def test_an_exhausted_wall_shows_the_hands_that_are_tenpai():
    deal = one_deal({"type": "ryukyoku", "reason": "exhaustive", "deltas": [0] * 4, "tehais": [[], None, None, []]})
    hands = deal.moves[-1]
    assert isinstance(hands, ExhaustiveDraw)
    assert [hand is not None for hand in hands.hands] == [True, False, True, True]
    assert hands.hands[0] == parse_tiles("1112345678999m")


def test_nine_terminals_show_all_fourteen_tiles():
    deal = one_deal(
        draw(0, "E"),
        discard(0, "E"),
        draw(1, "4p"),
        {"type": "ryukyoku", "reason": "yao9", "deltas": [0] * 4, "tehais": [None, [], None, None]},
    )
    claim = deal.moves[-1]
    assert isinstance(claim, AbortClaimed)
    assert (claim.seat, len(claim.hand)) == (1, 14)


def test_a_truncated_record_is_refused_in_one_sentence(tmp_path):
    lines = RECORD.read_text().splitlines()
    cut = tmp_path / "cut.mjai.jsonl"
    cut.write_text("\n".join(lines[:100]))
    with pytest.raises(RecordError, match="before its end_game"):
        read_record(cut)
    cut.write_text("\n".join(lines[:100])[:-7])
    with pytest.raises(RecordError, match="Line 100 is cut off"):
        read_record(cut)


def test_a_missing_record_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path / "none.jsonl")


def test_a_record_that_discards_a_tile_nobody_has_is_refused(tmp_path):
    with pytest.raises(RecordError, match="Line 4"):
        one_deal(draw(0, "E"), discard(0, "9p"))
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({"type": "sing", "actor": 0}))
    with pytest.raises(RecordError, match="Line 1"):
        read_record(wrong)
