"""The host's link core and the whole firmware on a line that damages packets, judged at every step.

What is judged: no end accepts a packet that the other did not send; every undamaged packet arrives; a command is
executed at most once and in the order of submission; an answer is the board's own answer to that very command; events
arrive in order, each once; no motor runs longer than the lease allows, or after a fault; tiles are conserved.
"""

from collections import Counter, deque
from collections.abc import Callable
from random import Random

from both_codecs import BOTH, Fields
from wire_damage import KINDS, MIXED, damage, victims_of

from board_firmware.board import Board
from board_firmware.config import BoardConfig
from firmware_bridge import layout
from firmware_bridge.link import Answered, Connected, EventsMissed, Happened, Heartbeat, LinkCore, LinkEvent, LinkState
from firmware_bridge.messages import Hello, LeaseReply, PacketType, Verb
from hw_sim.machine.board import TICK_S, SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from mahjong_rules.set_names import SetName

MAX_S_WITHOUT_LEASE = 0.5 + 2 * TICK_S
"""The lease, and that a tick before and after it may be the one that sees it."""
_REMEMBERED = 400


class JudgedLine:
    """One direction: packets of one step arrive in the next, some damaged; both codecs listen at the far end.

    Attributes:
        probability: how often a packet is hit, 0 to 1.
        kinds: kinds of damage that may hit.
        cut: while True every byte is lost.
    """

    def __init__(self, rng: Random, complain: Callable[[str], None]) -> None:
        self.probability = 0.0
        self.kinds: tuple[str, ...] = KINDS
        self.cut = False
        self.damaged: Counter[str] = Counter()
        self.intact = 0
        self._rng = rng
        self._complain = complain
        self._arriving: list[tuple[bytes, bool]] = []
        self._held = b""
        self._sent: deque[bytes] = deque(maxlen=_REMEMBERED)
        self._ears = [codec.reader() for codec in BOTH]
        self._encode = BOTH[0].encode

    def flush(self) -> None:
        """The port was opened anew: what was on its way is gone, and so is half of a packet."""
        self._arriving.clear()
        self._held = b""

    def send(self, data: bytes) -> None:
        """Packets enter the line."""
        for piece in data.split(b"\x00"):
            if piece and not self.cut:
                self._send_packet(b"\x00" + piece + b"\x00")

    def arrive(self) -> tuple[bytes, list[Fields]]:
        """The bytes that arrive in this step, and the packets in them."""
        arriving, self._arriving = self._arriving, []
        packets = [found for data, intact in arriving for found in self._heard(data, intact)]
        return b"".join(data for data, _ in arriving), packets

    def _send_packet(self, packet: bytes) -> None:
        self._sent.append(packet)
        if self._held:
            held, self._held = self._held, b""
            self._hit(MIXED, [held, packet])
        elif self._rng.random() >= self.probability:
            self._arriving.append((packet, True))
        else:
            kind = self._rng.choice(self.kinds)
            if kind == MIXED:
                self._held = packet
            else:
                self._hit(kind, [packet])

    def _hit(self, kind: str, packets: list[bytes]) -> None:
        self.damaged[kind] += victims_of(kind)
        self._arriving.append((damage(kind, packets, self._rng) if len(set(packets)) == len(packets) else b"", False))

    def _heard(self, data: bytes, intact: bool) -> list[Fields]:
        found, other = (ear.feed(data) for ear in self._ears)
        if found != other:
            self._complain(f"the codecs disagree about {data.hex()}")
        if intact:
            self.intact += 1
            if not found or self._encode(*found[-1]) != data:
                self._complain(f"an undamaged packet was lost or changed: {data.hex()}")
        for fields in found:
            if self._encode(*fields) not in self._sent:
                self._complain(f"a packet nobody sent was accepted: {fields}")
        return found


class BoardWatch:
    """What the board really did: every command carried out, every event."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._firmware: Board | None = None
        self.executed: list[tuple[int, int, int, bytes]] = []
        self.outcomes: dict[tuple[int, int], int] = {}
        self.events: dict[int, list[bytes]] = {}
        self.follow()

    def follow(self) -> None:
        """Listen to the firmware of this boot."""
        firmware = self._firmware = self._board.firmware
        carry_out, append, boot = firmware.machine.command, firmware.events.append, firmware.boot_id
        emitted = self.events[boot] = []

        def command(op_id: int, verb: int, args: bytes, is_foreign: bool = False) -> tuple[int, int]:
            result = carry_out(op_id, verb, args, is_foreign)
            self.executed.append((boot, op_id, verb, args))
            self.outcomes[boot, op_id] = result[0]
            return result

        def note(payload: bytes) -> None:
            emitted.append(payload)
            append(payload)

        firmware.machine.command = command  # type: ignore[method-assign] # the judge listens in
        firmware.events.append = note  # type: ignore[method-assign] # the judge listens in


class LiveLink:
    """Host, line, board and table. Every command gets an operation number of its own: each can be told apart."""

    def __init__(self, rng: Random, speed: float = 20.0, config: BoardConfig | None = None) -> None:
        self.now_s = 100.0
        self.violations: list[str] = []
        self.mechanics = Mechanics(Random(rng.random()), speed)
        self.config = config or BoardConfig()
        self.board = SimulatedBoard(self.mechanics, lambda: self.now_s, self.config)
        self.watch = BoardWatch(self.board)
        self.host = LinkCore()
        self.to_board = JudgedLine(rng, self._complain)
        self.to_host = JudgedLine(rng, self._complain)
        self.renewing = True
        self.answered: list[Answered] = []
        self.happened = 0
        self.missed = 0
        self.hello: Hello | None = None
        self.faults_told: set[tuple[int, int]] = set()
        self._op_id = 0
        self._submitted: dict[tuple[int, int], tuple[int, int, int, bytes]] = {}
        self._judged = 0
        self._last_executed = 0
        self._event_seen = 0
        self._lease: LeaseReply | None = None
        self._heard_s = -1.0
        self._armed_by = b""
        self._lease_due_s = 0.0

    @property
    def up(self) -> bool:
        """Whether a session is open."""
        return self.host.state is LinkState.UP

    def open(self, nonce: int) -> None:
        """Begin a session on a line opened anew."""
        self.to_board.flush()
        self.to_host.flush()
        self.host.open(nonce, self.now_s)
        self._pump()

    def submit(self, verb: int, args: bytes = b"") -> int:
        """Give the host core one more command; its operation number."""
        self._op_id += 1
        seq = self.host.submit(self._op_id, Verb(verb), args, self.now_s)
        self._submitted[self.host.boot_id, seq] = (self.host.boot_id, self._op_id, verb, args)
        self._pump()
        return self._op_id

    def stop(self) -> None:
        """STOP."""
        self.host.stop(1, self.now_s)
        self._pump()

    def reset_board(self) -> None:
        """Press the board's reset button."""
        self.board.reset()
        self.watch.follow()
        self._heard_s = -1.0

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / TICK_S))):
            self.step()

    def step(self) -> None:
        """One tick of the board, and everything that arrives meanwhile."""
        self.now_s += TICK_S
        data, packets = self.to_board.arrive()
        self._note_lease(packets)
        self.board.receive(data)
        data, _ = self.to_host.arrive()
        self.host.receive(data, self.now_s)
        deadline_s = self.host.deadline_s()
        if deadline_s is not None and self.now_s >= deadline_s:
            self.host.tick(self.now_s)
        if self.renewing and self.now_s >= self._lease_due_s:
            self._lease_due_s = self.now_s + 0.1
            self.host.renew_lease()
        self.board.tick()
        self._pump()
        self._judge()

    def _pump(self) -> None:
        self.to_board.send(self.host.take_output())
        self.to_host.send(self.board.take_output())
        for event in self.host.take_events():
            self._take(event)

    def _note_lease(self, packets: list[Fields]) -> None:
        boot = self.board.firmware.boot_id
        for kind, boot_id, _seq, payload in packets:
            if boot_id != boot:
                continue
            if kind == PacketType.COMMAND and len(payload) > 4 and payload[4] == Verb.ARM:
                self._armed_by = payload[:2]
                self._heard_s = self.now_s
            elif kind == PacketType.LEASE and payload[:2] == self._armed_by:
                self._heard_s = self.now_s

    def _take(self, event: LinkEvent) -> None:
        match event:
            case Connected(hello):
                self.hello = hello
                self._event_seen = hello.newest_event
            case Answered():
                self._judge_answer(event)
            case Heartbeat(lease):
                self._lease = lease
            case EventsMissed() if self._lease is not None:
                self.missed += 1
                self._event_seen = self._lease.oldest_event - 1
            case Happened():
                self._judge_event(event)

    def _judge_answer(self, answer: Answered) -> None:
        self.answered.append(answer)
        boot = self.host.boot_id
        submitted = self._submitted.get((boot, answer.seq))
        told = (boot, answer.reply.op_id, answer.reply.verb)
        if submitted is None or submitted[:3] != told:
            self._complain(f"the answer {answer} is not one to {submitted}")
        elif self.watch.outcomes.get((boot, answer.reply.op_id)) != answer.reply.outcome:
            self._complain(f"the board never gave the answer {answer}")

    def _judge_event(self, happened: Happened) -> None:
        self.happened += 1
        self._event_seen += 1
        emitted = self.watch.events[self.host.boot_id]
        if layout.parse_event(emitted[self._event_seen - 1]) != happened.event:
            self._complain(f"event {self._event_seen} was not {happened.event}")
        fault = getattr(happened.event.what, "fault_id", None)
        if fault is not None:
            self.faults_told.add((self.host.boot_id, fault))

    def _judge(self) -> None:
        for command in self.watch.executed[self._judged :]:
            self._judged += 1
            if command[1] <= self._last_executed:
                self._complain(f"executed twice or out of order: {command} after {self._last_executed}")
            self._last_executed = command[1]
            if command not in self._submitted.values():
                self._complain(f"executed, but never submitted: {command}")
        self._judge_machine()

    def _judge_machine(self) -> None:
        running = self.mechanics.motors_running
        machine = self.board.firmware.machine
        if running and self.now_s - self._heard_s > MAX_S_WITHOUT_LEASE:
            self._complain(f"{sorted(running)} run {self.now_s - self._heard_s:.3f} s after the last lease")
        if running and (machine.fault is not None or not machine.armed):
            self._complain(f"{sorted(running)} run on a board that is faulted or not armed")
        if running >= {"dome_up"} and self.mechanics.lifts_raised < 1.0:
            self._complain("the dome rises over lowered lifts")
        for tile_set in SetName:
            inside = machine.record.inside[1 if tile_set is SetName.A else 2]
            if inside > self.mechanics.tiles_of(tile_set) and machine.fault is None:
                self._complain(f"{inside} tiles of set {tile_set} inside, and no fault")

    def _complain(self, what: str) -> None:
        self.violations.append(f"{self.now_s:.2f} s: {what}")
