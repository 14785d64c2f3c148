"""A real event loop, with sockets and threads, in which the waits of a story pass at once.

For tests where a browser, a broker or an HTTP client meets the table of `table_bench`: what people do at the felt takes
seconds of the table's time, and nobody needs to wait for them. Where nothing real is met take `virtual_time`.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike


class _HurryingSelector(selectors.BaseSelector):
    """Waits for files as a real one does, but until `hurries_until_s` adds the timeout to the time instead."""

    def __init__(self) -> None:
        self._real = selectors.DefaultSelector()
        self._skipped_s = 0.0
        self.hurries_until_s = 0.0
        self.jobs = 0
        """What runs on other threads for the loop: it ends in real time, so that nothing is skipped meanwhile."""

    @property
    def now_s(self) -> float:
        return time.monotonic() + self._skipped_s

    def register(self, fileobj: FileDescriptorLike, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: FileDescriptorLike) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def modify(self, fileobj: FileDescriptorLike, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.modify(fileobj, events, data)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; before `hurries_until_s` files that are ready come first, then the next timer at once."""
        left_s = self.hurries_until_s - self.now_s
        if timeout is None or self.jobs or left_s <= 0:
            return self._real.select(timeout)
        ready = self._real.select(0)
        if not ready:
            self._skipped_s += max(0.0, min(timeout, left_s))
        return ready

    def close(self) -> None:
        self._real.close()

    def get_map(self) -> Mapping[FileDescriptorLike, selectors.SelectorKey]:
        return self._real.get_map()


class HurryingLoop(asyncio.SelectorEventLoop):
    """Runs in real time but for `pass_s`."""

    def __init__(self) -> None:
        self._hurrying = _HurryingSelector()
        super().__init__(self._hurrying)

    def time(self) -> float:
        """Seconds, with those that were passed at once."""
        return self._hurrying.now_s

    def run_in_executor(  # type: ignore[override]  # typeshed has the result as generic, which nobody here needs
        self, executor: Executor | None, func: Any, *args: Any
    ) -> asyncio.Future[Any]:
        """The same, counted while it runs."""
        future = super().run_in_executor(executor, func, *args)
        self._hurrying.jobs += 1
        future.add_done_callback(self._has_ended)
        return future

    def _has_ended(self, _job: asyncio.Future[Any]) -> None:
        self._hurrying.jobs -= 1

    async def pass_s(self, seconds: float) -> None:
        """Let so many seconds of this loop pass: every timer in them fires in its order, nobody waits for it."""
        self._hurrying.hurries_until_s = self.time() + seconds
        await asyncio.sleep(seconds)


async def let_pass(seconds: float) -> None:
    """Wait so long by the loop's own clock, as quickly as that loop can."""
    loop = asyncio.get_running_loop()
    await (loop.pass_s(seconds) if isinstance(loop, HurryingLoop) else asyncio.sleep(seconds))
