"""A simulated board on a bench: a clock turned by hand, packets sent one by one."""

from random import Random

from board_firmware.config import BoardConfig
from firmware_bridge import layout
from firmware_bridge.goals import Goal, Home, goal_command
from firmware_bridge.messages import BoardEvent, BoardStatus, CommandOutcome, PacketType, Reply, Verb
from firmware_bridge.packets import Packet, PacketReader, encode
from hw_sim.machine.board import TICK_S, SimulatedBoard
from hw_sim.machine.mechanics import Mechanics

LEASE_S = 0.1


class BoardBench:
    """The board, its table, and a host that does exactly what a test says."""

    def __init__(self, speed: float = 1.0, config: BoardConfig | None = None) -> None:
        self.now_s = 100.0
        self.mechanics = Mechanics(Random(5), speed)
        self.board = SimulatedBoard(self.mechanics, lambda: self.now_s, config)
        self.boot_id = self.board.firmware.boot_id
        self.events: list[BoardEvent] = []
        self.seq = 0
        self.session = 0
        self.event_seen = 0
        self._reader = PacketReader()

    def send(self, kind: PacketType, payload: bytes, seq: int = 0, boot_id: int | None = None) -> list[Packet]:
        """One packet to the board; what it answers at once."""
        return self.send_bytes(encode(Packet(kind, self.boot_id if boot_id is None else boot_id, seq, payload)))

    def send_bytes(self, data: bytes) -> list[Packet]:
        self.board.receive(data)
        return self._collect()

    def hello(self, nonce: int = 7) -> None:
        """Begin a session."""
        self.session = nonce
        (reply,) = self.send(PacketType.HELLO, layout.hello_payload(nonce))
        hello = layout.parse_hello(reply.boot_id, reply.payload)
        self.boot_id, self.event_seen = hello.boot_id, hello.newest_event
        self.seq = hello.last_command

    def command(self, verb: Verb, arguments: bytes = b"", op_id: int = 0) -> Reply:
        """The next command and its reply."""
        self.seq += 1
        payload = layout.command_payload(self.session, op_id, verb, arguments)
        answers = self.send(PacketType.COMMAND, payload, self.seq)
        (reply,) = (packet for packet in answers if packet.type == PacketType.REPLY)
        return layout.parse_reply(reply.payload)

    def arm(self) -> CommandOutcome:
        return self.command(Verb.ARM, BoardConfig().hash().to_bytes(4, "little")).outcome

    def begin(self, goal: Goal, op_id: int = 1) -> Reply:
        verb, arguments = goal_command(goal)
        return self.command(verb, arguments, op_id)

    def status(self) -> BoardStatus:
        return layout.parse_status(self.command(Verb.STATUS).data)

    def run(self, seconds: float, *, lease: bool = True) -> None:
        """Let time pass, tick by tick, with a lease every 100 ms if asked."""
        for tick in range(round(seconds / TICK_S)):
            if lease and tick % round(LEASE_S / TICK_S) == 0:
                self.send(PacketType.LEASE, layout.lease_payload(self.session, self.event_seen))
            self.now_s += TICK_S
            self.board.tick()
            self._collect()

    def reach(self, goal: Goal, within_s: float = 60.0) -> None:
        """Let the board reach a goal."""
        reply = self.begin(goal)
        assert reply.consents, reply
        for _ in range(round(within_s / LEASE_S)):
            if self.board.firmware.machine.operations == [None, None]:
                return
            self.run(LEASE_S)
        raise AssertionError(f"{goal} was not reached within {within_s} s")

    def ready(self) -> None:
        """Greeted, armed, homed."""
        self.hello()
        assert self.arm() is CommandOutcome.DONE
        self.reach(Home())

    def _collect(self) -> list[Packet]:
        packets = self._reader.feed(self.board.take_output())
        for packet in packets:
            if packet.type == PacketType.EVENT and packet.seq == self.event_seen + 1:
                self.event_seen = packet.seq
                self.events.append(layout.parse_event(packet.payload))
        return packets
