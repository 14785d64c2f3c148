"""Settings of the machine half: serial line and machine; the pins have `gpio_settings`. Units stand in the names."""

from __future__ import annotations

import zlib
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

LimitMs = Annotated[int, Field(ge=100, le=600_000)]


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SerialSettings(_Settings):
    """The line to the motor board."""

    port: str = Field(default="/dev/serial/by-id/usb-jantaku-motor-board", min_length=1)
    """A path that stays the same after unplugging: one of /dev/serial/by-id."""
    baud: Literal[115200] = 115200
    """Bits per second, 8N1."""


class MachineSettings(_Settings):
    """One physical table, in the same values as the board's own `board_firmware/config.py`.

    Both sides compare a hash of these before anything may move.
    """

    tile_count: Literal[108, 136, 144, 152] = 136
    """Tiles of one set where nobody has said otherwise: a game names its own number, and the board keeps it."""
    dome_limit_ms: LimitMs = 6_000
    """Longest time the dome may need from stop to stop."""
    lift_limit_ms: LimitMs = 9_000
    """Longest time a lift may need from stop to stop."""
    push_limit_ms: LimitMs = 6_000
    """Longest time to push the walls onto the lifts."""
    build_limit_ms: LimitMs = 80_000
    """Longest time to build four walls; usual are 18-35 s."""
    dice_limit_ms: LimitMs = 5_000
    """Longest time the dice may tumble."""
    lease_ms: Annotated[int, Field(ge=300, le=2_000)] = 500
    """The board stops when the daemon's control loop was not heard for this long; it renews every 100 ms."""

    def config_hash(self) -> int:
        """CRC-32 over `name=value` lines in alphabetical order, each ended by a line feed (docs/serial_link.md §4)."""
        limits = self.model_dump(exclude={"tile_count"})
        lines = "".join(f"{name}={value}\n" for name, value in sorted(limits.items()))
        return zlib.crc32(lines.encode())
