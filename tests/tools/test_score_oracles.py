from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from node_programs import node_program

from mahjong_rules.systems.cantonese.zungjung_values import ZungjungValues, winner_value
from mahjong_rules.systems.classical.hand import FirstTurn
from mahjong_rules.tiles import tile_set
from tools.score_oracles import zungjung
from tools.score_oracles.node_programs import ask
from tools.score_oracles.random_hands import random_hand

NODE = node_program("node")


def test_random_hands_are_complete_and_from_one_set() -> None:
    chance = random.Random(1)
    for _ in range(200):
        item = random_hand(chance, flowers=True, pairs=True)
        tiles = [*item.hand.concealed, item.how.winning_tile, *(t for m in item.hand.melds for t in m.tiles)]
        pieces = tile_set(red_fives=False, bonus=True)
        assert all(tiles.count(tile) <= pieces.count(tile) for tile in tiles)
        assert len(set(item.hand.flowers)) == len(item.hand.flowers)
        assert item.how.first_turn is FirstTurn.NONE or not item.hand.melds
        assert winner_value(item.hand, item.how, ZungjungValues()).base_points > 0


@pytest.mark.skipif(NODE is None, reason="needs node: the public scorers are JavaScript")
def test_a_scorer_that_answers_otherwise_is_a_difference(tmp_path: Path) -> None:
    (tmp_path / "zj").mkdir()
    (tmp_path / "zj" / "scoring.mjs").write_text("export const scoreWin = () => ({ total: -1, patterns: [] });\n")
    found = list(zungjung.compare(tmp_path, 3, 1))
    assert len(found) == 3
    assert all("theirs" in text and why == "" for text, why in found)


@pytest.mark.skipif(NODE is None, reason="needs node: the public scorers are JavaScript")
def test_a_folder_without_the_scorer_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"hk_mahjong\.cjs failed in"):
        ask("hk_mahjong.cjs", tmp_path, [json.dumps({})])
