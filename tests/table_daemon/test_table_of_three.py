"""A table with three players, as its documents tell it, and what is refused there."""

from __future__ import annotations

from table_bench import bench_at, in_virtual_time


@in_virtual_time
async def test_the_empty_seat_has_no_wind_and_no_name_on_the_wire(tmp_path):
    async with bench_at(tmp_path) as bench:
        reply = await bench.send("start_game", rules="sanma", settings={"empty_seat": "0"}, names=["-", "A", "B", "C"])
        assert reply.ok, reply.message
        state = bench.state
        assert state["system"]["seats"] == [1, 2, 3]
        assert state["system"]["left_out"] == [f"{number}m" for number in range(2, 9)]
        assert state["system"]["laid_aside"] == ["4z"]
        assert state["dealer"] == 1
        assert (state["winds"], state["names"]) == (["", "E", "S", "W"], ["", "A", "B", "C"])
        assert state["scores"] == [0, 35_000, 35_000, 35_000]


@in_virtual_time
async def test_nobody_calls_deals_or_errs_at_the_empty_seat(tmp_path):
    async with bench_at(tmp_path) as bench:
        refused = await bench.send("start_game", rules="sanma", first_dealer=3)
        assert not refused.ok
        assert (await bench.send("start_game", rules="sanma", first_dealer=2, abandon=True)).ok
        for kind in ("win", "chombo", "noten"):
            refused = await bench.send("declare", kind=kind, seat=3)
            assert not refused.ok, kind
            assert "nobody plays at" in refused.message, refused.message
