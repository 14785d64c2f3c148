"""The commands that move the machine, or keep it still."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, Strict

from wire.commands.base import CommandData
from wire.commands.fields import Flag, Key, SetField, TileCount
from wire.commands.motions import Motion
from wire.commands.roles import Role


class NextDealData(CommandData):
    """A result has been seen: the table is cleared and the next walls rise."""

    command: ClassVar[str] = "next_deal"
    role: ClassVar[Role] = Role.TABLE


class HoldData(CommandData):
    """Stop the countdown to the next deal, or let it go on."""

    command: ClassVar[str] = "hold"
    role: ClassVar[Role] = Role.TABLE

    on: Flag = True


class GoOnData(CommandData):
    """What the start button at the machine does: consent where the machine waits for it, else the next deal."""

    command: ClassVar[str] = "go_on"
    role: ClassVar[Role] = Role.TABLE


class StopData(CommandData):
    """Stops every motor, whatever else is said; needs no consent and no role."""

    command: ClassVar[str] = "stop"
    role: ClassVar[Role] = Role.VIEWER
    stops: ClassVar[bool] = True


class _MachineData(CommandData):
    command: ClassVar[str] = "machine"
    role: ClassVar[Role] = Role.TABLE


class StopMachine(_MachineData):
    """Stops every motor, like the command `stop`."""

    role: ClassVar[Role] = Role.VIEWER
    stops: ClassVar[bool] = True

    action: Literal["stop"]


class FindHome(_MachineData):
    """Consent to find the resting positions."""

    action: Literal["home"]


class ClearFault(_MachineData):
    """The fault that is shown has been seen and its cause is gone."""

    action: Literal["clear_fault"]
    fault_id: Key


class Maintenance(_MachineData):
    """Begin or end the work on the machine."""

    role: ClassVar[Role] = Role.ADMIN

    action: Literal["maintenance"]
    on: Flag


class NothingInTheWay(_MachineData):
    """A person's word about the obstacle that is shown; good for one motion."""

    action: Literal["nothing_in_the_way"]
    obstacle: Key


class AllTilesIn(_MachineData):
    """So many tiles are inside although nobody counted them."""

    action: Literal["all_tiles_in"]
    missing: Annotated[TileCount, Field(description="as the page shows")]


class ExchangeSets(_MachineData):
    """Both sets may get the tiles of the game that was started: people put some in, or take some out."""

    action: Literal["exchange_sets"]
    tiles: Annotated[TileCount, Field(description="`needed` of the exchange that is shown")]


class SingleMotion(_MachineData):
    """One motion, for maintenance."""

    role: ClassVar[Role] = Role.ADMIN

    action: Annotated[Motion, Strict(strict=False)]
    set: SetField | None = None


MachineCommand = (
    NextDealData
    | HoldData
    | GoOnData
    | StopData
    | StopMachine
    | FindHome
    | ClearFault
    | Maintenance
    | NothingInTheWay
    | AllTilesIn
    | ExchangeSets
    | SingleMotion
)
"""Carried out by `table_daemon.machine.machine_handler`."""
