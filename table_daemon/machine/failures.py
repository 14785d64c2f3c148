"""What kept a motion from its goal, as a sentence for whoever asked for it."""

from __future__ import annotations

from collections.abc import Coroutine

from firmware_bridge.board import BoardRefusedError, LinkLostError, MotionStoppedError
from table_daemon.machine.link import MachineError
from table_daemon.machine.refusals import refusal_text
from table_daemon.machine.session import MachineSession


async def told_of_failure(motion: Coroutine[None, None, None], goal: str, session: MachineSession) -> None:
    """Let a motion end.

    Args:
        motion: what is under way.
        goal: where it was to lead, for the sentence.
        session: knows why the board stands still.

    Raises:
        MachineError: it did not reach its goal.
    """
    try:
        await motion
    except BoardRefusedError as error:
        raise MachineError(refusal_text(error, session.facts)) from error
    except (MotionStoppedError, LinkLostError) as error:
        fault = session.fault
        why = f"{fault.text} (fault {fault.id}); {fault.action}" if fault else str(error)
        raise MachineError(f"the machine did not reach {goal}: {why}") from error
