"""A bare motor board: the daemon's own controller for the time of one order, motors off at its end.

Rules this file keeps:
* The port is locked while it is open: where a daemon holds it, nothing is asked of the board.
* Reading the status arms nothing and moves nothing.
* However an order ends, the board is disarmed; if this process dies, its dead man acts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import TracebackType
from typing import Final, Self

from firmware_bridge import cycle
from firmware_bridge.board import BoardClient, BoardRefusedError, LinkLostError
from firmware_bridge.cycle import State
from firmware_bridge.gpio import open_pins
from firmware_bridge.messages import BoardStatus, Hello, MessageError
from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import MachineSettings
from firmware_bridge.transport import PortError
from mahjong_rules.set_names import SetName
from table_daemon.announcing.part_documents import machine_document
from table_daemon.cli.machine_report import Order, OrderRefusedError
from table_daemon.errors import UserError
from table_daemon.machine.controller import MachineController, MachineError
from table_daemon.machine.link import misfit
from table_daemon.machine.status_texts import board_fault, state_text
from table_daemon.settings import Settings
from wire.commands.motions import Motion
from wire.machine_status import MachineStatus
from wire.messages import Json

_RESET_CAUSES: Final = {1: "power on", 2: "watchdog"}


class BareBoard:
    """One board for one order; use it as an asynchronous context manager.

    Args:
        settings: the line, the machine and the pins of this table.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._controller = MachineController(SerialConnector(settings.serial), settings.machine)

    async def __aenter__(self) -> Self:
        """Connect and arm; nothing moves yet.

        Raises:
            UserError: the port cannot be opened, or what answers there is no board for this configuration.
        """
        try:
            with _unreachable_as_user_error():
                gpio = self._settings.gpio
                await self._controller.start(open_pins(gpio), gpio.stop_released_ms / 1000)
        except BaseException:
            await self._controller.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Motors off, line closed."""
        await self._controller.close()

    async def report(self) -> Json:
        """State and fault, as a daemon would show them."""
        return {"source": self._settings.serial.port, "machine": machine_document(self._controller.status)}

    async def carry_out(self, order: Order) -> None:
        """Do it.

        Raises:
            OrderRefusedError: the controller's reason.
        """
        try:
            match order.action:
                case "home":
                    await self._controller.home()
                case "clear_fault":
                    await self._controller.clear_fault(str(order.data["fault_id"]))
                case action:
                    chosen = order.data.get("set")
                    await self._controller.maintain(Motion(action), None if chosen is None else SetName(chosen))
        except MachineError as error:
            raise OrderRefusedError(str(error)) from error

    async def interrupt(self) -> None:
        """Leaving the context disarms the board, which ends every motion."""


async def read_board(settings: Settings) -> Json:
    """How the board at the serial port stands, without arming it.

    Raises:
        UserError: the port cannot be opened, or nobody answers there.
    """
    client = BoardClient(SerialConnector(settings.serial), Random(), lambda _event: None)
    try:
        with _unreachable_as_user_error():
            hello = await client.open()
            facts = await client.status()
    finally:
        client.close()
    return board_report(hello, facts, settings.machine) | {"source": settings.serial.port}


def board_report(hello: Hello, facts: BoardStatus, machine: MachineSettings) -> Json:
    """What a board says of itself, in the form of a machine's report."""
    code = facts.fault_code
    fault = None if code is None else board_fault(hello.boot_id, facts.fault_id, code, facts.fault_mechanism)
    state = cycle.step(State.WAITING, cycle.found(facts))
    standing = facts.on_table or facts.rails_set
    size = facts.size(standing) if standing else 0
    text = state_text(state, standing, 0, size, size)
    if state is State.IN_PLAY:
        text = f"Tiles of set {standing} are on the table."
    shown = State.FAULTED if fault else state
    said = f"The machine stands still: {fault.text}." if fault else text
    return {
        "machine": machine_document(MachineStatus(shown.value, said, None, standing, 0, fault)),
        "tiles": _tiles(facts),
        "sensors": _sensors(facts),
        "board": _board(hello, machine),
    }


def _tiles(facts: BoardStatus) -> Json:
    return {
        "inside_A": facts.tiles_inside_a,
        "inside_B": facts.tiles_inside_b,
        "set_A_has": facts.size_a,
        "set_B_has": facts.size_b,
        "set_on_the_table": facts.on_table,
        "set_behind_the_lifts": facts.rails_set,
        "set_on_lowered_lifts": facts.loaded_set,
        "walls_complete": facts.rails_complete,
    }


def _sensors(facts: BoardStatus) -> Json:
    return {
        "emergency_stop_closed": facts.emergency_stop_closed,
        "dome_down": facts.dome_down,
        "dome_up": facts.dome_up,
        "lifts_down": facts.lifts_down,
        "lifts_up": facts.lifts_up,
        "homed": facts.homed,
        "armed": facts.armed,
    }


def _board(hello: Hello, machine: MachineSettings) -> Json:
    return {
        "protocol": f"{hello.protocol_major}.{hello.protocol_minor}",
        "firmware": f"{hello.firmware_hash:08x}",
        "boot": f"{hello.boot_id:04x}",
        "last_reset": _RESET_CAUSES.get(hello.reset_cause, "reset pin or unknown"),
        "configuration": str(misfit(hello, machine) or "fits"),
    }


@contextmanager
def _unreachable_as_user_error() -> Iterator[None]:
    try:
        yield
    except (PortError, MachineError, MessageError, BoardRefusedError) as error:
        raise UserError(str(error)) from error
    except LinkLostError as error:
        raise UserError(
            f"no motor board answers at the serial port ({error}): check the port, the cable and the firmware"
        ) from error
