"""Only kinds that the game in play has are considered, and no tile that fits nothing stops a deal."""

import pytest
from laid_pieces import piece
from short_deals import TURNS
from table_bench import bench_at, in_virtual_time

from mahjong_rules.tiles import TileStock, parse_tile
from table_daemon.interpreter.decoding import among_kinds, any_kinds

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
        ("f1 0.9, y2 0.08", RIICHI, ""),
        ("", RIICHI, ""),
    ],
)
def test_a_face_is_one_of_the_kinds_that_the_game_has(readings, kinds, left):
    seen, expected = among_kinds(piece(1, readings), kinds), piece(1, left)
    assert [tile for tile, _ in seen.candidates] == [tile for tile, _ in expected.candidates]
    assert [chance for _, chance in seen.candidates] == pytest.approx([p for _, p in expected.candidates], abs=1e-4)
    assert (seen.tile, seen.confidence) == (expected.tile, pytest.approx(expected.confidence, abs=1e-4))


def test_what_fits_nothing_may_be_anything_the_nearest_first():
    kinds = any_kinds(piece(1, "2m 0.9, 7z 0.05"), RIICHI)
    assert list(map(str, kinds[:6])) == ["2m", "7z", "1m", "3m", "4m", "5m"]
    assert len(kinds) == 34
    assert parse_tile("1m") == any_kinds(piece(1, ""), RIICHI)[0]


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
async def test_the_eyes_name_faces_by_the_kinds_of_the_game_that_begins(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert bench.eyes.kinds is None
        await bench.begin_with_discards(1)
        assert bench.eyes.kinds == RIICHI
        felt, machine = bench.felt, bench.machine
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.eyes.kinds == RIICHI
