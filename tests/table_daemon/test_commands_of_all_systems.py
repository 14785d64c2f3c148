"""Commands that only some rule systems know, and options: carried out where they belong, refused in a sentence."""

import pytest
from refusals import refused
from scripted_machine import ScriptedMachine
from short_deals import DISCARDS
from table_bench import Felt, bench_at, in_virtual_time


@in_virtual_time
async def test_a_game_keeps_the_options_it_was_started_with_after_a_restart(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await felt.lay_out(DISCARDS)
        answer = await bench.send("start_game", rules="tenhou", settings={"start_points": 30000, "ura_dora": False})
        assert answer.ok, answer
        assert bench.state["scores"] == [30000] * 4
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.state["scores"] == [30000] * 4
        assert bench.parts.keeper.rules.traits.has_ura is False


@in_virtual_time
@pytest.mark.parametrize(
    "settings",
    [
        [],
        "start_points=30000",
        None,
        {"start_points": None},
        {"start_points": [1]},
        {"start_points": 1.5},
        {"start_points": "many"},
        {"nonsense": "1"},
        {"": ""},
    ],
)
async def test_options_that_the_preset_does_not_have_are_refused(tmp_path, settings):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", "start_game", abandon=True, rules="tenhou", settings=settings)


@in_virtual_time
async def test_a_game_tells_the_machine_how_many_tiles_its_sets_are_to_have(tmp_path):
    async with bench_at(tmp_path, machine=ScriptedMachine(tile_count=144)) as bench:
        assert (await bench.send("start_game", rules="tenhou")).ok
        assert bench.machine.tile_count == 136
        assert (await bench.send("start_game", rules="tchou", settings={"bonus_tiles": True}, abandon=True)).ok
        assert bench.machine.tile_count == 144


@in_virtual_time
async def test_an_exchange_of_sets_is_agreed_to_by_its_number(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("machine", action="exchange_sets", tiles=144)).ok
        assert "exchange to 144" in bench.machine.log
        await refused(bench, "bad_data", "machine", action="exchange_sets")


@in_virtual_time
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("show_hand", {"seat": 1, "tiles": ["1m"] * 4}),
        ("judge", {"seat": 1, "exempt": True}),
        ("stake", {"seat": 0, "points": 100, "added": 3}),
        ("penalize", {"seat": 0, "points": 1000, "reason": "late"}),
        ("declare", {"kind": "hand_closed", "seat": 1}),
        ("declare", {"kind": "false_win", "seat": 1}),
        ("declare", {"kind": "stake_forgotten", "seat": 1}),
    ],
)
async def test_what_riichi_does_not_know_is_refused_before_and_in_a_deal(tmp_path, name, data):
    async with bench_at(tmp_path) as bench:
        await refused(bench, "not_now", name, **data)
        await bench.begin_with_discards(2)
        await refused(bench, "not_now", name, **data)


@in_virtual_time
async def test_a_penalty_that_the_rules_do_not_have_names_those_they_have(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        answer = await refused(bench, "not_now", "declare", kind="false_win", seat=1)
        assert "chombo" in answer.message


@in_virtual_time
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("show_hand", {"seat": 1}),
        ("show_hand", {"seat": 1, "tiles": "1m"}),
        ("show_hand", {"seat": 1, "tiles": ["1m", 2]}),
        ("show_hand", {"seat": 1, "tiles": ["10m"]}),
        ("show_hand", {"seat": 4, "tiles": ["1m"]}),
        ("judge", {"seat": 1}),
        ("judge", {"seat": 1, "exempt": "no"}),
        ("judge", {"exempt": True}),
        ("stake", {"seat": 0, "points": 100}),
        ("stake", {"seat": 0, "points": -100, "added": 1}),
        ("stake", {"seat": 0, "points": 100, "added": -1}),
        ("stake", {"seat": 0, "points": True, "added": 1}),
        ("stake", {"points": 100, "added": 1}),
        ("time_called", {"void": "yes"}),
        ("declare", {"kind": ["chombo"], "seat": 0}),
    ],
)
async def test_data_that_makes_no_sense_is_refused(tmp_path, name, data):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", name, **data)
