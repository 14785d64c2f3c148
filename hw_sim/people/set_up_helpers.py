"""People who do what the set-up's page asks of hands: the emergency stop, the buttons, the tiles under the raised dome.

Rules this file keeps:
* What is asked they read on the tablet, as whoever sits before it does; they press nothing on it, so nothing moves by
  their word.
* They glance at it seldom: the self-test ends when whoever began it looks away, and they must not pass for that one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Final

from firmware_bridge.buttons import Button, ButtonKind
from hw_sim.people.deal_endings import Endings
from hw_sim.people.tablet_watcher import Json, TabletWatcher
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.seats import Seat

GLANCE_S: Final = 7.0
"""Chosen: longer than the 5 s after which a test that nobody watches ends (docs/first_start.md)."""
_BESIDE_DOME_S: Final = 1.0
"""Chosen: whoever sees the dome stand open looks up once more before long."""
_ON_BUTTON: Final = "button_"


class SetUpHelpers:
    """Four people at a simulated table that somebody sets up.

    Args:
        table: dome, felt, mushroom and buttons.
        endings: their arms.
        watcher: their eyes on the tablet.
        say: told one line about whatever only the room knows.
        glance_s: between two looks at the tablet.
    """

    def __init__(
        self,
        table: SimulatedTable,
        endings: Endings,
        watcher: TabletWatcher,
        say: Callable[[str], None] = lambda _: None,
        glance_s: float = GLANCE_S,
    ) -> None:
        self._table = table
        self._endings = endings
        self._watcher = watcher
        self._say = say
        self._glance_s = glance_s

    async def run(self) -> None:
        """Serve every set-up, for ever."""
        while True:
            await self._until_next_glance()
            if (page := await self._watcher.set_up_page()) is not None:
                await self.do(page)

    async def do(self, page: Json) -> None:
        """What this page asks for now."""
        board, machine = page.get("board"), page.get("machine")
        if board is not None and board["state"] in ("press", "release"):
            await self._press_stop()
        elif machine is not None and machine["state"] == "counters" and self._table.dome_up.is_set():
            await self._push_in()
        elif machine is not None and machine["state"] == "buttons":
            await self._press(machine["pressed"])

    async def _until_next_glance(self) -> None:
        """A dome that rises draws their eyes."""
        if self._table.dome_up.is_set():
            await asyncio.sleep(_BESIDE_DOME_S)
            return
        try:
            async with asyncio.timeout(self._glance_s):
                await self._table.dome_up.wait()
        except TimeoutError:
            return

    async def _press_stop(self) -> None:
        """Press it, look, and release it."""
        self._say("A player presses the emergency stop and releases it, as the set-up asks.")
        self._table.mechanics.press_emergency_stop(pressed=True)
        await asyncio.sleep(_BESIDE_DOME_S)
        self._table.mechanics.press_emergency_stop(pressed=False)

    async def _push_in(self) -> None:
        """Everything that lies there, and what somebody still holds."""
        world, mechanics = self._table.world, self._table.mechanics
        if not world.scene.pieces and not world.held:
            return
        self._say("The players push the tiles in, as the set-up asks.")
        world.clear([piece for piece in tuple(world.held.values()) if mechanics.accept_tile(piece.tile_set)])
        await self._endings.push_in(mechanics.accept_tile)

    async def _press(self, asked: list[dict[str, Any]]) -> None:
        self._say("The players press the buttons one after the other, as the set-up asks.")
        for button in _unseen(asked):
            await self._table.wiring.press(button)
        if any(part["part"] == "stop_contact" and part["result"] != "passed" for part in asked):
            await self._press_stop()


def _unseen(asked: list[dict[str, Any]]) -> Iterator[Button]:
    """The buttons that are not green yet."""
    for part in asked:
        if part["part"].startswith(_ON_BUTTON) and part["result"] != "passed":
            seat = part["side"]
            yield Button(ButtonKind(part["part"].removeprefix(_ON_BUTTON)), None if seat is None else Seat(seat))
