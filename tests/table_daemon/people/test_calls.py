"""Players call a win, riichi and attention; the tiles and the rules decide what becomes of it."""

import json

import pytest
from short_deals import DISCARDS, INDICATOR, TURNS
from table_bench import Bench, bench_at, in_virtual_time

from table_daemon.people.calls import ATTENTION_S


def calls(bench: Bench) -> list[tuple[str, int]]:
    return [(call["kind"], call["seat"]) for call in bench.document("calls")["calls"]]


def notes(bench: Bench) -> list[dict]:
    return [entry.payload for entry in bench.entries() if "call" in entry.payload]


@in_virtual_time
async def test_a_call_is_shown_told_once_and_written_down_and_said_again_it_is_the_same(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        for _ in range(3):
            assert (await bench.send("declare", kind="win", seat=2)).ok
        assert calls(bench) == [("win", 2)]
        (told,) = bench.events("call")
        assert (told["data"]["kind"], told["data"]["seat"], told["cause"]) == ("win", 2, "page")
        assert notes(bench) == [{"call": "win", "seat": 2}]


@in_virtual_time
async def test_a_called_win_settles_nothing_and_goes_when_the_deal_ends_otherwise(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        await bench.send("declare", kind="win", seat=2)
        await bench.wait(60)
        assert bench.state["phase"] == "play"
        assert bench.document("result") is None
        assert calls(bench) == [("win", 2)]
        assert (await bench.send("declare", kind="chombo", seat=2)).ok
        assert calls(bench) == []


@in_virtual_time
async def test_a_called_riichi_makes_the_next_upright_discard_the_declaration(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        assert (await bench.send("declare", kind="riichi", seat=0)).ok
        await bench.perform(*TURNS[0])
        (first,) = bench.document("board")["rivers"][0]
        assert first["riichi"] is True
        assert calls(bench) == []


@in_virtual_time
async def test_without_a_call_an_upright_discard_declares_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        assert bench.document("board")["rivers"][0][0]["riichi"] is False


@in_virtual_time
async def test_a_dismissed_riichi_is_no_riichi(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await bench.send("declare", kind="riichi", seat=0)
        (call,) = bench.document("calls")["calls"]
        assert (await bench.send("dismiss_call", call=call["id"])).ok
        again = await bench.send("dismiss_call", call=call["id"])
        assert (again.ok, again.error_code) == (False, "not_now")
        await bench.perform(*TURNS[0])
        assert bench.document("board")["rivers"][0][0]["riichi"] is False


@pytest.mark.parametrize("kind", ["win", "riichi"])
@in_virtual_time
async def test_nobody_calls_a_win_or_riichi_while_no_deal_is_played(tmp_path, kind):
    async with bench_at(tmp_path) as bench:
        before = await bench.send("declare", kind=kind, seat=1)
        assert (before.ok, before.error_code) == (False, "not_now")
        assert "no deal is being played" in before.message
        await bench.begin_with_discards(1)
        await bench.send("declare", kind="chombo", seat=1)
        assert not (await bench.send("declare", kind=kind, seat=1)).ok
        assert calls(bench) == []


@in_virtual_time
async def test_riichi_after_the_own_discard_is_refused_with_what_to_do(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        answer = await bench.send("declare", kind="riichi", seat=0)
        assert (answer.ok, answer.error_code) == (False, "not_now")
        assert "take it back on the page" in answer.message


@in_virtual_time
async def test_attention_stands_until_it_is_dismissed_or_long_enough(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("call_attention", seat=3)).ok
        assert calls(bench) == [("attention", 3)]
        assert len(json.dumps(bench.document("calls"))) < 200
        await bench.wait(ATTENTION_S - 1)
        assert calls(bench) == [("attention", 3)]
        await bench.wait(2)
        assert calls(bench) == []


@in_virtual_time
async def test_going_on_asks_for_the_next_deal_and_for_nothing_in_a_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        nothing = await bench.send("go_on")
        assert (nothing.ok, nothing.error_code) == (False, "not_now")
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR)
        in_play = await bench.send("go_on")
        assert not in_play.ok
        await bench.send("declare", kind="chombo", seat=2)
        bench.machine.log.clear()
        assert (await bench.send("go_on")).ok
        assert bench.machine.log == ["clear", "raise"]
