"""Documents that the daemon adds to the page's (`wire.documents`): info, calls and figures."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from wire.plain_types import SeatNumber

Capability = Literal["machine", "camera", "corrections", "questions", "calls"]


class CallKind(StrEnum):
    """What is called; keys of the page's catalogues below `call.`."""

    WIN = "win"
    RIICHI = "riichi"
    ATTENTION = "attention"


class RuleSystemData(TypedDict):
    """The rules of the game in play, or those that a game would be started with."""

    preset: str
    settings: Annotated[dict[str, str], Field(description="options that differ from the preset")]


class InfoData(TypedDict):
    """`info`: what this table is and can do."""

    table: str
    version: Annotated[str, Field(description="of the daemon")]
    schema_version: Annotated[Literal[1], Field(description="`v` of every envelope")]
    rules: Annotated[list[str], Field(description="presets that a game can be started with")]
    rule_system: RuleSystemData
    commands: Annotated[list[str], Field(description="names below cmd/")]
    capabilities: list[Capability]
    page: Annotated[str, Field(description="where other devices, or this computer alone, open the page; or empty")]
    notice: Annotated[
        str, Field(description="setting `table.notice`: a badge in somebody's own words, or a key; or empty")
    ]


class CallData(TypedDict):
    """What a player has called by a button."""

    id: str
    kind: CallKind
    seat: SeatNumber


class CallsData(TypedDict):
    """`calls`: those that are not settled."""

    calls: list[CallData]


class MachineFact(TypedDict):
    """What befell the machine or was asked of it: a fault, a state after one, an action; `text` is the log's line."""

    machine: Annotated[str, Field(description="`fault`, a state of the machine, or an action of the command `machine`")]
    text: str
    id: NotRequired[Annotated[str, Field(description="of the fault")]]
    code: NotRequired[str]
    missing: NotRequired[Annotated[int, Field(description="tiles that somebody vouched for")]]


class CameraFigures(TypedDict):
    """`diag/camera`: pictures, how often the source was opened, how many were read, what troubles it."""

    frames: int
    opened: int
    read: int
    calibrated: bool
    moved: Annotated[int, Field(description="how often the camera was found moved")]
    problem: str
    notice: str


HostTrouble = Literal["undervoltage", "undervoltage_before", "hot", "throttled", "disk_scarce", "disk_full", "late"]
"""What somebody should look after at the computer; `late`: the control loop had to wait, motors may have stopped."""


class HostFigures(TypedDict):
    """`diag/host`: load of a minute, temperature of the processor, free disk; null where the computer does not tell."""

    load: float
    temperature_c: float | None
    free_disk_mib: int | None
    late_s: Annotated[float, Field(description="the longest time of the last minute in which the daemon was not woken")]
    troubles: Annotated[list[HostTrouble], Field(description="what somebody should look after at the computer")]
