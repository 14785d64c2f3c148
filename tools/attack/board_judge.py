"""What must hold of a motor board after every step, whatever was sent to it and whatever its clock said.

* No motor on without a living lease of the session that armed the board, in true time.
* No motor on while a fault is latched, while the emergency stop is open, or disarmed.
* No lift moves unless the dome is down, the dome rises between raised lifts only, nothing is driven both ways.
* HOME, RAISE and SELF_TEST run alone.
* A command is carried out when it is of this boot, greeted and the next one; a number of a session once.
* Each packet that is understood is answered; each goal that was accepted ends with a report that says so.
"""

from __future__ import annotations

import struct
from collections import Counter
from typing import Final

from board_firmware.board import Board
from tools.attack import hostile_frames as f
from tools.attack.hostile_pins import HostilePins

LEASE_MS: Final = 500
"""docs/serial_link.md §4."""
_NAMES: Final = ("HOME", "BUILD", "RAISE", "LOWER", "DOME", "DICE", "SELF_TEST")
_ALONE: Final = {f.HOME, f.RAISE, f.SELF_TEST}
_ACCEPTED, _DONE = 0, 1
_EVENT_DONE, _EVENT_FAULT = 2, 3
"""docs/serial_link.md §5 and §6."""
_ANSWERS: Final = {f.HELLO: f.HELLO_REPLY, f.STOP: f.STOPPED, f.LEASE: f.LEASE_REPLY}


class BoardJudge:
    """Looks at one board after another of one table.

    Attributes:
        violations: what must not happen, in words.
        figures: how often what was looked at.
    """

    def __init__(self, pins: HostilePins, board: Board) -> None:
        self._pins = pins
        self.violations: list[str] = []
        self.figures: Counter[str] = Counter()
        self._carried_out: set[tuple[int, int, int]] = set()
        self.follow(board)

    def follow(self, board: Board) -> None:
        """The board has started anew."""
        self._board = board
        self._greeted = False
        self._newest = 0
        self._executed = 0
        self._armed_by = -1
        self._renewed_ms = -LEASE_MS - 1
        self._goals: list[int] = []
        self._verbs: dict[int, int] = {}
        self._newest_event = 0
        self._cleared = 0

    def heard(self, packet: f.Fields | None, said: list[f.Fields]) -> None:
        """The board was given bytes that complete this packet at most, and `said` was its answer."""
        executed, self._executed = self._board.executed - self._executed, self._board.executed
        if executed and (packet is None or packet.kind != f.COMMAND):
            self._complain(f"something was carried out that is no command: {packet}")
        elif executed and packet is not None:
            self._carried(packet, executed, said)
        if packet is not None:
            self._answered(packet, said)
        self._reports(said)
        if packet is not None and packet.kind == f.HELLO and len(packet.payload) == 4:
            self._greeted = True
            self._goals = self._running()  # a new session asks, and need not hear what was before
        self._look(had_look=packet is not None)

    def ticked(self, said: list[f.Fields]) -> None:
        """The board has looked after its machine, and said this."""
        self._reports(said)
        self._look(had_look=True)
        if sorted(self._goals) != sorted(self._running()):
            self._complain(f"goals {self._goals} are reported to run, {self._running()} do")
            self._goals = self._running()
        self._look_at_interlocks()

    def _carried(self, packet: f.Fields, executed: int, said: list[f.Fields]) -> None:
        session, op_id, verb = struct.unpack_from("<HHB", packet.payload)
        self.figures["carried out"] += 1
        if executed > 1 or (packet.boot, session, packet.seq) in self._carried_out:
            self._complain(f"carried out {executed} times or again: {packet}")
        if packet.boot != self._board.boot_id or not self._greeted or packet.seq != (self._newest + 1) & 0xFFFF:
            self._complain(f"carried out although it is of another boot, ungreeted or not the next: {packet}")
        self._carried_out.add((packet.boot, session, packet.seq))
        self._newest = packet.seq
        replies = [found for found in said if found.kind == f.REPLY and found.seq == packet.seq]
        if len(replies) != 1 or replies[0].payload[:5] != packet.payload[:5]:
            self._complain(f"{packet} was answered by {replies}")
            return
        outcome = replies[0].payload[5]
        if verb == f.ARM and outcome == _DONE:
            if self._pins.motors_on and session != self._armed_by:
                self._complain(f"session {session} armed while the motors of session {self._armed_by} ran")
            self._armed_by, self._renewed_ms = session, self._pins.true_ms
        elif verb == f.DISARM:
            self._goals = []
        elif verb == f.CLEAR and outcome == _DONE:
            self._cut_off(int.from_bytes(packet.payload[5:7], "little"))
            self._cleared = int.from_bytes(packet.payload[5:7], "little")
        elif verb >= f.HOME and outcome == _ACCEPTED:
            self.figures["goals accepted"] += 1
            self._goals.append(op_id)
            self._verbs[op_id] = verb

    def _answered(self, packet: f.Fields, said: list[f.Fields]) -> None:
        wanted = _ANSWERS.get(packet.kind)
        is_ours = packet.kind == f.STOP or len(packet.payload) == 4
        if packet.kind == f.LEASE:
            is_ours = is_ours and packet.boot == self._board.boot_id
            if is_ours and int.from_bytes(packet.payload[:2], "little") == self._armed_by:
                self._renew()
        if wanted is not None and is_ours and wanted not in {found.kind for found in said}:
            self._complain(f"{packet} was not answered")

    def _renew(self) -> None:
        """A lease that has run out is dead until the next ARM."""
        if self._pins.true_ms - self._renewed_ms <= LEASE_MS:
            self._renewed_ms = self._pins.true_ms

    def _reports(self, said: list[f.Fields]) -> None:
        for event in said:
            if event.kind == f.HELLO_REPLY:
                self._newest_event = int.from_bytes(event.payload[-4:-2], "little")
            if event.kind != f.EVENT or not 0 < (event.seq - self._newest_event) & 0xFFFF < 0x8000:
                continue  # sent again
            self._newest_event = event.seq
            what, op_id = struct.unpack_from("<BH", event.payload)
            if what == _EVENT_FAULT:
                self.figures["faults"] += 1
                self._cut_off(int.from_bytes(event.payload[5:7], "little"))
            elif what == _EVENT_DONE and op_id in self._goals:
                self.figures[f"goals done: {_NAMES[self._verbs[op_id] - f.HOME]}"] += 1
                self._goals.remove(op_id)

    def _cut_off(self, fault: int) -> None:
        """A fault that is cleared already, or whose report comes after that, says nothing of goals accepted since."""
        if fault > self._cleared:
            self._goals = []

    def _running(self) -> list[int]:
        return [operation.op_id for operation in self._board.machine.operations if operation is not None]

    def _look(self, *, had_look: bool) -> None:
        on, machine = self._pins.motors_on, self._board.machine
        if not on:
            return
        self.figures["looks at running motors"] += 1
        if had_look and self._pins.true_ms - self._renewed_ms > LEASE_MS:
            self._complain(f"{sorted(on)} on {self._pins.true_ms - self._renewed_ms} ms after the lease")
        if machine.fault is not None or not machine.armed:
            self._complain(f"{sorted(on)} on although faulted or disarmed")

    def _look_at_interlocks(self) -> None:
        on, read = self._pins.motors_on, self._pins.read
        running = [operation.verb for operation in self._board.machine.operations if operation is not None]
        if len(running) > 1 and _ALONE & set(running):
            self._complain(f"verbs {running} run together")
        if not on:
            return
        if self._pins.is_stop_open:
            self._complain(f"{sorted(on)} on although the emergency stop is open")
        if any(motor.startswith("lift_") for motor in on) and not read("dome_bottom"):
            self._complain(f"{sorted(on)} on although the dome is not down")
        if "dome_up" in on and not all(read(f"lift_{side}_top") for side in range(4)):
            self._complain(f"{sorted(on)} on although a lift is not up")
        if any(motor.endswith("_up") and motor[:-3] + "_down" in on for motor in on):
            self._complain(f"{sorted(on)}: both ways at once")

    def _complain(self, what: str) -> None:
        self.violations.append(f"at {self._pins.true_ms} ms (ticks {self._pins.ticks_ms()}): {what}")
