"""A felt in the middle of a deal, without people, and one fault of the room that acts on it."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from hw_sim.faults.breakable import FaultyTable, Room
from hw_sim.faults.effect import Effect
from hw_sim.faults.effects import effect_of
from hw_sim.faults.plan import FaultPlan
from hw_sim.felt.layout import Spot, hand_spots
from hw_sim.felt.scene import Furniture, Piece, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.picture.camera_defects import CameraDefects
from hw_sim.picture.projection import SimulatedCamera
from mahjong_rules.seats import SEATS
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tile

POSE = SimulatedCamera().resized(1152, 648)


def world_in_play(tiles: int = 10) -> TableWorld:
    """Rivers of so many tiles and thirteen standing tiles for everybody."""
    world = TableWorld(Furniture(), stock=TileStock(), rng=random.Random(3))
    numbers = iter(range(1, 200))
    for seat in SEATS:
        place = world.places[seat]
        for _ in range(tiles):
            _add(world, next(numbers), world.next_river_spot(seat, 0.0), place.river)
            place.discards += 1
        for spot in hand_spots(seat, 13, world.furniture, pose=Pose.STANDING, drawn=False):
            _add(world, next(numbers), spot, place.hand)
    return world


def _add(world: TableWorld, number: int, spot: Spot, row: list[Piece]) -> None:
    piece = Piece(number, SetName.A, parse_tile("3m"), 0.0, 0.0)
    world.held[number] = piece
    world.put([piece], [spot])
    row.append(piece)


def effect(world: TableWorld, camera: CameraDefects | None = None, seed: int = 1, **fault: Any) -> Effect:
    """What a fault of the room, given by the keys of its file, does to this felt and this camera."""
    room = Room(world, camera or CameraDefects(POSE, random.Random(seed)))
    machine: Any = SimpleNamespace()
    table = FaultyTable(machine, machine, machine, random.Random(seed), room)
    (read,) = FaultPlan.model_validate({"fault": [{"at_s": 0, **fault}]}).fault
    return effect_of(read, table)
