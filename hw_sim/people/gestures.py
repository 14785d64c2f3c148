"""What arms do: reach, carry tiles, draw back, at the table's own pace.

Rules this file keeps: durations are table seconds at speed 1; a tile on its way is in a hand and seen by nobody;
an arm covers both ends of its way while it is there.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from hw_sim.felt.layout import Spot
from hw_sim.felt.scene import Piece
from hw_sim.felt.table_world import TableWorld
from mahjong_rules.seats import Seat

Point = tuple[float, float]

# Table seconds. Chosen, not measured: an arm reaches over half a table in about half a second, and draws back faster.
REACH_S: Final = 0.45
WITHDRAW_S: Final = 0.25


class Pace:
    """How long table time lasts.

    Args:
        speed: table seconds a real second; `math.inf` is as fast as the tablet can follow.
        min_gesture_s: real seconds that every gesture lasts at least, because people have no zero-time arms.
        be_seen: waits until the camera has seen what is done; at infinite speed a gesture lasts just so long.
    """

    def __init__(
        self,
        speed: float = 1.0,
        *,
        min_gesture_s: float = 0.03,
        be_seen: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.speed = speed
        self.min_gesture_s = min_gesture_s
        self._be_seen = be_seen if math.isinf(speed) else None

    async def spend(self, table_s: float) -> None:
        """Let a gesture of this length pass."""
        if self._be_seen is not None:
            await self._be_seen()
        else:
            await asyncio.sleep(max(table_s / self.speed, self.min_gesture_s))

    async def think(self, table_s: float) -> None:
        """Let a moment without any movement pass: none at the highest speed."""
        if math.isfinite(self.speed):
            await asyncio.sleep(table_s / self.speed)


class Gestures:
    """One player's movement at a time, on the scene of a world."""

    def __init__(self, world: TableWorld, pace: Pace) -> None:
        self.world = world
        self.pace = pace

    def point(self, spot: Spot) -> Point:
        """A spot in table coordinates."""
        return self.world.furniture.to_table(spot.seat, spot.u_mm, spot.v_mm)

    async def reach(self, seat: Seat, point: Point, table_s: float = REACH_S) -> None:
        """Move the arm over a point and stay for the way there."""
        self.world.show_arm(seat, *point)
        await self.pace.spend(table_s)

    async def withdraw(self, seat: Seat) -> None:
        """Take the arm off the table."""
        await self.pace.spend(WITHDRAW_S)
        self.world.hide_arm(seat)

    async def take(self, seat: Seat, pieces: Sequence[Piece], table_s: float = REACH_S) -> None:
        """Reach for pieces that lie together and pick them up."""
        middle = (sum(p.x_mm for p in pieces) / len(pieces), sum(p.y_mm for p in pieces) / len(pieces))
        await self.reach(seat, middle, table_s)
        self.world.pick_up(pieces)

    async def give(
        self,
        seat: Seat,
        pieces: Sequence[Piece],
        spots: Sequence[Spot],
        *,
        table_s: float = REACH_S,
    ) -> None:
        """Carry held pieces to their spots, lay them under the hand, and draw back."""
        middle = spots[len(spots) // 2]
        await self.reach(seat, self.point(middle), table_s)
        self.world.put(pieces, spots)
        await self.withdraw(seat)
