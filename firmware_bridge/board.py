"""The motor board as an asynchronous client: the link core between a transport and the loop's clock.

Everything here runs on one event loop; nothing blocks; every wait ends by a reply, a fault or the loss of the link.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import TypeVar

from firmware_bridge import layout
from firmware_bridge.goals import Goal, goal_command
from firmware_bridge.link import (
    Answered,
    Connected,
    Disconnected,
    EventsMissed,
    Happened,
    LinkCore,
    LinkEvent,
    LinkFigures,
    LinkState,
)
from firmware_bridge.messages import BoardStatus, CommandOutcome, FaultReport, Hello, OperationDone, Reply, Verb
from firmware_bridge.transport import Connector, Transport

_Result = TypeVar("_Result")


class LinkLostError(Exception):
    """The board cannot be reached; the text is a clause with the reason."""


class BoardRefusedError(Exception):
    """The board answered a command with a refusal."""

    def __init__(self, verb: Verb, reply: Reply) -> None:
        lock = f" ({reply.interlock.name})" if reply.interlock else ""
        super().__init__(f"the board refused {verb.name}: {reply.outcome.name}{lock}")
        self.verb = verb
        self.reply = reply


class MotionStoppedError(Exception):
    """A fault stopped the machine before the goal was reached."""


class BoardClient:
    """One board at one connector.

    Args:
        connector: opens the line.
        rng: chooses session numbers.
        listener: hears everything the link says, after this client has dealt with it.
    """

    def __init__(self, connector: Connector, rng: Random, listener: Callable[[LinkEvent], None]) -> None:
        self._connector = connector
        self._rng = rng
        self._listener = listener
        self._core = LinkCore()
        self._transport: Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._greeting: asyncio.Future[Hello] | None = None
        self._replies: dict[int, asyncio.Future[Reply]] = {}
        self._operations: dict[int, asyncio.Future[None]] = {}
        self._last_op = 0
        self._recovery: asyncio.Task[None] | None = None

    @property
    def up(self) -> bool:
        """Whether a session is open."""
        return self._core.state is LinkState.UP

    @property
    def figures(self) -> LinkFigures:
        """Packets sent, sent again, received."""
        return self._core.figures

    async def open(self) -> Hello:
        """Open the line and a session.

        Raises:
            PortError: the line cannot be opened.
            LinkLostError: nobody answers.
        """
        self.close()
        loop = asyncio.get_running_loop()
        self._transport = self._connector.connect(self._receive, self._line_lost)
        self._greeting = loop.create_future()
        self._core.open(self._rng.randrange(0x10000), loop.time())
        self._pump()
        return await self._greeting

    def close(self) -> None:
        """Close session and line; whoever waits hears that the link is lost."""
        if self._core.state is not LinkState.CLOSED:
            self._core.close()
            self._fail_all("the link was closed")
        if self._timer is not None:
            self._timer.cancel()
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    async def command(self, verb: Verb, arguments: bytes = b"", op_id: int = 0) -> Reply:
        """Send a command and wait for its reply.

        Raises:
            LinkLostError: it cannot be known whether the board carried it out.
        """
        if not self.up:
            raise LinkLostError("there is no session with the board")
        loop = asyncio.get_running_loop()
        seq = self._core.submit(op_id, verb, arguments, loop.time())
        future: asyncio.Future[Reply] = loop.create_future()
        self._replies[seq] = future
        self._pump()
        return await future

    async def demand(self, verb: Verb, arguments: bytes = b"") -> Reply:
        """Like `command`, for commands without an operation.

        Raises:
            LinkLostError: see `command`.
            BoardRefusedError: the board refuses.
        """
        reply = await self.command(verb, arguments)
        if not reply.consents:
            raise BoardRefusedError(verb, reply)
        return reply

    async def status(self) -> BoardStatus:
        """Everything the board knows.

        Raises:
            LinkLostError: see `command`.
            MessageError: the board speaks another version.
        """
        return layout.parse_status((await self.demand(Verb.STATUS)).data)

    async def pursue(self, goal: Goal, begun: Callable[[], None]) -> None:
        """Let the board reach a goal; returns when it is reached. `begun` is called when the board has accepted it.

        Raises:
            LinkLostError: see `command`.
            BoardRefusedError: the board refuses to begin.
            MotionStoppedError: a fault came before the end.
        """
        verb, arguments = goal_command(goal)
        op_id = self._last_op = self._last_op % 0xFFFF + 1
        done = self._operations[op_id] = asyncio.get_running_loop().create_future()
        try:
            reply = await self.command(verb, arguments, op_id)
            if not reply.consents:
                raise BoardRefusedError(verb, reply)
            begun()
            if reply.outcome is CommandOutcome.ACCEPTED:
                await done
        finally:
            del self._operations[op_id]
            done.cancel()

    def stop(self, reason: int = 0) -> None:
        """STOP, three times, at once."""
        self._core.stop(reason, asyncio.get_running_loop().time())
        self._pump()

    def renew_lease(self) -> None:
        """For the control loop and nothing else."""
        self._core.renew_lease()
        self._pump()

    def _receive(self, data: bytes) -> None:
        self._core.receive(data, asyncio.get_running_loop().time())
        self._pump()

    def _line_lost(self, reason: str) -> None:
        self._core.close()
        self._deal_with(Disconnected(reason))

    def _tick(self) -> None:
        self._core.tick(asyncio.get_running_loop().time())
        self._pump()

    def _pump(self) -> None:
        output = self._core.take_output()
        if output and self._transport is not None:
            self._transport.send(output)
        for event in self._core.take_events():
            self._deal_with(event)
        if self._timer is not None:
            self._timer.cancel()
        deadline_s = self._core.deadline_s()
        if deadline_s is not None and self._transport is not None:
            self._timer = asyncio.get_running_loop().call_at(deadline_s, self._tick)

    def _deal_with(self, event: LinkEvent) -> None:
        match event:
            case Connected(hello):
                if self._greeting is not None and not self._greeting.done():
                    self._greeting.set_result(hello)
            case Disconnected(reason):
                self._fail_all(reason)
            case Answered(seq, reply):
                _resolve(self._replies.pop(seq, None), reply)
            case Happened(happening):
                self._happened(happening.what)
            case EventsMissed():
                self._recovery = asyncio.create_task(self._recover(tuple(self._operations)))
            case _:
                pass
        self._listener(event)

    def _happened(self, what: object) -> None:
        if isinstance(what, OperationDone):
            _resolve(self._operations.get(what.op_id), None)
        elif isinstance(what, FaultReport):
            self._stop_operations()

    def _stop_operations(self) -> None:
        for done in self._operations.values():
            if not done.done():
                done.set_exception(MotionStoppedError("a fault stopped the machine"))
                done.exception()

    async def _recover(self, operations: tuple[int, ...]) -> None:
        try:
            status = await self.status()
        except LinkLostError:
            return
        if status.fault_id:
            self._stop_operations()
        for op_id in operations:
            if op_id not in (status.inside_operation, status.table_operation):
                _resolve(self._operations.get(op_id), None)

    def _fail_all(self, reason: str) -> None:
        waiting: list[asyncio.Future[Hello] | asyncio.Future[Reply] | asyncio.Future[None]] = [
            *self._replies.values(),
            *self._operations.values(),
        ]
        if self._greeting is not None:
            waiting.append(self._greeting)
        self._replies.clear()
        for future in waiting:
            if not future.done():
                future.set_exception(LinkLostError(reason))
                future.exception()


def _resolve(future: asyncio.Future[_Result] | None, result: _Result) -> None:
    if future is not None and not future.done():
        future.set_result(result)
