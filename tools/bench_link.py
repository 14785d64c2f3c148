"""`make bench`, the link: the motor board's protocol on a pseudo-terminal at 115200 paced bytes, beside pymodbus RTU.

The far end (simulated board, or a Modbus server behind the same paced line) is a process of its own, so that processor
time is the host's. The physical limit is the time that the bytes of question and answer take at 115200 baud.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from pymodbus.client import AsyncModbusSerialClient
from pymodbus.server import StartAsyncSerialServer
from pymodbus.simulator import DataType, SimData, SimDevice

from firmware_bridge.board import BoardClient
from firmware_bridge.link import RETRANSMIT_S
from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import SerialSettings
from firmware_bridge.transport import Transport
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import BYTES_PER_S, PacedLine, PtyLink

_COMMANDS = 300
_BURSTS = 60
_IDLE_S = 5.0
_LEASE_S = 0.1
_REGISTERS = 8
"""16 bytes of content, as STATUS has 17."""
Question = Callable[[], Awaitable[object]]


class Wire:
    """Counts what passes the host's end of the line, and hits one packet with a burst when asked."""

    def __init__(self) -> None:
        self.bytes = 0
        self.hit_sending = False
        self.hit_receiving = False
        self._rng = Random(3)

    def send(self, data: bytes) -> bytes:
        """Bytes to the far end."""
        self.bytes += len(data)
        hit, self.hit_sending = self.hit_sending, False
        return self._rng.randbytes(len(data)) if hit else data

    def receive(self, data: bytes) -> bytes:
        """Bytes from the far end."""
        self.bytes += len(data)
        hit, self.hit_receiving = self.hit_receiving, False
        return self._rng.randbytes(len(data)) if hit else data


class WiredConnector:
    """A serial port with a `Wire` in front of it; see `firmware_bridge.transport.Connector`."""

    def __init__(self, port: str, wire: Wire) -> None:
        self._serial = SerialConnector(SerialSettings(port=port))
        self._wire = wire

    def connect(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Transport:
        """Open the port."""
        transport = self._serial.connect(lambda data: receive(self._wire.receive(data)), lost)
        return WiredTransport(transport, self._wire)


class WiredTransport:
    """The open port."""

    def __init__(self, transport: Transport, wire: Wire) -> None:
        self._transport = transport
        self._wire = wire

    def send(self, data: bytes) -> None:
        """Send, or send damaged."""
        self._transport.send(self._wire.send(data))

    def close(self) -> None:
        """Close the port."""
        self._transport.close()


def bench_link() -> None:
    """Print the figures of both."""
    print("link over a pty at 115200 paced bytes, host and board in two processes")
    asyncio.run(_bench_ours())
    asyncio.run(_bench_modbus())


async def _bench_ours() -> None:
    wire = Wire()
    async with _far_end("board") as port:
        client = BoardClient(WiredConnector(port, wire), Random(1), lambda _event: None)
        await client.open()
        await _measure("jantaku STATUS", wire, client.status)
        await _idle("jantaku, lease every 100 ms", client.renew_lease)
        client.close()


async def _bench_modbus() -> None:
    wire = Wire()

    def trace(sending: bool, data: bytes) -> bytes:
        return wire.send(data) if sending else wire.receive(data)

    async with _far_end("modbus") as port:
        client = AsyncModbusSerialClient(port, baudrate=115200, timeout=RETRANSMIT_S[0], trace_packet=trace)
        await client.connect()

        async def ask() -> object:
            return await client.read_holding_registers(0, count=_REGISTERS)

        await _measure(f"pymodbus RTU, {_REGISTERS} registers", wire, ask)
        polling: set[asyncio.Task[object]] = set()
        await _idle("pymodbus RTU, polled every 100 ms", lambda: polling.add(asyncio.ensure_future(ask())))
        await asyncio.gather(*polling)
        client.close()


async def _measure(what: str, wire: Wire, ask: Question) -> None:
    """Round trips one after the other, then round trips of which one half is hit."""
    await ask()
    before = wire.bytes
    began_s = time.perf_counter()
    times_ms = [await _timed_ms(ask) for _ in range(_COMMANDS)]
    passed_s = time.perf_counter() - began_s
    each = (wire.bytes - before) / _COMMANDS
    limit_ms = 1000 * each / BYTES_PER_S
    share = (wire.bytes - before) / passed_s / BYTES_PER_S
    print(f"  {what}: p50 {_p(times_ms, 50)}, p99 {_p(times_ms, 99)}")
    print(f"    {each:.0f} bytes there and back; the line needs {limit_ms:.1f} ms for them")
    print(f"    throughput {_COMMANDS / passed_s:.0f} commands/s, {share:.0%} of the line")
    hit_ms, failed = [], 0
    for number in range(_BURSTS):
        wire.hit_sending, wire.hit_receiving = number % 2 == 0, number % 2 == 1
        try:
            hit_ms.append(await _timed_ms(ask))
        except Exception as error:  # noqa: BLE001 - whatever a peer raises is a recovery that failed
            failed += 1
            print(f"    a burst was not recovered from: {error}")
    print(
        f"    answered after a burst over question or answer: p50 {_p(hit_ms, 50)}, p99 {_p(hit_ms, 99)}, {failed} lost"
    )


async def _idle(what: str, beat: Callable[[], object]) -> None:
    """Processor time of a link on which only the heartbeat goes."""
    used_s, began_s = time.process_time(), time.perf_counter()
    while time.perf_counter() - began_s < _IDLE_S:
        beat()
        await asyncio.sleep(_LEASE_S)
    share = (time.process_time() - used_s) / (time.perf_counter() - began_s)
    print(f"    idle ({what}): {share:.2%} of a core")


async def _timed_ms(ask: Question) -> float:
    began_s = time.perf_counter()
    await ask()
    return 1000 * (time.perf_counter() - began_s)


def _p(times_ms: list[float], percent: int) -> str:
    return f"{statistics.quantiles(times_ms, n=100, method='inclusive')[percent - 1]:.1f} ms"


@asynccontextmanager
async def _far_end(kind: str) -> AsyncIterator[str]:
    """A child process with the far end; yields the path of the port."""
    with tempfile.TemporaryDirectory(prefix="jantaku-link-") as folder:
        child = await asyncio.create_subprocess_exec(
            sys.executable, __file__, kind, folder, stdout=subprocess.PIPE, stdin=subprocess.PIPE
        )
        assert child.stdout is not None
        port = (await child.stdout.readline()).decode().strip()
        try:
            yield port
        finally:
            child.terminate()
            await child.wait()


async def _serve_board(folder: Path) -> None:
    board = SimulatedBoard(Mechanics(Random(1)), asyncio.get_running_loop().time)
    async with PtyLink(board, folder) as link:
        print(link.path, flush=True)
        await asyncio.Event().wait()


async def _serve_modbus() -> None:
    """A server at one terminal, the host's port at another, two paced lines between them."""
    (host, host_port), (server, server_port) = pty.openpty(), pty.openpty()
    for port in (host_port, server_port):
        tty.setraw(port)
    to_server = PacedLine(lambda data: _write(server, data))
    to_host = PacedLine(lambda data: _write(host, data))
    loop = asyncio.get_running_loop()
    loop.add_reader(host, lambda: to_server.push(os.read(host, 4096)))
    loop.add_reader(server, lambda: to_host.push(os.read(server, 4096)))
    device = SimDevice(1, simdata=[SimData(0, count=100, values=0x1234, datatype=DataType.REGISTERS)])
    print(os.ttyname(host_port), flush=True)
    await StartAsyncSerialServer(device, port=os.ttyname(server_port), baudrate=115200)


def _write(file: int, data: bytes) -> None:
    with contextlib.suppress(BlockingIOError):
        os.write(file, data)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve_board(Path(sys.argv[2])) if sys.argv[1] == "board" else _serve_modbus())
