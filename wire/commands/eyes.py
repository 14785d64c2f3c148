"""The commands that teach the eyes: a lesson on a tile set, and the camera's lens."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from wire.commands.base import CommandData
from wire.commands.expectations import Omittable
from wire.commands.fields import Flag, Number, SetField, SomeTiles, TileField, Tiles
from wire.commands.roles import Role


class _TeachTilesData(CommandData):
    command: ClassVar[str] = "teach_tiles"
    role: ClassVar[Role] = Role.TABLE


class BeginLesson(_TeachTilesData):
    """One of the table's tile sets is to be taught: a whole set, or some `kinds` of one that is stored."""

    action: Literal["begin"]
    set: SetField
    red_fives: Omittable[Annotated[Flag, Field(description="whether the set has them; else as the rules in play")]] = (
        None
    )
    flowers: Omittable[Annotated[Flag, Field(description="likewise, flowers and seasons")]] = None
    add: Annotated[Flag, Field(description="to what is stored, instead of beginning anew")] = False
    kinds: Annotated[Tiles, Field(description="only these, added to what is stored")] = ()


class LessonStep(_TeachTilesData):
    """The next step of the lesson under way."""

    action: Literal["picture", "learn", "store", "cancel"]


class JudgeNames(_TeachTilesData):
    """Whether every name in the picture of that number is right."""

    action: Literal["confirm", "reject"]
    picture: Number


class ShowAgain(_TeachTilesData):
    """Lay these kinds out once more before anything is stored."""

    action: Literal["again"]
    kinds: SomeTiles


class ChangeStoredSet(_TeachTilesData):
    """Forget what is stored of a set, or take what was stored before."""

    action: Literal["forget", "back"]
    set: SetField


class TakeBackLesson(_TeachTilesData):
    """A lesson that was learnt while playing is wrong: it goes, by its number in the list of its set."""

    action: Literal["take_back"]
    set: SetField
    lesson: Number


class ForgetPlayed(_TeachTilesData):
    """Forget all that was learnt of a set while playing; what the owner showed stays."""

    action: Literal["forget_played"]
    set: SetField


class NameFaces(_TeachTilesData):
    """What two faces are that were both called by one name: the one that was `asked` about, and the `other` one."""

    action: Literal["name_faces"]
    set: SetField
    asked: Number
    kind: TileField
    other: Number
    other_kind: TileField


class _CalibrateCameraData(CommandData):
    command: ClassVar[str] = "calibrate_camera"
    role: ClassVar[Role] = Role.ADMIN


class MeasureLens(_CalibrateCameraData):
    """Solve the lens from the present picture, forget that again, or take the calibration that was stored before."""

    action: Literal["measure", "drop", "back"]


class StoreLens(_CalibrateCameraData):
    """Store what was measured, by its number in that answer."""

    action: Literal["store"]
    measured: Number


LessonCommand = BeginLesson | LessonStep | JudgeNames | ShowAgain | ChangeStoredSet
PlayedCommand = TakeBackLesson | ForgetPlayed | NameFaces
LensCommand = MeasureLens | StoreLens
EyesCommand = LessonCommand | PlayedCommand | LensCommand
"""Carried out by `table_daemon.eyes.eyes_handler`."""
