"""The real controller with the real firmware core, over a line in memory, in virtual time."""

import asyncio
from random import Random

import pytest
from machine_bench import BUILD_S, MachineBench, machine_bench
from virtual_time import run_virtual

from firmware_bridge.messages import CommandOutcome, Interlock, Verb
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import DealSetup
from table_daemon.machine.refusals import reason_text

pytestmark = pytest.mark.slow


async def play_three_deals(bench: MachineBench) -> list[DealSetup]:
    throws = iter([(1, 2), (3, 4), (5, 6)])
    bench.mechanics.set_dice_source(lambda: next(throws))
    setups = []
    for _ in range(3):
        setup = await bench.controller.prepare_deal()
        assert bench.mechanics.raised_set == setup.tile_set.value
        assert bench.mechanics.dice == setup.dice
        assert bench.mechanics.dome_raised == 0.0
        assert bench.mechanics.lifts_raised == 1.0
        setups.append(setup)
        await asyncio.sleep(BUILD_S)
        await bench.clear()
    return setups


def test_the_whole_cycle_alternates_the_sets_names_every_state_and_is_the_same_twice():
    async def main():
        async with machine_bench() as bench:
            setups = await play_three_deals(bench)
            return setups, bench.states(), bench.controller.line.figures, bench.statuses

    setups, states, figures, statuses = run_virtual(main())
    assert setups == [
        DealSetup(SetName.A, (1, 2)),
        DealSetup(SetName.B, (3, 4)),
        DealSetup(SetName.A, (5, 6)),
    ]
    deal = ["raising", "rolling", "in_play", "clearing", "counting", "closing", "ready"]
    assert states == ["offline", "waiting", "idle", "homing", "building", *deal, *deal, *deal]
    assert figures.resent == 0
    assert run_virtual(main()) == (setups, states, figures, statuses)


def test_the_other_set_is_built_while_people_play():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await asyncio.sleep(10)
            text = bench.controller.status.text
            await asyncio.sleep(30)
            full = all(bench.mechanics.read(f"rail_{side}_full") for side in range(4))
            return text, full, bench.controller.status

    text, full, status = run_virtual(main())
    assert text.startswith("The walls of set A stand. Set B is being built: ")
    assert full
    assert status.text == "The walls of set A stand."
    assert status.state == "in_play"
    assert status.fault is None


def test_clearing_tells_how_many_tiles_are_in():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            clearing = asyncio.create_task(bench.controller.clear_table())
            await bench.until("counting")
            for _ in range(87):
                bench.mechanics.accept_tile(SetName.A)
            await asyncio.sleep(1)
            status = bench.controller.status
            clearing.cancel()
            return status

    status = run_virtual(main())
    assert status.text == "Please push the tiles in: 87 of 136 are in."
    assert status.tiles_in == 87
    assert status.progress == pytest.approx(87 / 136)
    assert status.tile_set is SetName.A


def test_a_deal_that_stands_is_given_again_and_a_clear_table_needs_no_clearing():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.clear_table()
            first = await bench.controller.prepare_deal()
            again = await bench.controller.prepare_deal()
            return first, again, bench.states()

    first, again, states = run_virtual(main())
    assert first == again
    assert states.count("raising") == 1


def test_a_lossy_line_only_costs_time():
    async def main():
        rng = Random(78)

        def lossy(data: bytes) -> list[bytes]:
            chance = rng.random()
            if chance < 0.2:
                return []
            if chance < 0.3:
                return [data, data]
            if chance < 0.35:
                return [bytes((data[0], data[1] ^ 4)) + data[2:]]
            return [data]

        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await bench.clear()
            bench.link.to_board = bench.link.to_host = lossy
            executed = bench.board.firmware.executed
            submitted = bench.controller._session.client._core._next_seq
            await bench.controller.prepare_deal()
            await bench.clear()
            bench.link.to_board = bench.link.to_host = lambda data: [data]
            await asyncio.sleep(1)
            sent = bench.controller._session.client._core._next_seq - submitted
            return bench.controller.line.figures.resent, sent, bench.board.firmware.executed - executed, bench.states()

    resent, submitted, executed, states = run_virtual(main())
    assert resent > 5
    assert submitted == executed
    assert "faulted" not in states
    assert states[-1] in ("idle", "ready")


def test_a_frozen_daemon_has_its_motors_stopped_within_half_a_second():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await asyncio.sleep(2)
            loop = asyncio.get_running_loop()
            bench.link.to_board = lambda _data: []
            began_s = loop.time()
            await bench.motors_off()
            stopped_after_s = loop.time() - began_s
            deal.cancel()
            return stopped_after_s

    assert run_virtual(main()) <= 0.5 + 0.01 + 0.005


def test_a_stuck_lift_is_named_and_the_deal_goes_on_after_it_was_freed():
    async def main():
        async with machine_bench() as bench:
            bench.mechanics.defects.stuck.add("lift_1_up")
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("faulted")
            fault = bench.controller.status.fault
            bench.mechanics.defects.stuck.clear()
            await bench.controller.clear_fault(fault.id)
            return fault, await deal, bench.mechanics.raised_set

    fault, setup, raised = run_virtual(main())
    assert fault.text == "the lift of side 1 does not reach its stop"
    assert setup.tile_set == raised == "A"


def test_a_board_that_restarts_in_mid_motion_is_found_again_and_homed_after_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("raising")
            await asyncio.sleep(4)
            bench.board.reset()
            await bench.until("waiting")
            motors = bench.mechanics.motors_running
            await bench.controller.home()
            setup = await deal
            return motors, setup, bench.mechanics.raised_set, bench.states()

    motors, setup, raised, states = run_virtual(main())
    assert motors == frozenset()
    assert setup.tile_set == raised == "A"
    assert "homing" in states[states.index("offline") :]


def test_a_daemon_that_died_and_came_back_finds_the_walls_in_play():
    async def main():
        async with machine_bench() as bench:
            setup = await bench.controller.prepare_deal()
            await asyncio.sleep(60)
            await bench.controller.close()
            reborn = bench.controller = bench.new_controller()
            await bench.start()
            found = reborn.status
            same = await reborn.prepare_deal()
            await bench.clear()
            following = await reborn.prepare_deal()
            return setup, found, same, following

    setup, found, same, following = run_virtual(main())
    assert found.state == "in_play"
    assert found.tile_set is SetName.A
    assert same == setup
    assert following.tile_set is SetName.B


def test_a_daemon_that_died_while_clearing_finishes_it_first():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await asyncio.sleep(60)
            clearing = asyncio.create_task(bench.controller.clear_table())
            await bench.until("counting")
            for _ in range(50):
                bench.mechanics.accept_tile(SetName.A)
            clearing.cancel()
            await bench.controller.close()
            bench.controller = bench.new_controller()
            await bench.start()
            people = asyncio.create_task(bench.push_tiles(SetName.A))
            setup = await bench.controller.prepare_deal()
            await people
            return setup

    assert run_virtual(main()).tile_set is SetName.B


def test_after_a_bounce_of_the_drop_counter_and_a_look_the_next_deals_are_built():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            clearing = asyncio.create_task(bench.controller.clear_table())
            await bench.until("counting")
            bench.mechanics.counters.bounce_drop(SetName.A)
            while bench.mechanics.accept_tile(SetName.A):
                pass
            await bench.until("faulted")
            fault = bench.controller.status.fault
            await bench.controller.clear_fault(fault.id)
            await clearing
            sets = []
            for _ in range(2):
                sets.append((await bench.controller.prepare_deal()).tile_set)
                await asyncio.sleep(60)
                await bench.clear()
            return fault, sets

    fault, sets = run_virtual(main())
    assert fault.code == "tile_surplus"
    assert sets == [SetName.B, SetName.A]


class StubbornBoard:
    """Lets a board refuse every build, as one with a firmware of other rules might."""

    def __init__(self, bench: MachineBench) -> None:
        self._machine = bench.board.firmware.machine
        self._obey = self._machine.command
        self._machine.command = self._command

    def relent(self) -> None:
        """From here on it builds."""
        self._machine.command = self._obey

    def _command(self, op_id: int, verb: int, args: bytes, is_foreign: bool = False) -> tuple[int, int]:
        if verb == Verb.BUILD:
            return (CommandOutcome.INTERLOCK, Interlock.SET_INCOMPLETE)
        return self._obey(op_id, verb, args, is_foreign)


async def refused_deal(bench: MachineBench) -> tuple[asyncio.Task[DealSetup], StubbornBoard]:
    """A deal is wanted, and the board refuses to build."""
    await bench.controller.home()
    board = StubbornBoard(bench)
    return asyncio.create_task(bench.controller.prepare_deal()), board


def test_a_step_that_the_board_keeps_refusing_is_shown_with_what_to_do_and_goes_on_by_itself():
    async def main():
        async with machine_bench() as bench:
            deal, board = await refused_deal(bench)
            await asyncio.sleep(0.9)
            soon = bench.controller.status
            await asyncio.sleep(0.5)
            refused = bench.controller.status
            executed = bench.board.firmware.executed
            await asyncio.sleep(60)
            asked = bench.board.firmware.executed - executed
            board.relent()
            await bench.until("building")
            going_on = bench.controller.status
            await deal
            return soon, refused, asked, going_on, bench.states()

    soon, refused, asked, going_on, states = run_virtual(main())
    assert soon.state == "idle"
    assert refused.state == "refused"
    assert refused.progress is None
    assert refused.text == (
        "The machine does not build the walls, because not all tiles of that set are counted inside (A 136, B 136): "
        "look for the missing ones; if none is missing, say that all are in."
    )
    assert 20 <= asked <= 30, "STATUS and BUILD every five seconds"
    assert going_on.text == "Set A is being shuffled and built: 0 of 136."
    assert states[-7:] == ["homing", "idle", "refused", "building", "raising", "rolling", "in_play"]


def test_a_refusal_vanishes_when_nobody_wants_the_goal_any_more():
    async def main():
        async with machine_bench() as bench:
            deal, _ = await refused_deal(bench)
            await bench.until("refused")
            deal.cancel()
            await asyncio.gather(deal, return_exceptions=True)
            return bench.controller.status

    status = run_virtual(main())
    assert (status.state, status.text) == ("idle", "The machine is ready; no walls are built.")


def test_a_fault_is_shown_before_a_refusal():
    async def main():
        async with machine_bench() as bench:
            deal, board = await refused_deal(bench)
            await bench.until("refused")
            await bench.controller.stop("look inside")
            stopped = bench.controller.status
            await asyncio.sleep(20)
            still = bench.controller.status
            board.relent()
            await bench.controller.clear_fault(stopped.fault.id)
            await deal
            return stopped, still

    stopped, still = run_virtual(main())
    assert stopped == still
    assert stopped.state == "faulted"


def test_every_refusal_has_a_reason_and_a_remedy():
    refusals = [
        outcome
        for outcome in CommandOutcome
        if outcome not in (CommandOutcome.ACCEPTED, CommandOutcome.DONE, CommandOutcome.INTERLOCK)
    ]
    texts = [reason_text(outcome) for outcome in refusals]
    texts += [reason_text(CommandOutcome.INTERLOCK, lock) for lock in Interlock if lock is not Interlock.NONE]
    assert len(set(texts)) == len(texts)
    for text in texts:
        reason, remedy = text.split(": ")
        assert reason
        assert remedy
        assert "the board answers" not in reason


async def moved_by_a_new_daemon(bench: MachineBench, rest_s: float = 30.0) -> set[str]:
    """Another daemon starts; which motors ran from then on, although nobody asked for anything."""
    bench.controller = bench.new_controller()
    await bench.start()
    moved: set[str] = set()
    for _ in range(round(rest_s / 0.01)):
        moved |= bench.mechanics.motors_running
        await asyncio.sleep(0.01)
    return moved


async def killed(bench: MachineBench, state: str) -> None:
    """The daemon is killed in this state: no goodbye, no more bytes."""
    deal = asyncio.create_task(bench.controller.prepare_deal())
    await bench.until(state)
    await asyncio.sleep(1)
    assert bench.mechanics.motors_running
    deal.cancel()
    bench.controller._pursuit.end()
    await bench.controller._session.lease.end()
    bench.controller._session.client.close()


@pytest.mark.parametrize("state", ["building", "raising"])
@pytest.mark.parametrize("away_s", [0.05, 0.3, 3.0])
def test_a_daemon_that_starts_over_a_table_in_motion_lets_it_stand_until_a_goal_is_asked(state, away_s):
    async def main():
        async with machine_bench() as bench:
            await killed(bench, state)
            await asyncio.sleep(away_s)
            moved = await moved_by_a_new_daemon(bench)
            status = bench.controller.status
            if status.fault is not None:
                await bench.controller.clear_fault(status.fault.id)
            await bench.controller.prepare_deal()
            return moved, status, bench.mechanics.raised_set

    moved, status, raised = run_virtual(main())
    assert moved == set()
    assert (status.state == "faulted") == (away_s > 0.5), "by then the board had missed its lease in mid-motion"
    assert raised == "A"


def test_a_daemon_that_starts_over_a_latched_fault_moves_nothing_even_when_the_fault_is_cleared():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("raising")
            await asyncio.sleep(1)
            await bench.controller.stop("a hand over the lift")
            deal.cancel()
            await bench.controller.close()
            moved = await moved_by_a_new_daemon(bench)
            status = bench.controller.status
            await bench.controller.clear_fault(status.fault.id)
            for _ in range(1000):
                moved |= bench.mechanics.motors_running
                await asyncio.sleep(0.01)
            return moved, status, bench.controller.status

    moved, faulted, cleared = run_virtual(main())
    assert moved == set()
    assert (faulted.state, faulted.fault.code) == ("faulted", "stopped")
    assert cleared.fault is None
