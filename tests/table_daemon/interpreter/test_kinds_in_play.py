"""Only kinds that the game in play has are considered, and no tile that fits nothing stops a deal."""

import pytest
from laid_pieces import piece
from mjai_lines import discard, draw, one_deal
from short_deals import TURNS
from table_bench import bench_at, in_virtual_time

from mahjong_rules.tiles import ALL_KINDS, TileStock, parse_tile
from table_daemon.interpreter.decoding import among_kinds, nearest_kinds
from vision.sightings import Zone

CLAIMED = one_deal(
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "F"),
    discard(1, "E"),
    {"type": "pon", "actor": 3, "target": 1, "pai": "E", "consumed": ["E", "E"]},
    discard(3, "4s"),
)
RIICHI = TileStock(red_fives=True).kinds
WITHOUT_RED = TileStock().kinds
WITH_FLOWERS = TileStock(bonus=True).kinds


@pytest.mark.parametrize(
    ("readings", "kinds", "left"),
    [
        ("f1 0.6, 1s 0.2, 2s 0.1", RIICHI, "1s 0.5, 2s 0.25"),
        ("0p 0.7, 5p 0.25", WITHOUT_RED, "5p 0.8333"),
        ("0p 0.7, 5p 0.25", RIICHI, "0p 0.7, 5p 0.25"),
        ("f1 0.6, 1s 0.2", WITH_FLOWERS, "f1 0.6, 1s 0.2"),
        ("f1 0.9999999999, 1s 0.0", RIICHI, "1s 0.0"),
        ("", RIICHI, ""),
    ],
)
def test_a_face_is_one_of_the_kinds_that_the_game_has(readings, kinds, left):
    seen, expected = among_kinds(piece(1, readings), kinds), piece(1, left)
    assert [tile for tile, _ in seen.candidates] == [tile for tile, _ in expected.candidates]
    assert [chance for _, chance in seen.candidates] == pytest.approx([p for _, p in expected.candidates], abs=1e-4)
    assert (seen.tile, seen.confidence) == (expected.tile, pytest.approx(expected.confidence, abs=1e-4))


def test_what_looks_like_nothing_that_the_game_has_may_be_any_ordinary_tile():
    seen = among_kinds(piece(1, "f1 0.9, y2 0.08"), RIICHI)
    assert {tile for tile, _ in seen.candidates} == set(ALL_KINDS)
    assert {chance for _, chance in seen.candidates} == {1 / 34} == {seen.confidence}


@pytest.mark.parametrize(
    ("read", "first"), [("2m", "2m 3m 1m 4m 5m"), ("f1", "7z 6z 5z 4z 3z"), (None, "7z 6z 5z 4z 3z")]
)
def test_the_nearest_numbers_of_a_suit_are_tried_first_and_honours_before_other_suits(read, first):
    kinds = nearest_kinds(None if read is None else parse_tile(read), RIICHI)
    assert " ".join(map(str, kinds[:5])) == first
    assert len(kinds) == 34


def test_a_bonus_tile_that_must_be_another_one_is_another_bonus_tile():
    assert {tile.is_bonus for tile in nearest_kinds(parse_tile("f1"), WITH_FLOWERS - {parse_tile("f1")})} == {True}


@in_virtual_time
async def test_a_bamboo_that_looks_like_flowers_stops_no_riichi_game(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await bench.felt.perform(TURNS[0])
        (bird,) = bench.felt.river(0)
        bench.felt.read_as(bird, ("f1", 0.9), ("y2", 0.07), ("f3", 0.02))
        bench.show()
        await bench.wait(1)
        await bench.perform(*(move for turn in TURNS[1:] for move in turn))
        await bench.wait(3)
        assert [bench.rivers[0][1:], *bench.rivers[1:]] == [["3z"], ["6z", "4z"], ["7z"], ["5z"]]
        (question,) = bench.questions
        assert (question["text"], question["seat"]) == ("provisional_tile", 0)
        await bench.answer("2s")
        assert bench.rivers[0] == ["2s", "3z"]
        assert bench.questions == []


@in_virtual_time
async def test_a_bamboo_that_looks_more_like_a_flower_is_no_flower_in_a_riichi_game(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await bench.felt.perform(TURNS[0])
        (bird,) = bench.felt.river(0)
        bench.felt.read_as(bird, ("f1", 0.9), ("2s", 0.08), ("1p", 0.01))
        bench.show()
        await bench.wait(1)
        assert (bench.rivers[0], bench.questions) == (["2s"], [])


@in_virtual_time
async def test_a_pung_with_a_tile_that_looks_like_flowers_is_read_by_the_others(tmp_path):
    claim = CLAIMED.moves[-2]
    async with bench_at(tmp_path) as bench:
        await bench.begin(CLAIMED)
        await bench.perform(*CLAIMED.moves[:-2])
        await bench.felt.perform([claim])
        corner = [piece for piece in bench.felt.seen().tiles if piece.zone is Zone.MELDS]
        bench.felt.read_as(next(piece for piece in corner if not piece.is_sideways), ("f1", 0.9), ("y2", 0.07))
        bench.show()
        await bench.wait(1)
        await bench.perform(CLAIMED.moves[-1])
        assert bench.document("board")["melds"][3][0]["tiles"] == ["1z", "1z", "1z"]
        assert (bench.rivers[3], bench.questions) == (["4s"], [])


@in_virtual_time
async def test_a_discard_that_the_rules_refuse_counts_as_another_one_and_is_asked(tmp_path):
    """Swap-calling: the wind just claimed is discarded, or looks as if it were."""
    async with bench_at(tmp_path) as bench:
        await bench.begin(CLAIMED)
        await bench.perform(*CLAIMED.moves[:-1])
        await bench.felt.perform(CLAIMED.moves[-1:])
        (piece,) = bench.felt.river(3)
        bench.felt.read_as(piece, ("1z", 0.98), ("4s", 0.01))
        bench.show()
        await bench.wait(1)
        assert bench.rivers[3] == []
        await bench.wait(3)
        assert bench.rivers[3] == ["4s"]
        (question,) = bench.questions
        assert question["text"] == "provisional_tile"
        await bench.answer("4s")
        assert bench.questions == []


@in_virtual_time
async def test_the_eyes_name_faces_by_the_kinds_of_the_game_that_begins(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert bench.eyes.kinds is None
        await bench.begin_with_discards(1)
        assert bench.eyes.kinds == RIICHI
        felt, machine = bench.felt, bench.machine
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.eyes.kinds == RIICHI
