"""The host's end of the link without any I/O: bytes and the time go in, bytes and happenings come out.

Rules this file keeps (docs/serial_link.md §4-§6):
* The host begins: HELLO with a nonce opens a session; command numbers go on where the board says.
* One command is on the way at a time. Unanswered it is sent again after 50, 100, 200, 400 ms, five times in all;
  then the link is lost. Nothing is sent under a number twice unless it is the same bytes.
* Events are taken in order, each once; a gap is repaired by the board, and reported when it cannot be.
* STOP goes out at once, three times, whatever else is happening.
* A packet of another boot ends the session, and so does another program that uses our numbers on the same line.
* An answer counts when session, operation and verb are those of the command that waits: another host's is not ours.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from firmware_bridge import layout
from firmware_bridge.messages import (
    BoardEvent,
    CommandOutcome,
    Hello,
    LeaseReply,
    MessageError,
    PacketType,
    Reply,
    Verb,
)
from firmware_bridge.packets import Packet, PacketReader, encode

RETRANSMIT_S = (0.05, 0.1, 0.2, 0.4, 0.4)
"""How long each of the five tries of a command waits for its reply (docs/serial_link.md §4).

The first is ten times the 3-5 ms that a command and its reply take on the wire, the others give a busy board time."""
# docs/serial_link.md §4: HELLO may meet a board that boots, so it waits longer than a command.
_HELLO_S = (0.1, 0.2, 0.4, 0.4, 0.4)
_STOP_GAP_S = 0.02
"""As long as the longest tick of the board, twelve times a STOP on the wire: one burst of noise hits one of them."""
_STOP_REPEATS = 3
"""docs/serial_link.md §4; what is lost three times is left to the board's dead man."""
_SILENCE_S = 1.0
"""Ten leases without an answer, and twice the board's dead man: its motors are off before the session is given up."""
_FROZEN_S = 1.5
"""Whoever hears nothing for so long and then old bytes was frozen: the session is over whichever it looks at first."""

_STOOD_STILL = "this computer stood still for more than a second"


class LinkState(StrEnum):
    """Where the session stands."""

    CLOSED = "closed"
    GREETING = "greeting"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Connected:
    """The board answered HELLO."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The session is over; `reason` is a clause such as "the board does not answer"."""

    reason: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The reply to the command with this number."""

    seq: int
    reply: Reply


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the board, in order and once."""

    event: BoardEvent


@dataclass(frozen=True, slots=True)
class EventsMissed:
    """The board no longer keeps what was lost: ask STATUS."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The board answered a lease."""

    lease: LeaseReply


LinkEvent = Connected | Disconnected | Answered | Happened | EventsMissed | Heartbeat


@dataclass(slots=True)
class LinkFigures:
    """For maintenance: what the line costs."""

    sent: int = 0
    resent: int = 0
    received: int = 0
    unknown: int = 0
    foreign: int = 0
    """Answers to commands of another program on the same line."""


@dataclass(slots=True)
class _Pending:
    seq: int
    data: bytes
    asks: tuple[int, int, int] = (0, 0, 0)
    """Session, operation, verb: what the answer repeats."""
    tries: int = 0
    due_s: float = 0.0


@dataclass(slots=True)
class _Stop:
    data: bytes
    left: int = _STOP_REPEATS
    due_s: float = 0.0


@dataclass(slots=True)
class LinkCore:
    """One link. Call `take_output` and `take_events` after every other call."""

    state: LinkState = LinkState.CLOSED
    reader: PacketReader = field(default_factory=PacketReader)
    figures: LinkFigures = field(default_factory=LinkFigures)
    boot_id: int = 0
    _nonce: int = 0
    _next_seq: int = 1
    _queue: deque[_Pending] = field(default_factory=deque)
    _stop: _Stop | None = None
    _event_seen: int = 0
    _silent_since_s: float = 0.0
    _output: bytearray = field(default_factory=bytearray)
    _events: list[LinkEvent] = field(default_factory=list)

    def open(self, nonce: int, now_s: float) -> None:
        """Begin a session; the board repeats `nonce` (0-65535), so that its answer to an older HELLO is known."""
        self.state = LinkState.GREETING
        self.reader = PacketReader()
        self.boot_id = 0
        self._nonce = nonce
        self._stop = None
        hello = encode(Packet(PacketType.HELLO, 0, 0, layout.hello_payload(nonce)))
        self._queue = deque([_Pending(0, hello, due_s=now_s)])
        self._silent_since_s = now_s
        self.tick(now_s)

    def close(self) -> None:
        """End the session without a word."""
        self.state = LinkState.CLOSED
        self._queue.clear()

    def submit(self, op_id: int, verb: Verb, arguments: bytes, now_s: float) -> int:
        """Queue a command; its number comes back in `Answered`.

        Raises:
            ValueError: there is no session.
        """
        if self.state is not LinkState.UP:
            raise ValueError(f"a command needs an open session; the link is {self.state}")
        if verb is Verb.CLEAR:
            self._stop = None  # only a stop that the board has reported can be cleared: it needs no repetition
        seq = self._next_seq
        self._next_seq = (seq + 1) & 0xFFFF
        payload = layout.command_payload(self._nonce, op_id, verb, arguments)
        data = encode(Packet(PacketType.COMMAND, self.boot_id, seq, payload))
        self._queue.append(_Pending(seq, data, (self._nonce, op_id, verb), due_s=now_s))
        self.tick(now_s)
        return seq

    def stop(self, reason: int, now_s: float) -> None:
        """Send STOP three times, session or not; commands not yet answered are forgotten by the board's latch."""
        self._stop = _Stop(encode(Packet(PacketType.STOP, self.boot_id, 0, bytes((reason,)))), due_s=now_s)
        self.tick(now_s)

    def renew_lease(self) -> None:
        """Say that the control loop is alive; acknowledges the events seen."""
        if self.state is LinkState.UP:
            payload = layout.lease_payload(self._nonce, self._event_seen)
            self._send(encode(Packet(PacketType.LEASE, self.boot_id, 0, payload)))

    def receive(self, data: bytes, now_s: float) -> None:
        """Bytes from the board; those that waited while this computer stood still are of a session that is over."""
        if self.state is LinkState.UP and now_s >= self._silent_since_s + _FROZEN_S:
            self._lose(_STOOD_STILL)
        for packet in self.reader.feed(data):
            self.figures.received += 1
            try:
                self._handle(packet, now_s)
            except MessageError:
                self.figures.unknown += 1

    def tick(self, now_s: float) -> None:
        """The time has come that `deadline_s` named, or any other."""
        if self._stop is not None and now_s >= self._stop.due_s:
            self._send(self._stop.data)
            self._stop.left -= 1
            self._stop.due_s = now_s + _STOP_GAP_S
            if self._stop.left == 0:
                self._stop = None
        if self._queue and now_s >= self._queue[0].due_s:
            self._transmit(self._queue[0], now_s)
        if self.state is LinkState.UP and now_s >= self._silent_since_s + _SILENCE_S:
            is_late = now_s >= self._silent_since_s + _FROZEN_S  # this was to be looked at half a second ago
            self._lose(_STOOD_STILL if is_late else "the board has been silent for a second")

    def deadline_s(self) -> float | None:
        """When `tick` must be called next; None: only when something else happens."""
        times = [self._stop.due_s] if self._stop is not None else []
        if self._queue:
            times.append(self._queue[0].due_s)
        if self.state is LinkState.UP:
            times.append(self._silent_since_s + _SILENCE_S)
        return min(times, default=None)

    def take_output(self) -> bytes:
        """Bytes for the board."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def take_events(self) -> list[LinkEvent]:
        """What happened, in order."""
        events = list(self._events)
        self._events.clear()
        return events

    def _send(self, data: bytes) -> None:
        self.figures.sent += 1
        self._output += data

    def _transmit(self, pending: _Pending, now_s: float) -> None:
        waits = _HELLO_S if self.state is LinkState.GREETING else RETRANSMIT_S
        if pending.tries == len(waits):
            self._lose("the board does not answer")
            return
        self.figures.resent += pending.tries > 0
        pending.due_s = now_s + waits[pending.tries]
        pending.tries += 1
        self._send(pending.data)

    def _lose(self, reason: str) -> None:
        self.close()
        self._events.append(Disconnected(reason))

    def _handle(self, packet: Packet, now_s: float) -> None:
        if packet.type == PacketType.HELLO_REPLY:
            self._greeted(layout.parse_hello(packet.boot_id, packet.payload), now_s)
            return
        if self.state is not LinkState.UP:
            return
        if packet.boot_id != self.boot_id:
            self._lose("the board has restarted")
            return
        self._silent_since_s = now_s
        match packet.type:
            case PacketType.REPLY:
                self._answered(packet.seq, layout.parse_reply(packet.payload), now_s)
            case PacketType.LEASE_REPLY:
                self._heartbeat(layout.parse_lease_reply(packet.payload))
            case PacketType.EVENT:
                self._happened(packet.seq, packet.payload)
            case PacketType.STOPPED:
                pass
            case _:
                raise MessageError(f"unknown packet type {packet.type}")

    def _greeted(self, hello: Hello, now_s: float) -> None:
        if self.state is not LinkState.GREETING or hello.nonce != self._nonce:
            return
        self.state = LinkState.UP
        self.boot_id = hello.boot_id
        self._event_seen = hello.newest_event
        self._next_seq = (hello.last_command + 1) & 0xFFFF
        self._silent_since_s = now_s
        self._queue.clear()
        self._events.append(Connected(hello))

    def _answered(self, seq: int, reply: Reply, now_s: float) -> None:
        if not self._queue or seq != self._queue[0].seq:
            return
        if (reply.session, reply.op_id, reply.verb) != self._queue[0].asks:
            self.figures.foreign += 1
            return
        if reply.outcome is CommandOutcome.NUMBER_TAKEN:
            self._lose("another program gives the board commands: stop the other one")
            return
        self._queue.popleft()
        if self._queue:
            self._queue[0].due_s = now_s
        self._events.append(Answered(seq, reply))
        self.tick(now_s)

    def _heartbeat(self, lease: LeaseReply) -> None:
        self._events.append(Heartbeat(lease))
        missing = (lease.oldest_event - self._event_seen - 1) & 0xFFFF
        if 0 < missing < 0x8000:
            self._event_seen = (lease.oldest_event - 1) & 0xFFFF
            self._events.append(EventsMissed())

    def _happened(self, seq: int, payload: bytes) -> None:
        """What is not understood counts as seen, or nothing after it would ever be heard."""
        if seq == (self._event_seen + 1) & 0xFFFF:
            self._event_seen = seq
            self._events.append(Happened(layout.parse_event(payload)))
