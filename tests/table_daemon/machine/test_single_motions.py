"""Single motions of the real controller at a simulated board, in virtual time: what they mean, show and refuse."""

import asyncio

import pytest
from machine_bench import MachineBench, machine_bench
from standings import BUILT_B, RESTING, WALLS_A
from virtual_time import run_virtual

from firmware_bridge.goals import BuildWalls, LowerLifts, MoveDome, RaiseWalls, SelfTest
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import MachineError
from table_daemon.machine.single_motions import goal_of
from wire.commands.motions import Motion


@pytest.mark.parametrize(
    ("motion", "facts", "tile_set", "goal"),
    [
        (Motion.DOME_UP, RESTING, None, MoveDome(up=True)),
        (Motion.DOME_DOWN, RESTING, None, MoveDome(up=False)),
        (Motion.LOWER, RESTING, None, LowerLifts()),
        (Motion.SELF_TEST, RESTING, None, SelfTest()),
        (Motion.BUILD, RESTING, None, BuildWalls(SetName.A)),
        (Motion.BUILD, RESTING, SetName.B, BuildWalls(SetName.B)),
        (Motion.BUILD, BUILT_B, None, BuildWalls(SetName.B)),
        (Motion.BUILD, WALLS_A, None, BuildWalls(SetName.B)),
        (Motion.RAISE, BUILT_B, None, RaiseWalls(SetName.B)),
        (Motion.RAISE, WALLS_A, None, RaiseWalls(SetName.A)),
        (Motion.RAISE, WALLS_A, SetName.A, RaiseWalls(SetName.A)),
    ],
)
def test_a_motion_means_the_goal_that_fits_where_the_machine_stands(motion, facts, tile_set, goal):
    assert goal_of(motion, facts, tile_set) == goal


@pytest.mark.parametrize(
    ("motion", "facts", "tile_set", "why"),
    [
        (Motion.RAISE, RESTING, None, "no walls are built"),
        (Motion.RAISE, WALLS_A, SetName.B, "no walls are built"),
        (Motion.RAISE, BUILT_B, SetName.A, "the walls of the other set stand"),
        (Motion.BUILD, BUILT_B, SetName.A, "the walls of the other set stand"),
    ],
)
def test_a_motion_that_makes_no_sense_is_refused_with_what_to_do(motion, facts, tile_set, why):
    with pytest.raises(MachineError, match=why):
        goal_of(motion, facts, tile_set)


def at_a_bench(story):
    async def main():
        async with machine_bench() as bench:
            return await story(bench)

    return run_virtual(main())


def test_walls_are_built_raised_and_never_lowered_with_tiles_on_them():
    async def story(bench: MachineBench):
        controller = bench.controller
        await controller.home()
        await controller.maintain(Motion.BUILD)
        await controller.maintain(Motion.BUILD)
        await controller.maintain(Motion.RAISE)
        await controller.maintain(Motion.RAISE)
        with pytest.raises(MachineError, match=r"does not lower its lifts, because tiles are still on the table"):
            await controller.maintain(Motion.LOWER)
        return bench.states(), bench.mechanics.raised_set, controller.status.state

    states, on_table, state = at_a_bench(story)
    assert [name for name in states if name not in ("offline", "waiting")] == (
        ["idle", "homing", "idle", "building", "ready", "raising", "in_play"]
    )
    assert on_table is not None
    assert state == "in_play"


def test_the_dome_goes_up_and_down_with_and_without_walls_behind_the_lifts():
    async def story(bench: MachineBench):
        controller = bench.controller
        await controller.home()
        heights = []
        for _ in range(2):
            await controller.maintain(Motion.DOME_UP)
            heights.append(bench.mechanics.dome_raised)
            await controller.maintain(Motion.DOME_DOWN)
            heights.append(bench.mechanics.dome_raised)
            await controller.maintain(Motion.BUILD)
        return heights, bench.states()

    heights, states = at_a_bench(story)
    assert heights == [1.0, 0.0, 1.0, 0.0]
    assert states[-4:] == ["clearing", "ready", "closing", "ready"]


def test_home_brings_lowered_lifts_and_a_raised_dome_back():
    async def story(bench: MachineBench):
        controller = bench.controller
        await controller.home()
        await controller.maintain(Motion.LOWER)
        lowered = bench.mechanics.lifts_raised
        await controller.home()
        raised = bench.mechanics.lifts_raised
        await controller.maintain(Motion.DOME_UP)
        await controller.home()
        return lowered, raised, bench.mechanics.dome_raised

    assert at_a_bench(story) == (0.0, 1.0, 0.0)


def test_a_machine_that_does_not_know_where_it_stands_moves_home_first():
    async def story(bench: MachineBench):
        with pytest.raises(MachineError, match="let it move to its resting position first"):
            await bench.controller.maintain(Motion.DOME_UP)

    at_a_bench(story)


def test_a_stop_in_a_motion_is_told_with_its_fault_and_holds_the_next_one_back():
    async def story(bench: MachineBench):
        controller = bench.controller
        await controller.home()
        building = asyncio.create_task(controller.maintain(Motion.BUILD))
        await bench.until("building")
        await controller.stop("a person")
        with pytest.raises(MachineError, match=r"did not reach the end of this motion: the machine was stopped"):
            await building
        with pytest.raises(MachineError, match=r"clear it first"):
            await controller.maintain(Motion.DOME_UP)
        assert controller.status.fault is not None
        await controller.clear_fault(controller.status.fault.id)
        await controller.home()
        await controller.maintain(Motion.BUILD)
        return controller.status.state, bench.mechanics.motors_running

    assert at_a_bench(story) == ("ready", frozenset())


def test_a_motion_waits_for_no_deal_and_disturbs_none():
    async def story(bench: MachineBench):
        deal = asyncio.create_task(bench.controller.prepare_deal())
        await bench.until("building")
        with pytest.raises(MachineError, match="at work for the next deal"):
            await bench.controller.maintain(Motion.DOME_UP)
        return (await deal).tile_set

    assert at_a_bench(story) is SetName.A


def test_the_other_set_is_built_beside_walls_on_the_table_and_the_text_names_it():
    async def story(bench: MachineBench):
        controller = bench.controller
        await controller.home()
        await controller.maintain(Motion.BUILD, SetName.B)
        await controller.maintain(Motion.RAISE)
        building = asyncio.create_task(controller.maintain(Motion.BUILD))
        await asyncio.sleep(3)
        text = controller.status.text
        await building
        return text

    assert at_a_bench(story).startswith("The walls of set B stand. Set A is being built: ")


def test_the_self_test_moves_one_mechanism_at_a_time_and_leaves_everything_at_rest():
    seen = set()

    async def watch(bench: MachineBench):
        while True:
            seen.add(bench.mechanics.motors_running)
            await asyncio.sleep(0.005)

    async def story(bench: MachineBench):
        await bench.controller.home()
        watching = asyncio.create_task(watch(bench))
        await bench.controller.maintain(Motion.SELF_TEST)
        watching.cancel()
        facts = bench.controller._session.facts.board
        return facts.dome_down, facts.lifts_up, facts.dice, facts.homed

    assert at_a_bench(story) == (True, True, None, True)
    assert max(map(len, seen)) == 1
    lifts = {f"lift_{side}_{way}" for side in range(4) for way in ("up", "down")}
    assert set().union(*seen) == {"dome_up", "dome_down"} | lifts


def test_the_self_test_names_the_lift_that_is_stuck():
    async def story(bench: MachineBench):
        await bench.controller.home()
        bench.mechanics.defects.stuck.add("lift_2_down")
        with pytest.raises(MachineError, match="the lift of side 2 does not reach its stop"):
            await bench.controller.maintain(Motion.SELF_TEST)
        return bench.mechanics.motors_running

    assert at_a_bench(story) == frozenset()


def test_no_self_test_with_tiles_on_the_table():
    async def story(bench: MachineBench):
        for motion in (Motion.BUILD, Motion.RAISE):
            await bench.controller.home()
            await bench.controller.maintain(motion)
        with pytest.raises(MachineError, match="does not test itself, because tiles are still on the table"):
            await bench.controller.maintain(Motion.SELF_TEST)

    at_a_bench(story)
