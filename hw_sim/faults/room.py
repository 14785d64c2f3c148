"""What faults of the room do: to the camera, to the light, to tiles on the felt."""

from __future__ import annotations

import math
from functools import partial

from hw_sim.faults import room_plan as r
from hw_sim.faults.breakable import FaultyTable, Room
from hw_sim.faults.disturbance import Knock, Push
from hw_sim.faults.effect import Effect, done
from hw_sim.faults.sticks_astray import LeftOver, TakenBack
from hw_sim.picture.camera_defects import CameraDefects

# Chosen, not measured: every swing is seen in about ten pictures of a usual camera.
_SWINGS_PER_S = 3.0


def in_the_room(fault: r.RoomFault, table: FaultyTable) -> Effect:
    """What this fault does.

    Raises:
        TypeError: there is no room around this table.
    """
    room = table.room
    if room is None:
        raise TypeError(f"{fault.kind} needs a felt and a camera: this table is the machine alone")
    match fault:
        case r.Sleeve() | r.TilesKnocked():
            return _on_the_felt(fault, table, room)
        case r.StickForgotten() | r.StickLeft():
            return _of_sticks(fault, table, room)
        case r.LightOff() | r.LightFlickers() | r.Shadow():
            return _of_light(fault, room.camera)
        case r.CameraBumped() | r.CameraShakes():
            return _of_place(fault, table, room.camera)
        case _:
            return _of_pictures(fault, room.camera)


def _of_place(fault: r.CameraBumped | r.CameraShakes, table: FaultyTable, camera: CameraDefects) -> Effect:
    way, side = table.rng.uniform(0, 2 * math.pi), table.rng.choice((-1, 1))
    before = camera.moved
    x_mm, y_mm, turn_deg = fault.shift_mm * math.cos(way), fault.shift_mm * math.sin(way), side * fault.turn_deg

    def move(share: float) -> None:
        camera.moved = (before[0] + share * x_mm, before[1] + share * y_mm, before[2] + share * turn_deg)

    if isinstance(fault, r.CameraBumped):
        return Effect("somebody bumps into the camera", done(partial(move, 1.0)))
    return Effect(
        "the camera shakes",
        done(),
        done(partial(move, 0.0)),
        go_on=lambda now_s: move(math.sin(2 * math.pi * _SWINGS_PER_S * now_s)),
    )


def _of_light(fault: r.LightOff | r.LightFlickers | r.Shadow, camera: CameraDefects) -> Effect:
    match fault:
        case r.LightOff():
            what, name = "the light goes out", "light"
        case r.LightFlickers():
            what, name = "the light flickers", "flicker"
        case r.Shadow():
            what, name = "somebody leans over and casts a shadow on the table", "shade"
    return Effect(what, done(partial(setattr, camera, name, fault.level)), done(partial(setattr, camera, name, 1.0)))


def _of_pictures(fault: r.PicturesSlow | r.PicturesLate | r.PicturesFrozen, camera: CameraDefects) -> Effect:
    what: str
    value: float | bool
    match fault:
        case r.PicturesSlow(fps=fps):
            what, name, value = f"the camera gives {fps:g} pictures a second", "min_gap_s", 1 / fps
        case r.PicturesLate(delay_s=delay_s):
            what, name, value = f"the camera's pictures come {delay_s:g} s late", "delay_s", delay_s
        case r.PicturesFrozen():
            what, name, value = "the camera repeats one picture", "is_frozen", True
    is_for_ever = fault.for_s is None
    ends = (lambda: False) if is_for_ever else done(partial(setattr, camera, name, type(value)(0)))
    return Effect(what, done(partial(setattr, camera, name, value)), ends)


def _on_the_felt(fault: r.Sleeve | r.TilesKnocked, table: FaultyTable, room: Room) -> Effect:
    if isinstance(fault, r.Sleeve):
        push = Push(room.world, fault, table.rng)
        return Effect("a sleeve pushes tiles of a river", push.begin, push.end)
    knock = Knock(room.world, fault, table.rng)
    return Effect(f"tiles of a {fault.place} fall over", knock.begin, knock.end, go_on=knock.go_on)


def _of_sticks(fault: r.StickForgotten | r.StickLeft, table: FaultyTable, room: Room) -> Effect:
    if isinstance(fault, r.StickForgotten):
        taken = TakenBack(room.world)
        return Effect("a player takes the riichi stick back", taken.begin, taken.end)
    left = LeftOver(room.world, fault, table.rng)
    return Effect("a stick is left before a river without a riichi", left.begin, left.end)
