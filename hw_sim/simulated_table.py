"""The hardware that the daemon finds: a serial port, a camera's address, and a table between them.

Rules this file keeps: one event loop owns the table; the camera's thread only ever sees finished copies of the
scene; nothing here knows the daemon.
"""

from __future__ import annotations

import asyncio
import math
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Final, Self

from hw_sim.faults.breakable import Room
from hw_sim.faults.plan import NO_FAULTS, FaultPlan
from hw_sim.faults.troubles import Troubles
from hw_sim.felt.deck import Deck, chance_deck
from hw_sim.felt.table_world import TableWorld
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink
from hw_sim.machine.wiring import Wiring
from hw_sim.picture.scenery import Scenery, clean_room
from hw_sim.picture.table_camera import TableCamera
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock

_LOOKS_PER_S: Final = 30
"""How often the moving furniture is shown to the camera."""
# What cameras on the market give.
_USUAL_FPS: Final = 30.0
_FASTEST_FPS: Final = 60.0
"""At the highest speed the camera sets the people's pace."""
_FASTEST_MACHINE: Final = 30.0
"""More would let whole movements pass between two looks of the firmware."""


@dataclass(frozen=True, slots=True)
class TableMake:
    """Which table stands there, and what will go wrong with it.

    `speed` may be infinite, `stock` is each of its sets at first, `folder` takes the port's link; without a `scenery`
    it stands in the clean room.
    """

    speed: float
    seed: int
    stock: TileStock
    width_px: int
    height_px: int
    folder: Path
    faults: FaultPlan = NO_FAULTS
    scenery: Scenery | None = None


class SimulatedTable:
    """Board, mechanics, camera and felt; use it as an asynchronous context manager."""

    def __init__(self, make: TableMake) -> None:
        self._scenery = make.scenery or clean_room(make.stock, (make.width_px, make.height_px))
        self.world = TableWorld(self._scenery.furniture, stock=make.stock, rng=random.Random(make.seed))
        self.mechanics = Mechanics(random.Random(make.seed + 1), min(make.speed, _FASTEST_MACHINE), make.stock.count)
        self.mechanics.on_walls_lifted(self._lift_walls)
        self.walls_up = asyncio.Event()
        self.dome_up = asyncio.Event()
        self._make = make
        self._rng = random.Random(make.seed + 4)
        self._deck: Deck | None = None
        self._decks: dict[int, Deck] = {}
        self._stack = AsyncExitStack()
        self._link: PtyLink | None = None
        self._troubles: Troubles | None = None
        self._camera: TableCamera | None = None
        self.wiring = Wiring(make.folder / "pins")

    async def __aenter__(self) -> Self:
        """Plug in the board, start the camera."""
        loop = asyncio.get_running_loop()
        board = SimulatedBoard(self.mechanics, loop.time)
        self._link = await self._stack.enter_async_context(PtyLink(board, self._make.folder))
        self._camera = TableCamera(
            self._scenery,
            lambda: self.world.shown,
            fps=_FASTEST_FPS if math.isinf(self._make.speed) else _USUAL_FPS,
            seed=self._make.seed,
        )
        room = Room(self.world, self._camera.defects)
        self._troubles = Troubles(self._make.faults, self.mechanics, board, self._link, room)
        self._stack.callback(self._camera.stop)
        await self._camera.start()
        self._stack.callback(self.wiring.close)
        following = asyncio.create_task(self._follow_machine(), name="moving furniture")
        self._stack.callback(following.cancel)
        self._stack.callback(self._troubles.start().cancel)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Switch everything off."""
        await self._stack.aclose()

    @property
    def troubles(self) -> Troubles:
        """What is broken, and the hands that mend it."""
        if self._troubles is None:
            raise RuntimeError("the table is not plugged in")
        return self._troubles

    @property
    def serial_port(self) -> Path:
        """What pyserial opens."""
        if self._link is None:
            raise RuntimeError("the table is not plugged in")
        return self._link.path

    @property
    def camera_address(self) -> str:
        """What OpenCV opens."""
        if self._camera is None:
            raise RuntimeError("the table is not plugged in")
        return self._camera.address

    @property
    def measures(self) -> dict[str, float]:
        """What its owner has measured; see `Scenery.measures`."""
        return self._scenery.measures

    @property
    def style(self) -> str:
        """The faces of its tiles, as people at the table see them."""
        return self._scenery.look.style

    @property
    def speed(self) -> float:
        """How much faster than at a real table people and machine act; infinite: as fast as the camera sees them."""
        return self._make.speed

    async def be_seen(self) -> None:
        """Wait until the camera has shown what lies on the felt now."""
        if self._camera is None:
            raise RuntimeError("the table is not plugged in")
        await self._camera.wait_until_shown(self.world.shown.version)

    def stack_next(self, deck: Deck) -> None:
        """Decide the dice and the tiles of the walls that come up next; further throws begin again."""
        self._deck = self._decks[len(deck.faces)] = deck
        self.mechanics.set_dice_source(partial(next, cycle(deck.throws)) if deck.throws else None)

    def _lift_walls(self, tiles: SetName) -> None:
        """The walls of the deal, or those by chance of a set that comes up for no deal: to be exchanged or tested."""
        present = self.mechanics.tiles_of(tiles)
        if self._deck is not None and present == len(self._deck.faces):
            self.world.raise_walls(tiles, self._deck)
            self.walls_up.set()
        else:
            known = self._decks.get(present)
            self.world.raise_walls(tiles, known or chance_deck(self._make.stock, self._rng))

    async def _follow_machine(self) -> None:
        while True:
            self.world.follow_machine(
                dome_raised=self.mechanics.dome_raised,
                lifts_raised=self.mechanics.lifts_raised,
                dice=self.mechanics.dice,
            )
            self.wiring.press_emergency_stop(pressed=not self.mechanics.read("emergency_stop_closed"))
            if self.mechanics.dome_raised == 1.0:
                self.dome_up.set()
            else:
                self.dome_up.clear()
            await asyncio.sleep(1 / _LOOKS_PER_S)
