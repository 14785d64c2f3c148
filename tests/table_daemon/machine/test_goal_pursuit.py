"""The machine waits for people: hands over its lifts, tiles that were forgotten, and whoever works on it."""

import asyncio

import pytest
from eventually import eventually
from machine_bench import MachineBench, machine_bench
from virtual_time import run_virtual

from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import MachineError
from table_daemon.machine.maintenance_mark import MaintenanceMark
from table_daemon.machine.obstacles import Obstacle, ObstacleKind
from wire.commands.motions import Motion

HANDS = Obstacle(ObstacleKind.HANDS, "Take hands away.")
TILES = Obstacle(ObstacleKind.TILES, "Take tiles away.")


class Sight:
    """What the camera of a test sees over the lifts."""

    def __init__(self, bench: MachineBench, obstacle: Obstacle | None) -> None:
        self.obstacle = obstacle
        bench.watch = lambda _goal, _tiles_seen: self.obstacle


def test_lifts_wait_for_a_hand_and_go_on_by_themselves_when_it_is_gone():
    async def main():
        async with machine_bench() as bench:
            sight = Sight(bench, HANDS)
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("blocked")
            status, lifts = bench.controller.status, bench.mechanics.lifts_raised
            await asyncio.sleep(60)
            waited = bench.mechanics.lifts_raised == lifts and not bench.mechanics.motors_running
            sight.obstacle = None
            await deal
            return status, waited, bench.states(), bench.controller.status.obstacle

    status, waited, states, obstacle_after = run_virtual(main())
    assert (status.obstacle, status.text) == ("hands", HANDS.text)
    assert waited
    assert states[-4:] == ["blocked", "raising", "rolling", "in_play"]
    assert obstacle_after == ""


def test_a_hand_that_only_passes_is_waited_for_without_a_word():
    async def main():
        async with machine_bench() as bench:
            loop, asked_at_s = asyncio.get_running_loop(), []

            def watch(_goal, _tiles_seen):
                asked_at_s.append(loop.time())
                return HANDS if loop.time() - asked_at_s[0] < 0.5 else None

            bench.watch = watch
            await bench.controller.prepare_deal()
            return bench.states(), asked_at_s[-1] - asked_at_s[0]

    states, waited_s = run_virtual(main())
    assert "blocked" not in states
    assert 1.0 < waited_s < 1.5


def test_a_fault_while_the_lifts_wait_takes_consent_away_and_the_hand_is_still_waited_for():
    async def main():
        async with machine_bench() as bench:
            sight = Sight(bench, HANDS)
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("blocked")
            await bench.controller.stop("a test")
            sight.obstacle = None
            await asyncio.sleep(30)
            stood = bench.controller.status.state
            sight.obstacle = HANDS
            await bench.controller.clear_fault(bench.controller.status.fault.id)
            await bench.until("blocked")
            sight.obstacle = None
            await deal
            return stood, bench.controller.status.state

    assert run_virtual(main()) == ("faulted", "in_play")


def test_a_persons_word_counts_for_what_is_shown_and_only_once():
    async def main():
        async with machine_bench() as bench:
            Sight(bench, TILES)
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("blocked")
            with pytest.raises(MachineError, match="look again"):
                bench.controller.nothing_in_the_way("hands")
            bench.controller.nothing_in_the_way("tiles")
            await deal
            with pytest.raises(MachineError, match="look again"):
                bench.controller.nothing_in_the_way("tiles")
            clearing = asyncio.create_task(bench.clear())
            await clearing
            again = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("blocked")
            again.cancel()
            return bench.controller.status.obstacle

    assert run_virtual(main()) == "tiles"


def test_a_word_about_tiles_moves_nothing_through_a_hand_that_came_meanwhile():
    async def main():
        async with machine_bench() as bench:
            sight = Sight(bench, TILES)
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("blocked")
            lifts = bench.mechanics.lifts_raised
            bench.controller.nothing_in_the_way("tiles")
            sight.obstacle = HANDS
            await asyncio.sleep(30)
            waited, shown = bench.mechanics.lifts_raised == lifts, bench.controller.status.obstacle
            sight.obstacle = TILES
            await deal
            return waited, shown, bench.controller.status.state

    assert run_virtual(main()) == (True, "hands", "in_play")


def test_a_single_motion_of_the_lifts_is_refused_while_a_hand_is_over_them():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.home()
            sight = Sight(bench, HANDS)
            with pytest.raises(MachineError, match="hands"):
                await bench.controller.maintain(Motion.LOWER)
            await bench.controller.maintain(Motion.DOME_UP)
            await bench.controller.maintain(Motion.DOME_DOWN)
            sight.obstacle = TILES
            await bench.controller.maintain(Motion.LOWER)
            return bench.mechanics.lifts_raised

    assert run_virtual(main()) == 0.0


def test_in_maintenance_the_game_waits_and_single_motions_are_done():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.home()
            bench.controller.maintenance(on=True)
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await asyncio.sleep(300)
            still = (bench.controller.status.state, bench.mechanics.stacker.tiles_on_rails, deal.done())
            await bench.controller.maintain(Motion.DOME_UP)
            up = (bench.mechanics.dome_raised, bench.controller.status.state)
            await bench.controller.maintain(Motion.DOME_DOWN)
            await bench.controller.maintain(Motion.SELF_TEST)
            bench.controller.maintenance(on=False)
            await deal
            return still, up, bench.controller.status, bench.states()

    still, up, after, states = run_virtual(main())
    assert still == ("maintenance", 0, False)
    assert up == (1.0, "maintenance")
    assert (after.state, after.maintenance) == ("in_play", False)
    assert {"clearing", "closing", "homing"} <= set(states)


def test_maintenance_begins_over_a_fault_in_mid_build_and_the_goal_goes_on_after_it():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            with pytest.raises(MachineError, match="wait until it rests, or stop it"):
                bench.controller.maintenance(on=True)
            await bench.controller.stop("a test")
            bench.controller.maintenance(on=True)
            fault = bench.controller.status
            await bench.controller.clear_fault(fault.fault.id)
            await bench.controller.home()
            cleared = bench.controller.status.state
            await asyncio.sleep(200)
            built = bench.mechanics.stacker.tiles_on_rails
            await bench.controller.maintain(Motion.BUILD, SetName.A)
            bench.controller.maintenance(on=False)
            await deal
            return fault, cleared, built, bench.controller.status.state

    fault, cleared, built, state = run_virtual(main())
    assert (fault.state, fault.maintenance) == ("faulted", True)
    assert cleared == "maintenance"
    assert built < 136
    assert state == "in_play"


def test_maintenance_ends_only_when_no_single_motion_is_under_way():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.home()
            bench.controller.maintenance(on=True)
            motion = asyncio.create_task(bench.controller.maintain(Motion.SELF_TEST))
            await asyncio.sleep(1)
            with pytest.raises(MachineError, match="wait until it has ended"):
                bench.controller.maintenance(on=False)
            await motion
            bench.controller.maintenance(on=False)
            return bench.controller.status.state

    assert run_virtual(main()) == "idle"


def test_while_people_push_tiles_in_maintenance_may_begin_and_the_tiles_are_awaited_after_it():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await asyncio.sleep(60)
            clearing = asyncio.create_task(bench.controller.clear_table())
            await bench.until("counting")
            bench.controller.maintenance(on=True)
            await asyncio.sleep(60)
            state = bench.controller.status.state
            bench.controller.maintenance(on=False)
            await asyncio.gather(clearing, bench.push_tiles(bench.mechanics.raised_set))
            return state, bench.controller.status.state

    assert run_virtual(main()) == ("maintenance", "ready")


def test_a_restart_of_the_daemon_does_not_forget_the_maintenance(tmp_path):
    async def main():
        async with machine_bench() as bench:
            bench.mark = MaintenanceMark(tmp_path / "maintenance")
            await bench.controller.close()
            bench.controller = bench.new_controller()
            await bench.start()
            bench.controller.maintenance(on=True)
            await bench.controller.close()
            bench.controller = bench.new_controller()
            await bench.start()
            found = bench.controller.status.maintenance, bench.controller.status.state
            bench.controller.maintenance(on=False)
            return found, bench.mark.is_set

    assert run_virtual(main()) == ((True, "maintenance"), False)


def test_a_mark_that_the_disk_refuses_begins_no_maintenance(tmp_path):
    with pytest.raises(MachineError, match="mend the disk"):
        MaintenanceMark(tmp_path / "missing" / "maintenance").put(on=True)


def test_a_dome_that_stopped_too_early_is_lifted_again_when_no_tile_falls_in():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await bench.clear()
            await bench.controller.prepare_deal()
            frozen = bench.mechanics.defects.frozen
            frozen["dome_top"] = 0
            clearing = asyncio.create_task(bench.controller.clear_table())
            await bench.until("clearing")
            await eventually(lambda: bench.mechanics.dome_raised > 0)
            frozen["dome_top"] = 1
            await bench.until("counting")
            stood_at = bench.mechanics.dome_raised
            del frozen["dome_top"]
            await eventually(lambda: bench.mechanics.dome_raised == 1, within_s=60)
            await bench.push_tiles(bench.mechanics.raised_set)
            await clearing
            return stood_at, bench.states()

    stood_at, states = run_virtual(main())
    assert 0.0 < stood_at < 1.0
    assert states[states.index("counting", -8) :][:3] == ["counting", "clearing", "counting"]
