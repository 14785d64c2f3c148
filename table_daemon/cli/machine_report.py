"""What `jantaku machine` says: a machine's report as lines, and progress as it goes on. No I/O but the given stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TextIO

from wire.messages import Json

_PROGRESS_STEPS = 4
"""On a stream that keeps every line, progress is said so many times on the way."""


@dataclass(frozen=True, slots=True)
class Order:
    """One thing to do: the action and its data as the command `machine` takes them (docs/mqtt.md)."""

    action: str
    data: Json = field(default_factory=dict)


class OrderRefusedError(Exception):
    """The machine does not do it, or did not end it; the text is one sentence with the reason."""


class OrderedMachine(Protocol):
    """A machine that can be asked and ordered about: behind a daemon, or a bare board."""

    async def report(self) -> Json:
        """How it stands: `machine` (state, text, progress, fault) and what else this way tells.

        Raises:
            UserError: it cannot be reached.
        """

    async def carry_out(self, order: Order) -> None:
        """Do it; returns at the end.

        Raises:
            OrderRefusedError: it is refused, or was stopped on the way.
            UserError: the machine cannot be reached.
        """

    async def interrupt(self) -> None:
        """Whoever ordered wants it to stop at once."""


def report_lines(report: Json) -> Iterator[str]:
    """A report for people: a line for each part."""
    machine = report["machine"]
    progress = _percent(machine)
    yield _line("state", f"{machine['state']}: {machine['text']}{progress}")
    fault = machine["fault"]
    yield _line("fault", "none" if fault is None else f"{fault['id']} {fault['code']}: {fault['text']}")
    if fault is not None:
        yield _line("do", fault["action"])
        yield _line("clear", f"jantaku machine clear-fault {fault['id']}")
    for name in ("tiles", "sensors", "board", "link"):
        if name in report:
            yield _line(name, _facts(report[name]))


def exit_status(report: Json) -> int:
    """0 for a machine without fault, 1 for one that stands still for a reason."""
    machine = report["machine"]
    return 1 if machine["fault"] is not None or machine["state"] in ("offline", "faulted", "refused") else 0


class Progress:
    """Says how far a motion is, on a line that is written over or, in a file, now and then.

    Args:
        stream: where to.
        rewrites: whether the stream is a terminal, on which a line can be written over.
    """

    def __init__(self, stream: TextIO, *, rewrites: bool) -> None:
        self._stream = stream
        self._rewrites = rewrites
        self._shown: object = None

    def show(self, machine: Json) -> None:
        """The machine has come so far."""
        text = f"{machine['text']}{_percent(machine)}"
        mark = text if self._rewrites else (machine["state"], int((machine["progress"] or 0) * _PROGRESS_STEPS))
        if mark == self._shown:
            return
        self._shown = mark
        self._stream.write(f"\r\x1b[K{text}" if self._rewrites else f"{text}\n")
        self._stream.flush()

    def end(self) -> None:
        """Leave the line as it is; what follows begins a new one."""
        if self._rewrites and self._shown is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
        self._shown = None


def _line(name: str, text: str) -> str:
    return f"{name:8}{text}"


def _percent(machine: Json) -> str:
    return "" if machine["progress"] is None else f" ({machine['progress']:.0%})"


def _facts(facts: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {_word(value)}" for name, value in facts.items())


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
