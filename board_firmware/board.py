"""The board's end of the link: packets in, one execution each, replies and events out (docs/serial_link.md §4-§6)."""

from board_firmware import protocol as p
from board_firmware.admission import walls_stand
from board_firmware.codec import PacketParser, encode_packet, read_u16, u16, u32
from board_firmware.config import BoardConfig
from board_firmware.machine_core import Machine
from board_firmware.steps import LIFT_BOTTOMS, LIFT_TOPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.pins import Pins

MAX_EVENTS = 32
"""docs/serial_link.md §6. At five reports of progress a second six seconds: longer than the host's silence."""
_RESEND_MS = 80
"""Shorter than the lease's 100 ms, so that every LEASE asks again; longer than a packet and its answer (3-5 ms)."""
_COMMAND_BYTES = 5
"""Session, operation, verb: the beginning of a command, repeated in its reply."""


class EventRing:
    """The last events: each with its number, its payload and when it was sent last."""

    def __init__(self) -> None:
        self.newest = 0
        self._entries: list[tuple[int, bytes]] = []
        self._sent_ms: dict[int, int] = {}
        self._unsent = 0

    @property
    def oldest(self) -> int:
        """The number of the oldest event still kept; the next number while there is none."""
        return self._entries[0][0] if self._entries else (self.newest + 1) & 0xFFFF

    def append(self, payload: bytes) -> None:
        """Keep one more event; the oldest makes room."""
        self.newest = (self.newest + 1) & 0xFFFF
        self._entries.append((self.newest, payload))
        self._unsent = min(self._unsent + 1, MAX_EVENTS)
        if len(self._entries) > MAX_EVENTS:
            self._sent_ms.pop(self._entries.pop(0)[0], None)

    def fresh(self, now_ms: int) -> "list[tuple[int, bytes]]":
        """Events never sent so far; they count as sent now."""
        chosen = self._entries[len(self._entries) - self._unsent :]
        self._unsent = 0
        for seq, _ in chosen:
            self._sent_ms[seq] = now_ms
        return chosen

    def missing(self, after: int, now_ms: int) -> "list[tuple[int, bytes]]":
        """Events later than `after` that the host should have heard of by now; they count as sent now."""
        chosen = []
        for seq, payload in self._entries:
            later = 0 < ((seq - after) & 0xFFFF) < 0x8000
            sent_ms = self._sent_ms.get(seq)
            if later and sent_ms is not None and now_ms - sent_ms >= _RESEND_MS:
                self._sent_ms[seq] = now_ms
                chosen.append((seq, payload))
        return chosen


class LastCommand:
    """The command that was carried out last, and its reply: the same words again when it is said again."""

    def __init__(self) -> None:
        self.seq = 0
        self.payload = b""
        self.reply = b""


class Board:
    """The whole firmware but its pins.

    Args:
        pins: the pin layer.
        config: limits and counts of this machine.
        boot_id: a number that differs from the last boot's, 1 to 65535.
        firmware_hash: which build this is.
        reset_cause: 1 power on, 2 watchdog, 3 reset pin or unknown.

    Attributes:
        greeted: whether a host has said HELLO. `leaving`: whether it has asked for MicroPython's prompt since.
    """

    def __init__(
        self, pins: "Pins", config: "BoardConfig", boot_id: int, firmware_hash: int = 0, reset_cause: int = 1
    ) -> None:
        self._pins = pins
        self._config = config
        self._firmware_hash = firmware_hash
        self._reset_cause = reset_cause
        self.boot_id = boot_id
        self.reader = PacketParser()
        self.executed = 0
        self.events = EventRing()
        self.machine = Machine(pins, config, self._emit)
        self._output = bytearray()
        self.greeted = False
        self._last = LastCommand()
        self._armed_by = -1
        self.leaving = False

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        for kind, boot_id, seq, payload in self.reader.feed(data):
            self.machine.watch_lease()
            if kind == p.STOP:
                self._stopped(seq)
            elif kind == p.HELLO and len(payload) == 4:
                self._hello(seq, payload)
            elif kind == p.COMMAND and len(payload) >= _COMMAND_BYTES:
                self._command(boot_id, seq, payload)
            elif kind == p.LEASE and len(payload) == 4 and boot_id == self.boot_id:
                self._lease(seq, payload)

    def tick(self) -> None:
        """Look after the machine and send what happened; to be called at least every 20 ms."""
        self.machine.tick()
        if self.greeted:
            self._send_events(self.events.fresh(self.machine.lease.clock.look()))

    def take_output(self) -> bytes:
        """Bytes for the host since the last call."""
        if not self._output:
            return b""
        output = bytes(self._output)
        self._output = bytearray()
        return output

    def _send(self, kind: int, seq: int, payload: bytes) -> None:
        self._output += encode_packet(kind, self.boot_id, seq, payload)

    def _hello(self, seq: int, payload: bytes) -> None:
        self.greeted = True
        self.events.fresh(self.machine.lease.clock.look())
        self._send(
            p.HELLO_REPLY,
            seq,
            payload[:2]
            + bytes((p.MAJOR, p.MINOR))
            + u32(self._firmware_hash)
            + u32(self._config.hash())
            + bytes((self._reset_cause,))
            + u16(p.CAPABILITIES)
            + u16(self.events.newest)
            + u16(self._last.seq),
        )

    def _command(self, boot_id: int, seq: int, payload: bytes) -> None:
        if boot_id != self.boot_id or not self.greeted:
            self._send(p.REPLY, seq, _reply(payload, p.WRONG_BOOT))
        elif seq == self._last.seq and self._last.reply:
            again = payload == self._last.payload
            self._output += self._last.reply if again else self._reply_packet(seq, _reply(payload, p.NUMBER_TAKEN))
        elif seq == (self._last.seq + 1) & 0xFFFF:
            self._carry_out(seq, payload)

    def _carry_out(self, seq: int, payload: bytes) -> None:
        verb = payload[4]
        session = read_u16(payload, 0)
        result, lock = self.machine.command(
            read_u16(payload, 2), verb, payload[_COMMAND_BYTES:], session != self._armed_by
        )
        self.executed += 1
        if verb == p.ARM and result == p.DONE:
            self._armed_by = session
        self.leaving = self.leaving or (verb == p.LEAVE and result == p.DONE)
        data = bytes((lock,)) if lock else b""
        if verb == p.STATUS:
            data = self._status()
        self._last.seq = seq
        self._last.payload = payload
        self._last.reply = self._reply_packet(seq, _reply(payload, result) + data)
        self._output += self._last.reply

    def _reply_packet(self, seq: int, payload: bytes) -> bytes:
        return encode_packet(p.REPLY, self.boot_id, seq, payload)

    def _lease(self, seq: int, payload: bytes) -> None:
        if read_u16(payload, 0) == self._armed_by:
            self.machine.lease.renew()
        flags = (1 if self.machine.armed else 0) | (2 if self.machine.fault else 0)
        inside = bytes(self.machine.record.inside[1:])
        self._send(p.LEASE_REPLY, seq, u16(self.events.oldest) + u16(self.events.newest) + inside + bytes((flags,)))
        self._send_events(self.events.missing(read_u16(payload, 2), self.machine.lease.clock.look()))

    def _stopped(self, seq: int) -> None:
        self.machine.stop()
        fault = self.machine.fault
        self._send(p.STOPPED, seq, u16(fault.fault_id if fault else 0))

    def _emit(self, kind: int, op_id: int, data: bytes) -> None:
        if kind == p.EVENT_FAULT:
            data = self._fault_report()
        self.events.append(bytes((kind,)) + u16(op_id) + bytes(self.machine.record.inside[1:]) + data)

    def _send_events(self, events: "list[tuple[int, bytes]]") -> None:
        for seq, payload in events:
            self._send(p.EVENT, seq, payload)

    def _fault_report(self) -> bytes:
        fault, history = self.machine.fault, self.machine.history
        if fault is None:
            return b""
        report = u16(fault.fault_id) + bytes((fault.code, fault.mechanism)) + u32(fault.sensors)
        return report + bytes((len(history),)) + b"".join(bytes((verb,)) + u16(op_id) for verb, op_id in history)

    def _status(self) -> bytes:
        machine, pins, fault = self.machine, self._pins, self.machine.fault
        record, hardware = machine.record, machine.hardware
        facts = (
            machine.armed,
            machine.homed,
            pins.read("emergency_stop_closed"),
            pins.read("dome_bottom"),
            pins.read("dome_top"),
            hardware.all_of(LIFT_BOTTOMS),
            hardware.all_of(LIFT_TOPS),
            walls_stand(hardware),
            record.being_cleared,
        )
        flags = sum(1 << bit for bit, fact in enumerate(facts) if fact)
        running = b"".join(u16(operation.op_id if operation else 0) for operation in machine.operations)
        what = (fault.code, fault.mechanism) if fault else (0, 0)
        return (
            u16(flags)
            + bytes((record.on_table, record.rails_set, record.loaded_set, record.inside[1], record.inside[2]))
            + bytes(hardware.dice)
            + running
            + u16(fault.fault_id if fault else 0)
            + bytes(what)
            + bytes(record.sizes[1:])
        )


def _reply(command: bytes, outcome: int) -> bytes:
    """The answer to this command, without data."""
    return command[:_COMMAND_BYTES] + bytes((outcome,))
