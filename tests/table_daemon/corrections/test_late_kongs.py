"""Kongs whose fourth tile counts late: not found when it was laid, or refused because of a tile that was misread."""

from mjai_lines import HANDS, discard, draw, one_deal
from table_bench import Bench, bench_at, in_virtual_time

from mahjong_rules.events import Called, Discarded, KongDeclared
from vision.sightings import Zone

EASTS = ["4s", "4s", "5s", "5sr", "6s", "6s", "7s", "7s", "8s", "E", "E", "E", "S"]
CLAIMED_KONG = one_deal(
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "P"),
    discard(1, "E"),
    {"type": "daiminkan", "actor": 3, "target": 1, "pai": "E", "consumed": ["E", "E", "E"]},
    draw(3, "F"),
    discard(3, "S"),
    draw(0, "W"),
    discard(0, "W"),
    draw(1, "P"),
    discard(1, "P"),
    draw(2, "N"),
    discard(2, "N"),
    draw(3, "1s"),
    discard(3, "1s"),
    hands=[*HANDS[:3], EASTS],
)
ADDED_KONG = one_deal(
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "P"),
    discard(1, "E"),
    {"type": "pon", "actor": 3, "target": 1, "pai": "E", "consumed": ["E", "E"]},
    discard(3, "4s"),
    draw(0, "S"),
    discard(0, "S"),
    draw(1, "W"),
    discard(1, "W"),
    draw(2, "N"),
    discard(2, "N"),
    draw(3, "C"),
    {"type": "kakan", "actor": 3, "pai": "E", "consumed": ["E", "E", "E"]},
    draw(3, "F"),
    discard(3, "F"),
    hands=[*HANDS[:3], EASTS],
)


def kinds(bench: Bench) -> list[str]:
    """Of the melds of seat 3."""
    return [meld["kind"] for meld in bench.document("board")["melds"][3]]


@in_virtual_time
async def test_a_claimed_kong_whose_fourth_tile_is_found_late_is_no_pung(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(CLAIMED_KONG)
        hidden = 0
        for move in CLAIMED_KONG.moves:
            await bench.felt.perform([move])
            if isinstance(move, Called):
                laid = [piece for piece in bench.felt.seen().tiles if piece.zone is Zone.MELDS]
                hidden = max(laid, key=lambda piece: piece.u_mm).track
                bench.felt.take_away(hidden)
            if isinstance(move, Discarded) and (move.seat, str(move.tile)) == (0, "3z"):
                assert kinds(bench) == ["pung"]
                bench.felt.put_back(hidden)
            bench.show()
            await bench.wait(1)
        assert kinds(bench) == ["melded_kong"]
        (correction,) = bench.document("audit")["corrections"]
        assert (correction["why"], correction["kind"]) == ("fourth_tile", "call")
        assert (bench.rivers[3], bench.questions) == (["2z", "1s"], [])
        assert (await bench.send("undo", correction=correction["seq"])).ok
        await bench.wait(5)
        assert kinds(bench) == ["pung"], "who took that back knows better"


@in_virtual_time
async def test_a_kong_that_a_misread_discard_forbids_corrects_that_discard(tmp_path):
    """World 10441."""
    async with bench_at(tmp_path) as bench:
        await bench.begin(ADDED_KONG)
        for move in ADDED_KONG.moves:
            await bench.felt.perform([move])
            if isinstance(move, Discarded) and (move.seat, str(move.tile)) == (0, "2z"):
                bench.felt.read_as(bench.felt.river(0)[-1], ("1z", 0.7), ("2z", 0.25))
            bench.show()
            await bench.wait(1)
            if isinstance(move, KongDeclared):
                assert bench.rivers[0] == ["2s", "2z"]
        assert kinds(bench) == ["added_kong"]
        assert bench.rivers[3] == ["4s", "6z"]
        assert bench.questions == []
