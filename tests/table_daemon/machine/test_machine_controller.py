"""The real controller with the real firmware core, over a line in memory, in virtual time."""

import asyncio
import dataclasses
from random import Random

import pytest
from machine_bench import MachineBench, machine_bench
from virtual_time import run_virtual

from board_firmware.config import BoardConfig
from firmware_bridge.board import BoardClient
from firmware_bridge.messages import PROTOCOL_MAJOR, CommandOutcome, Interlock, PacketType, Verb
from firmware_bridge.packets import PacketReader
from firmware_bridge.serial_port import SerialPortError
from firmware_bridge.settings import MachineSettings
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import DealSetup, MachineError
from table_daemon.machine.link import misfit
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
        await asyncio.sleep(60)
        await bench.clear()
    return setups


def test_the_whole_cycle_alternates_the_sets_names_every_state_and_is_the_same_twice():
    async def main():
        async with machine_bench() as bench:
            setups = await play_three_deals(bench)
            return setups, bench.states(), bench.controller.figures, bench.statuses

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
        rng = Random(77)

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
            return bench.controller.figures.resent, sent, bench.board.firmware.executed - executed, bench.states()

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


def test_stop_latches_until_the_fault_is_cleared_by_name_then_the_goal_goes_on():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("raising")
            await asyncio.sleep(1)
            await bench.controller.stop("a hand over the lift")
            at_once = bench.mechanics.motors_running
            await asyncio.sleep(5)
            status = bench.controller.status
            with pytest.raises(MachineError, match="is not the one that is latched"):
                await bench.controller.clear_fault("0001-99")
            with pytest.raises(MachineError, match="clear it first"):
                await bench.controller.home()
            assert status.fault is not None
            await bench.controller.clear_fault(status.fault.id)
            return at_once, status, await deal, bench.states()

    at_once, status, setup, states = run_virtual(main())
    assert at_once == frozenset()
    assert status.state == "faulted"
    assert status.text == "The machine stands still: the machine was stopped: a hand over the lift."
    assert status.fault.action == "make sure that nobody reaches into the table, then clear it"
    assert setup.tile_set is SetName.A
    assert states[-6:] == ["faulted", "ready", "homing", "raising", "rolling", "in_play"]


def test_stop_is_said_three_times():
    async def main():
        stops = []
        reader = PacketReader()

        def listen(data: bytes) -> list[bytes]:
            stops.extend(packet for packet in reader.feed(data) if packet.type == PacketType.STOP)
            return [data]

        async with machine_bench() as bench:
            bench.link.to_board = listen
            await bench.controller.stop("test")
            await asyncio.sleep(0.2)
            return len(stops)

    assert run_virtual(main()) == 3


def test_a_stop_that_cannot_be_said_stops_the_machine_by_its_lease():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await asyncio.sleep(1)
            kept = PacketReader()

            def without_stops(data: bytes) -> list[bytes]:
                return [] if any(packet.type == PacketType.STOP for packet in kept.feed(data)) else [data]

            bench.link.to_board = without_stops
            await bench.controller.stop("nobody hears this")
            await asyncio.sleep(1)
            deal.cancel()
            return bench.mechanics.motors_running, bench.controller.status

    motors, status = run_virtual(main())
    assert motors == frozenset()
    assert status.fault is not None
    assert status.fault.code == "lease_expired"


def test_the_emergency_stop_at_the_computer_stops_and_must_be_released_first():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            bench.pins.open = True
            await bench.until("faulted")
            fault = bench.controller.status.fault
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.clear_fault(fault.id)
            bench.pins.open = False
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.clear_fault(fault.id)
            await asyncio.sleep(0.5)
            await bench.controller.clear_fault(fault.id)
            await deal
            return fault, bench.pins.relay

    fault, relay = run_virtual(main())
    assert "emergency stop" in fault.text
    assert relay[:3] == [True, False, True]


def test_a_stop_that_opens_between_two_looks_stops_by_its_edge():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            bench.pins.opened()
            await bench.until("faulted")
            deal.cancel()
            return bench.controller.status.fault

    assert "emergency stop" in run_virtual(main()).text


def test_nobody_consents_while_the_emergency_stop_is_open():
    async def main():
        async with machine_bench() as bench:
            bench.pins.open = True
            bench.link.unplug()
            await bench.until("offline")
            bench.link.plug_in()
            await bench.until("waiting")
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.resume()
            bench.pins.open = False
            await asyncio.sleep(2)
            await bench.controller.resume()
            return bench.controller.status.fault

    assert run_virtual(main()) is None


def test_the_emergency_stop_of_the_board_is_a_fault_of_its_own():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            bench.mechanics.press_emergency_stop(pressed=True)
            await bench.until("faulted")
            fault = bench.controller.status.fault
            with pytest.raises(MachineError, match="the emergency stop is pressed"):
                await bench.controller.clear_fault(fault.id)
            bench.mechanics.press_emergency_stop(pressed=False)
            await bench.controller.clear_fault(fault.id)
            await deal
            return fault

    assert run_virtual(main()).code == "emergency_stop"


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


def test_after_unplugging_the_link_returns_by_itself_but_motion_waits_for_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("in_play")
            await deal
            await asyncio.sleep(40)
            bench.link.unplug()
            await asyncio.sleep(5)
            offline = bench.controller.status
            bench.link.plugged = True
            await bench.until("waiting")
            clearing = asyncio.create_task(bench.clear())
            await asyncio.sleep(30)
            still = bench.mechanics.dome_raised
            await bench.controller.resume()
            await clearing
            return offline, still, bench.controller.status

    offline, still, status = run_virtual(main())
    assert offline.state == "offline"
    assert offline.text == "The motor board is not connected: the serial port is not there."
    assert still == 0.0
    assert status.state == "ready"


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

    def _command(self, op_id: int, verb: int, args: bytes) -> tuple[int, int]:
        if verb == Verb.BUILD:
            return (CommandOutcome.INTERLOCK, Interlock.SET_INCOMPLETE)
        return self._obey(op_id, verb, args)


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


def test_a_board_found_again_in_motion_is_stopped_and_waits_for_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("raising")
            await asyncio.sleep(1)
            bench.link.unplug()
            bench.link.plugged = True
            await bench.until("waiting")
            await bench.motors_off()
            motors = set()
            for _ in range(1000):
                motors |= bench.mechanics.motors_running
                await asyncio.sleep(0.01)
            fault = bench.controller.status.fault
            await bench.controller.resume()
            await deal
            return motors, fault

    assert run_virtual(main()) == (set(), None)


def test_a_lease_that_lapsed_in_idleness_is_taken_up_again_by_itself():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await asyncio.sleep(60)
            bench.link.to_board = lambda _data: []
            await asyncio.sleep(0.7)
            lapsed = bench.board.firmware.machine.armed
            bench.link.to_board = lambda data: [data]
            await asyncio.sleep(0.5)
            return lapsed, bench.board.firmware.machine.armed, bench.controller.status.state

    assert run_virtual(main()) == (False, True, "in_play")


def test_closing_the_daemon_switches_the_motors_off():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await asyncio.sleep(1)
            deal.cancel()
            await bench.controller.close()
            return bench.mechanics.motors_running, bench.board.firmware.machine.fault

    assert run_virtual(main()) == (frozenset(), None)


def test_another_configuration_is_refused_in_one_sentence():
    async def main():
        async with machine_bench(BoardConfig({"lift_limit_ms": 8000})):
            pass

    with pytest.raises(MachineError, match="set up for different machines"):
        run_virtual(main())


def test_another_protocol_is_refused_with_what_to_flash():
    async def main():
        bench = MachineBench()
        client = BoardClient(bench.link, Random(4), lambda _event: None)
        async with bench.link:
            return await client.open()

    newer = dataclasses.replace(run_virtual(main()), protocol_major=PROTOCOL_MAJOR + 1, config_hash=0)
    assert misfit(newer, MachineSettings()) == (
        "the motor board speaks protocol 4, this daemon 3: flash the firmware of this release (board_firmware/)"
    )


def test_a_silent_port_is_reported_at_the_start():
    async def main():
        bench = MachineBench()
        bench.link.to_host = lambda _data: []
        async with bench.link:
            await bench.start()

    with pytest.raises(MachineError, match="no motor board answers"):
        run_virtual(main())


def test_a_missing_port_is_reported_at_the_start():
    async def main():
        bench = MachineBench()
        bench.link.plugged = False
        async with bench.link:
            await bench.start()

    with pytest.raises(SerialPortError, match="not there"):
        run_virtual(main())


def test_a_cleared_fault_whose_board_cannot_be_armed_leaves_a_machine_that_waits_for_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await bench.controller.stop("a test")
            fault = bench.controller.status.fault
            bench.link.to_board = press_after(bench, PacketType.COMMAND)
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.clear_fault(fault.id)
            waiting = bench.controller.status
            bench.mechanics.press_emergency_stop(pressed=False)
            await bench.controller.resume()
            await deal
            return waiting

    waiting = run_virtual(main())
    assert (waiting.state, waiting.fault) == ("waiting", None)
    assert waiting.text == "The machine stands still: the emergency stop is pressed: release it first."


def press_after(bench: MachineBench, kind: PacketType):
    """A line that presses the emergency stop when the second packet of this kind is on its way: the one after CLEAR."""
    reader, seen = PacketReader(), []

    def listen(data: bytes) -> list[bytes]:
        seen.extend(packet for packet in reader.feed(data) if packet.type == kind)
        if len(seen) == 2:
            bench.mechanics.press_emergency_stop(pressed=True)
        return [data]

    return listen
