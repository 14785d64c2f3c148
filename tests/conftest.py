"""What all tests share: the event loop of those that meet something real, and their order where several share them."""

from __future__ import annotations

import asyncio
import hashlib
import signal
from collections.abc import Callable, Mapping

import pytest
from hurried_time import HurryingLoop

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in the background deaf to Ctrl-C, and every program that a test starts would be so too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Async tests run in real time, and may let the table's time pass at once."""
    return {"hurrying": HurryingLoop}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Processes that share the tests get modules of all kinds at all times: some wait for a browser, others compute.

    In the order of folders three processes wait for browsers together at the end, and a core is idle.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: hashlib.sha256(item.nodeid.partition("::")[0].encode()).digest())
