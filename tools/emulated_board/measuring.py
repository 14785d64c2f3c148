"""What the firmware does in emulated time: how often it looks, its longest pause, how soon it acts, what it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from random import Random

from board_firmware.config import BoardConfig
from firmware_bridge.board import BoardClient
from firmware_bridge.goals import BuildWalls, Goal, Home, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import Verb
from mahjong_rules.set_names import SetName
from tools.emulated_board.host import PicoConnector, run_in_time_of
from tools.emulated_board.table import EmulatedTable

_LEASE_S = 0.1
_BOOT_S = 20.0
_SERVING = 20
"""Looks after which the firmware serves: it looks once before it reads its own files for their hash."""
Tell = Callable[[str], None]


class EmulatedRun:
    """A daemon's client at an emulated table, and what it saw.

    Args:
        table: switched on; its flash holds the firmware.
        tell: hears a line for each figure.

    Attributes:
        all_counted: whether every tile that fell in was counted.
    """

    def __init__(self, table: EmulatedTable, tell: Tell) -> None:
        self._table = table
        self._tell = tell
        self.all_counted = False
        self._client = BoardClient(PicoConnector(table.pico), Random(1), lambda _event: None)

    def cycle(self) -> None:
        """A whole cycle, then the reactions."""
        run_in_time_of(self._table.pico, self._cycle())

    async def _cycle(self) -> None:
        await self._greet()
        renewing = asyncio.create_task(self._renew())
        await self._span("at rest", asyncio.sleep(1.0))
        await self._fill_in()
        await self._client.demand(Verb.ARM, BoardConfig().hash().to_bytes(4, "little"))
        for name, goal in (
            ("home", Home()),
            ("build", BuildWalls(SetName.A)),
            ("raise", RaiseWalls(SetName.A)),
            ("dice", ThrowDice()),
            ("dome up", MoveDome(up=True)),
        ):
            await self._reach(name, goal)
        await self._drops()
        await self._reach("dome down", MoveDome(up=False))
        await self._stop_button()
        renewing.cancel()

    async def _greet(self) -> None:
        """Not before it serves, as the firmware before 2026-11 needs it: a HELLO holds a 03, Ctrl-C to MicroPython."""
        while len(self._table.looks) < _SERVING and self._table.pico.now_s < _BOOT_S:  # noqa: ASYNC110 - no event there
            await asyncio.sleep(_LEASE_S)
        hello = await self._client.open()
        first = self._table.looks[0] if self._table.looks else 0.0
        self._tell(f"boot: first look after {first:.2f} s, greeted after {self._table.pico.now_s:.2f} s, {hello}")

    async def _renew(self) -> None:
        while True:
            self._client.renew_lease()
            await asyncio.sleep(_LEASE_S)

    async def _fill_in(self) -> None:
        """A flash without a record knows of no tiles: people say how many there are."""
        status = await self._client.status()
        for number, inside in ((1, status.tiles_inside_a), (2, status.tiles_inside_b)):
            await self._client.command(Verb.SIZE, bytes((number, 136)))
            await self._client.command(Verb.COMPLETE, bytes((number, inside)))

    async def _reach(self, name: str, goal: Goal) -> None:
        await self._span(name, self._client.pursue(goal, lambda: None))

    async def _span(self, name: str, work: object) -> None:
        table = self._table
        looks, began_s = len(table.looks), table.pico.now_s
        await work  # type: ignore[misc]
        self.tell_looks(name, table.looks[max(0, looks - 1) :], table.pico.now_s - began_s)

    def tell_looks(self, name: str, looks: list[float], took_s: float) -> None:
        """One line: how often the firmware looked, and its longest pauses."""
        pauses = sorted((late - early) * 1000 for early, late in pairwise(looks))
        if not pauses:
            self._tell(f"{name}: {took_s:.2f} s, no look at all")
            return
        worst = ", ".join(f"{pause:.1f}" for pause in pauses[:-6:-1])
        rate = len(pauses) / (looks[-1] - looks[0])
        usual = pauses[len(pauses) // 2]
        self._tell(f"{name}: {took_s:.2f} s, {rate:.0f} looks/s, usually {usual:.1f} ms, longest pauses {worst} ms")

    async def _drops(self) -> None:
        """Tiles of a set fall in as close to each other as tiles can: 136 of 20 ms each."""
        table, before = self._table, await self._client.status()
        looks = len(table.looks)
        for _ in range(before.size_a):
            table.pulse("drop_a_tiles", 0.010)
            await asyncio.sleep(0.020)
        await asyncio.sleep(0.2)
        after = await self._client.status()
        self.tell_looks("tiles fall in", table.looks[looks:], 0.0)
        counted = after.tiles_inside_a - before.tiles_inside_a
        self.all_counted = counted == before.size_a
        self._tell(f"tiles: {before.size_a} fell in 20 ms apart, {counted} were counted")

    async def _stop_button(self) -> None:
        table = self._table
        pressed_s = table.pico.now_s
        table.press_stop(pressed=True)
        await asyncio.sleep(0.2)
        opened = [at for at, closed in table.relay if at >= pressed_s and not closed]
        took = f"{(opened[0] - pressed_s) * 1000:.1f} ms" if opened else "never"
        self._tell(f"stop: the relay's pin falls after {took}")
