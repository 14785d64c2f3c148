"""How a deal ends on the felt: open hands, ura indicators, and what the machine swallows."""

from itertools import pairwise

import pytest
from compact_record import record_file
from mjai_lines import discard, draw, one_deal
from record_felt import FURNITURE, Felt

from hw_sim.felt.scene import Pose
from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.events import ExhaustiveDraw, WinsDeclared

RECORD = record_file("whole_game")


@pytest.fixture(scope="module")
def record() -> tuple[ScriptedDeal, ...]:
    return read_record(RECORD).deals


async def test_a_win_lies_open_with_the_winning_tile_after_a_gap(record):
    felt = Felt()
    for deal in record:
        await felt.play(deal)
        wins = deal.moves[-1]
        if isinstance(wins, WinsDeclared):
            win = wins.wins[0]
            open_tiles = sorted(
                (felt.local(win.seat, piece)[0], piece.tile)
                for piece in felt.world.scene.pieces.values()
                if piece.pose is Pose.FACE_UP and felt.is_in_hand_row(win.seat, piece)
            )
            assert sorted(tile for _, tile in open_tiles[:-1]) == sorted(win.concealed)
            assert open_tiles[-1][1] == win.winning_tile
            assert open_tiles[-1][0] - open_tiles[-2][0] > FURNITURE.tile_width_mm + 10
        await felt.people.endings.push_in(lambda _: True)


async def test_ura_indicators_are_laid_outside_the_wall_before_their_stack(record):
    felt = Felt()
    deal = next(d for d in record if isinstance(d.moves[-1], WinsDeclared) and d.moves[-1].ura_indicators)
    deck = await felt.play(deal)
    for place, tile in zip(deck.wall.ura_indicators, deal.moves[-1].ura_indicators, strict=False):
        found = [
            piece
            for piece in felt.world.scene.pieces.values()
            if piece.pose is Pose.FACE_UP
            and abs(felt.local(place.stack.seat, piece)[1] - FURNITURE.places.ura_v_mm) < 3
            and abs(felt.local(place.stack.seat, piece)[0] - FURNITURE.stack_u_mm(place.stack)) < 3
        ]
        assert [piece.tile for piece in found] == [tile]


async def test_tenpai_hands_lie_open_and_the_others_face_down():
    felt = Felt()
    draws = {"type": "ryukyoku", "reason": "exhaustive", "deltas": [0] * 4, "tehais": [[], None, None, []]}
    deal = one_deal(draw(0, "E"), discard(0, "E"), draws)
    await felt.play(deal)
    assert isinstance(deal.moves[-1], ExhaustiveDraw)
    poses = [{piece.pose for piece in place.hand} for place in felt.world.places]
    assert poses == [{Pose.FACE_UP}, {Pose.FACE_DOWN}, {Pose.FACE_UP}, {Pose.FACE_UP}]


async def test_nine_terminals_lie_open_without_a_gap():
    felt = Felt()
    claim = {"type": "ryukyoku", "reason": "yao9", "deltas": [0] * 4, "tehais": [None, [], None, None]}
    await felt.play(one_deal(draw(0, "E"), discard(0, "E"), draw(1, "4p"), claim))
    row = sorted(felt.local(1, piece)[0] for piece in felt.world.places[1].hand)
    assert len(row) == 14
    assert max(right - left for left, right in pairwise(row)) < FURNITURE.tile_width_mm + 2


async def test_tiles_that_the_machine_does_not_take_stay_on_the_table(record):
    felt = Felt()
    await felt.play(record[0])
    answers = iter([True] * 30 + [False] * 200)
    assert await felt.people.endings.push_in(lambda _: next(answers)) == 30
    assert len(felt.world.scene.pieces) == 106
