"""An event loop in the emulated Pico's own time: `firmware_bridge` talks to it as to any board, however slow this is.

Rules this file keeps:
* Time passes only while the loop would sleep: the host takes no time, as a daemon on a good computer does.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tools.emulated_board.pico import EmulatedPico

_Result = TypeVar("_Result")
_STEP_S = 0.001
"""A USB full-speed frame: no host hears a device sooner (USB 2.0 §8.4.3)."""


class _PicoSelector(selectors.BaseSelector):
    """Where the loop would wait for files, the chip runs; nothing else can happen."""

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico = pico
        self._keys: dict[Any, selectors.SelectorKey] = {}
        self.hear: Callable[[bytes], None] = lambda _data: None

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        """The loop's own wake-up pipe comes here."""
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, number, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Forget a file."""
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the chip run until the time has come, or it says something."""
        until_s = self._pico.now_s + (3600.0 if timeout is None else timeout)
        while (left_s := until_s - self._pico.now_s) > 0:
            self._pico.run(min(_STEP_S, left_s))
            if said := self._pico.take():
                self.hear(said)
                break
        return []

    def get_map(self) -> Any:
        """Registered files."""
        return self._keys


class PicoLoop(asyncio.SelectorEventLoop):
    """Its time is the chip's."""

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico = pico
        self.selector = _PicoSelector(pico)
        super().__init__(self.selector)

    def time(self) -> float:
        """Emulated seconds."""
        return self._pico.now_s


class PicoConnector:
    """The USB serial of an emulated Pico (see `firmware_bridge.transport.Connector`)."""

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico = pico

    def connect(self, receive: Callable[[bytes], None], _lost: Callable[[str], None]) -> PicoConnector:
        """Open it, on the running `PicoLoop`."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PicoLoop)
        loop.selector.hear = receive
        return self

    def send(self, data: bytes) -> None:
        """Bytes to the board."""
        self._pico.send(data)

    def close(self) -> None:
        """Hear nothing any more."""


def run_in_time_of(pico: EmulatedPico, work: Coroutine[Any, Any, _Result]) -> _Result:
    """`asyncio.run` in the chip's time."""
    with asyncio.Runner(loop_factory=lambda: PicoLoop(pico)) as runner:
        return runner.run(work)
