"""Every topic of one table with what it carries: the source of schemas, AsyncAPI document and tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from firmware_bridge.link import LinkFigures
from wire.audit_documents import AuditDocument, CorrectionDocument
from wire.board_documents import BoardDocument
from wire.commands.registry import COMMANDS as COMMAND_TYPES
from wire.documents import QuestionsDocument, StateDocument
from wire.envelopes import AnswerMessage, StatusMessage
from wire.event_data import ANNOUNCED
from wire.eyes_documents import EyesDocument
from wire.machine_status import MachineStatus
from wire.mjai_messages import MjaiMessage
from wire.plain_types import model_of
from wire.result_documents import GameDocument, ResultDocument
from wire.stick_documents import SticksDocument
from wire.table_data import CallData, CallsData, CameraFigures, HostFigures, InfoData, MachineFact

PREFIX: Final = "jantaku/v1/{table}/"


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic below `PREFIX`.

    Attributes:
        name: its last parts, for example `event/discarded`.
        says: one sentence about it.
        data: the type of the envelope's `data`, or of the whole message where it has no envelope.
        is_retained: a document, not an event.
        has_envelope: false for the few plain messages.
        is_command: others write it and the daemon reads it.
    """

    name: str
    says: str
    data: Any
    is_retained: bool = False
    has_envelope: bool = True
    is_command: bool = False

    @property
    def key(self) -> str:
        """Its name in the AsyncAPI document and of its schema file."""
        return self.name.replace("/", "_").replace("{", "").replace("}", "")

    @property
    def kind(self) -> str:
        """`type` in its envelope."""
        return self.name.removeprefix("event/")


DOCUMENTS: Final = (
    Topic("status", "Whether the table is there; the last will says offline.", StatusMessage, True, False),
    Topic("info", "What this table is and can do.", InfoData, True),
    Topic("state", "All that a score display needs, in less than 4 KiB.", StateDocument, True),
    Topic("board", "Rivers, melds, flowers, opened hands and the walls.", BoardDocument, True),
    Topic("result", "How the last deal ended, line by line; null before one has.", ResultDocument | None, True),
    Topic("game", "The deals of the game and its final standing; null while there is none.", GameDocument | None, True),
    Topic("questions", "What waits for a person to settle it.", QuestionsDocument, True),
    Topic("calls", "What players have called by a button and is not settled.", CallsData, True),
    Topic("sticks", "Riichi sticks that the eyes count, and where they differ from the game.", SticksDocument, True),
    Topic("eyes", "What was taught to the eyes, and a lesson under way.", EyesDocument, True),
    Topic("audit", "The newest corrections.", AuditDocument, True),
    Topic("diag/machine", "The machine, for maintenance.", model_of(MachineStatus), True),
    Topic("diag/camera", "The camera, for maintenance.", CameraFigures, True),
    Topic("diag/link", "Packets on the line to the motor board.", model_of(LinkFigures), True),
    Topic("diag/host", "The computer.", HostFigures, True),
)
EVENTS: Final = (
    *(Topic(f"event/{name}", data.__doc__ or "", data) for name, data in ANNOUNCED.items()),
    Topic("event/call", "A player has called by a button.", CallData),
    Topic("event/correction", "Something counted was put right.", CorrectionDocument),
    Topic("event/machine", "A fault, what was asked of the machine, and what it did then.", MachineFact),
    Topic("mjai", "The mjai stream, one message at a time.", MjaiMessage, has_envelope=False),
)
COMMANDS: Final = tuple(
    Topic(f"cmd/{name}", f"The command {name}.", kind.data_type, is_command=True)
    for name, kind in COMMAND_TYPES.items()
)
ANSWERS: Final = Topic("rsp/{client}", "Answers to the commands of one client.", AnswerMessage, has_envelope=False)


def every_topic() -> Iterator[Topic]:
    """All of them, documents first."""
    yield from DOCUMENTS
    yield from EVENTS
    yield from COMMANDS
    yield ANSWERS
