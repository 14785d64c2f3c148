"""Faults of the room that the camera suffers from: it is bumped, it is slow, the light changes, tiles are pushed.

Rules this file keeps: plain data and its checks; `hw_sim.faults.room` lets it happen.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hw_sim.faults.base import Fault, LastingFault, Seconds, Share, Side

Shift = Annotated[float, Field(ge=0, le=60)]
Turn = Annotated[float, Field(ge=0, le=20)]


class CameraBumped(Fault):
    """The camera is moved and turned, and stays so."""

    kind: Literal["camera_bumped"]
    shift_mm: Shift = 6.0
    turn_deg: Turn = 0.7


class CameraShakes(Fault):
    """The camera swings and comes to rest where it was."""

    kind: Literal["camera_shakes"]
    shift_mm: Shift = 4.0
    turn_deg: Turn = 0.5
    for_s: Seconds = 1.5


class LightOff(Fault):
    """The lamp is off; `level` is what light is left."""

    kind: Literal["light_off"]
    level: Share = 0.02
    for_s: Seconds = 4.0


class LightFlickers(Fault):
    """The lamp flickers between full light and `level`, another one in each picture."""

    kind: Literal["light_flickers"]
    level: Share = 0.5
    for_s: Seconds = 3.0


class Shadow(Fault):
    """Somebody leans over a part of the table and leaves it `level` of its light; the shadow's edge wanders."""

    kind: Literal["shadow"]
    level: Share = 0.5
    for_s: Seconds = 4.0


class PicturesSlow(LastingFault):
    """The camera gives few pictures a second, for ever without `for_s`."""

    kind: Literal["pictures_slow"]
    fps: Annotated[float, Field(gt=0, le=30)] = 2.0


class PicturesLate(LastingFault):
    """Every picture comes later than it was taken, for ever without `for_s`."""

    kind: Literal["pictures_late"]
    delay_s: Annotated[float, Field(gt=0, le=10)] = 0.8


class PicturesFrozen(Fault):
    """The camera gives the same picture again and again."""

    kind: Literal["pictures_frozen"]
    for_s: Seconds = 3.0


class Sleeve(Fault):
    """A sleeve pushes and turns the newest tiles of a river, which stay so; without `seat` any river."""

    kind: Literal["sleeve"]
    seat: Side | None = None
    tiles: int = Field(default=3, ge=1, le=12)
    shift_mm: Shift = 10.0
    turn_deg: Turn = 8.0
    for_s: Seconds = 0.5


class TilesKnocked(Fault):
    """Tiles fall over and are put back: a river's newest ones on their faces, a hand's on their backs, open for all."""

    kind: Literal["tiles_knocked"]
    place: Literal["river", "hand", "wall"] = "river"
    seat: Side | None = None
    tiles: int = Field(default=2, ge=1, le=5)
    shift_mm: Shift = 6.0
    for_s: Seconds = 2.5


class StickForgotten(Fault):
    """The next riichi stick that lies is taken back by its player, and laid again after `for_s`."""

    kind: Literal["stick_forgotten"]
    for_s: Seconds = 20.0


class StickLeft(Fault):
    """A stick lies before a river without a riichi, as one forgotten from the deal before; without `seat` any."""

    kind: Literal["stick_left"]
    seat: Side | None = None
    for_s: Seconds = 20.0


RoomFault = (
    CameraBumped
    | CameraShakes
    | LightOff
    | LightFlickers
    | Shadow
    | PicturesSlow
    | PicturesLate
    | PicturesFrozen
    | Sleeve
    | TilesKnocked
    | StickForgotten
    | StickLeft
)
"""Every fault that needs a felt with tiles and a camera above it."""
