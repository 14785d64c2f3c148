"""Hypothesis plays host, line, board, table and person in any order; `LiveLink` judges every tick."""

from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from live_link import LiveLink
from wire_damage import KINDS

from board_firmware import protocol as p
from firmware_bridge.layout import command_payload, hello_payload, lease_payload
from firmware_bridge.messages import Verb
from firmware_bridge.packets import Packet, encode
from mahjong_rules.set_names import SetName

MOTIONS = [
    (p.HOME, b""),
    *((p.BUILD, bytes((number, 136))) for number in (1, 2)),
    *((p.RAISE, bytes((number,))) for number in (1, 2)),
    (p.LOWER, b""),
    *((p.DOME, bytes((up,))) for up in (0, 1)),
    (p.DICE, b""),
]
MOTORS = ["dome_up", "dome_down", "lift_1_up", "lift_3_down", "head_2", "pusher_0", "disc"]
WITHIN_S = 60.0
OTHER = 0x5A5A
"""The session of another program on the same line."""


class LinkAndBoard(RuleBasedStateMachine):
    """Rules are what may happen to a table; what must never be is judged at every tick and in the invariants."""

    @initialize(seed=st.integers(0, 0xFFFF), nonce=st.integers(0, 2))
    def switch_on(self, seed, nonce):
        self.link = LiveLink(Random(seed), speed=10.0)
        self.greet(nonce)

    @rule(nonce=st.integers(0, 2))
    def greet(self, nonce):
        """Few session numbers, so that they come again."""
        self.link.open(nonce)
        self.link.run(0.1)

    @precondition(lambda self: self.link.up)
    @rule()
    def arm(self):
        self.link.submit(p.ARM, self.link.config.hash().to_bytes(4, "little"))
        self.link.run(0.1)

    @precondition(lambda self: self.link.up)
    @rule(motion=st.sampled_from(MOTIONS), seconds=st.sampled_from([0.05, 1.0, 4.0]))
    def ask_for_motion(self, motion, seconds):
        self.link.submit(*motion)
        self.link.run(seconds)

    @precondition(lambda self: self.link.up)
    @rule(commands=st.lists(st.sampled_from([(p.STATUS, b""), (p.DISARM, b""), *MOTIONS]), min_size=2, max_size=5))
    def ask_for_many_things_at_once(self, commands):
        for command in commands:
            self.link.submit(*command)

    @precondition(lambda self: self.link.up)
    @rule(wrong=st.booleans())
    def clear(self, wrong):
        fault = self.link.board.firmware.machine.fault
        number = (fault.fault_id if fault is not None else 0) + wrong
        self.link.submit(p.CLEAR, number.to_bytes(2, "little"))
        self.link.run(0.1)

    @rule()
    def stop(self):
        self.link.stop()

    @rule(seconds=st.sampled_from([0.01, 0.3, 0.6, 3.0]))
    def let_time_pass(self, seconds):
        self.link.run(seconds)

    @rule(seconds=st.sampled_from([0.2, 0.45, 0.6, 2.0]))
    def forget_the_lease(self, seconds):
        self.link.renewing = False
        self.link.run(seconds)
        self.link.renewing = True

    @rule(seconds=st.sampled_from([0.1, 0.6, 2.0]), to_board=st.booleans())
    def cut_one_direction(self, seconds, to_board):
        line = self.link.to_board if to_board else self.link.to_host
        line.cut = True
        self.link.run(seconds)
        line.cut = False

    @rule(probability=st.sampled_from([0.0, 0.2, 0.5]), kinds=st.lists(st.sampled_from(KINDS), min_size=1))
    def damage_packets(self, probability, kinds):
        for line in (self.link.to_board, self.link.to_host):
            line.probability, line.kinds = probability, tuple(kinds)

    @rule()
    def reset_the_board(self):
        self.link.reset_board()

    @rule(what=st.sampled_from(["greets", "renews a lease", "uses a number that is taken"]))
    def another_program(self, what):
        firmware = self.link.board.firmware
        packets = {
            "greets": Packet(p.HELLO, 0, 0, hello_payload(OTHER)),
            "renews a lease": Packet(p.LEASE, firmware.boot_id, 0, lease_payload(OTHER, firmware.events.newest)),
            "uses a number that is taken": Packet(
                p.COMMAND, firmware.boot_id, firmware._last.seq, command_payload(OTHER, 0, Verb.DISARM)
            ),
        }
        self.link.to_board.send(encode(packets[what]))

    @rule(mechanism=st.sampled_from(["dome", "lift_0", "lift_2"]), at=st.sampled_from([None, 0.2, 0.7]))
    def something_is_in_the_way_or_is_gone(self, mechanism, at):
        barriers = self.link.mechanics.defects.barriers
        barriers.pop(mechanism, None)
        if at is not None:
            barriers[mechanism] = at

    @rule(mechanism=st.sampled_from(["dome", "lift_1", "head_0", "pusher_3"]), speed=st.sampled_from([0.2, 0.6, 1.0]))
    def a_motor_is_slow_or_as_before(self, mechanism, speed):
        self.link.mechanics.defects.speeds[mechanism] = speed

    @rule(pressed=st.booleans())
    def press_or_release_the_emergency_stop(self, pressed):
        self.link.mechanics.press_emergency_stop(pressed=pressed)

    @rule(motor=st.sampled_from(MOTORS))
    def a_motor_sticks_or_is_mended(self, motor):
        self.link.mechanics.defects.stuck.symmetric_difference_update({motor})

    @rule(tiles=st.integers(1, 140))
    def people_push_tiles_in(self, tiles):
        for _ in range(tiles):
            if self.link.mechanics.raised_set is not None:
                self.link.mechanics.accept_tile(self.link.mechanics.raised_set)

    @rule(tile_set=st.sampled_from(SetName))
    def a_counter_bounces(self, tile_set):
        self.link.mechanics.counters.bounce_drop(tile_set)

    @invariant()
    def nothing_that_must_not_be_has_been(self):
        assert self.link.violations == []

    def teardown(self):
        """Every cause removed and every fault cleared, the table finds its resting position again."""
        link = self.link
        link.mechanics.defects.stuck.clear()
        link.mechanics.defects.barriers.clear()
        link.mechanics.defects.speeds.clear()
        link.mechanics.press_emergency_stop(pressed=False)
        for line in (link.to_board, link.to_host):
            line.probability, line.cut = 0.0, False
        link.open(4)
        link.run(0.1)
        machine = link.board.firmware.machine
        for _ in range(3):
            if machine.fault is not None:
                link.submit(p.CLEAR, machine.fault.fault_id.to_bytes(2, "little"))
                link.run(0.1)
        self.arm()
        link.submit(p.DISARM)
        self.arm()
        link.submit(p.HOME)
        link.run(WITHIN_S)
        assert link.violations == []
        assert machine.fault is None
        assert machine.homed
        assert link.mechanics.dome_raised == 0.0
        assert link.mechanics.lifts_raised == 1.0
        told = {number for boot, number in link.faults_told if boot == link.board.firmware.boot_id}
        assert told <= set(range(1, machine._faults + 1))


LinkAndBoard.TestCase.settings = settings(
    max_examples=8, stateful_step_count=20, deadline=None, phases=[Phase.generate]
)
TestLinkAndBoard = pytest.mark.slow(LinkAndBoard.TestCase)
