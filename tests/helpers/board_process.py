"""A simulated motor board and its table in a process of their own: `python board_process.py FOLDER SPEED`.

What outlives the process is what outlives a real board: the parts stay where they stand, the flash keeps its record.
What its motors do it says on standard output, a JSON object a line, in milliseconds of the board's own time; the daemon
has no part in that. Lines on standard input move the cable: `unplug`, `plug_in`, `plug_in_elsewhere` (another terminal
under the same path); `wait MS` is answered when so much of the board's time has passed.
"""

import asyncio
import json
import os
import pickle
import pty
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from firmware_bridge.messages import PacketType, Verb
from firmware_bridge.packets import Packet, PacketReader
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink


def say(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class TracedMechanics(Mechanics):
    """Says which motors have current whenever that changes, and when the firmware looked last before that.

    Every time lies on the safe side of the firmware's own reading of its clock: `look_ms` not after it, `now_ms` not
    before it, and the last sign of life from the host between the two of `heard_ms`.
    """

    clock: Callable[[], float] = float
    heard_ms = (0.0, 0.0)
    _told: frozenset[str] = frozenset()
    _look_ms = 0.0

    def update(self, now_s: float) -> None:
        self._look_ms = (self._now_s or 0.0) * 1000
        super().update(now_s)
        self._tell()

    def write(self, name: str, value: int) -> None:
        super().write(name, value)
        self._tell()

    def _tell(self) -> None:
        if self.motors_running != self._told:
            self._told = self.motors_running
            now_ms = self.clock() * 1000
            say(motors=sorted(self._told), now_ms=now_ms, look_ms=self._look_ms, heard_ms=self.heard_ms)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "clock"}


class ListeningBoard(SimulatedBoard):
    """Notes when the line brought a sign of life from the host, and keeps what outlives the board."""

    mechanics: TracedMechanics

    def listen(self, kept: Path) -> None:
        self._reader = PacketReader()
        self._kept = kept
        self.mechanics.clock = lambda: self.now_s

    def receive(self, data: bytes) -> None:
        before_ms = self.now_s * 1000
        super().receive(data)
        if any(map(is_sign_of_life, self._reader.feed(data))):
            self.mechanics.heard_ms = (before_ms, self.now_s * 1000)

    def tick(self) -> None:
        super().tick()
        fresh = self._kept.with_suffix(".new")
        fresh.write_bytes(pickle.dumps((self.mechanics, self.record, self.firmware.boot_id)))
        fresh.replace(self._kept)


def is_sign_of_life(packet: Packet) -> bool:
    """LEASE, or the ARM that begins it."""
    return packet.type == PacketType.LEASE or (
        packet.type == PacketType.COMMAND and len(packet.payload) > 4 and packet.payload[4] == Verb.ARM
    )


def board_of(kept: Path, speed: float) -> ListeningBoard:
    """A new board, or the one that was here before: after that one's death no output drove anything."""
    mechanics, record, boot_id = TracedMechanics(Random(21), speed), None, 0
    if kept.exists():
        mechanics, record, boot_id = pickle.loads(kept.read_bytes())
        mechanics._now_s = None
        mechanics.outputs.release()
    board = ListeningBoard(mechanics, asyncio.get_running_loop().time, boot_id=boot_id + 1, record=record)
    board.listen(kept)
    return board


async def obey(order: str, link: PtyLink, board: SimulatedBoard) -> None:
    match order.split():
        case ["unplug"]:
            link.unplug()
            say(unplugged=True)
        case ["plug_in"]:
            link.plug_in()
        case ["plug_in_elsewhere"]:
            lowest_free = pty.openpty()
            link.plug_in()
            for descriptor in lowest_free:
                os.close(descriptor)
        case ["wait", passing_ms]:
            until_s = board.now_s + int(passing_ms) / 1000
            while board.now_s < until_s:  # noqa: ASYNC110 - nothing announces that time has passed
                await asyncio.sleep(0.01)
            say(waited_ms=int(passing_ms))
    if link.path.is_symlink():
        say(terminal=str(link.path.readlink()))


async def main(folder: Path, speed: float) -> None:
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    board = board_of(folder / "kept.pickle", speed)
    async with PtyLink(board, folder) as link:
        say(boot=board.firmware.boot_id, terminal=str(link.path.readlink()))
        async for line in orders:
            await obey(line.decode(), link, board)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), float(sys.argv[2])))
