"""A file of faults (docs/simulated_faults.md): what breaks on the simulated table, when, and for how long.

Rules this file keeps: plain data and its checks; `hw_sim.faults.troubles` lets it happen.
"""

from __future__ import annotations

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from board_firmware.machine_core import SENSORS
from hw_sim.faults.base import Chance, Fault, LastingFault, Seconds, Share, Side
from hw_sim.faults.room_plan import RoomFault
from hw_sim.machine.counters import COUNTERS
from mahjong_rules.set_names import SetName

MECHANISMS = ("dome", "disc", *(f"{part}_{side}" for part in ("lift", "head", "pusher") for side in range(4)))
GUIDE = "docs/simulated_faults.md"


class FaultFileError(ValueError):
    """A file of faults that cannot be used; the text is one sentence that says what to do."""


class Direction(StrEnum):
    """Which way of the serial line is hit."""

    TO_BOARD = "to_board"
    TO_HOST = "to_host"
    BOTH = "both"


class TileJam(LastingFault):
    """A tile lies across a part: its motors turn and move nothing."""

    kind: Literal["tile_jam"]
    part: Literal["head", "pusher", "lift", "dome"] = "head"
    side: Side = 0


class StuckTiles(LastingFault):
    """Three tiles that stick together enter a head as one and block it."""

    kind: Literal["stuck_tiles"]
    side: Side = 0


class TileMissing(LastingFault):
    """Tiles fall on the floor: out of the hopper of a set, or on their way over the drop ring."""

    kind: Literal["tile_missing"]
    place: Literal["hopper", "ring"] = "hopper"
    tile_set: SetName = SetName.A
    tiles: int = Field(default=1, ge=1, le=20)


class MissedPulses(Fault):
    """The counter of the drop ring does not notice tiles that fall in."""

    kind: Literal["missed_pulses"]
    tile_set: SetName = SetName.A
    tiles: int = Field(default=1, ge=1, le=20)


class SlowMotor(LastingFault):
    """A mechanism is slower than it was."""

    kind: Literal["slow_motor"]
    mechanism: str
    speed: Share = 0.3

    @field_validator("mechanism")
    @classmethod
    def _known(cls, name: str) -> str:
        return _one_of(name, MECHANISMS)


class LiftStuck(LastingFault):
    """A lift does not get beyond a height, on its way up or down."""

    kind: Literal["lift_stuck"]
    side: Side = 0
    height: Share = 0.5


class SensorDead(LastingFault):
    """A sensor always reads the same, a counter gives no pulses."""

    kind: Literal["sensor_dead"]
    sensor: str
    reads: Literal[0, 1] = 0

    @field_validator("sensor")
    @classmethod
    def _known(cls, name: str) -> str:
        return _one_of(name, (*SENSORS, *COUNTERS))


class SensorChatter(LastingFault):
    """A sensor reads wrong now and then, a counter gives extra pulses: this is the chance at every look."""

    kind: Literal["sensor_chatter"]
    sensor: str
    chance: Chance = 0.3

    @field_validator("sensor")
    @classmethod
    def _known(cls, name: str) -> str:
        return _one_of(name, (*SENSORS, *COUNTERS))


class EmergencyStop(LastingFault):
    """Somebody presses the emergency stop."""

    kind: Literal["emergency_stop"]


class BoardReset(Fault):
    """The board restarts at once, as by its reset button; its saved record stays."""

    kind: Literal["board_reset"]


class BrownOut(Fault):
    """The board is without power."""

    kind: Literal["brown_out"]
    for_s: Seconds = 0.3


class Unplug(LastingFault):
    """The cable of the board is pulled; the board stays powered."""

    kind: Literal["unplug"]


class LineFault(Fault):
    """Something happens to the bytes on the line."""

    direction: Direction = Direction.BOTH
    for_s: Seconds = 2.0


class BytesHit(LineFault):
    """Bytes are lost, get one bit flipped or come twice, each with this chance."""

    kind: Literal["bytes_lost", "bytes_flipped", "bytes_duplicated"]
    chance: Chance = 0.02


class BytesDelayed(LineFault):
    """All bytes come later, in their order."""

    kind: Literal["bytes_delayed"]
    delay_s: Seconds = 0.15


class BytesStuck(LineFault):
    """No byte gets through; afterwards all come at once."""

    kind: Literal["bytes_stuck"]


class SecondHost(Fault):
    """Another program has opened the port too and greets the board twice a second."""

    kind: Literal["second_host"]
    for_s: Seconds = 2.0


AnyFault = (
    TileJam
    | StuckTiles
    | TileMissing
    | MissedPulses
    | SlowMotor
    | LiftStuck
    | SensorDead
    | SensorChatter
    | EmergencyStop
    | BoardReset
    | BrownOut
    | Unplug
    | BytesHit
    | BytesDelayed
    | BytesStuck
    | SecondHost
    | RoomFault
)


class FaultPlan(BaseModel):
    """Everything that will go wrong in one evening, and the seed of its chance."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: int = 1
    fault: tuple[Annotated[AnyFault, Field(discriminator="kind")], ...] = ()


NO_FAULTS = FaultPlan()


def read_faults(file: Path) -> FaultPlan:
    """The faults of a TOML file.

    Raises:
        FaultFileError: it cannot be read, is no TOML, or a key or value is wrong.
    """
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FaultFileError(f"{file}: cannot be read ({error.strerror}); give the path of a file of faults") from error
    except (ValueError, RecursionError) as error:  # wrong TOML, no UTF-8, endless numbers, endless nesting
        raise FaultFileError(f"{file}: is no valid TOML ({error}); mend that line, see {GUIDE}") from error
    try:
        plan = FaultPlan.model_validate(table)
    except ValidationError as error:
        raise FaultFileError(f"{file}: {_explain(error)}; see {GUIDE}") from None
    if not plan.fault:
        raise FaultFileError(f"{file}: names no fault; expected at least one [[fault]] with a kind, see {GUIDE}")
    return plan


def _explain(error: ValidationError) -> str:
    """The first mistake in words."""
    mistake: Any = error.errors(include_url=False)[0]
    where = _place(mistake["loc"])
    match mistake["type"]:
        case "extra_forbidden":
            return f"{where}: there is no such key here; mend its spelling or remove it"
        case "missing" | "union_tag_not_found":
            return f"{where}: a key is missing ({mistake['msg'].replace(chr(39), '')})"
        case "value_error":
            return f"{where}: {mistake['ctx']['error']}"
    return f"{where} = {mistake['input']!r}: {mistake['msg'][0].lower()}{mistake['msg'][1:]}"


def _place(location: tuple[int | str, ...]) -> str:
    """("fault", 1, "tile_jam", "side") as "fault 2 (tile_jam), side"."""
    if len(location) < 2 or location[0] != "fault" or not isinstance(location[1], int):
        return ".".join(map(str, location)) or "the file"
    kind = f" ({location[2]})" if len(location) > 2 else ""
    return ", ".join([f"fault {location[1] + 1}{kind}", *map(str, location[3:])])


def _one_of(name: str, known: tuple[str, ...]) -> str:
    if name not in known:
        raise ValueError(f"{name!r} is not known; expected one of {', '.join(known)}")
    return name
