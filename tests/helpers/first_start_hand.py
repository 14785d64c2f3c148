"""A person at the set-up page: taps, types, and counts it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

SHOTS = os.environ.get("JANTAKU_SHOTS", "")
"""A folder for pictures of each step, to look at."""


class Hand:
    """Counts what is tapped and typed."""

    def __init__(self, page: Any, size: str) -> None:
        self.page, self.size = page, size
        self.taps = self.fields = self.shots = 0

    async def tap(self, selector: str) -> None:
        self.taps += 1
        await self.page.click(selector)

    async def type(self, selector: str, text: str) -> None:
        self.fields += 1
        await self.page.fill(selector, text)

    async def at(self, step: str) -> None:
        await self.page.wait_for_selector(f"#set-up[data-step='{step}']")

    async def prove_board(self, table: Any) -> None:
        """Name the port by hand, and press the emergency stop of the simulated table."""
        await self.at("board")
        await self.tap("summary")
        await self.type("[name='port']", str(table.serial_port))
        await self.tap("form[data-do='board'] button")
        await self.page.wait_for_selector(".told.press")
        await self.shoot("press")
        table.mechanics.press_emergency_stop(pressed=True)
        await self.page.wait_for_selector(".told.release")
        table.mechanics.press_emergency_stop(pressed=False)
        await self.page.wait_for_selector(".told.proved")
        await self.shoot("proved")
        await self.tap("[data-key='next']")

    async def show_camera(self, table: Any) -> None:
        """Type the camera's address; its picture comes."""
        await self.at("camera")
        await self.tap("summary")
        await self.type("[name='address']", table.camera_address)
        await self.tap("form[data-do='camera'] button")
        await self.page.wait_for_selector(".figures")

    async def shoot(self, name: str) -> None:
        if SHOTS:
            self.shots += 1
            path = Path(SHOTS) / f"{self.size}-{self.shots:02}-{name}.png"
            await self.page.screenshot(path=path, full_page=True)
