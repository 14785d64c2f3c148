"""What all tests share: the event loop of those that meet something real."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from hurried_time import HurryingLoop


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Async tests run in real time, and may let the table's time pass at once."""
    return {"hurrying": HurryingLoop}
