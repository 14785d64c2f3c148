"""What faults may act on: the mechanics, the board and its power, the cable, the felt, the camera."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from hw_sim.felt.table_world import TableWorld
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.line_noise import Noise
from hw_sim.machine.mechanics import Mechanics
from hw_sim.picture.camera_defects import CameraDefects


class Cable(Protocol):
    """The line to the board: `PtyLink` or `MemoryLink`."""

    @property
    def noise_to_board(self) -> Noise:
        """What happens to bytes on their way to the board."""

    @property
    def noise_to_host(self) -> Noise:
        """What happens to bytes on their way back."""

    def unplug(self) -> None:
        """Pull the cable."""

    def plug_in(self) -> None:
        """Put it back."""

    def intrude(self, data: bytes) -> None:
        """Another program sends bytes to the board."""


@dataclass(frozen=True, slots=True)
class Room:
    """The felt with everything on it, and what can be wrong with the camera above."""

    world: TableWorld
    camera: CameraDefects


@dataclass(frozen=True, slots=True)
class FaultyTable:
    """What can break; without a `room` nothing that needs one."""

    mechanics: Mechanics
    board: SimulatedBoard
    cable: Cable
    rng: Random
    room: Room | None = None
