"""What happened to the machine and who asked for what: the same sentences in the log and in the journal.

Rules this file keeps:
* It only listens: nothing depends on what it wrote.
* From a fault, or a lost board, until the machine goes on, every step is written down; an undisturbed evening is not.
"""

from __future__ import annotations

import logging
from typing import Final

from firmware_bridge.cycle import State
from table_daemon.game.keeper import GameKeeper
from wire.machine_status import MachineFault, MachineStatus

_LOG = logging.getLogger(__name__)
KEY: Final = "machine"
"""Key of the journal's notes about the machine: `fault`, a state, or what a person asked for."""
_AT_REST: Final = frozenset({State.IDLE, State.READY, State.HOMING, State.REFUSED})
_DISTURBED: Final = frozenset({State.FAULTED, State.WAITING, State.OFFLINE})


class MachineLog:
    """Writes down what is told of one machine.

    Args:
        keeper: of the journal; has everybody told (`event/machine`).
    """

    def __init__(self, keeper: GameKeeper) -> None:
        self._keeper = keeper
        self._fault_id = ""
        self._state = ""
        self._is_disturbed = False

    def update(self, status: MachineStatus) -> None:
        """To be called whenever the machine's status may have changed."""
        if status.fault is not None and status.fault.id != self._fault_id:
            self._fault_id = status.fault.id
            self._write_fault(status.fault)
        if status.state == self._state:
            return
        is_first, self._state = not self._state, status.state
        if status.state in _DISTURBED:
            self._is_disturbed = status.fault is not None or not is_first
            if self._is_disturbed and status.fault is None:
                self._write_state(status)
        elif self._is_disturbed:
            self._is_disturbed = status.state in _AT_REST
            self._write_state(status)

    def asked(self, action: str, origin: str) -> None:
        """Somebody asked for this, and it was not refused."""
        self._write({KEY: action, "text": f"{origin} asks for: {action.replace('_', ' ')}"}, origin)

    def cleared(self, fault_id: str, origin: str) -> None:
        """Somebody has cleared this fault."""
        self._write({KEY: "clear_fault", "id": fault_id, "text": f"fault {fault_id} is cleared by {origin}"}, origin)

    def vouched(self, missing: int, origin: str) -> None:
        """Somebody says that tiles are inside which nobody counted."""
        text = f"{origin} says that all tiles are in; not counted: {missing}"
        self._write({KEY: "all_tiles_in", "missing": missing, "text": text}, origin)

    def learnt_fixtures(self, why: str) -> None:
        """What the camera sees on the empty table is a part of it from now on."""
        text = f"what the camera still sees on the table belongs to it from now on: {why}"
        self._write({KEY: "fixtures", "text": text}, "machine")

    def _write_fault(self, fault: MachineFault) -> None:
        text = f"fault {fault.id} ({fault.code}): {fault.text}; {fault.action}"
        _LOG.error("%s", text)
        self._note({KEY: "fault", "id": fault.id, "code": fault.code, "text": text}, "machine")

    def _write_state(self, status: MachineStatus) -> None:
        self._write({KEY: status.state, "text": status.text}, "machine")

    def _write(self, fact: dict[str, object], cause: str) -> None:
        _LOG.warning("%s", fact["text"])
        self._note(fact, cause)

    def _note(self, fact: dict[str, object], cause: str) -> None:
        self._keeper.note(fact, cause)
        self._keeper.tell("machine", fact, cause)
