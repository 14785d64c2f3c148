"""Waiting for something that another thread or process brings about and no event announces."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

_LOOK_AGAIN_S: Final = 0.005
"""A wait without a pause would keep the interpreter from the very threads that are waited for."""


async def eventually(condition: Callable[[], bool], within_s: float = 30.0) -> None:
    """Return once `condition` holds; TimeoutError if it does not within `within_s`."""
    async with asyncio.timeout(within_s):
        while not condition():  # noqa: ASYNC110 - nothing sets an event when a socket of another program closes
            await asyncio.sleep(_LOOK_AGAIN_S)
