"""An event loop whose time is a number: it jumps to the next deadline, and raises where a real loop would hang."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

_Result = TypeVar("_Result")


class NothingScheduledError(RuntimeError):
    """Everything waits for something that will never come."""


class _JumpingSelector(selectors.BaseSelector):
    """Never waits: it adds the timeout to the time. Files may be registered but are never ready."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._keys: dict[FileDescriptorLike, selectors.SelectorKey] = {}

    def register(self, fileobj: FileDescriptorLike, events: int, data: Any = None) -> selectors.SelectorKey:
        """The loop's own wake-up pipe comes here."""
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, number, events, data)
        return key

    def unregister(self, fileobj: FileDescriptorLike) -> selectors.SelectorKey:
        """Forget a file."""
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Jump.

        Raises:
            NothingScheduledError: the loop would wait for ever.
        """
        if timeout is None:
            raise NothingScheduledError("every task waits and no timer is set: the test would hang for ever")
        self.now_s += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[FileDescriptorLike, selectors.SelectorKey]:
        """Registered files."""
        return self._keys


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Runs a virtual hour in seconds, twice identically. No threads, executors or sockets under it."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def be_busy(self, seconds: float) -> None:
        """The computer does something else: so long nothing on this loop runs."""
        self._jumping.now_s += seconds

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._jumping.now_s


def run_virtual(main: Coroutine[Any, Any, _Result], limit_s: float = 900.0) -> _Result:
    """`asyncio.run` in virtual time.

    Raises:
        TimeoutError: it is not done after `limit_s` virtual seconds.
    """
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_limited(main, limit_s))


async def _limited(main: Coroutine[Any, Any, _Result], limit_s: float) -> _Result:
    async with asyncio.timeout(limit_s):
        return await main
